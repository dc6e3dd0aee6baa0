package import Text

/// The contents of a saved file: a workbook's sheets in order, or the single table of a CSV file.
package struct SavedWorkbook: Hashable, Sendable {
  package var tables: [SavedTable]

  package init(tables: [SavedTable]) {
    self.tables = tables
  }
}

/// A saved sheet of a workbook, or a saved CSV file.
package struct SavedTable: Hashable, Sendable {
  /// The name of the sheet, or an empty text for a CSV file.
  package var name: String
  package var isHidden: Bool = false
  /// The cells, from the first row and column of the sheet, each row ending with its last nonempty cell.
  package var rows: [[SavedCell]]
  /// The widths of the columns in characters, or `nil` where the file has none.
  package var widths: [Double?] = []

  /// The comments, in the order of the file.
  package var comments: [SavedComment] = []
  /// The rows in which pictures, charts and other drawings start.
  package var drawings: Set<Int> = []
  /// The pictures, charts and shapes, in the order of the file.
  package var pictures: [SavedPicture] = []
  /// The rows with a cell that people formatted.
  package var styledRows: Set<Int> = []
  /// The remaining text of cells that are struck through in part, or empty if all of it is.
  package var unstruckTexts: [CellPosition: String] = [:]
  /// The merged ranges, whose first cell contains the text.
  package var merges: [CellRange] = []

  /// The hidden rows outside of groups.
  package var hiddenRows: Set<Int> = []
  package var groupedRows: Set<Int> = []
  /// True if the sheet has parts besides its cells, such as a table, a comment or a drawing.
  package var hasParts = false

  /// The rows whose position matters, because they have a comment, a picture or a colour, or are hidden.
  package var pinnedRows: Set<Int> {
    drawings.union(comments.map(\.row)).union(styledRows).union(hiddenRows)
  }

  /// The cell at a position, empty outside of the saved ones.
  package subscript(row row: Int, column column: Int) -> SavedCell {
    guard rows.indices.contains(row), rows[row].indices.contains(column) else { return .empty }
    return rows[row][column]
  }
}

package enum SavedCell: Hashable, Sendable {
  case empty
  /// A text with LF line breaks, and without the formats of rich text.
  case text(String)
  case number(Double)
  case boolean(Bool)
  /// A number that is formatted as a date without a time; one with a time is a text.
  case day(CalendarDate)
  /// A formula without its equals sign, with its value at the time of saving.
  indirect case formula(String, SavedCell)
  /// An error value, such as `#REF!`.
  case error(String)
}

extension SavedCell {
  /// The cell as text, using the value of a formula and the name of an error.
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

  /// The cell as people read it, without surrounding whitespace.
  package var words: String {
    switch self {
    case .number(let number):
      number.magnitude < 1e15 && number == number.rounded() ? String(Int(number)) : String(number)
    case .boolean(let value): value ? "yes" : "no"
    case .formula(_, let value): value.words
    case .empty, .text, .error, .day: plainText.trimmed
    }
  }

  /// True if the cell has no content that anybody would miss.
  package var isBlank: Bool {
    switch self {
    case .empty: true
    case .text(let text): text.allSatisfy(\.isWhitespace)
    case .number, .boolean, .day, .formula, .error: false
    }
  }
}

/// A comment on a cell: a note in Excel's terms, or the first comment of a thread.
package struct SavedComment: Hashable, Sendable {
  /// The row and column, counted from 0.
  package var row: Int
  package var column: Int
  /// The text without surrounding whitespace, and without Excel's introduction to a thread.
  package var text: String

  package init(row: Int, column: Int, text: String) {
    (self.row, self.column) = (row, column)
    self.text = Self.withoutIntroduction(text.trimmed).trimmed
  }

  package var position: CellPosition { CellPosition(row: row, column: column) }

  /// Returns a text without the lines in which Excel tells users of older versions that they can read a thread.
  private static func withoutIntroduction(_ text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    let labels = ["Comment:", "コメント:", "コメント："]
    guard ["[Threaded comment]", "[スレッド化されたコメント]"].contains(lines.first?.trimmed),
      let label = lines.firstIndex(where: { labels.contains($0.trimmed) })
    else { return text }
    return lines[(label + 1)...].joined(separator: "\n")
  }
}

/// A picture, a chart, or another drawing such as a shape.
package struct SavedPicture: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case picture, chart, drawing
  }

  /// The cell in which it starts.
  package var position: CellPosition
  package var kind: Kind
  /// Equal for pictures with the same contents, wherever they are.
  package var identity: String

  package init(position: CellPosition, kind: Kind, identity: String) {
    (self.position, self.kind, self.identity) = (position, kind, identity)
  }
}

/// Reads files of comma-separated values.
extension SavedWorkbook {
  /// The maximum size of a CSV file, in bytes.
  package static let csvBytes = 64 << 20
  /// The maximum number of cells, where each row counts as one, too.
  package static let csvCells = 2_000_000

  /// Reads a saved CSV file into one table without a name, whose cells are texts or empty.
  ///
  /// The quote that `CSVDocument` puts in front of texts resembling formulas is removed.
  ///
  /// - Parameter bytes: The contents in UTF-8, UTF-16 (Excel's “Unicode text”) or the Shift_JIS of Japanese Windows, separated by commas,
  ///   semicolons or tabs.
  /// - Throws: `CSVReadError` for an unclosed quote, for text in another encoding, and beyond the limits.
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
