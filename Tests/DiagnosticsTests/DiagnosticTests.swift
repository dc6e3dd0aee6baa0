import Testing

@testable import Diagnostics

struct DiagnosticOrderTests {
  private func diagnostic(_ code: String, _ line: Int, _ column: Int, to end: Int) -> Diagnostic {
    let span = SourceSpan(
      start: SourcePosition(line: line, column: column),
      end: SourcePosition(line: line, column: end)
    )
    return Diagnostic(code: code, message: code, span: span)
  }

  @Test func placeThenCode() {
    let whole = Diagnostic(code: "z", message: "whole file", span: nil)
    let sorted = [
      whole, diagnostic("b", 1, 1, to: 2), diagnostic("a", 1, 1, to: 3),
      diagnostic("b", 1, 1, to: 3),
      diagnostic("a", 2, 1, to: 1), diagnostic("a", 10, 1, to: 1),
    ]
    #expect(sorted.reversed().sortedByPlace() == sorted)
  }
}

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

  @Test(arguments: [0, 1, 1_023, 1_024, 4_096, 10_000])
  func scalarsOfALine(count: Int) throws {
    let scalars = (0..<count).compactMap { Unicode.Scalar(0x3041 + UInt32($0 % 80)) }
    let text = "x\n" + String(String.UnicodeScalarView(scalars)) + "\ny"
    let line = try #require(SourceLines(text).scalars(ofLine: 2))
    #expect(line.count == count)
    #expect(Array(line[0..<count].unicodeScalars) == scalars)
    for start in stride(from: 0, through: count, by: 511) {
      let end = min(count, start + 1_500)
      #expect(Array(line[start..<end].unicodeScalars) == Array(scalars[start..<end]))
    }
    #expect(SourceLines(text).scalars(ofLine: 4) == nil)
  }
}
