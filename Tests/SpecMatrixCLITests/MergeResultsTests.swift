import Foundation
import Reporting
import Testing
import Workbooks

@testable import SpecMatrixCLI

/// What several testers entered, in one workbook.
@Suite struct MergeResultsTests {
  private let folder: TemporaryFolder
  private let first: TesterWorkbook
  private let second: TesterWorkbook

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(SampleSpecs.complete, to: "done.yaml")
    let run = CommandRun("generate", folder("done.yaml"), "-o", folder("out"))
    #expect(run.status == .success)
    first = TesterWorkbook(path: folder("out/DONE.xlsx"))
    second = TesterWorkbook(path: folder("tanaka.xlsx"))
    try FileManager.default.copyItem(atPath: first.path, toPath: second.path)
  }

  @Test func whatOnlyOneHasIsTaken() throws {
    let ids = try first.ids()
    try first.enter([(ids[0], .result, "OK"), (ids[0], .note, "slow")])
    try second.enter([
      (ids[1], .result, "NG"), (ids[1], .tester, "Tanaka"), (ids[0], .note, "jumps"),
      (ids[0], .result, "ok"),
    ])
    let run = CommandRun("merge-results", first.path, second.path)
    #expect(run.status == .success, "\(run.errors)")
    #expect(try first.text(ids[1], .result) == "NG")
    #expect(try first.text(ids[1], .tester) == "Tanaka")
    #expect(try first.text(ids[0], .result) == "OK")
    #expect(try first.text(ids[0], .note) == "slow\njumps")
    #expect(run.output.contains("2 rows got something from the others"))

    let bytes = try folder.bytes("out/DONE.xlsx")
    #expect(CommandRun("merge-results", first.path, second.path).status == .success)
    #expect(try folder.bytes("out/DONE.xlsx") == bytes)
  }

  @Test func ofTwoResultsNoneIsChosen() throws {
    let id = try first.ids()[0]
    try first.enter([(id, .result, "OK"), (id, .tester, "Sato")])
    try second.enter([(id, .result, "NG"), (id, .tester, "Tanaka"), (id, .testedOn, "2026-11-20")])
    let run = CommandRun("merge-results", first.path, second.path)
    #expect(run.status == .findings)
    let entries = ["DONE.xlsx: OK, Sato", "tanaka.xlsx: NG, Tanaka, 2026-11-20"]
    #expect(run.output.contains("\(id): \(entries.joined(separator: " | "))"))
    #expect(try first.text(id, .result) == "" && first.text(id, .tester) == "")
    #expect(try first.text(id, .note) == entries.joined(separator: "\n"))
    #expect(try first.text(id, .recheck) == "Check again")
    // Joined once more it is no more settled than before.
    _ = CommandRun("merge-results", first.path, second.path)
    #expect(try first.text(id, .result) == "")
    #expect(try first.text(id, .note) == entries.joined(separator: "\n"))
    // The next generation keeps both.
    _ = CommandRun("generate", folder("done.yaml"), "-o", folder("out"))
    #expect(try first.text(id, .note) == entries.joined(separator: "\n"))
  }

  @Test func anotherFileMayTakeTheResults() throws {
    let id = try first.ids()[0]
    try second.enter([(id, .result, "NG")])
    let bytes = try folder.bytes("out/DONE.xlsx")
    let run = CommandRun("merge-results", first.path, second.path, "-o", folder("all.xlsx"))
    #expect(run.status == .success, "\(run.errors)")
    #expect(try folder.bytes("out/DONE.xlsx") == bytes)
    #expect(try TesterWorkbook(path: folder("all.xlsx")).text(id, .result) == "NG")
  }

  @Test func whereTheOthersAddNothingTheFirstIsWritten() throws {
    try first.enter([(try first.ids()[0], .result, "OK")])
    let bytes = try folder.bytes("out/DONE.xlsx")
    for options in [[], ["-o", folder("all.xlsx")], ["-o", second.path]] {
      let run = CommandRun(arguments: ["merge-results", first.path, second.path] + options)
      #expect(run.status == .success, "\(run.errors)")
      #expect(run.output.hasSuffix(": 0 rows got something from the others\n"))
      #expect(try folder.bytes("out/DONE.xlsx") == bytes)
    }
    #expect(try folder.bytes("all.xlsx") == bytes)
    #expect(try folder.bytes("tanaka.xlsx") == bytes)
  }

  @Test func workbooksOfTwoSpecsAreNotJoined() throws {
    let gap = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    _ = CommandRun("generate", gap, "-o", folder("out"))
    let run = CommandRun("merge-results", first.path, folder("out/GAP.xlsx"))
    #expect(run.status == .failure || run.status == .invalid)
    #expect(run.errors.contains("join workbooks of one spec"))
    #expect(CommandRun("merge-results", first.path).errors.contains("name two workbooks or more"))
  }

  @Test func anOpenWorkbookIsLeftAlone() throws {
    let id = try first.ids()[0]
    try second.enter([(id, .result, "NG")])
    try folder.write("somebody", to: "out/.~lock.DONE.xlsx#")
    let bytes = try folder.bytes("out/DONE.xlsx")
    let run = CommandRun("merge-results", first.path, second.path)
    #expect(run.errors.contains("save and close it, then join again"))
    #expect(try folder.bytes("out/DONE.xlsx") == bytes)
  }
}
