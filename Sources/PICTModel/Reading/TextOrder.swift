/// How texts are compared: scalar by scalar, after turning them into capitals where case does not count.
enum TextOrder {
  /// The text in capitals, one scalar for each: `ß`, whose capital is two letters, stays.
  static func upper(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.map(upper)
  }

  static func upper(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII {
      return ("a"..."z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) - 32) : scalar
    }
    let mapped = scalar.properties.uppercaseMapping.unicodeScalars
    guard mapped.count == 1, let capital = mapped.first else { return scalar }
    return capital
  }

  /// The scalars as they count in a comparison.
  static func key(_ text: String, isCaseSensitive: Bool) -> [Unicode.Scalar] {
    isCaseSensitive ? Array(text.unicodeScalars) : upper(text)
  }

  /// Negative, zero or positive as the first stands before, equals or stands behind the second.
  static func compare(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Double {
    if left.lexicographicallyPrecedes(right) { return -1 }
    return left == right ? 0 : 1
  }

  /// Whether it separates words; spaces that forbid a line break are letters, as in C.
  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace && !["\u{A0}", "\u{2007}", "\u{202F}"].contains(scalar)
  }
}
