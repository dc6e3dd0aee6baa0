/// The limits of a workbook.
///
/// Source: Microsoft, "Excel specifications and limits".
package enum SpreadsheetLimits {
  package static let rows = 1_048_576
  package static let columns = 16_384
  /// The maximum length of a cell, in UTF-16 units.
  package static let cellLength = 32_767
  /// The maximum length of a sheet name, in UTF-16 units.
  package static let sheetNameLength = 31
  /// The maximum length of a drop-down's choices joined by commas, and of a prompt.
  package static let validationLength = 255
  package static let promptTitleLength = 32
  package static let formulaLength = 8_192
  /// The maximum length of a link in characters, where special ones count as three.
  package static let linkLength = 2_079
  package static let linksPerSheet = 65_530
  /// The maximum height of a row, in points.
  package static let rowHeight = 409.0
}

/// The texts of cells, without characters that XML forbids and within the maximum length.
package enum CellText {
  /// Returns a text with LF line breaks, control characters replaced by their symbols (U+2400 and on), and truncated to the limit.
  ///
  /// The limit is in UTF-16 units. A truncated cell ends with the length of the original text.
  package static func fitted(_ text: String, limit: Int = SpreadsheetLimits.cellLength) -> String {
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

  /// Returns the replacement for a scalar that XML 1.0 forbids, or `nil` for any other.
  private static func replacement(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: nil
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value)
    case 0x7F: "\u{2421}"
    case 0xFFFE, 0xFFFF: "\u{FFFD}"
    default: nil
    }
  }

  /// Returns a text with sequences that look like the format's own escapes (`_x0041_`) escaped, so that they are not read as characters.
  package static func escaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "_")) else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    for (place, byte) in bytes.enumerated() {
      if isEscape(bytes[place...]) { result += Array("_x005F".utf8) }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// True if the bytes begin with `_xHHHH_`.
  private static func isEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "_"), bytes.count >= 7 else { return false }
    let escape = Array(bytes.prefix(7))
    return escape[1] == UInt8(ascii: "x") && escape[6] == UInt8(ascii: "_")
      && escape[2..<6].allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
  }

  private static func cut(_ text: String, to limit: Int) -> String {
    let length = text.utf16.count
    // Escaping an underscore takes seven units instead of one.
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

/// The rules for names of sheets.
package enum SheetName {
  /// Returns distinct names for the titles, in order.
  ///
  /// They are without `[]:*?/\` and without apostrophes at the ends, have at most 31 UTF-16 units, and are never empty.
  package static func valid(_ titles: [String]) -> [String] {
    var taken: [String] = []
    var names: [String] = []
    for title in titles {
      let base = cleaned(title)
      var name = shortened(base, to: SpreadsheetLimits.sheetNameLength)
      var number = 2
      while taken.contains(name.lowercased()) {
        let suffix = " \(number)"
        name =
          shortened(base, to: SpreadsheetLimits.sheetNameLength - suffix.utf16.count) + suffix
        number += 1
      }
      taken.append(name.lowercased())
      names.append(name)
    }
    return names
  }

  /// Returns a name whose ending is preserved when it is shortened.
  package static func valid(_ title: String, before end: String) -> String {
    shortened(cleaned(title), to: SpreadsheetLimits.sheetNameLength - end.utf16.count) + end
  }

  private static func cleaned(_ title: String) -> String {
    let kept = CellText.fitted(title).map { "[]:*?/\\\n\t".contains($0) ? " " : $0 }
    // Replaced characters between two spaces leave one space.
    let words = String(kept)
    var name = Substring(
      words == title ? words : words.split(separator: " ").joined(separator: " ")
    )
    while let first = name.first, first == "'" || first == " " { name.removeFirst() }
    while let last = name.last, last == "'" || last == " " { name.removeLast() }
    // Excel reserves this name.
    if name.lowercased() == "history" { return "History_" }
    return name.isEmpty ? "Sheet" : String(name)
  }

  private static func shortened(_ name: String, to limit: Int) -> String {
    guard name.utf16.count > limit else { return name }
    return CellText.fitted(name, limit: limit)
  }
}
