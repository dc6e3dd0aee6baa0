import TestSupport
import Testing

@testable import RoundTrip
@testable import Workbooks

extension SheetSentenceTests {
  /// Clauses of one sentence, and numbers that are written in several ways.
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
