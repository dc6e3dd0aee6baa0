import Foundation
import Reporting
import Testing
import Workbooks

@testable import SpecMatrixCLI

/// `specmatrix results`: reports of test runs against a spec, and into the workbook of its testers.
@Suite struct ResultsCommandTests {
  private let folder: TemporaryFolder
  private let book: TesterWorkbook
  /// The ids of the cases; the last one of the spec with a gap waits for an answer.
  private let ids: [String]

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(SampleSpecs.complete, to: "done.yaml")
    try folder.write(SampleSpecs.gap, to: "gap.yaml")
    let run = CommandRun("generate", folder("done.yaml"), folder("gap.yaml"), "-o", folder("out"))
    #expect(run.status <= .findings, "\(run.errors)")
    book = TesterWorkbook(path: folder("out/DONE.xlsx"))
    ids = try book.ids()
    #expect(ids.count >= 3)
  }

  private func report(
    _ tests: String,
    day: String? = "2026-11-20",
    to name: String = "r.xml"
  ) throws {
    let stamp = day.map { " timestamp=\"\($0)T10:00:00\"" } ?? ""
    try folder.write("<testsuite name=\"s\"\(stamp)>\(tests)</testsuite>", to: name)
  }

  private func results(_ more: String..., spec: String = "done.yaml") -> CommandRun {
    CommandRun(
      arguments: ["results", folder(spec), folder("r.xml"), "--suite-folder", folder("out")] + more
    )
  }

  private func passed(_ id: String) -> String { "<testcase name=\"\(id)\"/>" }
  private func failed(_ id: String, _ message: String = "no") -> String {
    "<testcase name=\"\(id)\"><failure message=\"\(message)\"/></testcase>"
  }

  // MARK: Output and exit status

  @Test func theExitStatusSaysWhetherSomethingFailed() throws {
    try report(ids.map(passed).joined())
    let all = results()
    #expect(all.status == .success, "\(all.errors)")
    #expect(
      all.output.contains(
        "\(ids.count) passed, 0 failed, 0 blocked by open questions, 0 without a result"
      )
    )

    try report(passed(ids[0]))
    #expect(results().status == .success)
    #expect(results("--fail-on", "missing").status == .findings)

    try report(passed(ids[0]) + failed(ids[1], "1 | 2"))
    let run = results()
    #expect(run.status == .findings)
    #expect(run.output.contains("Failed\n  \(ids[1]) "))
    #expect(results("--fail-on", "never").status == .success)
    #expect(results("--format", "markdown").output.contains("| \(ids[1]) |"))
    #expect(results("--format", "markdown").output.contains("1 \\| 2"))
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(results("--format", "json").output.utf8))
        as? [String: Any]
    )
    #expect((json["counts"] as? [String: Int])?["failed"] == 1)
  }

  @Test func whatWaitsForAnAnswerIsBlocked() throws {
    let gaps = try TesterWorkbook(path: folder("out/GAP.xlsx")).ids()
    try report(gaps.map(passed).joined())
    let run = results(spec: "gap.yaml")
    #expect(run.status == .success)
    #expect(run.output.contains("\(gaps.count - 1) passed, 0 failed, 1 blocked by open questions"))
    #expect(results("--fail-on", "open", spec: "gap.yaml").status == .findings)
  }

  /// The code was generated for another version of the case.
  @Test func resultsOfOlderCodeAreToBeCheckedAgain() throws {
    let code = CommandRun(
      "code \(folder("done.yaml")) --suite-folder \(folder("out")) --output \(folder("code"))"
    )
    #expect(code.status == .success, "\(code.errors)")
    let text = String(decoding: try folder.bytes("code/DONE.cases.swift"), as: UTF8.self)
    let first = try #require(text.firstRange(of: "id: \"\(ids[0])\"")).upperBound
    let fingerprint = try #require(
      text[first...].firstMatch(of: /fingerprint: "([0-9a-f]{8})"/)
    ).output.1
    try report(passed("\(ids[0])#\(fingerprint)"))
    #expect(results().status == .success)

    let changed = SampleSpecs.complete.replacing("The form is sent", with: "The form flies")
    try folder.write(changed.replacing("The form is shown", with: "It is shown"), to: "done.yaml")
    let run = results("--write")
    #expect(run.status == .findings)
    #expect(run.output.contains("1 to be checked again"))
    #expect(try book.text(ids[0], .result) == "OK")
    #expect(try book.text(ids[0], .recheck) == "Check again (tested 2026-11-20)")
    #expect(run.errors.contains("run `specmatrix generate`"))
  }

  // MARK: Bad input

  @Test(arguments: [
    (
      "<testsuite><testcase name=\"POST-4KD\"/></testsuite>",
      "a report of another spec: its ids are of POST, none of DONE"
    ),
    ("<testsuite><testcase name=\"opens\"/></testsuite>", "no id of a case of DONE"),
    ("<testsuite/>", "no entries"), ("", "it is empty"),
    ("<testsuite><testcase name=\"DONE-6T7\"/>", "is not XML"),
    ("<!DOCTYPE x [<!ENTITY a \"b\">]><testsuite/>", "it declares a document type"),
  ])
  func whatSaysNothingOfTheSpecIsRefused(text: String, message: String) throws {
    try folder.write(text, to: "r.xml")
    let bytes = try folder.bytes("out/DONE.xlsx")
    let run = results("--write")
    #expect(run.status == .invalid)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(try folder.bytes("out/DONE.xlsx") == bytes)
  }

  @Test func aReportOf200MBIsRefused() throws {
    try folder.write("", to: "r.xml")
    let file = try FileHandle(forWritingTo: URL(filePath: folder("r.xml")))
    try file.truncate(atOffset: 200 << 20)
    try file.close()
    let run = results()
    #expect(run.status == .invalid)
    #expect(run.errors.contains("it is larger than 64 MB"))
  }

  @Test func aMissingDayOrWorkbookIsAskedFor() throws {
    try report(passed(ids[0]), day: nil)
    #expect(results("--write").errors.contains("say it with --on"))
    #expect(try book.text(ids[0], .result) == "")
    #expect(results("--write", "--on", "2026-11-22").status == .success)
    #expect(try book.text(ids[0], .testedOn) == "2026-11-22")
    #expect(results("--write", "--workbook", folder("no.xlsx")).errors.contains("there is no "))
    #expect(results("--on", "2026-11-22").errors.contains("need --write"))
    let gap = folder("out/GAP.xlsx")
    let other = results("--write", "--workbook", gap, "--on", "2026-11-22")
    #expect(other.errors.contains("it was made from GAP, not from DONE"))
  }

  // MARK: The workbook

  @Test func resultsGoIntoTheWorkbookAndNewOnesReplaceThem() throws {
    try report(passed(ids[0]) + failed(ids[1], "too slow"))
    let run = results("--write")
    #expect(run.status == .findings)
    #expect(run.errors.contains("2 rows changed on “Cases”"))
    #expect(try book.text(ids[0], .result) == "OK")
    #expect(try book.text(ids[0], .tester) == "CI")
    #expect(try book.text(ids[0], .testedOn) == "2026-11-20")
    #expect(try book.text(ids[0], .evidence) == "CI: OK, 2026-11-20")
    #expect(try book.text(ids[1], .result) == "NG")
    #expect(try book.text(ids[1], .note) == "CI: too slow")

    // Repeating it changes nothing.
    let bytes = try folder.bytes("out/DONE.xlsx")
    #expect(results("--write").errors.contains("0 rows changed"))
    #expect(try folder.bytes("out/DONE.xlsx") == bytes)

    // A person's words beside it stay.
    try book.enter([
      (ids[1], .note, "seen on iOS 19\nCI: too slow"),
      (ids[1], .evidence, "shot.png\nCI: NG, 2026-11-20"),
    ])
    try report(passed(ids[1]), day: "2026-11-21")
    #expect(results("--write").status == .success)
    #expect(try book.text(ids[1], .result) == "OK")
    #expect(try book.text(ids[1], .note) == "seen on iOS 19")
    #expect(try book.text(ids[1], .evidence) == "shot.png\nCI: OK, 2026-11-21")

    // A run of an earlier day comes too late.
    try report(failed(ids[1]), day: "2026-11-19")
    #expect(results("--write").errors.contains("\(ids[1]) has a result of a later day, 2026-11-21"))
    #expect(try book.text(ids[1], .result) == "OK")

    // The next generation keeps them.
    #expect(CommandRun("generate", folder("done.yaml"), "-o", folder("out")).status == .success)
    #expect(try book.text(ids[1], .result) == "OK")
  }

  /// The sheet stores the date of a run without its time: the report of a pass may be the older one.
  @Test func aFailureOfTheSameDayStaysInTheNote() throws {
    try report(failed(ids[0], "boom") + failed(ids[1], "bang"))
    #expect(results("--write").status == .findings)
    try report(ids.prefix(1).map(passed).joined())
    let earlier =
      "\(ids[0]): NG became OK on the same day, 2026-11-20; the note keeps the failure. "
    for rows in ["1 row", "0 rows"] {
      let run = results("--write")
      #expect(run.status == .success)
      #expect(run.errors.contains("\(rows) changed"), "\(run.errors)")
      #expect(run.errors.contains(earlier) == (rows == "1 row"), "\(run.errors)")
      #expect(try book.text(ids[0], .result) == "OK")
      #expect(try book.text(ids[0], .note) == "CI: NG, 2026-11-20: boom")
      #expect(try book.text(ids[1], .note) == "CI: bang")
    }
    try report(passed(ids[0]), day: "2026-11-21")
    #expect(!results("--write").errors.contains("became"))
    #expect(try book.text(ids[0], .note) == "")
  }

  @Test func aReportMayComeThroughAPipe() throws {
    let run = CommandRun(
      arguments: ["results", folder("done.yaml"), "-", "--suite-folder", folder("out")],
      input: "<testsuite>\(ids.map(passed).joined())</testsuite>"
    )
    #expect(run.status == .success, "\(run.errors)")
    #expect(run.output.contains("\(ids.count) passed"))
    let refused = CommandRun("results", folder("done.yaml"), "/dev/null")
    #expect(refused.errors.contains("it is not a regular file; save its contents to a file first"))
  }

  @Test func whatWasNotRunIsNoPersonsResult() throws {
    try book.enter([(ids[0], .result, "Not run"), (ids[1], .result, "未")])
    try report(passed(ids[0]) + failed(ids[1]))
    #expect(!results("--write").errors.contains("a person has"))
    #expect(try book.text(ids[0], .result) == "OK" && book.text(ids[1], .result) == "NG")
    #expect(try book.text(ids[0], .recheck) == "")
  }

  @Test func aPersonsResultStays() throws {
    try book.enter([
      (ids[0], .result, "OK"), (ids[0], .tester, "Sato"), (ids[0], .testedOn, "2026-11-18"),
      (ids[0], .note, "slow"), (ids[1], .result, "pass"),
    ])
    try report(failed(ids[0], "empty page") + passed(ids[1]))
    let run = results("--write")
    #expect(run.status == .findings)
    #expect(run.errors.contains("\(ids[0]): a person has OK, Sato, 2026-11-18; CI: NG, 2026-11-20"))
    #expect(try book.text(ids[0], .result) == "OK")
    #expect(try book.text(ids[0], .tester) == "Sato")
    #expect(try book.text(ids[0], .note) == "slow\nCI: NG, 2026-11-20: empty page")
    // A generation does not take the date of the result for a later one.
    #expect(CommandRun("generate", folder("done.yaml"), "-o", folder("out")).status == .success)
    #expect(try book.text(ids[0], .recheck) == "Check again (tested 2026-11-18)")
    #expect(try book.text(ids[1], .result) == "pass")
    #expect(try book.text(ids[1], .tester) == "")
    // It is reported again, but written once.
    #expect(results("--write").status == .findings)
    #expect(try book.text(ids[0], .note) == "slow\nCI: NG, 2026-11-20: empty page")
    // An agreeing run removes its own words.
    try report(passed(ids[0]))
    #expect(results("--write").status == .success)
    #expect(try book.text(ids[0], .note) == "slow")
  }

  /// Correcting a result of a run leaves the columns beside it unchanged.
  @Test func aCorrectedResultIsAPersons() throws {
    try report(passed(ids[0]))
    #expect(results("--write").status == .success)
    try book.enter([(ids[0], .result, "NG")])
    #expect(results("--write").status == .findings)
    #expect(try book.text(ids[0], .result) == "NG")
    #expect(try book.text(ids[0], .note) == "CI: OK, 2026-11-20")
  }

  @Test func onlyTheRoundThatGoesOnGetsResults() throws {
    let round = CommandRun("generate", folder("done.yaml"), "-o", folder("out"), "--round", "2")
    #expect(round.status == .success, "\(round.errors)")
    try report(passed(ids[0]))
    #expect(results("--write").errors.contains("changed on “2”"))
    #expect(try book.text(ids[0], .result, on: "2") == "OK")
    #expect(try book.text(ids[0], .result) == "")
  }

  @Test func anOpenWorkbookIsLeftAlone() throws {
    try report(passed(ids[0]))
    try folder.write("somebody", to: "out/.~lock.DONE.xlsx#")
    let bytes = try folder.bytes("out/DONE.xlsx")
    let run = results("--write")
    #expect(run.status == .invalid)
    #expect(run.errors.contains("save and close it, then run this again"))
    #expect(try folder.bytes("out/DONE.xlsx") == bytes)
  }
}
