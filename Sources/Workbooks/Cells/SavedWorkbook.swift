package import Text

/// What people saved: a workbook's sheets in their order, or the one table of a CSV file.
package struct SavedWorkbook: Hashable, Sendable {
  package var tables: [SavedTable]

  package init(tables: [SavedTable]) {
    self.tables = tables
  }
}

/// A sheet of a workbook, or a CSV file, as somebody saved it.
package struct SavedTable: Hashable, Sendable {
  /// The sheet's name; empty for a CSV file.
  package var name: String
  package var isHidden: Bool = false
  /// From the first row and column of the sheet; rows may be of different lengths, and end with their last cell that is not empty.
  package var rows: [[SavedCell]]
  /// In characters, by column; `nil` if the file does not say.
  package var widths: [Double?] = []

  /// In the order of the file.
  package var comments: [SavedComment] = []
  /// The rows on which pictures, charts and other drawings begin.
  package var drawings: Set<Int> = []
  /// The rows in which somebody gave a cell a look of its own.
  package var styledRows: Set<Int> = []
  /// What is left of texts of which words are struck through; empty where all are.
  package var unstruckTexts: [CellPosition: String] = [:]
  /// Cells that are one, whose first has the text.
  package var merges: [CellRange] = []

  /// The rows that are hidden, and in no group.
  package var hiddenRows: Set<Int> = []
  package var groupedRows: Set<Int> = []
  /// True if the sheet has parts besides its cells, such as a table, a comment or a drawing.
  package var hasParts = false

  /// The rows that mean something by their place: a comment, a picture or a colour hangs on them, or they are hidden.
  package var pinnedRows: Set<Int> {
    drawings.union(comments.map(\.row)).union(styledRows).union(hiddenRows)
  }

  /// A cell, empty outside of what was saved.
  package subscript(row row: Int, column column: Int) -> SavedCell {
    guard rows.indices.contains(row), rows[row].indices.contains(column) else { return .empty }
    return rows[row][column]
  }
}

package enum SavedCell: Hashable, Sendable {
  case empty
  /// With LF for every line break; rich text without its formats.
  case text(String)
  case number(Double)
  case boolean(Bool)
  /// A number that the file shows as a date; one with a time of day is text.
  case day(CalendarDate)
  /// What a formula gave when the file was saved. The formula is without its equals sign.
  indirect case formula(String, SavedCell)
  /// An error of the spreadsheet, such as `#REF!`.
  case error(String)
}

extension SavedCell {
  /// The cell as text; of a formula what it gave, of an error its name.
  package var plainText: String {
    switch self {
    case .empty: ""
    case .text(let text), .error(let text): text
    case .number(let number): Int(exactly: number).map { String($0) } ?? String(number)
    case .boolean(let value): value ? "TRUE" : "FALSE"
    case .day(let day): day.description
    case .formula(_, let value): value.plainText
    }
  }

  /// What a person reads in the cell, without blanks around it.
  package var words: String {
    switch self {
    case .number(let number):
      number.magnitude < 1e15 && number == number.rounded() ? String(Int(number)) : String(number)
    case .boolean(let value): value ? "yes" : "no"
    case .formula(_, let value): value.words
    case .empty, .text, .error, .day: plainText.trimmed
    }
  }

  /// True if the cell has nothing that anybody could miss.
  package var isBlank: Bool {
    switch self {
    case .empty: true
    case .text(let text): text.allSatisfy(\.isWhitespace)
    case .number, .boolean, .day, .formula, .error: false
    }
  }
}

/// A comment that somebody pinned to a cell: what Excel calls a note, or the first of a thread.
package struct SavedComment: Hashable, Sendable {
  /// Counted from 0, as the rows and columns of its table.
  package var row: Int
  package var column: Int
  package var text: String
}

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
    let meant = CSVWriter.meant(by: field.withPlainLineBreaks)
    return meant.isEmpty ? .empty : .text(meant)
  }
}
