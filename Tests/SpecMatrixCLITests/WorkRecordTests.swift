import Foundation
import TestSupport
import Testing

@testable import SpecMatrixCLI

/// Finished work is not repeated, except after changes.
@Suite struct WorkRecordTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write(SampleSpecs.gap, to: "specs/gap.yaml")
  }

  private func run(_ arguments: String...) -> CommandRun {
    CommandRun(arguments: arguments, environment: ["XDG_CACHE_HOME": folder("cache")])
  }

  @Test func theSameAgainIsNotDoneAgain() throws {
    func generate() -> CommandRun { run("generate", path, "-o", folder("out")) }
    #expect(generate().output.contains("4 new"))
    let workbook = folder("out/GAP.xlsx")
    let before = try FileStatus(path: workbook).modified
    try folder.write("half a file", to: "out/.specmatrix-1-0.tmp")
    #expect(generate().output.contains("nothing has changed"))
    #expect(try !folder.names(in: "out").contains(".specmatrix-1-0.tmp"))
    #expect(try FileStatus(path: workbook).modified == before)
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

  /// Another process must get the same digest, which two runs in one process would not show.
  @Test func theDigestOfContentIsTheSameOnEveryMachine() throws {
    let bytes = (0..<(1 << 20) + 13).map { UInt8(truncatingIfNeeded: $0 * 7 + ($0 >> 8)) }
    #expect(FileState(of: []) == .holding(size: 0, digest: 0xCBF2_9CE4_8422_2325))
    #expect(FileState(of: bytes) == .holding(size: 1_048_589, digest: 0x64CB_A3F7_C333_3C48))
    try Data(bytes).write(to: URL(fileURLWithPath: folder("bytes")))
    #expect(try FileState(at: folder("bytes")) == FileState(of: bytes))
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
}
