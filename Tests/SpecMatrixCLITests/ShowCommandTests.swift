import Diagnostics
import Testing

@testable import SpecMatrixCLI

/// The outcome tables, in every format.
@Suite struct ShowCommandTests {
  @Test func aTableShowsWhatMattersAndWhatIsOpen() throws {
    let run = CommandRun("show", "-", input: SampleSpecs.gap)
    #expect(run.status == .success)
    #expect(run.errors == "")
    let question = try #require(run.output.firstMatch(of: /Q-[0-9A-F]{8}/)).output
    #expect(
      run.output == """
        GAP Gap — 2 of 3 cells defined, 1 question open
        ── Look · Plan ─────────────────────────────────────────────────────────────────
          Free     The form is shown
          Premium  ? \(question)
        ── One outcome each ─ the same whatever Plan ───────────────────────────────────
          Submit  The form is sent

        """
    )
  }

  @Test func severalFactorsHaveAHeadingEach() throws {
    let run = CommandRun("show", "-", "--width", "60", input: Self.screen)
    let ids = run.output.matches(of: /Q-[0-9A-F]{8}/).map { String($0.output) }
    #expect(ids.count == 2)
    #expect(
      run.output == """
        HOME Home — 5 of 7 cells defined, 2 questions open
        ── Open ────────────────────────────────────────────────────
          Plan       Result
          Free       One     ! The list is shown – or: The offer is
                             shown \(ids[0])
                     Many    The list is shown
          Premium    any     ? What is new? \(ids[1])
          – (Guest)  any     The start screen is shown
        ── Network error · Variant ─ the same whatever else ────────
          offline  “You are offline” is shown
          timeout  The list is shown
        ── One outcome each ────────────────────────────────────────
          Look  The form is shown

        """
    )
  }

  private static let screen = """
    specmatrix: 1
    id: HOME
    feature: Home
    traits: []
    states:
      login: [guest, member]
      plan: {values: [free, premium], only_when: {login: member}}
    data: {results: {label: Result, values: [one, many]}}
    operations:
      open: Open
      network_error: {variants: [offline, timeout]}
      look: Look
    rules:
      open:
        - {id: start, when: {login: guest}, then: The start screen is shown}
        - {id: list, when: {plan: free}, then: The list is shown}
        - {id: offer, when: {login: member, results: one}, then: The offer is shown}
        - {id: news, when: {plan: premium}, question: What is new?}
      network_error/offline: “You are offline” is shown
      network_error/timeout: The list is shown
      look: {when: {login: any, plan: any, results: any}, then: The form is shown}
    """

  /// Nothing is wider than asked, and no table is missing, in either script.
  @Test(arguments: CommittedSpecs.names, [30, 60, 80, 120])
  func linesKeepToTheWidth(name: String, width: Int) {
    for options in [[], ["--full"]] {
      let run = CommandRun(
        arguments: ["show", CommittedSpecs.path(name), "--width", "\(width)"] + options
      )
      #expect(run.status == .success)
      let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= width })
      #expect(lines.allSatisfy { $0.last != " " })
    }
  }

  /// A review has an hour: what is to be answered fits a screen or two.
  @Test func aSampleFitsSixtyLines() {
    let run = CommandRun("show \(CommittedSpecs.path("payment-confirmation")) --width 120")
    #expect(run.output.count { $0 == "\n" } <= 60)
    #expect(!run.output.contains("…"))
  }

  @Test(arguments: CommittedSpecs.names, ["text", "markdown", "json"])
  func everyQuestionIsNamed(name: String, format: String) throws {
    let path = CommittedSpecs.path(name)
    let shown = CommandRun("show", path, "--format", format)
    #expect(shown.status == .success)
    let named = Set(shown.output.matches(of: /Q-[0-9A-F]{8}/).map { String($0.output) })
    let checked = CommandRun("check", path, "--all").output
      .matches(of: /= help: (?:question \d+, )?(Q-[0-9A-F]{8})/).map { String($0.output.1) }
    #expect(Set(checked) == named)
  }

  @Test func coloursChangeNothingElse() {
    let path = CommittedSpecs.path("tsukurepo-post")
    for options in [[], ["--full"]] {
      let plain = CommandRun(arguments: ["show", path] + options)
      let coloured = CommandRun(arguments: ["show", path, "--color", "always"] + options)
      #expect(coloured.output != plain.output)
      #expect(coloured.output.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain.output)
    }
  }

  @Test func fullShowsTheRulesAndTheNumbers() throws {
    let run = CommandRun("show", "-", "--full", "--width", "70", input: Self.screen)
    #expect(run.output.contains("list · 1 combination\n"))
    #expect(run.output.contains("The list is shown – or: The offer is"))
    #expect(run.output.contains("start · 2 combinations\n"))
  }

  @Test func casesOfTheStoredSuiteStandInTheirCells() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(SampleSpecs.complete, to: "done.yaml")
    let suites = ["--suite-folder", folder.path]
    let none = CommandRun(arguments: ["show", path, "--format", "json"] + suites)
    #expect(none.status == .success && !none.output.contains("\"cases\""))
    #expect(
      CommandRun("generate", path, "-o", folder.path, "--format", "json").status == .success
    )
    let json = CommandRun(arguments: ["show", path, "--format", "json"] + suites)
    #expect(json.output.contains(/"cases": \["DONE-6T7"/))
    let full = CommandRun(arguments: ["show", path, "--full"] + suites)
    #expect(full.output.contains("DONE-6T7"))
  }

  @Test func operationsAreChosenByIdOrLabel() {
    let one = CommandRun("show", "-", "--operation", "look", input: SampleSpecs.gap)
    #expect(one.status == .success)
    #expect(one.output.contains("── Look · Plan ─") && !one.output.contains("Submit"))
    let byLabel = CommandRun("show", "-", "--operation", "Look", input: SampleSpecs.gap)
    #expect(byLabel.output == one.output)
    let both = CommandRun("show - --operation look --operation submit", input: SampleSpecs.gap)
    #expect(both.output.contains("Submit"))
    let none = CommandRun("show", "-", "--operation", "lok", input: SampleSpecs.gap)
    #expect(none.status == .invalid && none.output == "")
    #expect(none.errors.contains("has no operation `lok`: did you mean `look`?"))
  }

  @Test func aLargeTableIsFoldedUntilAskedFor() {
    let states = (0..<4).map { "  s\($0): [a, b, c]\n" }.joined()
    let rules = (0..<81).filter { $0 % 7 != 0 }.map { number in
      let values = [number / 27, number / 9 % 3, number / 3 % 3, number % 3]
        .enumerated().map { "s\($0): \(["a", "b", "c"][$1])" }.joined(separator: ", ")
      return "    - {when: {\(values)}, then: Result \(number)}\n"
    }.joined()
    let text =
      "specmatrix: 1\nid: BIG\nfeature: Big\ntraits: []\nstates:\n\(states)operations: [go]\nrules:\n  go:\n\(rules)"
    let folded = CommandRun("show", "-", input: text)
    #expect(folded.output.contains(/\? \d of \d+ open/))
    #expect(folded.output.contains("--operation go --full lists them"))
    let full = CommandRun("show", "-", "--full", input: text)
    #expect(!full.output.contains("lists them") && full.output.contains("Result 80"))
    #expect(folded.output.count { $0 == "\n" } < 60)
  }

  @Test func markdownHasATableForEachOperation() {
    let run = CommandRun("show", "-", "--format", "markdown", input: SampleSpecs.gap)
    #expect(run.output.contains("### Look\n\n| Plan | Result |\n| --- | --- |\n"))
    #expect(run.output.contains("| Free | The form is shown |\n| Premium | ?<br>Q-"))
    #expect(
      run.output.contains("| Submit | The form is sent |\n\nSubmit: the same whatever Plan\n")
    )
  }

  @Test func jsonHasEveryCell() throws {
    let run = CommandRun("show", "-", "--format", "json", input: SampleSpecs.gap)
    let question = try #require(run.output.firstMatch(of: /Q-[0-9A-F]{8}/)).output
    #expect(
      run.output.contains(
        #"{"when": {"plan": ["free"]}, "any": [], "outcome": "defined", "results": ["The form is shown"], "rules": ["seen"], "questions": [], "combinations": "1"}"#
      )
    )
    #expect(
      run.output.contains(
        #"{"when": {"plan": ["premium"]}, "any": [], "outcome": "undefined", "rules": [], "questions": ["\#(question)"], "combinations": "1"}"#
      )
    )
    #expect(
      run.output.contains(#"{"operation": ["submit"], "factors": ["plan"], "invalid": {}}"#)
    )
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
