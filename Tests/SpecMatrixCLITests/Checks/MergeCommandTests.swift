import Testing

@testable import SpecMatrixCLI

@Suite struct MergeCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The JSON of a check of one spec, as a file.
  private func part(_ text: String, _ name: String, _ options: String...) throws -> String {
    let path = try folder.write(text, to: "\(name).yaml")
    let run = CommandRun(arguments: ["check", path, "--format", "json"] + options)
    return try folder.write(run.output, to: "\(name).json")
  }

  @Test func theStatusIsThatOfACheck() throws {
    let done = try part(SampleSpecs.complete, "done")
    let gap = try part(SampleSpecs.gap, "gap")
    let later = try part(SampleSpecs.deferred, "later")
    let bad = try part(SampleSpecs.invalid, "bad")
    #expect(CommandRun("merge", done).status == .success)
    #expect(CommandRun("merge", done, gap).status == .findings)
    #expect(CommandRun("merge", done, gap, "--fail-on", "never").status == .success)
    #expect(CommandRun("merge", done, later).status == .success)
    #expect(CommandRun("merge", later, done, "--fail-on", "warning").status == .findings)
    #expect(CommandRun("merge", gap, bad, done).status == .invalid)
    let limit = #"{"path": "x.yaml", "errors": [{"code": "limit-exceeded"}]}"#
    let summary = #""summary": {"errors": 1, "warnings": 0, "notes": 0}"#
    let large = try folder.write(
      #"{"version": 1, "specs": [\#(limit)], \#(summary)}"#,
      to: "l.json"
    )
    #expect(CommandRun("merge", bad, large).status == .failure)
  }

  /// Whatever a message holds, it comes through as it was.
  @Test func textsComeThroughUnchanged() throws {
    let text = SampleSpecs.gap.replacing(
      "feature: Gap",
      with: #"feature: "下書き \"quoted\" \\ \t \u2028 \U0001F600 \x85""#
    )
    let path = try folder.write(text, to: "gap.yaml")
    let whole = CommandRun("check", path, "--format", "json")
    let file = try folder.write("\u{FEFF}" + whole.output, to: "gap.json")
    #expect(whole.output.contains("quoted"))
    #expect(CommandRun("merge", file).output == whole.output)
    _ = CommandRun("merge", file, "--output-file", folder("merged.json"))
    #expect(try folder.read("merged.json") == whole.output)
  }

  @Test func whatABaselineHidIsAddedUp() throws {
    let first = try part(SampleSpecs.gap, "a", "--write-baseline", folder("a-baseline.yaml"))
    let second = try part(SampleSpecs.gap, "b", "--write-baseline", folder("b-baseline.yaml"))
    let run = CommandRun("merge", first, second)
    #expect(run.status == .success)
    #expect(run.output.contains(#""known": 2"#))
  }

  @Test func aSpecTwiceIsAnError() throws {
    let gap = try part(SampleSpecs.gap, "gap")
    let run = CommandRun("merge", gap, gap)
    #expect(run.status == .invalid)
    #expect(run.output == "")
    #expect(run.errors.contains("gap.yaml is twice in"))
  }

  @Test func everyShardMustBeThereOnce() throws {
    let all = ["1/2", "2/2", "1/3"].map { shard in
      CommandRun(
        arguments: ["check", "-", "--format", "json", "--shard", shard],
        input: SampleSpecs.gap
      ).output
    }
    let (first, second, other) = (
      try folder.write(all[0], to: "1.json"), try folder.write(all[1], to: "2.json"),
      try folder.write(all[2], to: "3.json")
    )
    #expect(CommandRun("merge", second, first).status == .findings)
    #expect(CommandRun("merge", first).errors.contains("shard 2 of 2 is missing"))
    #expect(CommandRun("merge", first, other).errors.contains("shard 1 of 3"))
    let copy = try folder.write(all[1], to: "copy.json")
    #expect(CommandRun("merge", second, copy).status == .invalid)
    let whole = try part(SampleSpecs.complete, "done")
    #expect(CommandRun("merge", first, second, whole).errors.contains("no shard"))
  }

  @Test(arguments: [
    ("", "no JSON: line 1"), ("{}", "it is not what"), ("[1]", "it is not what"),
    (#"{"version": 2, "specs": [], "summary": {}}"#, "it has version 2"),
    (#"{"version": 1, "specs": [{}], "summary": {}}"#, "it is not what"),
    (#"{"version": 1, "specs": [], "summary": {"errors": 1}}"#, "it is not what"),
    ("{\n\"version\": 1.5}", "line 2 should have a whole number"),
    (#"{"a": 1, "a": 2}"#, "the key `a` only once"), (#"{"a": "\ud800"}"#, "both halves"),
    (#"{"a": tru}"#, "a value"), (#"{"a": 01}"#, "a whole number"),
    ("{} {}", "the end of the text"),
    (String(repeating: "[", count: 100_000), "64 values in each other"),
  ])
  func whatIsNoReportIsRefused(text: String, message: String) throws {
    let file = try folder.write(text, to: "part.json")
    let run = CommandRun("merge", file)
    #expect(run.status == .invalid)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("specmatrix: cannot read \(file): "))
    #expect(run.errors.contains(message))
  }

  @Test func aFileThatIsMissingIsTold() {
    let run = CommandRun("merge", folder("none.json"))
    #expect(run.status == .invalid)
    #expect(run.errors.contains("none.json"))
    #expect(CommandRun("merge").status == .invalid)
  }
}
