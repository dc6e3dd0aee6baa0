/// The replacement of commas in numbers.
enum NumberCommas {
  /// Returns a text without the commas that group digits, as in `10,000`; `nil` if there are none.
  static func ungrouped(_ text: String) -> String? {
    replacingCommas(of: text, with: "") { $0 == 3 }
  }

  /// Returns a text with decimal commas, as in `5,00`, replaced by points; `nil` if there are none.
  ///
  /// `isFraction` is true for permitted numbers of decimal places.
  static func pointed(_ text: String, where isFraction: (Int) -> Bool) -> String? {
    text.contains(/[0-9]\.[0-9]/) ? nil : replacingCommas(of: text, with: ".", before: isFraction)
  }

  /// Replaces commas between digits that are followed by a matching number of digits.
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
