import Diagnostics
import Testing

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
