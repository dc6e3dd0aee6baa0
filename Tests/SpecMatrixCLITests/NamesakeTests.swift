import Foundation
import Testing

@testable import SpecMatrixCLI

/// Two specs of one id, and specs that are only planned.
@Suite struct NamesakeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func noSpecBuildsOnTheSuiteOfAnother() throws {
    let first = try folder.write(SampleSpecs.complete, to: "specs/a.yaml")
    let second = try folder.write(SampleSpecs.complete, to: "specs/b.yaml")
    func generate(_ path: String, _ options: String...) -> CommandRun {
      CommandRun(arguments: ["generate", path, "-o", folder("out"), "--format", "json"] + options)
    }
    #expect(generate(first).status == .success)
    let before = try folder.bytes("out/DONE.json")
    for options in [[], ["--fresh"]] {
      let run = CommandRun(
        arguments: ["generate", second, "-o", folder("out"), "--format", "json"] + options
      )
      #expect(run.status == .invalid)
      #expect(run.errors.contains("is the suite of \(first), which has the id DONE too"))
    }
    #expect(try folder.bytes("out/DONE.json") == before)
    // Its own spec goes on, and so does one that took another id or was moved.
    #expect(generate(first).status == .success)
    try folder.write(
      SampleSpecs.complete.replacing("id: DONE", with: "id: OTHER"),
      to: "specs/a.yaml"
    )
    #expect(generate(second).status == .success)
  }

  /// Two ids that differ only in upper and lower case would name one file where a disk ignores the difference; no two valid ones do.
  @Test(arguments: ["done", "Done", "\u{FF24}ONE", "DONE.json", "DONE ", "D\u{D6}NE"])
  func idsAreInCapitals(id: String) throws {
    try folder.write(SampleSpecs.complete, to: "specs/a.yaml")
    try folder.write(
      SampleSpecs.complete.replacing("id: DONE", with: "id: \"\(id)\""),
      to: "specs/b.yaml"
    )
    for command in [["check"], ["generate", "--format", "json", "-o", folder("out")]] {
      let run = CommandRun(arguments: command + [folder("specs")])
      #expect(run.status == .invalid)
      #expect((run.output + run.errors).contains("b.yaml:2:5: error[invalid-id]"))
    }
    #expect(try folder.names(in: "out") == ["DONE.json"])
  }

  @Test func aStarterTakesAnIdThatIsFree() throws {
    try folder.write("id: POST", to: "specs/first.yaml")
    try folder.write("{\"id\": \"POST-2\"}", to: "specs/second.json")
    try folder.write("id: [", to: "specs/broken.yaml")
    let run = CommandRun("init", folder("specs/post.yaml"))
    #expect(run.status == .success)
    #expect(try folder.read("specs/post.yaml").contains("\nid: POST-3 "))
    #expect(try folder.read("specs/post.yaml").contains("# ids of cases: POST-3-4KD, …"))
  }

  @Test func aHeadAloneIsAPlannedFeature() throws {
    let path = try folder.write("specmatrix: 1\nid: SOON\nfeature: Later", to: "specs/soon.yaml")
    let check = CommandRun("check", path, "--fail-on", "note")
    #expect(check.status == .success)
    #expect(check.output == "SOON: planned, not described yet\n\n1 spec checked: no findings\n")
    let json = CommandRun("check", path, "--format", "json")
    #expect(json.output.contains(#""planned": true"#))
    for format in ["concise", "sarif", "github", "junit", "markdown"] {
      #expect(CommandRun("check", path, "--format", format).status == .success, "\(format)")
    }
    let generate = CommandRun("generate", folder("specs"), "-o", folder("out"))
    #expect(generate.status == .success)
    #expect(generate.output == "")
    #expect(generate.errors.contains("is planned and not described yet"))
    for command in [["show", path], ["measure", path, path]] {
      let run = CommandRun(arguments: command)
      #expect(run.status == .invalid, "\(command)")
      #expect(run.errors.contains("is planned and not described yet"), "\(command)")
    }
  }

  // MARK: One id in two specs

  private static let remedy = "give the newer of the two another `id`"

  @Test func twoSpecsOfOneIdAreAnErrorAtBoth() throws {
    let first = try folder.write(SampleSpecs.complete, to: "specs/a.yaml")
    let second = try folder.write(
      "# a copy\n" + SampleSpecs.complete.replacing("id: DONE", with: "id: 'DONE' # as before"),
      to: "specs/sub/b.yaml"
    )
    try folder.write(
      "{\"specmatrix\": 1, \"id\": \"SOON\", \"feature\": \"Later\"}",
      to: "specs/c.json"
    )
    try folder.write("specmatrix: 1\nid: SOON\nfeature: Later", to: "specs/d.yaml")
    let run = CommandRun("check", folder("specs"))
    #expect(run.status == .invalid)
    #expect(
      run.output.contains(
        "\(first):2:5: error[duplicate-spec-id]: the id `DONE` is that of \(second) (line 3) too"
      )
    )
    #expect(
      run.output.contains(
        "\(second):3:5: error[duplicate-spec-id]: the id `DONE` is that of \(first) (line 2) too"
      )
    )
    #expect(run.output.contains("the id `SOON` is that of \(folder("specs/d.yaml")) (line 2) too"))
    #expect(run.output.components(separatedBy: Self.remedy).count == 5)
    // Alone each is a spec like any other, and two versions of one are compared.
    #expect(CommandRun("check", first).status == .success)
    #expect(CommandRun("diff", first, second).status == .success)
  }

  @Test func shardsSeeTheIdsOfOtherShards() throws {
    for number in 0..<8 { try folder.write(SampleSpecs.complete, to: "specs/\(number).yaml") }
    for shard in 1...3 {
      let run = CommandRun("check", folder("specs"), "--shard", "\(shard)/3", "--format", "concise")
      let lines = run.output.split(separator: "\n").dropLast()
      #expect(lines.allSatisfy { $0.contains("error[duplicate-spec-id]") })
    }
  }

  /// In a project a spec alone is compared with those beside it and with the folder `specs`.
  @Test func everyCommandSeesTheProject() throws {
    try folder.write("{}", to: "specmatrix.yaml")
    let first = try folder.write(SampleSpecs.complete, to: "drafts/a.yaml")
    let second = try folder.write(SampleSpecs.complete, to: "specs/deep/b.yaml")
    try folder.write("not: [a spec", to: "drafts/broken.yaml")
    let suite = try folder.write("operation\nsubmit\n", to: "suite.csv")
    let answers = try folder.write("Question,Result or reason\nQ-00000000,A\n", to: "answers.csv")
    for command in [
      ["check", first], ["generate", first, "-o", folder("out")], ["measure", first, suite],
      ["show", first], ["explain", "Q-00000000", first], ["answer", answers, "--spec", first],
    ] {
      let run = CommandRun(arguments: command)
      #expect(run.status == .invalid, "\(command)")
      #expect(
        (run.output + run.errors).contains("the id `DONE` is that of \(second) (line 2) too"),
        "\(command)"
      )
    }
    #expect(CommandRun("check", first, "--no-config").status == .success)
    try folder.write(SampleSpecs.gap, to: "drafts/a.yaml")
    #expect(CommandRun("check", first).status == .findings)
  }

  // MARK: Another id

  @Test func aNewIdIsToldFirst() throws {
    let old = try folder.write(SampleSpecs.complete, to: "a.yaml")
    let new = try folder.write(
      SampleSpecs.complete.replacing("id: DONE", with: "id: OTHER"),
      to: "b.yaml"
    )
    let run = CommandRun("diff", old, new, "--exit-code")
    #expect(run.status == .findings)
    let lines = run.output.split(separator: "\n")
    #expect(lines[0] == "OTHER: \(old) → \(new)")
    #expect(
      lines[1] == "  the id was DONE: cases, questions and files are called OTHER from now on"
    )
    #expect(
      CommandRun("diff", old, new, "--format", "markdown").output.contains("the id was DONE: ")
    )
    #expect(CommandRun("diff", old, new, "--format", "json").output.contains(#""oldId": "DONE""#))
    #expect(!CommandRun("diff", old, old, "--format", "json").output.contains("oldId"))
  }
}
