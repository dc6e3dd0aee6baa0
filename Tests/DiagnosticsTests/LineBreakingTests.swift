import Diagnostics
import Testing

/// How help is broken into lines.
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
      lines("let one of them say `overrides: [a]`, or", columns: 37)
        == [" = help: let one of them say", "         `overrides: [a]`, or"]
    )
  }

  @Test func longWordsAndCodeStayWhole() {
    let code = "- when: {operation: submit, login: member}"
    let word = String(repeating: "a", count: 40)
    #expect(
      lines("add \(word) now\n\(code)", columns: 33)
        == [" = help: add", "         " + word, "         now", "         " + code]
    )
    #expect(lines("", columns: 33) == [" = help: "])
  }
}
