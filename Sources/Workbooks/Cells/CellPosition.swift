/// A cell's place, row and column counted from 0.
package struct CellPosition: Hashable, Sendable, CustomStringConvertible {
  package var row: Int
  package var column: Int

  package init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }

  /// As spreadsheets write it: `B7`.
  package var description: String { Self.letters(ofColumn: column) + String(row + 1) }

  /// `$B$7`.
  package var absolute: String { "$\(Self.letters(ofColumn: column))$\(row + 1)" }

  /// `A` to `Z`, `AA` and so on.
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

  /// The place as a formula of another sheet names it: `'Test cases'!B7`.
  package func qualified(by sheet: String) -> String {
    "\(CellRange.quoted(sheet))!\(self)"
  }
}

/// A rectangle of cells, both corners included.
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

  /// `A1:C9`.
  package var description: String { "\(first):\(last)" }

  /// `'Cases'!$A$2:$A$9`.
  package func absolute(in sheet: String) -> String {
    "\(Self.quoted(sheet))!\(first.absolute):\(last.absolute)"
  }

  /// A sheet's name as formulas write it.
  package static func quoted(_ sheet: String) -> String {
    "'" + sheet.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
      + "'"
  }
}

extension CellRange {
  /// A range as files write it, `B7` or `A1:C9`; `nil` for any other text.
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

  /// The places and ranges between blanks.
  static func list(_ text: String) -> [CellRange] {
    text.split(separator: " ").compactMap { CellRange($0) }
  }

  /// As files write it: one place without a colon.
  var written: String { first == last ? "\(first)" : "\(self)" }

  var rows: ClosedRange<Int> { first.row...last.row }
  var columns: ClosedRange<Int> { first.column...last.column }
}

/// Where a cell is, as people find it: `POST.xlsx:Questions!M7`.
package struct CellPlace {
  /// The file, as it was named.
  private let file: String
  /// The sheet; empty for a CSV file.
  private let sheet: String

  package init(file: String, sheet: String) {
    self.file = file
    self.sheet = sheet
  }

  /// The place of a cell, counted from 0.
  package func callAsFunction(row: Int, column: Int) -> String {
    let cell = CellPosition(row: row, column: column)
    return sheet.isEmpty ? "\(file):\(cell)" : "\(file):\(sheet)!\(cell)"
  }
}
