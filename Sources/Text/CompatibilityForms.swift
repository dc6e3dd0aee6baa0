/// Signs that only look different from others: full-width letters, half-width kana, ①, ㎏, ㍿, ﬁ.
///
/// Unicode calls the others their compatibility decompositions (NFKC, UAX #15). Foundation knows all of them and brings 30 MB of tables; these are
/// the ones that keyboards and spreadsheets produce in Japanese and Western text. Canonical equivalence ("é" in one or two scalars) is
/// what `String` compares by anyway.
///
/// Source: Unicode Character Database 15.1, `UnicodeData.txt`; a test holds every entry to Foundation's NFKC.
package enum CompatibilityForms {
  /// The text in plain forms; every kind of blank becomes a space.
  package static func plain(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var plain = String.UnicodeScalarView()
    // One by one: `append(contentsOf:)` copies all that is there before.
    for scalar in text.unicodeScalars { for form in Self.plain(scalar) { plain.append(form) } }
    return String(plain)
  }

  /// What a scalar stands for; itself if it is plain.
  package static func plain(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    switch scalar.value {
    case ..<0x80: [scalar]
    case 0xFF01...0xFF5E, 0xFF61...0xFF9F: [inOneWidth(scalar)]
    case 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: [" "]
    default: forms[scalar] ?? [scalar]
    }
  }

  /// The full-width form of ASCII as ASCII, half-width kana as kana, all else as it is.
  package static func inOneWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
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

  /// Every other form with what it stands for.
  private static let forms: [Unicode.Scalar: [Unicode.Scalar]] = {
    var forms: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    let table = resource("Words/compatibility.txt").unicodeScalars
    for entry in table.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      guard let form = entry.first else { continue }
      forms[form] = Array(entry.dropFirst())
    }
    return forms
  }()
}
