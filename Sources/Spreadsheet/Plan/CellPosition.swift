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
