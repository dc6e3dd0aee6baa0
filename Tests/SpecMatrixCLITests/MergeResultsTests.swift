import Foundation
import Reporting
import TestSupport
import Testing
import Workbooks

@testable import SpecMatrixCLI

/// The entries of several testers, merged into one workbook.
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

  @Test(.enabled(if: Python.hasOpenPyXL)) func aPictureIsNamedAndACommentIsNoted() throws {
    let id = try second.ids()[0]
    try second.enter([(id, .result, "NG")])
    let program = """
      import openpyxl, sys
      book = openpyxl.load_workbook(sys.argv[1])
      sheet = book['Cases']
      row = next(row[0].row for row in sheet.iter_rows() if row[0].value == sys.argv[2])
      sheet.cell(row, 7).comment = openpyxl.comments.Comment('why?', 'me')
      sheet.cell(1, 1).comment = openpyxl.comments.Comment('old build', 'me')
      sheet.add_chart(openpyxl.chart.BarChart(), f'L{row}')
      book.save(sys.argv[1])
      print(row)
      """
    let row = try Python.run(program, [second.path, id]).trimmingCharacters(in: .newlines)
    for _ in 1...2 {
      let run = CommandRun("merge-results", first.path, second.path)
      #expect(run.status == .findings, "\(run.errors)")
      #expect(run.output.contains("tanaka.xlsx: Cases!L\(row): the picture was left out"))
      #expect(run.output.contains("Cases!A1: the comment “old build” was left out"))
      #expect(try first.text(id, .note) == "tanaka.xlsx, Result: why?")
    }
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
    #expect(try first.text(id, .recheck) == "Check again (tested 2026-11-20)")
    // Merging again settles nothing.
    _ = CommandRun("merge-results", first.path, second.path)
    #expect(try first.text(id, .result) == "")
    #expect(try first.text(id, .note) == entries.joined(separator: "\n"))
    // The next generation keeps both.
    _ = CommandRun("generate", folder("done.yaml"), "-o", folder("out"))
    #expect(try first.text(id, .note) == entries.joined(separator: "\n"))
  }

  /// The second tester continues with a copy from before the change.
  @Test func aLaterDayOfTheCaseAsItWasSettlesNothing() throws {
    let id = try void(testedOn: "2026-11-20")
    try second.enter([(id, .result, "OK"), (id, .testedOn, "2026-11-25")])
    #expect(CommandRun("merge-results", first.path, second.path).status == .success)
    try generate()
    #expect(try first.text(id, .recheck) == "Void: test again (tested 2026-11-25)")
  }

  private func generate() throws {
    let run = CommandRun("generate", folder("done.yaml"), "-o", folder("out"))
    #expect(run.status == .success, "\(run.errors)")
  }

  /// Returns a case with an OK in the first workbook that is void now.
  private func void(testedOn day: String) throws -> String {
    let id = try #require(
      try first.ids().first { try first.text($0, .expected) == "The form is sent" }
    )
    try first.enter([(id, .result, "OK"), (id, .testedOn, day)])
    let text = SampleSpecs.complete.replacing("The form is sent", with: "The form flies")
    try folder.write(text, to: "done.yaml")
    try generate()
    return id
  }

  @Test func whatIsVoidStaysVoidInAConflict() throws {
    let id = try void(testedOn: "2026/11/9")
    try second.enter([(id, .result, "NG"), (id, .testedOn, "2026/11/20")])
    for _ in 1...2 {
      _ = CommandRun("merge-results", first.path, second.path)
      #expect(try first.text(id, .result) == "")
      #expect(try first.text(id, .recheck) == "Void: test again (tested 2026-11-20)")
    }
  }

  @Test func aVoidResultGivesWayToARetest() throws {
    let id = try void(testedOn: "2026/11/9")
    try FileManager.default.removeItem(atPath: second.path)
    try FileManager.default.copyItem(atPath: first.path, toPath: second.path)
    try second.enter([(id, .result, "NG"), (id, .testedOn, "2026/11/20")])
    #expect(CommandRun("merge-results", first.path, second.path).status == .success)
    try generate()
    #expect(try first.text(id, .result) == "NG" && first.text(id, .recheck) == "")
    #expect(try first.text(id, .testedOn) == "2026/11/20")
  }

  @Test func aTestersOwnWordsAreNoMark() throws {
    let id = try first.ids()[0]
    try first.enter([(id, .result, "Check again after hotfix")])
    try generate()
    #expect(try first.text(id, .result) == "Check again after hotfix")
    try second.enter([(id, .result, "OK")])
    #expect(CommandRun("merge-results", first.path, second.path).status == .findings)
    #expect(try first.text(id, .note).contains("Check again after hotfix"))
  }

  /// No other sheet is mistaken for one of cases, in any language.
  @Test(arguments: CommittedSpecs.names) func copiesThatNobodyTouchedAddNothing(name: String) throws
  {
    let run = CommandRun("generate", CommittedSpecs.path(name), "-o", folder(name))
    #expect(run.status <= .findings, "\(run.errors)")
    let file = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder(name)).first {
        $0.hasSuffix(".xlsx")
      }
    )
    let (book, copy) = (folder("\(name)/\(file)"), folder("copy.xlsx"))
    try FileManager.default.copyItem(atPath: book, toPath: copy)
    let merged = CommandRun("merge-results", book, copy)
    #expect(merged.status == .success && merged.output.contains("0 rows got"), "\(merged.output)")
  }

  /// Nor does another spelling make it another result.
  @Test func whatWasNotRunIsNoResult() throws {
    let ids = try first.ids()
    try first.enter([
      (ids[0], .result, "Not run"), (ids[1], .result, "OK"), (ids[2], .result, "NG"),
    ])
    try second.enter([(ids[0], .result, "OK"), (ids[1], .result, "Pass"), (ids[2], .result, "未")])
    let run = CommandRun("merge-results", first.path, second.path)
    #expect(run.status == .success, "\(run.output)")
    #expect(try ids.prefix(3).map { try first.text($0, .result) } == ["OK", "OK", "NG"])
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
