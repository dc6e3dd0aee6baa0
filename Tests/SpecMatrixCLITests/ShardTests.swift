import Testing

@testable import SpecMatrixCLI

/// Shards of the specs on several machines, and their merged reports.
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
    var paths: [String] = []
    for number in 1...count {
      let file = folder("part\(number).json")
      let shard = ["--shard", "\(number)/\(count)", "--output-file", file]
      let run = CommandRun(arguments: arguments + shard)
      #expect(run.output == "")
      let own = Self.paths(in: try folder.read("part\(number).json"))
      // The folder's name is random, and with it the assignment: few parts are balanced, many may not be.
      if count <= 3 { #expect(own.count >= 41 / count / 4) }
      #expect(own.count <= 41 / count * (count <= 3 ? 2 : 4))
      paths += own
    }
    #expect(paths.sorted() == Self.paths(in: whole.output).sorted())
  }

  @Test func shardsSeeTheIdsOfOtherShards() throws {
    let folder = try TemporaryFolder()
    for number in 0..<8 { try folder.write(SampleSpecs.complete, to: "specs/\(number).yaml") }
    for shard in 1...3 {
      let run = CommandRun("check", folder("specs"), "--shard", "\(shard)/3", "--format", "concise")
      let lines = run.output.split(separator: "\n").dropLast()
      #expect(lines.allSatisfy { $0.contains("error[duplicate-spec-id]") })
    }
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
}
