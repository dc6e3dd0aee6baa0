import TestSupport
import Testing

@testable import RoundTrip
@testable import Workbooks

/// No row of a sheet becomes a rule with another meaning.
@Suite struct SheetSentenceTests {
  struct Sheet: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var csv: String
    /// Parts of the draft, in order.
    var drafted: [String]
    /// Rows that are not read, counted from 1.
    var unread: [Int] = []
    var contradictions = 0
  }

  static let sheets = [
    Sheet(
      testDescription: "what stands in parentheses holds, too",
      csv: """
        No,前提条件,手順,期待結果
        1,クーポンを所持（期限切れ）,適用,注文できる
        2,クーポンを所持（期限内）,適用,注文できない
        3,ゴールド会員（誕生月を除く）,適用,10%引き
        4,シルバー会員（正常系）,適用,5%引き
        """,
      drafted: [
        "- when: {クーポンを所持: yes, 期限内: no}", "- when: {クーポンを所持: yes, 期限内: yes}",
        "- when: {ゴールド会員: yes, 誕生月を除く: yes}", "- when: {シルバー会員: yes}",
      ]
    ),
    Sheet(
      testDescription: "remarks among conditions and steps are listed",
      csv: """
        No,前提条件,手順,期待結果
        1,"ゴールド会員
        ※誕生月は除く","購入をタップ
        ※ 通信を切ってから行う",10%引き
        """,
      drafted: [
        "購入をタップ:", "- when: {ゴールド会員: yes}", "# 2行目: ※誕生月は除く", "# 2行目: ※ 通信を切ってから行う",
      ]
    ),
    Sheet(
      testDescription: "what is entered is another in another case or width",
      csv: """
        No,前提条件,手順,期待結果
        1,ログイン済み,「SAVE10」を入力,10%引き
        2,ログイン済み,「save10」を入力,エラー
        3,ログイン済み,「 」を入力,エラー
        4,ログイン済み,「」を入力,何も起きない
        5,ログイン済み,「ＯＫ」をタップ,閉じる
        6,ログイン済み,「OK」をタップ,閉じる
        """,
      drafted: ["「SAVE10」を入力", "「save10」を入力", "「 」を入力", "「」を入力", "source: sheet.csv 6、7行目"]
    ),
    Sheet(
      testDescription: "codes in columns keep their case",
      csv: """
        ID,Code,Plan,Expected result
        1,SAVE10,gold,10 % off
        2,save10,Gold,An error is shown
        """,
      drafted: [
        "plan: [gold]", "code: {values: {SAVE10: SAVE10, save10_2: save10}}",
        "- when: {code: SAVE10, plan: gold}", "- when: {code: save10_2, plan: gold}",
      ]
    ),
    Sheet(
      testDescription: "alternatives are one condition",
      csv: """
        No,前提条件,手順,期待結果
        1,"・ゴールド会員
        ・または誕生月",適用,A
        2,"以下のいずれか
        ・ゴールド会員
        ・誕生月",取消,A
        3,"ゴールド会員、または誕生月",確認,A
        4,"ログイン済み
        ゴールド会員
        OR
        誕生月",送信,B
        """,
      drafted: [
        "ゴールド会員または誕生月", "適用:\n    - when: {ゴールド会員または誕生月: yes}",
        "取消:\n    - when: {ゴールド会員または誕生月: yes}", "確認:\n    - when: {ゴールド会員または誕生月: yes}",
        "送信:\n    - when: {ゴールド会員または誕生月: yes, ログイン済み: yes}",
      ]
    ),
    Sheet(
      testDescription: "a cell may mean all values; from which value on is not known",
      csv: """
        No,会員ランク,送料区分,期待結果
        1,ゴールド,全国,A
        2,シルバー,全国,B
        3,全ランク,離島,C
        4,シルバー以上,離島,D
        5,全ランク,沖縄,E
        """,
      drafted: ["会員ランク: [ゴールド, シルバー]", "- when: {送料区分: 離島}", "- when: {送料区分: 沖縄}"],
      unread: [5]
    ),
    Sheet(
      testDescription: "signed in is all but signed out",
      csv: """
        ID,Preconditions,Steps,Expected Result
        1,User is logged in,Tap Apply,A
        2,User is not logged in,Tap Apply,B
        3,User is logged in as a Gold member,Tap Buy,C
        4,"User is logged in
        User is logged in as a Silver member",Tap Buy,D
        """,
      drafted: [
        "logged_in_as: ", "- when: {logged_in_as: not signed_out}",
        "- when: {logged_in_as: signed_out}",
        "- when: {logged_in_as: gold_member}", "- when: {logged_in_as: silver_member}",
      ]
    ),
    Sheet(
      testDescription: "what points at other rows is not read",
      csv: """
        No,前提条件,手順,期待結果
        1,ログイン済み,購入,A
        2,上記に加え、在庫なし,購入,B
        3,No.1と同じ,解除,C
        """,
      drafted: ["- when: {ログイン済み: yes}\n      then: A"],
      unread: [3, 4]
    ),
    Sheet(
      testDescription: "results of runs are no conditions",
      csv: """
        No,会員ランク,実施結果,Bug ID,期待
        1,ゴールド,OK,,A
        2,シルバー,NG,#12,B
        """,
      drafted: ["- when: {会員ランク: ゴールド}", "- when: {会員ランク: シルバー}"]
    ),
    Sheet(
      testDescription: "numbers with commas leave the ids readable",
      csv: """
        No,前提条件,手順,期待結果
        1,"最低購入金額3,000円",適用,完了
        2,ログイン済み,適用,エラー
        """,
      drafted: ["ログイン済み: ログイン済み", "最低購入金額3000円: {label: \"最低購入金額3,000円\"}", "  適用:"]
    ),
    Sheet(
      testDescription: "cells exported as HTML",
      csv: """
        ID,Preconditions,Steps,Expected Result
        1,<p>User is <b>logged in</b></p><p>Plan is &quot;Pro&quot;</p>,<ol><li>Open the cart</li><li>Tap Pay</li></ol>,<p>The receipt opens</p>
        2,<p>Plan is &quot;Free&quot;</p>,Open the cart<br/>Tap Pay,Balance &lt; price is said
        """,
      drafted: ["plan: [pro, free]", "label: Tap Pay", "logged_in: yes", "then: The receipt opens"]
    ),
    Sheet(
      testDescription: "what most rows say is usual",
      csv: """
        No,前提条件,手順,期待結果
        1,"・ログイン済み
        ・カートが0点",購入,押せない
        2,"・ログイン済み
        ・カートが1点",購入,支払い画面
        3,・未ログイン,購入,ログイン画面
        4,・注文が確定済み,履歴を開く,注文が表示される
        5,・ログイン済み,設定を開く,設定画面
        """,
      drafted: ["ログイン済み: {label: ログイン済み, usual: yes}"]
    ),
    Sheet(
      testDescription: "rows of another template have their steps in another column",
      csv: """
        ID,Steps,Expected Result,Steps (Step),Steps (Expected Result)
        1,,,Tap Pay,The receipt opens
        2,,,Tap Back,The cart opens
        3,Tap Help,The help opens,,
        """,
      drafted: ["Tap Pay", "Tap Back", "Tap Help"]
    ),
  ]

  /// Ordinary sheets, which stricter reading must not break.
  static let ordinary = [
    Sheet(
      testDescription: "values that begin with 全 or all",
      csv: """
        ID,文字種（全角／半角）,返品範囲,Day type,期待結果
        1,全角,全部,All day,A
        2,半角,一部,Half day,B
        """,
      drafted: ["文字種", "全角", "返品範囲", "全部", "all_day", "返品範囲: 全部"]
    ),
    Sheet(
      testDescription: "headings whose stem is a column of runs",
      csv: """
        ID,Status (order),Expected result
        1,open,A
        2,closed,B
        """,
      drafted: [
        "values: [open, closed]", "- when: {status_order: open}", "- when: {status_order: closed}",
      ]
    ),
    Sheet(
      testDescription: "parentheses that are no conditions",
      csv: """
        No,前提条件,手順,期待結果
        1,ゴールド会員（または誕生月）,適用,A
        2,ゴールド会員（誕生月（4月）を除く）,取消,B
        3,クーポンを所持（例：SAVE10）,確認,C
        4,The user has coupon(s),送信,D
        5,User is staff (admin),保存,E
        """,
      drafted: [
        "適用:\n    - when: {ゴールド会員または誕生月: yes}", "- when: {ゴールド会員: yes, 誕生月4月を除く: yes}",
        "- when: {クーポンを所持: yes}", "- when: {coupon_s: yes}", "- when: {staff: yes, admin: yes}",
      ]
    ),
    Sheet(
      testDescription: "steps and conditions that begin like remarks",
      csv: """
        ID,Preconditions,Steps,Expected Result
        1,Notebook is in the cart,"Open the cart
        注意事項に同意する",A
        2,Note: staging only,Notes tab: click it,B
        """,
      drafted: ["注意事項に同意する", "Notes tab: click it", "notebook", "# row 3: Note: staging only"]
    ),
    Sheet(
      testDescription: "sentences that seem to point elsewhere",
      csv: """
        ID,Preconditions,Steps,Expected Result
        1,参照権限がある,開く,A
        2,参照権限がない,開く,B
        3,Shipping is the same as billing,Pay,C
        4,User has above 100 points,Buy,D
        """,
      drafted: ["- when: {参照権限: yes}", "- when: {参照権限: no}"]
    ),
    Sheet(
      testDescription: "lists of alternatives end",
      csv: """
        No,前提条件,手順,期待結果
        1,"以下のいずれかを満たす：
        ・法人
        ・団体
        かつログイン済み",適用,A
        2,ログイン済み。クーポンあり、または誕生月,取消,B
        """,
      drafted: ["法人または団体: yes", "ログイン済み: yes", "取消:", "ログイン済み: yes"]
    ),
    Sheet(
      testDescription: "tags that are entered, and names that end like a bound",
      csv: """
        No,機種,手順,期待結果
        1,iPhone Pro,名前に「<b>太郎</b>」を入力する,A
        2,iPhone Pro Max,名前に「<b>太郎</b>」を入力する,B
        """,
      drafted: ["iphone_pro", "iphone_pro_max", "「<b>太郎</b>」"]
    ),
    Sheet(
      testDescription: "headings in two rows",
      csv: """
        No,前提条件,手順,期待結果
        ,,,期待結果,日付,担当
        1,ログイン済み,開く,A,2026/1/1,田中
        """.replacing(",A,2026/1/1,田中", with: ",A"),
      drafted: ["then: A"],
      unread: [2]
    ),
  ]

  private static func draft(_ csv: String) throws -> (SheetDraft, String) {
    let sheet = try CaseSheet(SavedWorkbook(csv: Array(csv.utf8)))
    let (_, yaml) = DraftText.readable(sheet, (id: "DRAFT", feature: "Draft", file: "sheet.csv"))
    return (SheetDraft(sheet, feature: "Draft"), yaml)
  }

  @Test(arguments: sheets + ordinary + clauses)
  func rowsSayWhatTheySaid(sheet: Sheet) throws {
    let (draft, yaml) = try Self.draft(sheet.csv)
    var rest = Substring(yaml)
    for part in sheet.drafted {
      guard let found = rest.firstRange(of: part) else {
        Issue.record("no “\(part)” in its place:\n\(yaml)")
        return
      }
      rest = rest[found.upperBound...]
    }
    #expect(draft.unread.map { $0.row.place + 1 } == sheet.unread, "\(yaml)")
    #expect(draft.contradictions.count == sheet.contradictions, "\(yaml)")
  }

  @Test func aRowWiderThanItsHeadingsIsRefused() throws {
    let csv = "No,前提条件,手順,期待結果\n1,残高が1,500円,購入,完了画面\n2,残高が2000円,購入,完了画面\n"
    #expect(throws: CaseSheet.Problem.self) { try Self.draft(csv) }
    let error = #expect(throws: CaseSheet.Problem.self) { try Self.draft(csv) }
    #expect(error?.description.hasPrefix("row 2 has more cells than there are headings") == true)
  }
}
