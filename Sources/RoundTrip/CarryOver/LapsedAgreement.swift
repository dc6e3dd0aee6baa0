import Reporting
import Text
import Workbooks

extension ReportTable {
  /// Empties what people chose of operations whose outcomes have changed since: nobody has looked at those that stand there now.
  ///
  /// - Parameters:
  ///   - matched: The saved row of each row of the table.
  ///   - sheet: What was saved.
  ///   - text: The words of the spec's language.
  /// - Returns: What was chosen, to be kept elsewhere.
  mutating func takeLapsedAgreement(
    _ matched: [Int: Int],
    _ sheet: SavedSheet,
    _ text: ReportText
  ) -> [SetAsideNote] {
    guard name == .outcomes, let agreement = index(of: .agreement),
      let fingerprint = index(of: .fingerprint), let saved = sheet.column(.agreement)
    else { return [] }
    var lapsed: [SetAsideNote] = []
    for (number, row) in matched.sorted(by: { $0.key < $1.key }) {
      let now = rows[number].cells[fingerprint].shownText
      let cell = sheet.saved[row: row, column: saved]
      guard !now.isEmpty, !cell.isBlank,
        sheet.text(.fingerprint, row: row).onOneLine.lowercased() != now
      else { continue }
      rows[number].cells[agreement] = .empty
      lapsed.append(
        SetAsideNote(
          subject: rows[number].key,
          origin: sheet.saved.name.isEmpty ? title : sheet.saved.name,
          reason: text("Outcomes changed since", "その後、期待結果が変わりました"),
          cell: cell
        )
      )
    }
    return lapsed
  }
}
