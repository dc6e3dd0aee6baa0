import Testing

@testable import SpecMatrixCLI

/// Two specs of one id, and specs that are only planned.
@Suite struct NamesakeTests {
  @Test func noSpecBuildsOnTheSuiteOfAnother() throws {
    let folder = try TemporaryFolder()
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

  @Test func aStarterTakesAnIdThatIsFree() throws {
    let folder = try TemporaryFolder()
    try folder.write("id: POST", to: "specs/first.yaml")
    try folder.write("{\"id\": \"POST-2\"}", to: "specs/second.json")
    try folder.write("id: [", to: "specs/broken.yaml")
    let run = CommandRun("init", folder("specs/post.yaml"))
    #expect(run.status == .success)
    #expect(try folder.read("specs/post.yaml").contains("\nid: POST-3 "))
    #expect(try folder.read("specs/post.yaml").contains("# case numbers: POST-3-001, …"))
  }

  @Test func aHeadAloneIsAPlannedFeature() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("specmatrix: 1\nid: SOON\nfeature: Later", to: "specs/soon.yaml")
    let check = CommandRun("check", path, "--fail-on", "note")
    #expect(check.status == .success)
    #expect(check.output == "SOON: planned, not described yet\n\n1 spec checked: no findings\n")
    let json = CommandRun("check", path, "--format", "json")
    #expect(json.output.contains(#""planned": true"#))
    for format in ["concise", "sarif", "github", "gitlab", "junit", "markdown"] {
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
}
