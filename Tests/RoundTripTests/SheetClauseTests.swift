import TestSupport
import Testing

@testable import RoundTrip
@testable import Workbooks

extension SheetSentenceTests {
  /// Clauses of one sentence, and several notations of numbers.
  static let clauses = [
    Sheet(
      testDescription: "a denial is that of its clause",
      csv: """
        No,前提条件,手順,期待結果
        1,カードが有効であること、資料が到着していること,かざす,A
        2,カードが有効であること、資料が到着していないこと,かざす,B
        3,カードが無効であること、資料が到着していないこと,かざす,C
        4,会員で、カートに商品が3点ある,買う,A
        5,会員で、カートに商品が2点ある,買う,B
        6,非会員で、カートに商品が3点ある,買う,B
        6,非会員で、カートに商品が2点ある,買う,B
        7,クーポンがなく、カートが空,開く,A
        8,画面を閉じて、電源が入っていない,開く,B
        9,ユーザーは、登録していない,開く,C
        10,ユーザーは登録している,開く,D
        """,
      drafted: [
        "カートに商品: {range: 0.. 点}",
        "- when: {カードが有効: yes, 資料が到着している: yes}", "- when: {カードが有効: yes, 資料が到着している: no}",
        "- when: {カードが有効: no, 資料が到着している: no}", "- when: {会員: yes, カートに商品: 3}",
        "- when: {会員: yes, カートに商品: 2}", "- when: {会員: no, カートに商品: 3}",
        "クーポンがない: yes", "- when: {ユーザーは登録している: no}", "- when: {ユーザーは登録している: yes}",
      ],
      unread: [10]
    ),
    Sheet(
      testDescription: "a denial is that of its clause in English",
      csv: """
        ID,Preconditions,Steps,Expected Result
        1,"Logged in, card expired",Tap Pay,A
        2,"Logged in, card valid",Tap Pay,B
        3,"Logged out, card valid",Tap Pay,C
        3,"Logged out, card expired",Tap Pay,C
        4,User is admin and file is locked,Tap Save,A
        5,User is viewer and file is not locked,Tap Save,B
        6,Agreed and not verified,Tap Send,A
        7,Agreed and verified,Tap Send,B
        8,User is 18 or older and has a card,Tap Buy,A
        """,
      drafted: [
        "- when: {logged_in: yes, card_expired: yes}", "- when: {logged_in: yes, card_valid: yes}",
        "- when: {logged_in: no, card_valid: yes}", "- when: {user: admin, file_locked: yes}",
        "- when: {user: viewer, file_locked: no}", "- when: {agreed_and_not_verified: yes}",
        "- when: {agreed_and_verified: yes}", "- when: {18_or_older_and_card: yes}",
      ]
    ),
    Sheet(
      testDescription: "conditions with numbers or slashes in one line",
      csv: """
        No,前提条件,手順,期待結果
        1,①カードが有効②資料が到着済み,かざす,A
        2,①カードが無効②資料が未到着,かざす,B
        3,カード：有効／資料：到着済み,返す,A
        4,画面②を表示している,返す,B
        """,
      drafted: [
        "- when: {カードが有効: yes, 資料が到着済み: yes}", "- when: {カードが有効: no, 資料が到着済み: no}",
        "- when: {カードが有効: yes, 資料が到着済み: yes}", "画面2を表示している: yes",
      ]
    ),
    Sheet(
      testDescription: "one amount in several forms",
      csv: """
        No,前提条件,手順,期待結果
        1,注文金額が１万円,買う,A
        2,"注文金額が9,999円",買う,B
        3,注文金額が10000円ちょうど,買う,A
        4,ポイントが¥500以上,買う,A
        5,会員,"金額に「0」を入力
        送る",エラー
        6,会員以外,"金額に「1」を入力
        送る",送る
        """,
      drafted: [
        "会員: 会員", "注文金額: {range: 0.. 円}", "ポイント: {range: 0.. 円}", "金額: {range: 0..}",
        "- when: {注文金額: 10000}", "source: sheet.csv 2、4行目", "- when: {注文金額: 9999}",
        "- when: {ポイント: 500..}", "- when: {会員: yes, 金額: 0}", "- when: {会員: no, 金額: 1}",
      ]
    ),
    Sheet(
      testDescription: "columns of amounts, dates and times",
      csv: """
        金額,登録日,時刻,期待結果
        ¥0,2026/3/31,8:59,A
        "¥100,000",2026年4月1日,9:00〜17:59,B
        10万円,2026-04-02以降,18時以降,C
        """,
      drafted: [
        "金額: {range: 0.. 円}", "登録日: {date: 2025-01-01..}", "時刻: {time: \"00:00..23:59\"}",
        "- when: {金額: 0, 登録日: 2026-03-31, 時刻: \"08:59\"}",
        "- when: {金額: 100000, 登録日: 2026-04-01, 時刻: \"09:00..17:59\"}",
        "- when: {金額: 100000, 登録日: 2026-04-02.., 時刻: \"18:00..\"}",
      ]
    ),
    Sheet(
      testDescription: "dates and times in sentences",
      csv: """
        No,前提条件,手順,期待結果
        1,時刻が18:00,予約,A
        2,時刻が午後6時1分,予約,B
        3,利用日が2026/4/1より前,予約,C
        """,
      drafted: [
        "時刻: {time: \"00:00..23:59\"}", "利用日: {date: 2025-01-01..}", "- when: {時刻: \"18:00\"}",
        "- when: {時刻: \"18:01\"}", "- when: {利用日: ..2026-03-31}",
      ]
    ),
  ]

  @Test func headingsInTwoLinesAreOne() throws {
    func cells(_ texts: String) -> [SavedCell] {
      texts.split(separator: ",", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? .empty : .text(String($0)) }
    }
    var table = SavedTable(
      name: "Sheet",
      rows: [
        "No,条件,,手順,期待結果", ",会員,在庫,,", "1,有,あり,押す,買える", "2,有,なし,押す,売切", "3,無,あり,押す,ログイン",
        "4,有,あり,押す,消えた",
      ].map(cells)
    )
    table.merges = [(0...1, 0...0), (0...0, 1...2), (0...1, 3...3), (0...1, 4...4)]
      .map { CellRange(rows: $0, columns: $1) }
    for column in 0..<5 { table.unstruckTexts[CellPosition(row: 5, column: column)] = "" }
    table.unstruckTexts[CellPosition(row: 4, column: 4)] = "別の画面"
    let sheet = try CaseSheet(SavedWorkbook(tables: [table]))
    let (text, yaml) = DraftText.readable(sheet, (id: "DRAFT", feature: "Draft", file: "a.xlsx"))
    #expect(sheet.factorColumns.map(\.heading) == ["会員", "在庫"])
    #expect(sheet.rows.map(\.expected) == [["買える"], ["売切"], ["別の画面"]], "\(yaml)")
    #expect(text.summary.contains { $0.hasSuffix("struck through are not read: rows 5, 6") })
  }
}
