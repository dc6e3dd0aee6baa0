/// The position of a cell, with row and column counted from 0.
package struct CellPosition: Hashable, Sendable, CustomStringConvertible {
  package var row: Int
  package var column: Int

  package init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }

  /// The position in A1 notation, such as `B7`.
  package var description: String { Self.letters(ofColumn: column) + String(row + 1) }

  /// The absolute position, such as `$B$7`.
  package var absolute: String { "$\(Self.letters(ofColumn: column))$\(row + 1)" }

  /// Returns the letters of a column: `A` to `Z`, `AA` and so on.
  package static func letters(ofColumn column: Int) -> String {
    var rest = column + 1
    var letters = ""
    while rest > 0 {
      let letter = UInt8(ascii: "A") + UInt8((rest - 1) % 26)
      letters = String(Character(Unicode.Scalar(letter))) + letters
      rest = (rest - 1) / 26
    }
    return letters
  }

  /// Returns the position as a reference from another sheet, such as `'Test cases'!B7`.
  package func qualified(by sheet: String) -> String {
    "\(CellRange.quoted(sheet))!\(self)"
  }
}

/// A rectangle of cells, including both corners.
package struct CellRange: Hashable, Sendable, CustomStringConvertible {
  package var first: CellPosition
  package var last: CellPosition

  package init(first: CellPosition, last: CellPosition) {
    self.first = first
    self.last = last
  }

  package init(rows: ClosedRange<Int>, columns: ClosedRange<Int>) {
    first = CellPosition(row: rows.lowerBound, column: columns.lowerBound)
    last = CellPosition(row: rows.upperBound, column: columns.upperBound)
  }

  package init(column: Int, rows: ClosedRange<Int>) {
    self.init(rows: rows, columns: column...column)
  }

  /// The range in A1 notation, such as `A1:C9`.
  package var description: String { "\(first):\(last)" }

  /// Returns the range as an absolute reference, such as `'Cases'!$A$2:$A$9`.
  package func absolute(in sheet: String) -> String {
    "\(Self.quoted(sheet))!\(first.absolute):\(last.absolute)"
  }

  /// Returns the name of a sheet, quoted for formulas.
  package static func quoted(_ sheet: String) -> String {
    "'" + sheet.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
      + "'"
  }
}

extension CellRange {
  /// Parses a range such as `B7` or `A1:C9`, or returns `nil` for any other text.
  init?(_ text: some StringProtocol) {
    let corners = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(corners.count), let first = CellPosition(String(corners[0])),
      let last = CellPosition(String(corners[corners.count - 1]))
    else { return nil }
    self.init(
      rows: min(first.row, last.row)...max(first.row, last.row),
      columns: min(first.column, last.column)...max(first.column, last.column)
    )
  }

  /// Returns the ranges in a text, separated by spaces.
  static func list(_ text: String) -> [CellRange] {
    text.split(separator: " ").compactMap { CellRange($0) }
  }

  /// The range as written in files, where a single cell has no colon.
  var written: String { first == last ? "\(first)" : "\(self)" }

  var rows: ClosedRange<Int> { first.row...last.row }
  var columns: ClosedRange<Int> { first.column...last.column }
}

/// The places of cells for people, such as `POST.xlsx:Questions!M7`.
package struct CellPlace {
  private let file: String
  /// The name of the sheet, or an empty text for a CSV file.
  private let sheet: String

  package init(file: String, sheet: String) {
    self.file = file
    self.sheet = sheet
  }

  /// Returns the place of a cell, whose row and column are counted from 0.
  package func callAsFunction(row: Int, column: Int) -> String {
    let cell = CellPosition(row: row, column: column)
    return sheet.isEmpty ? "\(file):\(cell)" : "\(file):\(sheet)!\(cell)"
  }
}
