import Diagnostics
import Testing

struct SourceLinesTests {
  @Test(arguments: [
    ("", [""]), ("a", ["a"]), ("a\n", ["a", ""]), ("a\r\nb\rc\nd", ["a", "b", "c", "d"]),
    ("\r\r\n\n", ["", "", "", ""]), ("\u{FEFF}a\nb", ["a", "b"]),
    ("a\u{2028}b\u{85}c", ["a\u{2028}b\u{85}c"]),
    ("e\u{301}\n\u{301}x", ["e\u{301}", "\u{301}x"]),
  ])
  func lines(_ text: String, _ expected: [String]) {
    let lines = SourceLines(text)
    #expect(lines.lines.map(String.init) == expected)
    #expect(lines[1].map(String.init) == expected[0])
    #expect(lines[0] == nil)
    #expect(lines[expected.count + 1] == nil)
  }
}
