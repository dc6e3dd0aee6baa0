import Diagnostics
import Testing

/// The exact layout of messages.
struct DiagnosticRendererTests {
  private func span(_ line: Int, _ column: Int, _ endLine: Int, _ endColumn: Int) -> SourceSpan {
    SourceSpan(
      start: SourcePosition(line: line, column: column),
      end: SourcePosition(line: endLine, column: endColumn)
    )
  }

  private func rendered(
    _ text: String,
    _ span: SourceSpan?,
    message: String = "wrong",
    columns: Int = 100
  ) -> String {
    let diagnostic = Diagnostic(code: "code", message: message, span: span)
    let file = SourceFile(path: "a.yaml", text: text)
    return DiagnosticRenderer(columns: columns).render(diagnostic, in: file)
  }

  @Test func everythingAtOnce() {
    let text = "states:\n  plan: [free]\n" + String(repeating: "#\n", count: 8) + "  plan: 会員\n"
    let diagnostic = Diagnostic(
      code: "duplicate-key",
      severity: .warning,
      message: "the key `plan` stands twice",
      span: span(11, 3, 11, 7),
      help: ["keep one of them", "or write:\n- when: {plan: free}\n\n  then: x"],
      related: [Diagnostic.Related(span: span(2, 3, 2, 7), message: "first used here")]
    )
    let file = SourceFile(path: "specs/post.yaml", text: text)
    let expected = """
      specs/post.yaml:11:3: warning[duplicate-key]: the key `plan` stands twice
         |
      11 |   plan: 会員
         |   ^^^^
         |
       2 |   plan: [free]
         |   ---- first used here
         |
         = help: keep one of them
         = help: or write:
                 - when: {plan: free}

                   then: x

      """
    #expect(DiagnosticRenderer().render(diagnostic, in: file) == expected)
    let concise = DiagnosticRenderer(form: .concise).render([diagnostic, diagnostic], in: file)
    let line = "specs/post.yaml:11:3: warning[duplicate-key]: the key `plan` stands twice\n"
    #expect(concise == line + line)
  }

  @Test(arguments: [
    // Full-width characters take two columns, marked or not.
    ("料金: 無料, 有料", 5, 7, "料金: 無料, 有料", "      ^^^^"),
    ("𠮷か\u{3099}👨‍👩‍👧‍👦x", 11, 12, "𠮷か\u{3099}👨‍👩‍👧‍👦x", "      ^"),
    // A mark inside a grapheme cluster marks the cluster.
    ("か\u{3099}き", 2, 3, "か\u{3099}き", "^^"),
    ("a👨‍👩‍👧‍👦b", 4, 5, "a👨‍👩‍👧‍👦b", " ^^"),
    // A tab becomes one space; controls and bidi characters become visible.
    ("\ta:\tb", 5, 6, " a: b", "    ^"),
    ("a\u{1B}[31mb\u{202E}c", 9, 10, "a<U+001B>[31mb<U+202E>c", "                      ^"),
    ("a\u{61C}b", 3, 4, "a<U+061C>b", "         ^"),
    // An empty range gets one mark, also at the end and beyond.
    ("abc", 2, 2, "abc", " ^"), ("abc", 4, 4, "abc", "   ^"), ("abc", 40, 50, "abc", "   ^"),
    ("abc", 3, 1, "abc", "  ^"), ("abc", -5, 0, "abc", "^"), ("", 1, 1, "", "^"),
  ])
  func marks(_ line: String, _ start: Int, _ end: Int, _ shown: String, _ mark: String) {
    let output = rendered("x\n" + line + "\ny\n", span(2, start, 2, end))
    let bar = shown.isEmpty ? "2 |" : "2 | " + shown
    #expect(
      output == "a.yaml:2:\(start): error[code]: wrong\n  |\n\(bar)\n  | \(mark)\n"
    )
  }

  @Test func severalLinesAreMarkedToTheEndOfTheFirst() {
    let output = rendered("a:\n  bc: 1\n  d: 2\n", span(2, 3, 3, 7))
    #expect(output == "a.yaml:2:3: error[code]: wrong\n  |\n2 |   bc: 1\n  |   ^^^^^\n")
  }

  @Test func placesOutsideTheFileAreNamedAndNotShown() {
    #expect(rendered("a", span(7, 3, 7, 5)) == "a.yaml:7:3: error[code]: wrong\n")
    #expect(rendered("a", span(0, 0, 0, 0)) == "a.yaml:0:0: error[code]: wrong\n")
    #expect(rendered("a", nil) == "a.yaml: error[code]: wrong\n")
  }

  @Test func nothingInAMessageBreaksTheFormat() {
    let output = rendered("a", nil, message: "two\nlines\r\t\u{1B}[0m \u{2028}\u{202E}\u{0} 👨‍👩‍👧")
    #expect(
      output == "a.yaml: error[code]: two\\nlines\\r\\t<U+001B>[0m <U+2028><U+202E><U+0000> 👨‍👩‍👧\n"
    )
  }

  @Test(arguments: [
    (1, 3, "abcdefghijklmnopqrs…", "^^"), (19, 20, "abcdefghijklmnopqrs…", "                  ^"),
    (40, 42, "…hijklmnopqrstuvwxyz", "       ^^"), (52, 53, "…tuvwxyz", "       ^"),
    (2, 50, "abcdefghijklmnopqrs…", " ^^^^^^^^^^^^^^^^^^"),
    (30, 52, "…xyzabcdefghijklmno…", "       ^^^^^^^^^^^^"),
  ])
  func aLongLineIsCutAroundTheMark(_ start: Int, _ end: Int, _ shown: String, _ mark: String) {
    let letters = "abcdefghijklmnopqrstuvwxyz"
    let output = rendered(letters + letters, span(1, start, 1, end), columns: 20)
    #expect(output.split(separator: "\n")[2] == "1 | " + shown)
    #expect(output.split(separator: "\n")[3] == "  | " + mark)
  }

  @Test(arguments: [1, 500, 99_999, 100_000])
  func aMarkInAHugeLineStandsUnderItsCharacter(_ column: Int) {
    var characters = Array(repeating: Character("漢"), count: 100_000)
    characters[column - 1] = "字"
    let output = rendered(String(characters), span(1, column, 1, column + 1), columns: 60)
    let lines = output.split(separator: "\n")
    let before = lines[2].prefix { $0 != "字" }
    #expect(DisplayWidth.columns(of: lines[2]) <= 64)
    #expect(lines[3].prefix { $0 != "^" }.count == DisplayWidth.columns(of: before))
  }

  @Test func colours() {
    let diagnostic = Diagnostic(code: "c", message: "m", span: span(1, 1, 1, 2), help: ["h"])
    let file = SourceFile(path: "a", text: "x")
    let output = DiagnosticRenderer(usesColor: true).render(diagnostic, in: file)
    let expected = """
      \u{1B}[1ma:1:1:\u{1B}[0m \u{1B}[1;31merror[c]\u{1B}[0m: m
      \u{1B}[1;34m  |\u{1B}[0m
      \u{1B}[1;34m1 |\u{1B}[0m x
      \u{1B}[1;34m  |\u{1B}[0m \u{1B}[1;31m^\u{1B}[0m
      \u{1B}[1;34m  |\u{1B}[0m
      \u{1B}[1;34m  = \u{1B}[0m\u{1B}[1mhelp:\u{1B}[0m h

      """
    #expect(output == expected)
  }
}
