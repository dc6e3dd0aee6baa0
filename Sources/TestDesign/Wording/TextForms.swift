extension String {
  /// The text as it can stand inside a sentence: line breaks and runs of blanks become one blank, blanks at the ends and characters
  /// that would turn the direction of the text around them are left out.
  package var onOneLine: String {
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: scalars.append(" ")
      default: if !scalar.properties.isBidiControl { scalars.append(scalar) }
      }
    }
    return String(scalars).split(separator: " ").joined(separator: " ")
  }

  /// The text for comparing: on one line, in lower case, full-width letters and signs as half-width ones.
  package var folded: String {
    var scalars = String.UnicodeScalarView()
    for scalar in onOneLine.unicodeScalars {
      switch scalar.value {
      case 0xFF01...0xFF5E: scalars.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
      case 0x3000: scalars.append(" ")
      default: scalars.append(scalar)
      }
    }
    return String(scalars).lowercased().onOneLine
  }

  /// The text with its first letter in upper case, as a sentence begins.
  var capitalisedAtStart: String { prefix(1).uppercased() + dropFirst() }

  /// The text without full stops and blanks at its end.
  var withoutFullStop: String {
    var text = Substring(self)
    while let last = text.last, "。．. ".contains(last) { text.removeLast() }
    return String(text)
  }

  /// Whether every bracket is closed, in order.
  var hasBalancedBrackets: Bool {
    let closing: [Character: Character] = ["(": ")", "（": "）", "[": "]", "［": "］", "【": "】"]
    var expected: [Character] = []
    for character in self {
      if let end = closing[character] {
        expected.append(end)
      } else if ")）]］】".contains(character), expected.popLast() != character {
        return false
      }
    }
    return expected.isEmpty
  }
}

/// A text with everything taken away that changes how it looks and not what it says.
///
/// Full-width letters and digits become narrow and half-width kana wide, as NFKC does; blanks, quotes, brackets and the signs that end or
/// divide sentences go. A point or a comma before a digit stays, and so do `-`, `%`, `/` and all other signs: "-1" and "1" differ, as do
/// "1.5" and "15". Of a text that is nothing but such signs everything stays.
struct FoldedText: Hashable {
  private let text: String

  init(_ original: String) {
    let scalars = Array(original.unicodeScalars.map(Self.narrowed))
    var folded = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      if !Self.isLookOnly(scalar, before: next) { folded.append(scalar) }
    }
    text = folded.isEmpty ? original : String(folded)
  }

  /// The full-width form of ASCII as ASCII, half-width kana as kana.
  private static func narrowed(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    case 0xFF61...0xFF9F: kana[Int(scalar.value - 0xFF61)]
    default: scalar
    }
  }

  /// U+FF61 to U+FF9F; the last two are the marks of voicing, which join with the kana in front.
  private static let kana =
    Array(
      "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン".unicodeScalars
    ) + ["\u{3099}", "\u{309A}"]

  private static func isLookOnly(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    if scalar.properties.isWhitespace || scalar == "\"" || scalar == "'" { return true }
    switch scalar.properties.generalCategory {
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation: return true
    default: break
    }
    guard ".,;:!?。、・…".unicodeScalars.contains(scalar) else { return false }
    return next?.properties.numericType == nil
  }
}
