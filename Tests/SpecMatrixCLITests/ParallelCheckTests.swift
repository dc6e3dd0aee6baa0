import Testing

@testable import SpecMatrixCLI

@Suite struct ParallelCheckTests {
  /// Writes specs with every kind of result, and unreadable suites, which are reported on the way.
  private static func writeSpecs(to folder: TemporaryFolder) throws {
    for number in 0..<24 {
      let texts = [
        SampleSpecs.gap, SampleSpecs.complete, SampleSpecs.deferred, SampleSpecs.invalid,
      ]
      let ids = ["GAP", "DONE", "LATER", "BAD"]
      let text = texts[number % 4].replacing("id: \(ids[number % 4])", with: "id: S-\(number)")
      try folder.write(text, to: "specs/\(number % 3)/\(number).yaml")
      if number % 5 == 0 { try folder.write("no suite", to: "output/S-\(number).json") }
    }
  }

  private static func arguments(_ folder: TemporaryFolder) -> [String] {
    ["check", folder("specs"), "-", folder("none"), "--suite-folder", folder("output")]
  }

  @Test(arguments: ["text", "concise", "json", "sarif", "junit"])
  func theNumberOfWorkersChangesNothing(format: String) throws {
    let folder = try TemporaryFolder()
    try Self.writeSpecs(to: folder)
    let arguments = Self.arguments(folder) + ["--format", format]
    let runs = [["--jobs", "1"], ["--jobs", "2"], ["--jobs", "7"], []].map {
      CommandRun(arguments: arguments + $0, input: SampleSpecs.gap)
    }
    #expect(runs[0].status == .invalid)
    #expect(runs[0].output.contains("specs/0/0.yaml"))
    for run in runs.dropFirst() {
      #expect(run.status == runs[0].status)
      #expect(run.output == runs[0].output)
      #expect(run.errors == runs[0].errors)
    }
  }

  @Test func messagesOnTheWayComeInTheOrderOfThePaths() throws {
    let folder = try TemporaryFolder()
    try Self.writeSpecs(to: folder)
    let run = CommandRun(arguments: Self.arguments(folder) + ["--jobs", "4"])
    let told = run.errors.split(separator: "\n").filter { $0.contains("are not named") }
    let ids = told.compactMap { $0.firstMatch(of: /S-([0-9]+)\.json/).map { String($0.1) } }
    // By folder, then by name; 15 is a spec with mistakes, whose suite is not searched for.
    #expect(ids == ["0", "10", "20", "5"])
  }
}
