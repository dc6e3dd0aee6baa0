/// Files of comma-separated values.
extension SavedWorkbook {
  /// What is read of a CSV file at most, in bytes.
  package static let csvBytes = 64 << 20
  /// Rows count as one cell each.
  package static let csvCells = 2_000_000

  /// Reads what people saved in a CSV file: one table without a name, whose cells are texts or empty.
  ///
  /// The quote that `CSVDocument` puts in front of what looks like a formula is taken off again.
  ///
  /// - Parameter bytes: UTF-8 or UTF-16 (Excel's “Unicode text”), or the Shift_JIS of Japanese Windows; commas, semicolons or tabs.
  /// - Throws: `CSVReadError` for a quote that never closes, for text of another encoding, and beyond the limits.
  package init(csv bytes: [UInt8]) throws(CSVReadError) {
    guard bytes.count <= Self.csvBytes else { throw .tooLarge("\(Self.csvBytes >> 20) MB") }
    let records = try CSVRecords(CSVText.decoded(bytes), cellLimit: Self.csvCells)
    var rows = records.rows.map { record in
      var row = record.map(Self.cell)
      while row.last == .empty { row.removeLast() }
      return row
    }
    while rows.last?.isEmpty == true { rows.removeLast() }
    self.init(tables: [SavedTable(name: "", rows: rows)])
  }

  private static func cell(_ field: String) -> SavedCell {
    let text = field.withPlainLineBreaks
    let isNeutralised =
      text.unicodeScalars.first == "'"
      && CSVDocument.isFormulaLike(String(text.unicodeScalars.dropFirst()))
    let meant = isNeutralised ? String(text.unicodeScalars.dropFirst()) : text
    return meant.isEmpty ? .empty : .text(meant)
  }
}
