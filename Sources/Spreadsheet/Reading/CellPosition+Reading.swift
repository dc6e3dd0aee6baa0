extension CellPosition {
  /// The place written as spreadsheets write it, `B7` or `$B$7`, or `nil` for any other text and for places that no sheet has.
  init?(_ text: String) {
    var column = 0
    var row = 0
    var digits = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z") where digits == 0:
        column = column * 26 + Int(byte - UInt8(ascii: "A")) + 1
      case UInt8(ascii: "0")...UInt8(ascii: "9") where column > 0:
        row = row * 10 + Int(byte - UInt8(ascii: "0"))
        digits += 1
      case UInt8(ascii: "$"): break
      default: return nil
      }
      guard column <= SpreadsheetLimits.columns, row <= SpreadsheetLimits.rows else { return nil }
    }
    guard column > 0, row > 0 else { return nil }
    self.init(row: row - 1, column: column - 1)
  }
}
