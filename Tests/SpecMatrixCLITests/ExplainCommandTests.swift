import SpecMatrixCLI
import Testing

@Suite struct ExplainCommandTests {
  @Test func aFindingIsExplained() {
    let run = CommandRun("explain", "contradictory-expectations")
    #expect(run.status == .success)
    #expect(run.errors == "")
    #expect(run.output.hasPrefix("contradictory-expectations · error\n"))
    #expect(run.output.contains("\nHow to mend it\n"))
    #expect(run.output.contains("\n      - id: keep-text\n            ^^^^^^^^^\n"))
  }

  @Test func aMistakeIsExplained() {
    let run = CommandRun("explain", "duplicate-key")
    #expect(run.status == .success)
    #expect(run.output.contains("A key stands twice in a mapping."))
  }

  @Test func withoutANameAllAreListed() {
    let run = CommandRun("explain")
    #expect(run.status == .success)
    for code in ["undefined-expectation", "vague-expectation", "duplicate-key", "no-combination"] {
      #expect(run.output.contains("\n  \(code) "))
    }
  }

  @Test(arguments: [
    ("vage-expectation", "did you mean `vague-expectation`?"),
    ("Undefined-Expectation", "did you mean `undefined-expectation`?"),
    ("something else", "`specmatrix explain` lists what there is"),
  ])
  func aNearNameIsSuggested(written: String, advice: String) {
    let run = CommandRun("explain", written)
    #expect(run.status == .invalid)
    #expect(run.output == "")
    #expect(run.errors == "specmatrix: there is nothing called `\(written)`: \(advice)\n")
  }

  @Test func coloursAsAsked() {
    #expect(CommandRun("explain", "--color", "always").output.contains("\u{1B}["))
    #expect(CommandRun("explain", isTerminal: true).output.contains("\u{1B}["))
    #expect(!CommandRun("explain").output.contains("\u{1B}["))
  }
}
