import Foundation
import Reporting
import RoundTrip
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

  @Test(.enabled(if: Python.hasOpenPyXL)) func aChartIsNamedAndACommentIsNoted() throws {
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
      #expect(run.output.contains("tanaka.xlsx: Cases!L\(row): the chart was left out"))
      #expect(run.output.contains("Cases!A1: the comment “old build” was left out"))
      #expect(try first.text(id, .note) == "tanaka.xlsx, Result: why?")
    }
  }

  /// Adds drawings to a workbook, each on a case: a bar or line chart, or a picture with the given text as its data.
  private func draw(_ drawings: [(id: String, what: String)], in book: TesterWorkbook) throws {
    let program = """
      import openpyxl, re, sys, zipfile
      path, pairs = sys.argv[1], list(zip(sys.argv[2::2], sys.argv[3::2]))
      book = openpyxl.load_workbook(path)
      sheet = book['Cases']
      rows = {row[0].value: row[0].row for row in sheet.iter_rows()}
      for id, what in pairs:
        kind = openpyxl.chart.LineChart if what == 'line' else openpyxl.chart.BarChart
        sheet.add_chart(kind(), f'AL{rows[id]}')
      book.save(path)
      with zipfile.ZipFile(path) as old: parts = {name: old.read(name) for name in old.namelist()}
      drawing = next(name for name, part in parts.items() if b'<col>37</col>' in part)
      relations = drawing.replace('drawings/', 'drawings/_rels/') + '.rels'
      def replace(part, pattern, text):
        parts[part] = re.sub(pattern.encode(), text.encode(), parts[part])
      for number, (_, what) in enumerate(pairs, 1):
        if what in ('bar', 'line'): continue
        parts[f'xl/media/{number}.png'] = what.encode()
        replace(relations, f'[^"]+(?=" Id="rId{number}")', f'/xl/media/{number}.png')
        frame = f'<graphicFrame>((?!</graphicFrame>).)*"rId{number}".*?</graphicFrame>'
        replace(drawing, frame, f'<pic><a:blip r:embed="rId{number}" /></pic>')
      with zipfile.ZipFile(path, 'w') as new:
        for name, bytes in parts.items(): new.writestr(name, bytes)
      """
    try Python.run(program, [book.path] + drawings.flatMap { [$0.id, $0.what] })
  }

  @Test(.enabled(if: Python.hasOpenPyXL)) func aDrawingIsComparedWithThoseOfItsCase() throws {
    let ids = try first.ids()
    try draw([(ids[0], "bar"), (ids[1], "screen"), (ids[2], "error")], in: first)
    try draw([(ids[0], "line"), (ids[2], "screen"), (ids[2], "error")], in: second)
    let run = CommandRun("merge-results", first.path, second.path)
    #expect(run.status == .findings, "\(run.errors)")
    let table = try second.table("Cases")
    let rows = try ids.prefix(3).map { id in
      try #require(table.rows.firstIndex { $0.first?.plainText == id }) + 1
    }
    #expect(
      run.output == """
        tanaka.xlsx: Cases!AL\(rows[0]): the chart was left out; copy it by hand
        tanaka.xlsx: Cases!AL\(rows[2]): the picture was left out; copy it by hand
        \(first.path): 0 rows got something from the others

        """
    )
    #expect(CommandRun("merge-results", first.path, first.path).status == .success)
  }

  /// Merges a copy of the first workbook whose rows of cases are in reverse order.
  private func mergeReversed(
    _ ownComments: [(place: Int, column: Int, text: String)],
    _ comments: [(place: Int, column: Int, text: String)]
  ) throws -> MergedResults {
    var own = try SavedWorkbook(path: first.path)
    var other = own
    let sheet = try #require(own.tables.firstIndex { $0.name == "Cases" })
    let ids = try first.ids()
    let begin = try #require(
      own.tables[sheet].rows.firstIndex { $0.first?.plainText == ids[0] }
    )
    let last = begin + ids.count - 1
    other.tables[sheet].rows[begin...last].reverse()
    own.tables[sheet].comments = ownComments.map {
      SavedComment(row: begin + $0.place, column: $0.column, text: $0.text)
    }
    other.tables[sheet].comments = comments.map {
      SavedComment(row: last - $0.place, column: $0.column, text: $0.text)
    }
    func picture(_ row: Int) -> SavedPicture {
      SavedPicture(position: CellPosition(row: row, column: 9), kind: .picture, identity: "screen")
    }
    own.tables[sheet].pictures = [picture(begin)]
    other.tables[sheet].pictures = [picture(last)]
    var merged = try #require(MergedResults(own, name: "a.xlsx"))
    merged.add(other, name: "b.xlsx")
    return merged
  }

  @Test func commentsAreComparedWithThoseOfTheirCase() throws {
    let merged = try mergeReversed([(0, 6, "why?"), (1, 6, "slow")], [(0, 6, " why?\n")])
    #expect(merged.edits.isEmpty && merged.remarks.isEmpty)
    // At the same cell, but on another case.
    let last = try first.ids().count - 1
    let moved = try mergeReversed([(0, 6, "why?")], [(last, 6, "why?")])
    #expect(moved.edits.map(\.cell) == [.text("b.xlsx, Result: why?")])
    // In another column of the same case.
    let beside = try mergeReversed([(0, 6, "why?")], [(0, 40, "\n far ")])
    let cell = CellPosition(row: try #require(beside.edits.first).position.row + last, column: 40)
    #expect(beside.edits.map(\.cell) == [.text("b.xlsx, \(cell): far")])
  }

  /// Excel precedes the comments of a thread by words for users of older versions.
  @Test(arguments: [
    ("[Threaded comment]\n\nYour version of Excel allows you to read this.\n\nComment:", "Reply:"),
    ("[スレッド化されたコメント]\n\nお使いのバージョンの Excel では、読むことができます。\n\nコメント:", "返信:"),
  ]) func ofAThreadTheCommentsAreNoted(beginning: String, reply: String) throws {
    let text = "\(beginning)\n    why?\n\(reply)\n    Comment:"
    let merged = try mergeReversed([], [(0, 6, text)])
    #expect(merged.edits.map(\.cell) == [.text("b.xlsx, Result: why?\n\(reply)\n    Comment:")])
    #expect(
      SavedComment(row: 0, column: 0, text: "[Bug]\nComment:\na").text == "[Bug]\nComment:\na"
    )
  }

  /// Comparing every comment of each case with every comment of the other workbook would take minutes.
  @Test func manyCommentsAreMergedOnce() throws {
    var own = try SavedWorkbook(path: first.path)
    let sheet = try #require(own.tables.firstIndex { $0.name == "Cases" })
    let id = try first.ids()[0]
    let row = try #require(own.tables[sheet].rows.firstIndex { $0.first?.plainText == id })
    let model = own.tables[sheet].rows[row]
    own.tables[sheet].rows.removeSubrange(row...)
    for number in 0..<2_400 {
      own.tables[sheet].rows.append([.text("CASE-\(number)")] + model.dropFirst())
    }
    var other = own
    func comments(_ text: String) -> [SavedComment] {
      (0..<2_000).map { SavedComment(row: row + $0, column: 6, text: "\(text) \($0)") }
    }
    own.tables[sheet].comments = comments("a")
    other.tables[sheet].comments = comments("b")
    var merged = try #require(MergedResults(own, name: "a.xlsx"))
    let time = ContinuousClock().measure { merged.add(other, name: "b.xlsx") }
    #expect(time < .seconds(60))
    #expect(merged.rowsFilled == 2_000 && merged.remarks.isEmpty)
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
