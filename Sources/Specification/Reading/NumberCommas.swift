/// Removes the commas from numbers as people write them.
enum NumberCommas {
  /// A text with digits in groups, as in `10,000`, without the commas between them; `nil` if it has none.
  static func ungrouped(_ text: String) -> String? {
    replacingCommas(of: text, with: "") { $0 == 3 }
  }

  /// A text with a decimal comma, as in `5,00`, with a point in its place; `nil` if it has none.
  ///
  /// `isFraction` is true for a count of digits that may stand behind the point.
  static func pointed(_ text: String, where isFraction: (Int) -> Bool) -> String? {
    text.contains(/[0-9]\.[0-9]/) ? nil : replacingCommas(of: text, with: ".", before: isFraction)
  }

  /// Replaces commas between digits, before as many digits as are asked for.
  private static func replacingCommas(
    of text: String,
    with replacement: String,
    before isCount: (Int) -> Bool
  ) -> String? {
    let signs = Array(text)
    let replaced = signs.indices.map { index in
      guard signs[index] == ",", index > 0, isDigit(signs[index - 1]) else {
        return String(signs[index])
      }
      let digits = signs[(index + 1)...].prefix(while: isDigit).count
      return digits > 0 && isCount(digits) ? replacement : ","
    }.joined()
    return replaced == text ? nil : replaced
  }

  private static func isDigit(_ sign: Character) -> Bool { ("0"..."9").contains(sign) }
}
