/// Text as a cell can hold it: nothing that XML forbids, no longer than spreadsheets keep.
enum CellText {
  /// Line breaks become LF, controls the signs that picture them (U+2400 and on), and what is too long is cut with a note.
  ///
  /// The limit counts UTF-16 units. A cell's note says how long the text was.
  static func fitted(_ text: String, limit: Int = SpreadsheetLimits.cellLength) -> String {
    cut(visible(text), to: limit)
  }

  private static func visible(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0 == "\r" || replacement(for: $0) != nil }) else {
      return text
    }
    var result = ""
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      if scalar == "\r" {
        result.unicodeScalars.append("\n")
      } else if !(scalar == "\n" && isAfterReturn) {
        result.unicodeScalars.append(replacement(for: scalar) ?? scalar)
      }
      isAfterReturn = scalar == "\r"
    }
    return result
  }

  /// What stands for a scalar that XML 1.0 forbids.
  private static func replacement(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: nil
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value)
    case 0x7F: "\u{2421}"
    case 0xFFFE, 0xFFFF: "\u{FFFD}"
    default: nil
    }
  }

  /// The text as the file writes it: what looks like the format's own escapes (`_x0041_`) is escaped, lest it be read as a character.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "_")) else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    for (place, byte) in bytes.enumerated() {
      if isEscape(bytes[place...]) { result += Array("_x005F".utf8) }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether the bytes begin with `_xHHHH_`.
  private static func isEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "_"), bytes.count >= 7 else { return false }
    let escape = Array(bytes.prefix(7))
    return escape[1] == UInt8(ascii: "x") && escape[6] == UInt8(ascii: "_")
      && escape[2..<6].allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
  }

  private static func cut(_ text: String, to limit: Int) -> String {
    let length = text.utf16.count
    // An escape takes seven units where the text has one.
    let underscore = text.contains("_x") ? 7 : 1
    func cost(_ character: Character) -> Int {
      character == "_" ? underscore : character.utf16.count
    }
    guard length > limit || text.reduce(0, { $0 + cost($1) }) > limit else { return text }
    let note = limit > 255 ? "… [\(length)]" : "…"
    var room = limit - note.utf16.count
    var kept = ""
    for character in text {
      room -= cost(character)
      guard room >= 0 else { break }
      kept.append(character)
    }
    return kept + note
  }
}
