/// A formula that several cells share: the first has its text, the others mean the same seen from their place.
struct SharedFormula {
  /// Without equals sign, as written in the first cell.
  let text: String
  let position: CellPosition

  /// The text as another cell means it: what `$` does not hold moves along.
  func text(at other: CellPosition) -> String {
    let move = (rows: other.row - position.row, columns: other.column - position.column)
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var place = 0
    while place < bytes.count {
      let end = Self.endOfPiece(in: bytes, at: place)
      let piece = bytes[place..<end]
      let next = end < bytes.count ? bytes[end] : 0
      let before = result.last ?? 0
      result += Self.moved(piece, next: next, before: before, by: move) ?? Array(piece)
      place = end
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The end of a piece that is moved, or not, as a whole: a text, a name of a sheet, brackets, a word, or one other character.
  private static func endOfPiece(in bytes: [UInt8], at place: Int) -> Int {
    func end(_ close: UInt8) -> Int {
      (bytes[(place + 1)...].firstIndex(of: close) ?? bytes.count - 1) + 1
    }
    switch bytes[place] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return end(bytes[place])
    case UInt8(ascii: "["): return end(UInt8(ascii: "]"))
    case let byte where isWord(byte):
      return bytes[place...].firstIndex { !isWord($0) } ?? bytes.count
    default: return place + 1
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "$"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: "\\"), 0x80...:
      true
    default: false
    }
  }

  /// A word that names a cell, or a column or row where a colon stands beside it, moved; `nil` for every other word.
  private static func moved(
    _ word: ArraySlice<UInt8>,
    next: UInt8,
    before: UInt8,
    by move: (rows: Int, columns: Int)
  ) -> [UInt8]? {
    let dollar = UInt8(ascii: "$")
    guard next != UInt8(ascii: "("), next != UInt8(ascii: "!") else { return nil }
    var rest = word
    let holdsColumn = rest.first == dollar
    if holdsColumn { rest = rest.dropFirst() }
    let letters = rest.prefix { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0 & 0xDF) }
    rest = rest.dropFirst(letters.count)
    var holdsRow = rest.first == dollar
    if holdsRow { rest = rest.dropFirst() }
    let digits = rest
    guard letters.count <= 3, digits.count <= 7,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    // `$1` of `$1:$3` begins like `$A1` and has no letters.
    if letters.isEmpty { holdsRow = holdsRow || holdsColumn }
    let isWhole = letters.isEmpty || digits.isEmpty
    let colon = UInt8(ascii: ":")
    guard !letters.isEmpty || !digits.isEmpty, !isWhole || next == colon || before == colon else {
      return nil
    }
    var result = ""
    if !letters.isEmpty {
      let column = letters.reduce(0) { $0 * 26 + Int($1 & 0xDF) - 64 } - 1
      let place = holdsColumn ? column : column + move.columns
      guard (0..<SpreadsheetLimits.columns).contains(place) else { return Array("#REF!".utf8) }
      result += (holdsColumn ? "$" : "") + CellPosition.letters(ofColumn: place)
    }
    if !digits.isEmpty {
      let row = Int(String(decoding: digits, as: UTF8.self)) ?? 0
      let place = holdsRow ? row : row + move.rows
      guard (1...SpreadsheetLimits.rows).contains(place) else { return Array("#REF!".utf8) }
      result += (holdsRow ? "$" : "") + String(place)
    }
    return Array(result.utf8)
  }
}
