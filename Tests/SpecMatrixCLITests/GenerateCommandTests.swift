import Foundation
import TestSupport
import Testing

@testable import SpecMatrixCLI

@Suite struct GenerateCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func writesEveryFormatAndASummary() throws {
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    let run = CommandRun("generate", path, "-o", folder("a/b/out"), "--verify")
    #expect(run.status == .success)
    #expect(run.errors == "")
    let out = folder("a/b/out")
    #expect(
      run.output == """
        GAP: 4 cases at depth relevant (4 new), 1 open question, 1 combination of values waits for answers, verified
          \(out)/GAP.json \(out)/GAP.csv \(out)/GAP-questions.csv \(out)/GAP.xlsx

        """
    )
    let names = try folder.names(in: "a/b/out")
    #expect(names == ["GAP-questions.csv", "GAP.csv", "GAP.json", "GAP.xlsx"])
    #expect(try folder.bytes("a/b/out/GAP.csv").starts(with: [0xEF, 0xBB, 0xBF]))
    #expect(try folder.bytes("a/b/out/GAP.xlsx").starts(with: [0x50, 0x4B]))
  }

  @Test func flowsThatAreNoLongerWrittenLeaveNoFile() throws {
    let spec = """
      specmatrix: 1
      id: MOVE
      feature: Send
      traits: []
      states: {transfer: {values: [none, waiting], start: none}}
      operations: {send: Send}
      rules: {send: {then: The receipt is shown, becomes: {transfer: waiting}}}

      """
    let path = try folder.write(spec, to: "move.yaml")
    func generate() -> CommandRun { CommandRun("generate", path, "-o", folder("out")) }
    #expect(generate().errors == "")
    let whole = ["MOVE-flows.csv", "MOVE-questions.csv", "MOVE.csv", "MOVE.json", "MOVE.xlsx"]
    #expect(try folder.names(in: "out") == whole)
    // What a tester entered stays.
    let still = spec.replacing(", becomes: {transfer: waiting}", with: "")
    let flows = try folder.read("out/MOVE-flows.csv")
    let noted = flows.replacing(",,,,,,,,send", with: ",NG,,,,,,broken,send")
    #expect(noted != flows)
    try folder.write(noted, to: "out/MOVE-flows.csv")
    try folder.write(still, to: "move.yaml")
    _ = generate()
    #expect(try folder.read("out/MOVE-flows.csv").contains("broken"))
    try folder.write(flows, to: "out/MOVE-flows.csv")
    _ = generate()
    #expect(try folder.names(in: "out") == Array(whole.dropFirst()))
  }

  @Test func generatingAgainKeepsTheNumbersAndGivesTheSameBytes() throws {
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    func generate(_ options: String...) -> CommandRun {
      CommandRun(arguments: ["generate", path, "-o", folder("out")] + options)
    }
    _ = generate()
    let again = generate()
    #expect(
      again.output.hasPrefix("GAP: 4 cases at depth relevant (4 kept), 1 open question, ")
    )
    let names = ["out/GAP.json", "out/GAP.csv", "out/GAP.xlsx"]
    let bytes = try names.map { try folder.bytes($0) }
    _ = generate()
    #expect(try names.map { try folder.bytes($0) } == bytes)
    #expect(
      generate("--fresh").output.hasPrefix("GAP: 4 cases at depth relevant (4 new), 1 open ")
    )

    let answered = SampleSpecs.gap.replacing("{plan: free}", with: "{plan: any}")
    try folder.write(answered, to: "gap.yaml")
    #expect(
      generate().output.hasPrefix(
        "GAP: 3 cases at depth relevant (2 kept, 1 changed), 1 retired, no open questions\n"
      )
    )

    let smaller = answered.replacing("[free, premium]", with: "[free]")
    try folder.write(smaller, to: "gap.yaml")
    #expect(generate().output.contains("(2 kept), optimal, 1 retired, "))
    #expect(!generate().output.contains("retired"))
  }

  @Test func writesOnlyTheFormatsAskedFor() throws {
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    let run = CommandRun("generate \(path) -o \(folder("out")) --format csv --csv-encoding utf-8")
    #expect(run.status == .success)
    #expect(try folder.names(in: "out") == ["GAP-questions.csv", "GAP.csv"])
    #expect(try !folder.bytes("out/GAP.csv").starts(with: [0xEF]))
    #expect(run.errors.contains("ids of new cases are not kept"))
  }

  @Test func strengthCanBeRaised() throws {
    let text = SampleSpecs.complete.replacing(
      "{plan: [free, premium]}",
      with: "{a: [x, y, z], b: [x, y, z], c: [x, y, z], d: [x, y, z]}"
    ).replacing("when: {plan: valid}, ", with: "")
    let path = try folder.write(text, to: "done.yaml")
    func count(_ strength: String) throws -> Int {
      let run = CommandRun(
        "generate",
        path,
        "-o",
        folder("out"),
        "--format",
        "json",
        "--fresh",
        "--verify",
        "--depth",
        "all",
        "--strength",
        strength
      )
      #expect(run.status == .success)
      let extent = strength == "2" ? "at depth all (" : "at depth all and strength \(strength) ("
      #expect(run.output.contains(extent))
      return try #require(Int(run.output.dropFirst("DONE: ".count).prefix { $0 != " " }))
    }
    let counts = try ["1", "2", "3", "4", "5"].map(count)
    #expect(counts[0] >= 3 && counts[1] >= 9 && counts[2] >= 27 && counts[3] >= 81)
    #expect(counts[4] == 162)
    #expect(counts == counts.sorted())
  }

  @Test(arguments: ["{", "[]", #"{"version": 9}"#, ""])
  func aDamagedSuiteIsLeftAlone(text: String) throws {
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    try folder.write(text, to: "out/GAP.json")
    let run = CommandRun("generate", path, "-o", folder("out"))
    #expect(run.status == .invalid)
    #expect(run.output == "")
    #expect(run.errors.contains("cannot read \(folder("out/GAP.json")): "))
    #expect(run.errors.contains("fix it, or give the cases new ids with --fresh"))
    #expect(try folder.names(in: "out") == ["GAP.json"])
    #expect(try folder.read("out/GAP.json") == text)
    #expect(CommandRun("generate", path, "-o", folder("out"), "--fresh").status == .success)
  }

  @Test func aSuiteOfAnotherSpecIsLeftAlone() throws {
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    _ = CommandRun("generate", path, "-o", folder("out"), "--format", "json")
    let foreign = try folder.read("out/GAP.json").replacing(
      "\"id\": \"GAP\"",
      with: "\"id\": \"PAG\""
    )
    try folder.write(foreign, to: "out/GAP.json")
    let run = CommandRun("generate", path, "-o", folder("out"))
    #expect(run.status == .invalid)
    #expect(run.errors.contains("it belongs to the spec `PAG`, not to `GAP`"))
    #expect(try folder.read("out/GAP.json") == foreign)
  }

  @Test(arguments: [
    "[]", "{", #"[{"version": 1, "id": "GAP", "spec": "gap.yaml"}, {"case": 1}]"#,
    #"[{"version": 9223372036854775807, "id": "GAP", "spec": "gap.yaml"}]"#,
    #"[{"version": 1e99, "id": "GAP"}]"#, #"{"version": 1, "id": "GAP"}"#,
    String(repeating: "[", count: 100_000),
  ])
  func aDamagedSuiteIsToldAndLeftAlone(text: String) throws {
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    try folder.write(text, to: "out/GAP.json")
    let run = CommandRun("generate", path, "-o", folder("out"))
    #expect(run.status == .invalid)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("specmatrix: cannot read \(folder("out/GAP.json")): "))
    #expect(try folder.read("out/GAP.json") == text)
    #expect(try folder.names(in: "out") == ["GAP.json"])
    #expect(CommandRun("check", path, "--suite-folder", folder("out")).status == .findings)
  }

  @Test func twoSpecsWithOneIdWriteNothing() throws {
    try folder.write(SampleSpecs.gap, to: "specs/a.yaml")
    try folder.write(SampleSpecs.gap, to: "specs/b.yaml")
    try folder.write(SampleSpecs.complete, to: "specs/c.yaml")
    let run = CommandRun("generate", folder("specs"), "-o", folder("out"), "--format", "json")
    #expect(run.status == .invalid)
    #expect(
      run.errors.contains(
        "specs/a.yaml:2:5: error[duplicate-spec-id]: the id `GAP` is that of \(folder("specs/b.yaml")) (line 2) too"
      )
    )
    #expect(
      run.errors.contains(
        "specs/b.yaml:2:5: error[duplicate-spec-id]: the id `GAP` is that of \(folder("specs/a.yaml")) (line 2) too"
      )
    )
    #expect(try folder.names(in: "out") == ["DONE.json"])
  }

  @Test func anInvalidSpecIsToldAndTheOthersGenerated() throws {
    try folder.write(SampleSpecs.invalid, to: "specs/bad.yaml")
    try folder.write(SampleSpecs.complete, to: "specs/done.yaml")
    let run = CommandRun("generate", folder("specs"), "-o", folder("out"), "--format", "json")
    #expect(run.status == .invalid)
    #expect(run.output.hasPrefix("DONE: 4 cases"))
    #expect(run.errors.contains("bad.yaml:4:1: error[duplicate-key]"))
    #expect(try folder.names(in: "out") == ["DONE.json"])
  }

  @Test func beyondTheLimitsItEndsWith3() throws {
    let path = try folder.write(SampleSpecs.large, to: "large.yaml")
    let run = CommandRun("generate", path, "-o", folder("out"), "--depth", "all", "--strength", "6")
    #expect(run.status == .failure)
    #expect(run.output == "")
    #expect(run.errors.contains("no cases within the limits"))
    #expect(!FileManager.default.fileExists(atPath: folder("out/LARGE.json")))
  }

  @Test func aFormulaInACellIsNeutralisedAndTold() throws {
    let text = SampleSpecs.complete.replacing("then: The form is sent", with: "then: '=1+1'")
    let path = try folder.write(text, to: "done.yaml")
    let run = CommandRun("generate", path, "-o", folder("out"))
    #expect(run.status == .success)
    #expect(run.errors.contains("DONE.csv: 2 cells prefixed with a quote"))
    #expect(try folder.read("out/DONE.csv").contains("'=1+1"))
  }

  @Test(arguments: [[64], [2, 64, 300, 64, 2]])
  func aQuestionMayHaveMoreChoicesThanADropDownHolds(counts: [Int]) throws {
    for count in counts {
      let rules = (1...count).map { "    - {id: r\($0), then: Message \($0) of this screen}\n" }
      let text = SampleSpecs.complete.replacing(
        "  submit: {id: sent, when: {plan: valid}, then: The form is sent}\n",
        with: "  submit:\n" + rules.joined()
      )
      let path = try folder.write(text, to: "done.yaml")
      let run = CommandRun("generate", path, "-o", folder("out"))
      #expect(run.status == .success, "\(count) rules: \(run.errors)")
      let lists = try Python.run(Self.drawnLists, [folder("out/DONE.xlsx")])
      #expect(lists.contains("Message 1 of this screen") == (count == 2))
      if Python.has("openpyxl") {
        let open = "import sys, openpyxl; openpyxl.load_workbook(sys.argv[1])"
        #expect(try Python.run(open, [folder("out/DONE.xlsx")]) == "")
      }
    }
  }

  /// Prints the drop-down lists of a workbook, and fails where one is longer than a spreadsheet takes.
  private static let drawnLists = """
    import sys, re, zipfile
    book = zipfile.ZipFile(sys.argv[1])
    for name in book.namelist():
      for text in re.findall("<formula1>(.*?)</formula1>", book.read(name).decode("utf-8", "replace")):
        assert len(text) <= 257, text
        print(text)
    """
}
