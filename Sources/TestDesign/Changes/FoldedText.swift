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
