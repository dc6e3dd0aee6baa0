/// Replaces characters that are mere variants of others: full-width letters, half-width kana, ①, ㎏, ㍿, ﬁ.
///
/// These are compatibility decompositions in Unicode (NFKC, UAX #15). Foundation knows all of them but brings 30 MB of tables; this is the
/// subset that keyboards and spreadsheets produce in Japanese and Western text. `String` already compares by canonical equivalence ("é" in
/// one or two scalars).
///
/// Source: Unicode Character Database 15.1, `UnicodeData.txt`; a test checks every entry against Foundation's NFKC.
package enum CompatibilityForms {
  /// Returns the text in plain forms, with every kind of space replaced by U+0020.
  package static func plain(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var plain = String.UnicodeScalarView()
    // One by one: `append(contentsOf:)` copies everything appended so far.
    for scalar in text.unicodeScalars { for form in Self.plain(scalar) { plain.append(form) } }
    return String(plain)
  }

  /// Returns the plain form of a scalar, which is the scalar itself if it is plain.
  package static func plain(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    switch scalar.value {
    case ..<0x80: [scalar]
    case 0xFF01...0xFF5E, 0xFF61...0xFF9F: [inOneWidth(scalar)]
    case 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: [" "]
    default: forms[scalar] ?? [scalar]
    }
  }

  /// Converts full-width ASCII and half-width kana to their usual width; other scalars are returned unchanged.
  package static func inOneWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    case 0xFF61...0xFF9F: kana[Int(scalar.value - 0xFF61)]
    default: scalar
    }
  }

  /// The plain forms of U+FF61 to U+FF9F; the last two are combining voicing marks.
  private static let kana =
    Array(
      "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン".unicodeScalars
    ) + ["\u{3099}", "\u{309A}"]

  /// The plain form of every other variant.
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
