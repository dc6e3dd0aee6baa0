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
  ) -> [RetiredRow] {
    guard name == .outcomes, let agreement = index(of: .agreement),
      let fingerprint = index(of: .fingerprint), let saved = sheet.column(.agreement)
    else { return [] }
    var lapsed: [RetiredRow] = []
    for (number, row) in matched.sorted(by: { $0.key < $1.key }) {
      let now = rows[number].cells[fingerprint].shownText
      let cell = sheet.saved[row: row, column: saved]
      guard !now.isEmpty, !cell.isBlank,
        sheet.text(.fingerprint, row: row).onOneLine.lowercased() != now
      else { continue }
      rows[number].cells[agreement] = .empty
      lapsed.append(
        RetiredRow(
          about: [
            .id: rows[number].key, .origin: sheet.saved.name.isEmpty ? title : sheet.saved.name,
            .change: text("Outcomes changed since", "その後、期待結果が変わりました"),
          ],
          entries: [RetiredRow.Entry(role: .note, heading: "", cell: cell)]
        )
      )
    }
    return lapsed
  }
}
