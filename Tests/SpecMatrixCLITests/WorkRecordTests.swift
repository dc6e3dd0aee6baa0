import Foundation
import TestSupport
import Testing

@testable import SpecMatrixCLI

/// What is done is not done again, and whatever changes is.
@Suite struct WorkRecordTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder("specs"),
      withIntermediateDirectories: true
    )
    path = try folder.write(SampleSpecs.gap, to: "specs/gap.yaml")
  }

  private func run(_ arguments: String...) -> CommandRun {
    CommandRun(arguments: arguments, environment: ["XDG_CACHE_HOME": folder("cache")])
  }

  private func generate(_ options: String...) -> CommandRun {
    CommandRun(
      arguments: ["generate", path, "-o", folder("out")] + options,
      environment: ["XDG_CACHE_HOME": folder("cache")]
    )
  }

  private var upToDate: String {
    "GAP: nothing has changed, the files in \(folder("out")) are up to date\n"
  }

  @Test func theSameAgainIsNotDoneAgain() throws {
    #expect(generate().output.contains("4 new"))
    let workbook = folder("out/GAP.xlsx")
    let before = try FileStatus(path: workbook).modified
    let again = generate()
    #expect(again.output == upToDate)
    #expect(again.status == .success)
    #expect(try FileStatus(path: workbook).modified == before)
  }

  @Test func withoutACacheItIsDoneAgain() {
    func generate() -> CommandRun { CommandRun("generate", path, "-o", folder("out")) }
    _ = generate()
    #expect(generate().output.contains("4 kept"))
  }

  @Test(arguments: [
    "specs/gap.yaml", "specs/specmatrix.yaml", "specs/GAP.agreed.csv", "out/GAP.csv",
    "out/GAP-questions.csv", "out/GAP.json",
  ])
  func aChangedFileIsNoticed(_ name: String) throws {
    _ = generate()
    #expect(generate().output == upToDate)
    let old = (try? folder.bytes(name)) ?? []
    let text = String(decoding: old, as: UTF8.self)
    let new =
      switch name {
      case "specs/specmatrix.yaml": "depth: relevant\n"
      case "specs/GAP.agreed.csv": "nothing that a ledger says\n"
      case "out/GAP.csv": text.replacing("The form is sent", with: "The form went")
      default: text + "\n"
      }
    try folder.write(new, to: name)
    #expect(generate().output.contains("4 cases"))
  }

  @Test func aMissingFileIsWrittenAgain() throws {
    _ = generate()
    try FileManager.default.removeItem(atPath: folder("out/GAP.xlsx"))
    #expect(generate().output.contains("4 kept"))
    #expect(FileStatus.exists(folder("out/GAP.xlsx")))
  }

  @Test(arguments: [
    ["--depth", "all"], ["--format", "csv"], ["--profile", "testrail"], ["--as-of", "2027-01-31"],
    ["--csv-encoding", "utf-8"], ["--fresh"], ["--round", "2"],
  ])
  func anotherRequestIsDone(_ options: [String]) {
    _ = generate()
    let run = CommandRun(
      arguments: ["generate", path, "-o", folder("out")] + options,
      environment: ["XDG_CACHE_HOME": folder("cache")]
    )
    #expect(run.output.contains("4 cases"))
  }

  @Test func aFileThatIsSavedDuringTheWorkIsNotTakenAsDone() throws {
    var console = Console.ofTests()
    console.environment["XDG_CACHE_HOME"] = folder("cache")
    func record() throws -> WorkRecord {
      try #require(WorkRecord(of: ["gap"], request: [], inputs: [path], on: console))
    }
    let overtaken = try record()
    try folder.write(SampleSpecs.gap + "\n", to: "specs/gap.yaml")
    overtaken.keep("done", outputs: [])
    #expect(try record().current == nil)
    try record().keep("done", outputs: [])
    #expect(try record().current == "done")
  }

  /// Another process must find the same: the digests of two runs in one process say nothing about that.
  @Test func theDigestOfContentIsTheSameOnEveryMachine() throws {
    let bytes = (0..<(1 << 20) + 13).map { UInt8(truncatingIfNeeded: $0 * 7 + ($0 >> 8)) }
    #expect(FileState(of: []) == .holding(size: 0, digest: 0xCBF2_9CE4_8422_2325))
    #expect(FileState(of: bytes) == .holding(size: 1_048_589, digest: 0x64CB_A3F7_C333_3C48))
    try Data(bytes).write(to: URL(fileURLWithPath: folder("bytes")))
    #expect(try FileState(at: folder("bytes")) == FileState(of: bytes))
  }

  @Test func whatThereIsToSayIsSaidEachTime() {
    let first = generate("--format", "csv")
    #expect(first.errors.contains("the ids of new cases are not kept"))
    #expect(generate("--format", "csv").errors == first.errors)
  }

  @Test func aPageIsWrittenOnce() throws {
    let page = folder("review.html")
    func review() -> CommandRun { run("review", path, "--output", page) }
    #expect(review().errors == "")
    let before = try FileStatus(path: page).modified
    #expect(review().errors == "specmatrix: nothing has changed, \(page) is up to date\n")
    #expect(try FileStatus(path: page).modified == before)
    _ = try folder.write(SampleSpecs.gap + "\n", to: "specs/gap.yaml")
    #expect(review().errors == "")
    #expect(try FileStatus(path: page).modified > before)
  }

  @Test func aFolderThatCannotBeWrittenIsNoObstacle() {
    for _ in 1...2 {
      let run = CommandRun(
        arguments: ["generate", path, "-o", folder("out")],
        environment: ["XDG_CACHE_HOME": "/dev/null"]
      )
      #expect(run.output.contains("4 cases"))
      #expect(run.errors == "")
    }
  }
}
