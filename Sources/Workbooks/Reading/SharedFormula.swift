/// A formula shared by several cells: the first one has its text, to which the others are relative.
struct SharedFormula {
  /// The formula without equals sign, as written in the first cell.
  let text: String
  let position: CellPosition

  /// Returns the formula for another cell, with references moved unless fixed by `$`.
  func text(at other: CellPosition) -> String {
    let move = (rows: other.row - position.row, columns: other.column - position.column)
    let pieces = FormulaPiece.all(of: text)
    var result = ""
    for (number, piece) in pieces.enumerated() {
      let next = number + 1 < pieces.count ? pieces[number + 1].text : ""
      result += Self.moved(piece.text, next: next, before: result.utf8.last, by: move) ?? piece.text
    }
    return result
  }

  /// Returns a moved cell reference, or a column or row next to a colon, or `nil` for any other word.
  private static func moved(
    _ word: String,
    next: String,
    before: UInt8?,
    by move: (rows: Int, columns: Int)
  ) -> String? {
    let dollar = UInt8(ascii: "$")
    guard next != "(", next != "!" else { return nil }
    var rest = Array(word.utf8)[...]
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
    // `$1` in `$1:$3` begins like `$A1` but has no letters.
    if letters.isEmpty { holdsRow = holdsRow || holdsColumn }
    let isWhole = letters.isEmpty || digits.isEmpty
    guard !letters.isEmpty || !digits.isEmpty,
      !isWhole || next == ":" || before == UInt8(ascii: ":")
    else { return nil }
    var result = ""
    if !letters.isEmpty {
      let column = letters.reduce(0) { $0 * 26 + Int($1 & 0xDF) - 64 } - 1
      let place = holdsColumn ? column : column + move.columns
      guard (0..<SpreadsheetLimits.columns).contains(place) else { return "#REF!" }
      result += (holdsColumn ? "$" : "") + CellPosition.letters(ofColumn: place)
    }
    if !digits.isEmpty {
      let row = Int(String(decoding: digits, as: UTF8.self)) ?? 0
      let place = holdsRow ? row : row + move.rows
      guard (1...SpreadsheetLimits.rows).contains(place) else { return "#REF!" }
      result += (holdsRow ? "$" : "") + String(place)
    }
    return result
  }
}

/// A token of a formula: a text, the name of a sheet, brackets, a word, or a single other character.
struct FormulaPiece {
  let text: String
  let isWord: Bool

  static func all(of formula: String) -> [FormulaPiece] {
    let bytes = Array(formula.utf8)
    var pieces: [FormulaPiece] = []
    var place = 0
    while place < bytes.count {
      let end = end(in: bytes, at: place)
      let text = String(decoding: bytes[place..<end], as: UTF8.self)
      pieces.append(FormulaPiece(text: text, isWord: isWord(bytes[place])))
      place = end
    }
    return pieces
  }

  private static func end(in bytes: [UInt8], at place: Int) -> Int {
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
}
