/// The comparison of texts: scalar by scalar, in upper case unless it is case-sensitive.
enum TextOrder {
  /// Returns the text in upper case, one scalar for each; `ß`, whose upper case is two letters, is unchanged.
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

  /// Returns the scalars to compare.
  static func key(_ text: String, isCaseSensitive: Bool) -> [Unicode.Scalar] {
    isCaseSensitive ? Array(text.unicodeScalars) : upper(text)
  }

  /// Returns -1, 0 or 1 as `left` precedes, equals or follows `right`.
  static func compare(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Double {
    if left.lexicographicallyPrecedes(right) { return -1 }
    return left == right ? 0 : 1
  }

  /// True if the scalar separates words; no-break spaces do not, as in C.
  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace && !["\u{A0}", "\u{2007}", "\u{202F}"].contains(scalar)
  }
}

/// Parses numbers in the syntax of C's `strtod`.
enum NumberText {
  /// Returns the number that the whole text represents after leading spaces, or `nil` for other texts and numbers out of range.
  static func number(_ text: String) -> Double? {
    let scalars = Array(text.unicodeScalars)
    guard let length = length(of: scalars[...]), length == scalars.count else { return nil }
    return value(scalars[...])
  }

  /// Returns the number at the beginning of a text and its length in scalars.
  static func prefix(of scalars: ArraySlice<Unicode.Scalar>) -> (number: Double, length: Int)? {
    guard let length = length(of: scalars) else { return nil }
    return value(scalars.prefix(length)).map { ($0, length) }
  }

  private static func value(_ scalars: ArraySlice<Unicode.Scalar>) -> Double? {
    let digits = scalars.drop(while: TextOrder.isSpace)
    var text = String(String.UnicodeScalarView(digits))
    if text.first == "+" { text.removeFirst() }
    guard let number = Double(text) else { return nil }
    // C reports overflow and underflow as out of range.
    if number.isInfinite, text.contains(where: { $0.isNumber }) { return nil }
    if number.isSubnormal { return nil }
    if number == 0,
      text.prefix(while: { $0 != "e" && $0 != "E" }).contains(where: { ("1"..."9").contains($0) })
    {
      return nil
    }
    return number
  }

  private static let words = ["INFINITY", "INF", "NAN"].map { Array($0.unicodeScalars) }

  /// Returns the number of leading scalars that represent a number, including leading spaces.
  private static func length(of scalars: ArraySlice<Unicode.Scalar>) -> Int? {
    var rest = scalars.drop(while: TextOrder.isSpace)
    if rest.first == "-" || rest.first == "+" { rest = rest.dropFirst() }
    for letters in words where rest.first.map(TextOrder.upper) == letters[0] {
      if rest.prefix(letters.count).map(TextOrder.upper) == letters {
        return rest.startIndex + letters.count - scalars.startIndex
      }
    }
    if rest.first == "0", let x = rest.dropFirst().first, x == "x" || x == "X",
      let end = mantissa(rest.dropFirst(2), isDigit: \.properties.isASCIIHexDigit)
    {
      return exponent(end, "P") - scalars.startIndex
    }
    guard let end = mantissa(rest, isDigit: \.isDecimalDigit) else { return nil }
    return exponent(end, "E") - scalars.startIndex
  }

  /// Returns what follows digits with at most one decimal point, or `nil` if there are no digits.
  private static func mantissa(
    _ scalars: ArraySlice<Unicode.Scalar>,
    isDigit: (Unicode.Scalar) -> Bool
  ) -> ArraySlice<Unicode.Scalar>? {
    let whole = scalars.prefix(while: isDigit)
    var rest = scalars[whole.endIndex...]
    guard rest.first == "." else { return whole.isEmpty ? nil : rest }
    let fraction = rest.dropFirst().prefix(while: isDigit)
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    rest = scalars[fraction.endIndex...]
    return rest
  }

  /// Returns the index at which the exponent ends, if there is one, or else the start index.
  private static func exponent(_ scalars: ArraySlice<Unicode.Scalar>, _ sign: Unicode.Scalar) -> Int
  {
    guard let first = scalars.first, TextOrder.upper(first) == sign else {
      return scalars.startIndex
    }
    var rest = scalars.dropFirst()
    if rest.first == "-" || rest.first == "+" { rest = rest.dropFirst() }
    let digits = rest.prefix(while: \.isDecimalDigit)
    return digits.isEmpty ? scalars.startIndex : digits.endIndex
  }
}

extension Unicode.Scalar {
  fileprivate var isDecimalDigit: Bool { ("0"..."9").contains(self) }
}

/// Matches patterns in which `*` stands for any text and `?` for any character.
enum WildcardPattern {
  /// True if the pattern matches the whole text.
  ///
  /// On a mismatch, the last `*` takes one more character.
  ///
  /// Complexity: O(pattern · text).
  static func matches(_ pattern: [Unicode.Scalar], _ text: [Unicode.Scalar]) -> Bool {
    var (place, at) = (0, 0)
    var star: (place: Int, at: Int)?
    while at < text.count {
      if place < pattern.count, pattern[place] == "*" {
        star = (place, at)
        place += 1
      } else if place < pattern.count, pattern[place] == "?" || pattern[place] == text[at] {
        place += 1
        at += 1
      } else if let last = star {
        star = (last.place, last.at + 1)
        place = last.place + 1
        at = last.at + 1
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == "*" }
  }
}
