import Diagnostics
import Testing

/// Widths as a terminal shows them.
struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("ひらがな", 8),
    // Full-width Latin, ideographic space, half-width kana with its own dakuten.
    ("ＡＢ", 4), ("\u{3000}", 2), ("ｶﾅ", 2), ("ｶﾞｷﾞ", 4),
    // A combining dakuten takes no column; the spacing one does.
    ("か\u{3099}", 2), ("か゛", 4), ("ハ\u{309A}ン", 4),
    // Beyond the basic plane: a wide kanji, an ideographic variation sequence.
    ("𠮷野家", 6), ("葛\u{E0100}城", 4),
    // Hangul, composed and as letters.
    ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2),
    // Emoji: one, with a skin tone, a family of joined ones, a flag, a key cap, a subdivision's flag.
    ("😀", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🇯🇵", 2), ("1️⃣", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("☝🏽", 2),
    // Some signs are narrow as text and wide as emoji.
    ("☀", 1), ("☀\u{FE0F}", 2), ("❤️", 2),
    // Characters of ambiguous width count as one, among them circled digits and Greek.
    ("①α…", 3),
    // Invisible characters.
    ("\u{200B}\u{200D}\u{FEFF}", 0), ("a\u{0}b\u{1B}\u{7F}", 2), ("\r\n\t", 0), ("\u{85}", 0),
  ])
  func columns(_ text: String, _ expected: Int) {
    #expect(DisplayWidth.columns(of: text) == expected)
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("投稿する", 8, "投稿する"), ("投稿する", 7, "投稿す…"),
    ("投稿する", 6, "投稿…"), ("投稿する", 2, "…"), ("投稿する", 1, "…"), ("投稿する", 0, ""), ("", 0, ""),
    ("ab\u{301}\u{302}", 2, "ab\u{301}\u{302}"), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3, "👨‍👩‍👧‍👦…"), ("a", 1, "a"),
  ])
  func truncated(_ text: String, _ limit: Int, _ expected: String) {
    #expect(DisplayWidth.truncated(text, to: limit) == expected)
    #expect(DisplayWidth.columns(of: DisplayWidth.truncated(text, to: limit)) <= limit)
  }
}

/// Invisible characters are shown by their numbers.
struct VisibleTextTests {
  @Test func nothingTurnsOrHidesItsNeighbours() {
    let signs: [UInt32] =
      [0x00, 0x1B, 0x7F, 0x85, 0xAD, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x3164, 0xFEFF]
      + [0xFFA0, 0x2065, 0xE0001, 0x1BCA0, 0x1D173, 0x1D17A]
      + [0x200B, 0x200E, 0x200F] + Array(0x2028...0x202E) + Array(0x2060...0x206F)
      + Array(0xFFF0...0xFFFB)
    for sign in signs {
      guard let scalar = Unicode.Scalar(sign) else { continue }
      let digits = String(sign, radix: 16, uppercase: true)
      let number = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      let shown = VisibleText.line("a\(String(Character(scalar)))b")
      #expect(shown == "a<U+\(number)>b")
    }
    // All characters that affect text direction, in the Unicode version of the platform.
    for value in (0 as UInt32)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value), scalar.properties.isBidiControl else { continue }
      #expect(VisibleText.line(String(Character(scalar))).hasPrefix("<U+"), "\(value)")
    }
  }

  /// The components of emoji and complex scripts.
  @Test(arguments: [
    "👨‍👩‍👧‍👦", "❤️", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "葛\u{E0100}城", "می‌خواهم", "क्‍ष", "한글", "\u{1112}\u{1161}\u{11AB}", "e\u{301}",
    "漢字かなカナ", "\u{1820}\u{180B}", "\u{A0}",
  ])
  func whatIsWrittenStays(text: String) {
    #expect(VisibleText.line(text) == text)
  }
}

struct LineBreakingTests {
  private func lines(_ help: String, columns: Int) -> [String] {
    let diagnostic = Diagnostic(code: "x", severity: .note, message: "m", span: nil, help: [help])
    let text = DiagnosticRenderer(helpColumns: columns)
      .render([diagnostic], in: SourceFile(path: "p", text: ""))
    return text.split(separator: "\n").dropFirst().map(String.init)
  }

  @Test func wordsStayWhole() {
    #expect(
      lines("nearest rule: the sender’s name is short", columns: 33)
        == [" = help: nearest rule: the", "         sender’s name is short"]
    )
  }

  @Test func wideTextBreaksAnywhereButBesideMarks() {
    #expect(
      lines("あいうえおかきくけこ、さしす「せそ」", columns: 29)
        == [" = help: あいうえおかきくけ", "         こ、さしす「せそ」"]
    )
  }

  @Test func codeStaysWhole() {
    #expect(
      lines("let one come first: `precedence: [a]`, or", columns: 37)
        == [" = help: let one come first:", "         `precedence: [a]`, or"]
    )
  }

  @Test func longWordsAndCodeStayWhole() {
    let code = "submit: {login: {member: What happens?}}"
    let word = String(repeating: "a", count: 40)
    #expect(
      lines("add \(word) now\n\(code)", columns: 33)
        == [" = help: add", "         " + word, "         now", "         " + code]
    )
    #expect(lines("", columns: 33) == [" = help: "])
  }
}
