/// Where a cell stands, as people find it: `POST.xlsx:Questions!M7`.
struct CellPlace {
  /// The file, as it was named.
  var file: String
  /// The sheet; empty for a CSV file.
  var sheet: String

  /// The place of a cell, counted from 0.
  func callAsFunction(row: Int, column: Int) -> String {
    let cell = Self.letters(column) + String(row + 1)
    return sheet.isEmpty ? "\(file):\(cell)" : "\(file):\(sheet)!\(cell)"
  }

  private static func letters(_ column: Int) -> String {
    var letters = ""
    var rest = column
    while rest >= 0 {
      letters = String(UnicodeScalar(UInt8(65 + rest % 26))) + letters
      rest = rest / 26 - 1
    }
    return letters
  }
}
