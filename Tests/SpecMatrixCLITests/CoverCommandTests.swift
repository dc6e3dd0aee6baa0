import Testing

@testable import SpecMatrixCLI

@Suite struct CoverCommandTests {
  @Test(arguments: [
    ["/o:1"], ["-O:1"], ["--strength", "1"], ["/o:1", "/f:text"], ["/o:1.5", "/v", "/x:3"],
  ])
  func optionsMayBeWrittenAsPICTs(options: [String]) throws {
    let run = CommandRun(arguments: ["cover", "-"] + options, input: "A: 1, 2\nB: 3, 4")
    #expect(run.status == .success)
    #expect(run.errors == "")
    #expect(run.output.split(separator: "\n").count == 3)
  }

  @Test func signsAreOptions() {
    let arguments = ["cover", "-", "/d:space", "/a:/", "/n:!", "/c", "/o:1"]
    let run = CommandRun(arguments: arguments, input: "A:1 !2/zwei a\nB:1\n{ A, B }\n[A] <> \"A\";")
    #expect(run.output.split(separator: "\n").sorted() == ["!2\t1", "1\t1", "A\tB", "a\t1"])
  }

  @Test func seedsAreRead() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write("A: 1, 2\nB: 3, 4\n[A] <> 2 OR [B] <> 3;", to: "m.txt")
    let seeds = try folder.write("B\tA\n4\t2\n3\t2", to: "s.txt")
    let run = CommandRun("cover", model, "/e:\(seeds)")
    #expect(run.status == .success)
    #expect(run.output.hasPrefix("A\tB\n2\t4\n"))
    #expect(run.errors.hasPrefix("\(seeds):3:1: warning[seed-violates-constraints]: "))
  }

  @Test func theSeedOfDrawsIsSaid() {
    let input = "A: 1, 2\nB: 3, 4"
    let drawn = CommandRun("cover", "-", "/r", input: input)
    let seed = 1_795_219_200 % 65_536
    #expect(drawn.errors == "Used seed: \(seed)\n")
    #expect(CommandRun("cover", "-", "/r:\(seed)", input: input).output == drawn.output)
    #expect(CommandRun("cover", "-", "/r:65537", input: input).errors == "Used seed: 1\n")
  }

  @Test func statisticsReplaceTheSuite() {
    let run = CommandRun("cover", "-", "/s", input: "A: 1, 2\nB: 3, 4")
    #expect(run.output == "Combinations:   4\nGenerated tests:4\nGeneration time:0:00:00\n")
  }

  @Test(arguments: [
    ["/q"], ["/o"], ["/o:0"], ["/o:x"], ["/o:2", "-o:2"], ["/f:xml"], ["/d:ab"], ["/r:"], ["/e:"],
    ["/o:3"],
  ])
  func wrongOptionsEndWith2(options: [String]) {
    let run = CommandRun(arguments: ["cover", "-"] + options, input: "A: 1, 2\nB: 3, 4")
    #expect(run.status == .invalid)
    #expect(run.output == "")
    #expect(run.errors != "")
  }

  @Test func aModelThatCannotBeReadEndsWith2() {
    let run = CommandRun("cover", "-", input: "A: 1, 2\n[A] = x;")
    #expect(run.status == .invalid)
    #expect(run.errors.hasPrefix("<stdin>:2:7: error[constraint-syntax]: this is not a value\n"))
    #expect(CommandRun("cover", "/nowhere/model").status == .invalid)
  }

  @Test func aLimitEndsWith3() {
    let input = (0..<20).map { "P\($0): 1, 2, 3\n" }.joined()
    let run = CommandRun("cover", "-", "/o:max", input: input)
    #expect(run.status == .failure)
    #expect(run.errors.contains("no suite within the limits"))
  }

  @Test func helpIsPICTsToo() {
    #expect(CommandRun("cover", "/?").output.contains("/o:N|max"))
  }

  private static let constrained = "A: 1, 2\nB: x, y\nIF [A] = 1 THEN [B] = \"x\";"

  @Test func whatCannotBeCombinedIsExplained() {
    let run = CommandRun("cover", "-", "--explain", input: Self.constrained)
    #expect(run.status == .success)
    #expect(
      run.output
        == "1 combination is impossible though each of its values can occur\nA: 1, B: y — line 3\n"
    )
    let json = CommandRun("cover", "-", "--explain", "/f:json", input: Self.constrained)
    #expect(
      json.output.contains("\"values\": { \"A\": \"1\", \"B\": \"y\" },\n      \"lines\": [3]")
    )
  }

  @Test func coverageOfRowsIsMeasured() throws {
    let folder = try TemporaryFolder()
    let rows = try folder.write("B\tA\nx\t1\ny\t1\n", to: "rows.txt")
    let run = CommandRun("cover", "-", "--coverage-of", rows, input: Self.constrained)
    #expect(run.status == .findings)
    #expect(
      run.output
        == "33.3 % of 3 combinations covered, 2 missing; 2 rows, 1 of them invalid\nA: 2, B: x\nA: 2, B: y\n"
    )
    #expect(run.errors.hasPrefix("\(rows):3:1: warning[seed-violates-constraints]: "))
    let whole = try folder.write("A\tB\n1\tx\n2\tx\n2\ty\n", to: "whole.txt")
    let complete = CommandRun("cover", "-", "--coverage-of", whole, input: Self.constrained)
    #expect(complete.status == .success)
    #expect(complete.errors == "")
  }
}
