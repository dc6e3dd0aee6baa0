import Diagnostics
import Testing

@testable import SpecMatrixCLI

@Suite struct ShowCommandTests {
  @Test func aCellSaysWhatIsDefinedAndWhatIsOpen() throws {
    let run = CommandRun("show", "-", input: SampleSpecs.gap)
    #expect(run.status == .success)
    #expect(run.errors == "")
    let question = try #require(run.output.firstMatch(of: /Q-[0-9A-F]{8}/)).output
    #expect(
      run.output == """
        GAP Gap — operation × Plan

        Operation │ Free              │ Premium
        ──────────┼───────────────────┼─────────────────
        Submit    │ The form is sent  │ The form is sent
        ──────────┼───────────────────┼─────────────────
        Look      │ The form is shown │ ?
                  │                   │ \(question)

        ? undefined or undecided

        Assumed, unless a rule says otherwise:
          Submit: the same whatever Plan

        Open: 1 question
        ? \(question) On look, what should happen if plan is premium?

        """
    )
  }

  /// Neighbours stay in place, and nothing is wider than asked, in either script.
  @Test(arguments: CommittedSpecs.names, [30, 60, 80, 120])
  func columnsAreAligned(name: String, width: Int) {
    let run = CommandRun("show", CommittedSpecs.path(name), "--width", "\(width)")
    #expect(run.status == .success)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= width })
    let parts = lines.split(separator: "").filter { $0.contains { $0.contains("┼") } }
    #expect(!parts.isEmpty)
    for part in parts {
      let crossings = Set(
        part.map { line in
          let line = line.replacing("├", with: "┼")
          return Self.places(of: line.contains("┼") ? "┼" : "│", in: line[...])
        }
      )
      #expect(crossings.count == 1, "\(crossings)")
      #expect(part.count > 10)
    }
  }

  private static func places(of sign: Character, in line: Substring) -> [Int] {
    line.indices.filter { line[$0] == sign }.map { DisplayWidth.columns(of: line[..<$0]) }
  }

  @Test func coloursChangeNothingElse() {
    let path = CommittedSpecs.path("tsukurepo-post")
    let plain = CommandRun("show", path)
    let coloured = CommandRun("show", path, "--color", "always")
    #expect(coloured.output != plain.output)
    #expect(coloured.output.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain.output)
  }

  @Test func everyQuestionIsListed() throws {
    let path = CommittedSpecs.path("payment-confirmation")
    let shown = CommandRun("show", path).output.matches(of: /(?m)^[?!] (Q-[0-9A-F]{8})/)
    let checked = CommandRun("check", path, "--all").output.matches(of: /= help: (Q-[0-9A-F]{8})/)
    #expect(shown.map(\.output.1) == checked.map(\.output.1))
    #expect(shown.count == 12)
  }

  @Test func theFactorAcrossIsChosenByNameOrLabel() {
    let path = CommittedSpecs.path("tsukurepo-post")
    let byName = CommandRun("show", path, "--across", "login")
    #expect(byName.status == .success)
    #expect(byName.output.contains("操作 × ログイン状態"))
    #expect(CommandRun("show", path, "--across", "ログイン状態").output == byName.output)
    #expect(CommandRun("show", path).output.contains("`plan` は結果が最もよく分かれる状態です"))
  }

  @Test(arguments: [
    ("lgoin", "has no state or data `lgoin`: did you mean `login`?"),
    ("zzzzzz", "there are `login`, `plan`, `photos`"), ("operation", "operations are the rows"),
  ])
  func aFactorThatIsNoneIsWrongUsage(name: String, message: String) {
    let run = CommandRun("show", CommittedSpecs.path("tsukurepo-post"), "--across", name)
    #expect(run.status == .invalid)
    #expect(run.output == "")
    #expect(run.errors.contains(message))
  }

  @Test func fullShowsWholeResults() {
    let path = CommittedSpecs.path("tsukurepo-post")
    #expect(CommandRun("show", path).output.contains("…"))
    #expect(!CommandRun("show", path, "--full").output.contains("…"))
  }

  @Test func markdownIsOneTable() {
    let run = CommandRun("show", "-", "--format", "markdown", input: SampleSpecs.gap)
    #expect(run.output.contains("| Operation | Free | Premium |\n| --- | --- | --- |\n"))
    #expect(run.output.contains("| Submit | The form is sent | The form is sent |\n"))
    #expect(run.output.contains("| Look | The form is shown | ?<br>Q-"))
  }

  @Test func aSpecThatIsWrongShowsNothing() {
    let run = CommandRun("show", "-", input: SampleSpecs.invalid)
    #expect(run.status == .invalid)
    #expect(run.output == "")
    #expect(run.errors.contains("error[duplicate-key]"))
    #expect(CommandRun("show", "nowhere.yaml").status == .invalid)
  }

  @Test func aFolderOfManySpecsIsAskedBack() throws {
    let folder = try TemporaryFolder()
    try folder.write(SampleSpecs.gap, to: "gap.yaml")
    #expect(CommandRun("show", folder.path).status == .success)
    try folder.write(SampleSpecs.complete, to: "done.yaml")
    let run = CommandRun("show", folder.path)
    #expect(run.status == .invalid)
    #expect(run.errors.contains("holds 2 specs: name one of"))
  }
}
