import Testing

@testable import SpecMatrixCLI

/// Parts of the specs on several machines, and their reports as one.
@Suite struct ShardTests {
  private static func writeSpecs(to folder: TemporaryFolder, count: Int = 40) throws {
    for number in 0..<count {
      let text = number % 3 == 0 ? SampleSpecs.gap : SampleSpecs.deferred
      let id = number % 3 == 0 ? "GAP" : "LATER"
      let own = text.replacing("id: \(id)", with: "id: S-\(number)")
      try folder.write(own, to: "specs/\(number).yaml")
    }
  }

  private static func paths(in json: String) -> [String] {
    json.matches(of: /"path": "([^"]*)"/).map { String($0.1) }
  }

  @Test(arguments: [1, 2, 3, 8])
  func theShardsAreEverythingAndNothingTwice(count: Int) throws {
    let folder = try TemporaryFolder()
    try Self.writeSpecs(to: folder)
    let arguments = ["check", folder("specs"), folder("none"), "--format", "json"]
    let whole = CommandRun(arguments: arguments)
    var files: [String] = []
    var paths: [String] = []
    for number in 1...count {
      let file = folder("part\(number).json")
      let shard = ["--shard", "\(number)/\(count)", "--output-file", file]
      let run = CommandRun(arguments: arguments + shard)
      #expect(run.output == "")
      let own = Self.paths(in: try folder.read("part\(number).json"))
      // The folder's name is drawn, and with it who gets what: many parts may be uneven, few are not.
      if count <= 3 { #expect(own.count >= 41 / count / 4) }
      #expect(own.count <= 41 / count * (count <= 3 ? 2 : 4))
      paths += own
      files.append(file)
    }
    #expect(paths.sorted() == Self.paths(in: whole.output).sorted())
    let merged = CommandRun(arguments: ["merge"] + files.reversed())
    #expect(merged.output == whole.output)
    #expect(merged.status == whole.status)
    #expect(merged.errors == "")
  }

  @Test func aNewSpecMovesNoOther() throws {
    let folder = try TemporaryFolder()
    try Self.writeSpecs(to: folder)
    let arguments = ["check", folder("specs"), "--format", "json", "--shard", "2/4"]
    let before = Self.paths(in: CommandRun(arguments: arguments).output)
    try folder.write(SampleSpecs.complete, to: "specs/0-first.yaml")
    let after = Self.paths(in: CommandRun(arguments: arguments).output)
    #expect(after.filter { !$0.hasSuffix("0-first.yaml") } == before)
  }

  @Test(arguments: [
    "", "2", "/", "2/", "/8", "0/8", "9/8", "1/0", "-1/8", "+1/8", "1/2/3", "a/b", "1/10001",
  ])
  func aShardThatMakesNoSenseIsWrongUsage(shard: String) {
    let run = CommandRun("check", "-", "--shard=\(shard)", input: SampleSpecs.gap)
    #expect(run.status == .invalid)
    #expect(run.output == "")
    #expect(run.errors.contains("--shard"))
  }

  @Test func aBaselineIsWrittenOfAllSpecs() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    let run = CommandRun("check", path, "--shard", "1/2", "--write-baseline", folder("b.yaml"))
    #expect(run.status == .invalid)
    #expect(run.errors.contains("--write-baseline"))
    #expect(try folder.names() == ["gap.yaml"])
  }
}

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
    ("", "it is not JSON: line 1"), ("{}", "it is not what"), ("[1]", "it is not what"),
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
