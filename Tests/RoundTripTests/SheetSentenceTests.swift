import TestSupport
import Testing
import Text

@testable import RoundTrip
@testable import Workbooks

/// No row of a sheet becomes a rule with another meaning.
@Suite struct SheetSentenceTests {
  private static func draft(_ csv: String) throws -> (SheetDraft, String) {
    let sheet = try CaseSheet(SavedWorkbook(csv: Array(csv.utf8)))
    let (_, yaml) = DraftText.readable(sheet, (id: "DRAFT", feature: "Draft", file: "sheet.csv"))
    return (SheetDraft(sheet, feature: "Draft"), yaml)
  }

  @Test(arguments: try RecordedCases.all(in: "Fixtures/drafts"))
  func rowsSayWhatTheySaid(cases: RecordedCases) throws {
    try cases.check(["draft", "reading"]) { inputs, view in
      if view == "reading" { return [Self.readings(inputs["value"])] }
      let (draft, yaml) = try Self.draft(inputs["csv"])
      let unread = draft.unread.map { $0.row.place + 1 }
      return ["rows not read: \(unread), contradictions: \(draft.contradictions.count)", yaml]
    }
  }

  /// Returns what a sentence says, such as `注文金額 = 3.. 円`, `plan = “free”` or `ログイン済み: no`.
  private static func readings(_ sentence: String) -> String {
    ConditionReading.all(sentence).map { reading in
      switch reading.value {
      case .number(let span): "\(reading.key) = \(span.text(span.decimals)) \(reading.unit)"
      case .word(let word): "\(reading.key) = “\(word)”"
      case .statement(let isTrue): "\(reading.key): \(isTrue ? "yes" : "no")"
      }
    }.joined(separator: " | ")
  }

  @Test func aRowWiderThanItsHeadingsIsRefused() throws {
    let csv = "No,前提条件,手順,期待結果\n1,残高が1,500円,購入,完了画面\n2,残高が2000円,購入,完了画面\n"
    let error = #expect(throws: FormatMismatch.self) { try Self.draft(csv) }
    #expect(error?.reason.hasPrefix("row 2 has more cells than there are headings") == true)
  }

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
