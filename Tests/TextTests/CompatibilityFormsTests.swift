import Foundation
import Testing
import Text

@Suite struct CompatibilityFormsTests {
  /// The blocks in which the table has entries.
  private static let blocks: [ClosedRange<UInt32>] = [
    0xA0...0xBE, 0x2000...0x200A, 0x2070...0x209C, 0x2100...0x218B, 0x2460...0x24FF,
    0x3000...0x3000,
    0x3131...0x318E, 0x3200...0x33FF, 0xFB00...0xFB06, 0xFE10...0xFE6F, 0xFF01...0xFFEE,
  ]

  /// The NFKC form of a scalar, except forms that begin with a space or end in a mark, which the table omits.
  @Test func everyFormIsThatOfUnicode() {
    var changed = 0
    for scalar in Self.blocks.joined().compactMap(Unicode.Scalar.init) {
      let plain = String(String.UnicodeScalarView(CompatibilityForms.plain(scalar)))
      let expected = String(scalar).precomposedStringWithCompatibilityMapping
      if plain == String(scalar) {
        let isLeftOut =
          expected.contains(" ") || expected.contains("\\")
          || expected.unicodeScalars.contains {
            $0.properties.canonicalCombiningClass != .notReordered
          }
        #expect(expected == plain || isLeftOut, "\(String(scalar.value, radix: 16))")
      } else {
        #expect(expected == plain, "\(String(scalar.value, radix: 16))")
        changed += 1
      }
    }
    #expect(changed > 1_100)
  }

  @Test(arguments: [
    ("Ｐｌａｎ　Ａ", "plana"), ("ﾌﾟﾗﾝ①", "プラン1"), ("㍿クックパッド", "株式会社クックパッド"), ("５㎏", "5kg"),
    ("ﬁle Ⅳ", "fileiv"), ("ガ", "カ\u{3099}"), ("Ⓐ\u{A0}b", "ab"),
  ])
  func namesAreComparedInOneForm(name: String, form: String) {
    #expect(name.asName == form)
  }

  @Test func plainTextStaysAsItIs() {
    #expect(CompatibilityForms.plain("Plan A-1 é 漢字 かな カナ 👩‍🍳") == "Plan A-1 é 漢字 かな カナ 👩‍🍳")
  }

  /// Byte by byte or not: what a reader sees as one character is never cut.
  @Test(arguments: ["a\r\nb\n", "e\u{301}e", "\u{212A}K", "aaa", "", "店のa"])
  func `a text is replaced as by the standard library`(text: String) {
    for (old, new) in [("\n", " "), ("e", "x"), ("K", "k"), ("aa", "b"), ("", "-"), ("の", "no")] {
      #expect(text.replacing(old, with: new) == text.replacing(old[...], with: new[...]))
    }
  }
}
