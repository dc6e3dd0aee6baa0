import Foundation
import Testing

@testable import SpecMatrixCLI

@Suite struct CheckCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func aCompleteSpecEndsWith0() throws {
    let path = try folder.write(SampleSpecs.complete, to: "done.yaml")
    let run = CommandRun("check", path, "--fail-on", "note")
    #expect(run.status == .success)
    #expect(run.errors == "")
    #expect(
      run.output == """
        DONE: 4 combinations, all defined; no questions

        1 spec checked: no findings

        """
    )
  }

  @Test func aGapIsShownAndEndsWith1() throws {
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    let run = CommandRun("check", path)
    #expect(run.status == .findings)
    #expect(run.errors == "")
    #expect(run.output.hasPrefix("\(path):5:22: error[undefined-expectation]: "))
    #expect(
      run.output.contains("\n5 | operations: [submit, look]\n  |                      ^^^^\n")
    )
    #expect(run.output.contains(": 1 of 4 combinations\n"))
    #expect(run.output.hasSuffix("\n1 spec checked: 1 error\n"))
  }

  @Test(arguments: [
    ("error", CommandStatus.success), ("warning", .findings), ("note", .findings),
    ("never", .success),
  ])
  func failOnSetsTheSeverityThatCounts(threshold: String, status: CommandStatus) throws {
    let path = try folder.write(SampleSpecs.deferred, to: "later.yaml")
    let run = CommandRun("check", path, "--fail-on", threshold)
    #expect(run.status == status)
    #expect(run.output.contains("warning[undecided-expectation]"))
  }

  @Test func failOnNeverStillFailsOnASpecThatCannotBeRead() throws {
    try folder.write(SampleSpecs.invalid, to: "bad.yaml")
    try folder.write(SampleSpecs.gap, to: "gap.yaml")
    #expect(CommandRun("check", folder("gap.yaml"), "--fail-on", "never").status == .success)
    #expect(CommandRun("check", folder.path, "--fail-on", "never").status == .invalid)
  }

  @Test(arguments: [
    ("1796083199", CommandStatus.success), ("1798675200", .success), ("1798761600", .findings),
  ])
  func aDeferralEndsOnItsDay(epoch: String, status: CommandStatus) throws {
    let path = try folder.write(SampleSpecs.deferred, to: "later.yaml")
    let run = CommandRun("check", path, environment: ["SOURCE_DATE_EPOCH": epoch])
    #expect(run.status == status)
  }

  @Test(arguments: ["soon", "-1", "+1", "1e9", " 1", "１", "99999999999999999999"])
  func aWrongSourceDateIsWrongUsage(epoch: String) throws {
    let path = try folder.write(SampleSpecs.complete, to: "done.yaml")
    let run = CommandRun("check", path, environment: ["SOURCE_DATE_EPOCH": epoch])
    #expect(run.status == .invalid)
    #expect(run.output == "")
    #expect(run.errors.contains("SOURCE_DATE_EPOCH"))
  }

  @Test func oneBadSpecDoesNotStopTheOthersAndAllItsMistakesAreTold() throws {
    try folder.write(SampleSpecs.gap, to: "c.yaml")
    try folder.write(SampleSpecs.invalid, to: "b.yaml")
    try folder.write(SampleSpecs.complete, to: "a.yaml")
    let run = CommandRun("check", folder.path, "--format", "concise")
    #expect(run.status == .invalid)
    let lines = run.output.split(separator: "\n")
    #expect(
      lines.map { $0.split(separator: ":")[0] }.dropLast() == [
        Substring(folder("b.yaml")), Substring(folder("b.yaml")), Substring(folder("c.yaml")),
      ]
    )
    #expect(lines[0].contains(":4:1: error[duplicate-key]: "))
    #expect(lines[1].contains(":8:3: error["))
    #expect(lines[3] == "3 specs checked: 3 errors")
  }

  @Test func standardInputIsASpecLikeAnyOther() {
    let run = CommandRun("check", "-", "--format", "concise", input: SampleSpecs.gap)
    #expect(run.status == .findings)
    #expect(run.output.hasPrefix("<stdin>:5:22: error[undefined-expectation]: "))
  }

  @Test func aSpecWrittenAsJSONWorks() throws {
    let text = """
      {"specmatrix": 1, "id": "J", "feature": "J", "operations": ["go"],
       "rules": {"go": "It goes"}}
      """
    try folder.write(text, to: "spec.json")
    #expect(CommandRun("check", folder.path).status == .success)
  }

  @Test func jsonHasTheErrorsOfWhatCannotBeRead() throws {
    try folder.write(SampleSpecs.gap, to: "specs/gap.yaml")
    try folder.write(SampleSpecs.invalid, to: "specs/bad.yaml")
    let run = CommandRun("check", folder("specs"), folder("nope"), "--format", "json")
    #expect(run.status == .invalid)
    #expect(run.errors == "specmatrix: \(folder("nope")): No such file or directory\n")
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    )
    #expect(document["summary"] as? [String: Int] == ["errors": 4, "warnings": 0, "notes": 0])
    let specs = try #require(document["specs"] as? [[String: Any]])
    #expect(
      specs.map { $0["path"] as? String } == [
        folder("nope"), folder("specs/bad.yaml"), folder("specs/gap.yaml"),
      ]
    )
    #expect(specs.map { ($0["errors"] as? [Any])?.count } == [1, 2, nil])
    #expect((specs[2]["findings"] as? [Any])?.count == 1)
  }

  @Test func theCasesOfAQuestionComeFromTheGeneratedSuite() throws {
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    #expect(
      CommandRun("generate", path, "-o", folder("out"), "--format", "json").status == .success
    )
    let suites = ["--suite-folder", folder("out")]
    let run = CommandRun("check", path, suites[0], suites[1])
    #expect(run.status == .findings)
    #expect(run.output.contains("= help: met by GAP-"))
    let json = CommandRun("check", path, suites[0], suites[1], "--format", "json").output
    #expect(json.contains(#""cases": ["GAP-"#) || json.contains("\"cases\": [\n"))

    try folder.write("{", to: "out/GAP.json")
    let damaged = CommandRun("check", path, suites[0], suites[1])
    #expect(damaged.status == .findings)
    #expect(
      damaged.errors.contains("cannot read \(folder("out/GAP.json")): it is not a JSON array")
    )
    #expect(!damaged.output.contains("met by"))
  }

  @Test(arguments: [
    (["--color", "always"], false, [:], true),
    (["--color", "always"], true, ["NO_COLOR": "1"], true),
    (["--color", "never"], true, [:], false),
    ([], true, [:], true),
    (["--color", "auto"], true, ["NO_COLOR": "1"], false),
    ([], true, ["NO_COLOR": ""], true),
    ([], true, ["TERM": "dumb"], false),
    ([], false, [:], false),
  ])
  func coloursAsAsked(
    options: [String],
    isTerminal: Bool,
    environment: [String: String],
    isColoured: Bool
  ) {
    let run = CommandRun(
      arguments: ["check", "-"] + options,
      input: SampleSpecs.gap,
      environment: environment,
      isTerminal: isTerminal
    )
    #expect(run.output.contains("\u{1B}[") == isColoured)
  }

  @Test func theReportGoesToAFileWhereAsked() throws {
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    let plain = CommandRun("check", path)
    let run = CommandRun("check", path, "--output-file", folder("report.txt"), isTerminal: true)
    #expect(run.status == .findings)
    #expect(run.output == "")
    #expect(run.errors == "")
    #expect(try folder.read("report.txt") == plain.output)
    #expect(try folder.names() == ["gap.yaml", "report.txt"])
  }

  @Test func theSameSpecGivesTheSameBytes() throws {
    try folder.write(SampleSpecs.gap, to: "gap.yaml")
    try folder.write(SampleSpecs.deferred, to: "later.yaml")
    let first = CommandRun("check", folder.path, "--format", "json")
    for _ in 0..<3 {
      #expect(CommandRun("check", folder.path, "--format", "json").output == first.output)
    }
    let named = CommandRun("check", folder("later.yaml"), folder("gap.yaml"), "--format", "json")
    #expect(named.output == first.output)
  }
}
