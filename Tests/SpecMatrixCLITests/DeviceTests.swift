import Foundation
import Reporting
import Testing

@testable import SpecMatrixCLI
@testable import Workbooks

/// Results on several devices in a round, each in its own column.
@Suite struct DeviceTests {
  private let folder: TemporaryFolder
  private let book: TesterWorkbook
  private static let both = "devices: [iPhone 15, Pixel 8]"

  init() throws {
    folder = try TemporaryFolder()
    book = TesterWorkbook(path: folder("out/DONE.xlsx"))
    try folder.write(SampleSpecs.complete, to: "done.yaml")
    try folder.write("ref: refs/heads/main\n", to: ".git/HEAD")
    try generate(Self.both)
  }

  @discardableResult
  private func generate(_ settings: String, _ more: String...) throws -> String {
    try folder.write(settings, to: "specmatrix.yaml")
    let run = CommandRun(arguments: ["generate", folder("done.yaml"), "-o", folder("out")] + more)
    #expect(run.status == .success, "\(run.errors)")
    return run.errors
  }

  /// Returns the print area of a sheet.
  private func printed(_ sheet: String = "Cases") throws -> CellRange? {
    var archive = try ZipArchive(path: book.path, limits: .standard)
    let names = try archive.tree(of: "xl/workbook.xml").first("definedNames")?.elements ?? []
    let areas = names.filter { $0["name"] == "_xlnm.Print_Area" }.map(\.text)
    let text = areas.first { $0.filter { $0 != "'" }.hasPrefix(sheet + "!") }
    return text?.split(separator: "!").last.flatMap { CellRange($0.filter { $0 != "$" }) }
  }

  private func headings() throws -> [String] {
    let rows = try book.table("Cases").rows
    return try #require(rows.first { $0.first?.plainText == "Case" }).map(\.plainText)
      .filter { $0.hasPrefix("Result") }
  }

  private func counted(_ label: String) throws -> String {
    let rows = try book.table("Summary").rows.map { $0.map(\.plainText) }
    let start = try #require(rows.firstIndex { $0.first == "Test results" })
    return try #require(rows[start...].first { $0.first == label })[1]
  }

  private func progress(_ name: String) throws -> [String] {
    let rows = try book.table("Progress").rows.map { $0.map(\.plainText) }
    return Array(try #require(rows.first { $0.count > 5 && $0[0] == name })[2...])
  }

  private let phone = ReportColumn.Role.deviceResult("iPhone 15")
  private let pixel = ReportColumn.Role.deviceResult("Pixel 8")

  @Test func eachCaseCountsOnEachDevice() throws {
    #expect(try headings() == ["Result (iPhone 15)", "Result (Pixel 8)"])
    let ids = try book.ids()
    try book.enter([(ids[0], phone, "OK"), (ids[0], pixel, "NG"), (ids[1], phone, "OK")])
    try generate(Self.both)
    #expect(try book.text(ids[0], phone) == "OK" && book.text(ids[0], pixel) == "NG")
    let all = 2 * ids.count
    #expect(try counted("Cases") == "\(all)" && counted("OK") == "2" && counted("NG") == "1")
    #expect(try counted("Not run") == "\(all - 3)")
    #expect(try progress("Cases").prefix(5) == ["\(all)", "2", "1", "0", "\(all - 3)"])
    #expect(try progress("Result (iPhone 15)").prefix(3) == ["\(ids.count)", "2", "0"])
    let bytes = try folder.bytes("out/DONE.xlsx")
    try generate(Self.both)
    #expect(try folder.bytes("out/DONE.xlsx") == bytes)
  }

  @Test func whatIsEnteredStaysWhateverTheSettingsSay() throws {
    let id = try book.ids()[0]
    try book.enter([(id, phone, "OK"), (id, pixel, "NG")])
    try generate("devices: [Pixel 8, Xperia]")
    #expect(try headings() == ["Result (iPhone 15)", "Result (Pixel 8)", "Result (Xperia)"])
    #expect(try book.text(id, phone) == "OK" && book.text(id, pixel) == "NG")
    // A removed device no longer counts.
    #expect(try counted("OK") == "0" && counted("NG") == "1")
    try generate("{}")
    #expect(try book.text(id, phone) == "OK" && book.text(id, pixel) == "NG")
    #expect(try book.text(id, .result) == "" && counted("NG") == "0")
    try book.enter([(id, .result, "OK")])
    try generate(Self.both)
    #expect(try counted("OK") == "1" && counted("NG") == "1")
    #expect(try book.text(id, .result) == "OK")
    #expect(try headings().count { $0 == "Result (iPhone 15)" } == 1)
  }

  @Test(arguments: [
    ("{}", both), (both, "{}"), (both, "devices: [Pixel 8]"), ("{}", "columns: [due]"),
  ])
  func aSheetWithoutEntriesIsWrittenAnew(before: String, after: String) throws {
    try FileManager.default.removeItem(atPath: folder("out"))
    try generate(after)
    let (fresh, area) = (try book.table("Cases"), try printed())
    try FileManager.default.removeItem(atPath: folder("out"))
    try generate(before)
    #expect(try book.table("Cases") != fresh)
    try generate(after)
    #expect(try book.table("Cases") == fresh)
    #expect(try printed() == area && area != nil)
    let bytes = try folder.bytes("out/DONE.xlsx")
    try generate(after)
    #expect(try folder.bytes("out/DONE.xlsx") == bytes)
  }

  @Test func anEmptyColumnGivesItsPlaceToTheResultsOfADevice() throws {
    try FileManager.default.removeItem(atPath: folder("out"))
    try generate("{}")
    let id = try book.ids()[0]
    try book.enter([(id, .note, "slow")])
    let first = try #require(try place(of: "Result"))
    #expect(try !generate(Self.both).contains("no longer count"))
    #expect(try place(of: "Result (iPhone 15)") == first && place(of: "Result") == nil)
    let last = try #require(try place(of: "Result (Pixel 8)"))
    #expect(try printed()?.columns.contains(last) == true)
    try book.enter([(id, phone, "OK")])
    // The other one is empty, too.
    try generate("devices: [iPhone 15]")
    #expect(try headings() == ["Result (iPhone 15)"] && book.text(id, .note) == "slow")
    #expect(try book.text(id, phone) == "OK" && counted("OK") == "1")
  }

  private func place(of heading: String) throws -> Int? {
    try book.table("Cases").rows.lazy
      .compactMap { row in row.firstIndex { $0.plainText == heading } }.first
  }

  @Test func resultsThatNoLongerCountAreNamed() throws {
    try generate("{}")
    let ids = try book.ids()
    try book.enter([(ids[0], .result, "OK"), (ids[1], .result, "NG")])
    let warning = "Cases: 2 results in “Result” no longer count"
    #expect(try generate(Self.both).contains(warning))
    #expect(try book.text(ids[0], .result) == "OK" && counted("OK") == "0")
    for heading in try headings().filter({ $0 != "Result" }) {
      let column = try #require(try place(of: heading))
      #expect(try printed()?.columns.contains(column) == true)
    }
    try book.enter([(ids[0], phone, "OK")])
    let both = try generate("devices: [Pixel 8]")
    #expect(both.contains(warning))
    #expect(both.contains("Cases: 1 result in “Result (iPhone 15)” no longer counts"))
    #expect(try !generate("{}").contains(warning))
  }

  /// Returns a case whose expected result can be changed.
  private func sent() throws -> String {
    try #require(try book.ids().first { try book.text($0, .expected) == "The form is sent" })
  }

  private func change(to result: String) throws {
    let text = SampleSpecs.complete.replacing("The form is sent", with: result)
    try folder.write(text, to: "done.yaml")
  }

  /// The date of a row is that of the last device.
  @Test func aVoidResultStaysVoidUntilItsOwnCellIsEntered() throws {
    let id = try sent()
    try book.enter([(id, phone, "OK"), (id, pixel, "Pass"), (id, .testedOn, "2026-11-01")])
    try change(to: "The form flies")
    try generate(Self.both)
    #expect(try book.text(id, phone) == "Void: test again (OK)")
    #expect(try book.text(id, pixel) == "Void: test again (Pass)")
    #expect(try book.text(id, .recheck) == "")
    #expect(try counted("OK") == "0" && counted("Void: test again") == "2")
    #expect(try counted("Other entries") == "0")
    let all = try Int(progress("Cases")[0]) ?? 0
    #expect(try progress("Cases")[4] == "\(all)")

    try book.enter([(id, phone, "OK"), (id, .testedOn, "2026-11-05")])
    try generate(Self.both)
    #expect(try book.text(id, pixel) == "Void: test again (Pass)")
    #expect(try counted("OK") == "1" && counted("Void: test again") == "1")
    #expect(try progress("Cases").prefix(5) == ["\(all)", "1", "0", "0", "\(all - 1)"])
    try book.enter([(id, pixel, "Pass")])
    try generate(Self.both)
    #expect(try counted("OK") == "2" && counted("Void: test again") == "0")

    // A mark in the other language is the same mark.
    try change(to: "The form swims")
    try generate(Self.both)
    try folder.write(
      try folder.read("done.yaml").replacing("specmatrix: 1", with: "specmatrix: 1\nlanguage: ja"),
      to: "done.yaml"
    )
    try generate(Self.both)
    let table = try book.table("Cases")
    #expect(table.rows.contains { $0.contains(.text("無効（再テスト）：OK")) })
  }

  /// A case not run on one device says nothing about results on another; if it ran nowhere, there is nothing to recheck.
  @Test(arguments: [("OK", "Void: test again (OK)"), ("Not run", "Not run"), ("", "")])
  func whatWasNotRunNeedsNoSecondLook(onPhone: String, after: String) throws {
    let id = try sent()
    try book.enter([(id, phone, onPhone), (id, pixel, "Not run")])
    try change(to: "The form flies")
    try generate(Self.both)
    #expect(try book.text(id, phone) == after)
    #expect(try book.text(id, pixel) == "Not run")
  }

  /// A mark for all devices comes from an earlier version, or from a tester.
  @Test func aMarkOfTheRowIsOfEachResult() throws {
    let id = try sent()
    try book.enter([
      (id, phone, "OK"), (id, pixel, "OK"), (id, .testedOn, "2026-11-05"),
      (id, .recheck, "Void: test again (tested 2026-11-01)"),
    ])
    try generate(Self.both)
    #expect(try book.text(id, phone) == "Void: test again (OK)")
    #expect(try book.text(id, pixel) == "Void: test again (OK)")
    #expect(try book.text(id, .recheck) == "")
  }

  /// It moves to the results once there are any.
  @Test(arguments: ["", "Not run"]) func aMarkWithoutAResultStays(result: String) throws {
    let id = try sent()
    try book.enter([(id, pixel, result), (id, .recheck, "Check again")])
    try generate(Self.both)
    #expect(try book.text(id, .recheck) == "Check again" && book.text(id, pixel) == result)
  }

  @Test func whatTestersSayInTheirOwnWordsIsNoMark() throws {
    let id = try sent()
    let words = ["Check again after hotfix", "要再確認（iOSのみ）"]
    try book.enter([(id, phone, words[0]), (id, pixel, words[1])])
    let other = TesterWorkbook(path: folder("tanaka.xlsx"))
    try FileManager.default.copyItem(atPath: book.path, toPath: other.path)
    try generate(Self.both)
    #expect(try [book.text(id, phone), book.text(id, pixel)] == words)
    try other.enter([(id, phone, "OK")])
    #expect(CommandRun("merge-results", book.path, other.path).status == .findings)
    #expect(try book.text(id, .note).contains(words[0]))
    // A change of the case puts a mark before them.
    try change(to: "The form flies")
    try generate(Self.both)
    #expect(try book.text(id, pixel) == "Void: test again (\(words[1]))")
  }

  /// A factor may be named like a result on a device.
  @Test func noOtherColumnIsMarked() throws {
    let text = try folder.read("done.yaml")
    let plan = "plan: {label: Result (plan), values: [free, premium]}"
    try folder.write(text.replacing("plan: [free, premium]", with: plan), to: "done.yaml")
    let id = try sent()
    try book.enter([(id, phone, "OK")])
    try generate(Self.both)
    try folder.write(
      try folder.read("done.yaml").replacing(" is sent", with: " flies"),
      to: "done.yaml"
    )
    try generate(Self.both)
    let row = try #require(try book.table("Cases").rows.first { $0[0].plainText == id })
    #expect(row.count { $0.plainText.hasPrefix("Void: test again") } == 1)
  }

  @Test func theResultOfADeviceThatComesBackIsOfTheCaseAsItWas() throws {
    let id = try sent()
    try book.enter([(id, phone, "OK"), (id, pixel, "OK")])
    try generate("devices: [Pixel 8]")
    try change(to: "The form flies")
    try generate("devices: [Pixel 8]")
    try generate(Self.both)
    #expect(try book.text(id, phone) == "Void: test again (OK)")
    #expect(try counted("OK") == "0" && counted("Void: test again") == "2")
  }

  @Test func aCSVFileIsReadByItsHeadings() throws {
    let options = ["--format", "csv,json", "--csv-encoding", "utf-8"]
    let id = try book.ids()[0]
    try folder.write(
      "Case,Note,Result (Pixel 8),Result (Xperia)\r\n\(id),slow,NG,OK\r\n",
      to: "out/DONE.csv"
    )
    let run = CommandRun(
      arguments: ["generate", folder("done.yaml"), "-o", folder("out")] + options
    )
    #expect(run.status == .success, "\(run.errors)")
    let lines = try folder.read("out/DONE.csv").split(separator: "\r\n")
    #expect(lines[0].contains("Result (iPhone 15)") && lines[0].contains("Result (Xperia)"))
    #expect(lines.contains { $0.hasPrefix(id) && $0.contains(",NG,") && $0.contains("OK") })
  }

  @Test func aRunIsOfOneDevice() throws {
    let id = try book.ids()[0]
    func results(_ test: String, _ day: String, _ more: String...) throws -> CommandRun {
      try folder.write(
        "<testsuite name=\"s\" timestamp=\"\(day)T10:00:00\">\(test)</testsuite>",
        to: "r.xml"
      )
      return CommandRun(
        arguments: [
          "results", folder("done.yaml"), folder("r.xml"), "--suite-folder", folder("out"),
          "--write",
        ] + more
      )
    }
    let passed = "<testcase name=\"\(id)\"/>"
    let unsaid = try results(passed, "2026-11-20")
    #expect(unsaid.status == .invalid)
    #expect(unsaid.errors.contains("name the device of the run with --device: iPhone 15, Pixel 8"))
    #expect(try results(passed, "2026-11-20", "--device", "Xperia").status == .invalid)
    #expect(try results(passed, "2026-11-20", "--device", "iPhone 15").status == .success)
    #expect(try results(passed, "2026-11-21", "--device", "pixel 8").status == .success)
    #expect(try book.text(id, phone) == "OK" && book.text(id, pixel) == "OK")
    // A run replaces its own result, whatever was run on other devices since.
    let failed = "<testcase name=\"\(id)\"><failure message=\"no\"/></testcase>"
    #expect(try results(failed, "2026-11-22", "--device", "iPhone 15").status == .findings)
    #expect(try book.text(id, phone) == "NG" && book.text(id, pixel) == "OK")
    #expect(
      try book.text(id, .evidence) == "CI, Pixel 8: OK, 2026-11-21\nCI, iPhone 15: NG, 2026-11-22"
    )
    // A result on one device settles nothing on the other.
    try folder.write(
      SampleSpecs.complete.replacing("The form", with: "The whole form"),
      to: "done.yaml"
    )
    try generate(Self.both)
    #expect(try results(passed, "2026-11-23", "--device", "iPhone 15").status == .success)
    #expect(try book.text(id, phone) == "OK" && book.text(id, pixel) == "Void: test again (OK)")
    try book.enter([(id, phone, "NG")])
    #expect(try results(passed, "2026-11-24", "--device", "iPhone 15").status == .findings)
    #expect(try book.text(id, phone) == "Check again (NG)" && book.text(id, .recheck) == "")
    // A void result does not contradict a run.
    for void in ["Void: test again (NG)", "Void: test again (OK)"] {
      try book.enter([(id, phone, void)])
      #expect(try results(passed, "2026-11-25", "--device", "iPhone 15").status == .success)
      #expect(try book.text(id, phone) == "OK")
    }
  }

  @Test func resultsOfTestersAreMergedDeviceByDevice() throws {
    let other = TesterWorkbook(path: folder("tanaka.xlsx"))
    try FileManager.default.copyItem(atPath: book.path, toPath: other.path)
    let ids = try book.ids()
    try book.enter([(ids[0], phone, "OK"), (ids[1], phone, "OK"), (ids[1], pixel, "OK")])
    try other.enter([(ids[0], pixel, "NG"), (ids[1], pixel, "NG"), (ids[1], .tester, "Tanaka")])
    let run = CommandRun("merge-results", book.path, other.path)
    #expect(run.status == .findings, "\(run.errors)")
    #expect(try book.text(ids[0], phone) == "OK" && book.text(ids[0], pixel) == "NG")
    #expect(try book.text(ids[1], phone) == "OK" && book.text(ids[1], pixel) == "Check again")
    #expect(try book.text(ids[1], .recheck) == "")
    #expect(
      try book.text(ids[1], .note)
        == "DONE.xlsx: Pixel 8: OK\ntanaka.xlsx: Pixel 8: NG, Tanaka"
    )
    // The other device has its result; a third tester's goes into the note.
    try generate(Self.both)
    #expect(try book.text(ids[1], phone) == "OK" && book.text(ids[1], pixel) == "Check again")
    #expect(CommandRun("merge-results", book.path, other.path).status == .success)
    #expect(try book.text(ids[1], pixel) == "Check again")
  }

  @Test func aResultForTheCaseAsItIsBeatsAVoidOne() throws {
    let id = try sent()
    let (old, new) = (
      TesterWorkbook(path: folder("old.xlsx")), TesterWorkbook(path: folder("new.xlsx"))
    )
    try book.enter([(id, phone, "OK")])
    try FileManager.default.copyItem(atPath: book.path, toPath: old.path)
    try change(to: "The form flies")
    try generate(Self.both)
    try FileManager.default.copyItem(atPath: book.path, toPath: new.path)
    try old.enter([(id, pixel, "OK")])
    try new.enter([(id, phone, "OK")])
    #expect(CommandRun("merge-results", book.path, old.path).status == .success)
    #expect(try book.text(id, phone) == "Void: test again (OK)")
    #expect(try book.text(id, pixel) == "Check again (OK)")
    #expect(CommandRun("merge-results", book.path, new.path).status == .success)
    #expect(try book.text(id, phone) == "OK" && book.text(id, pixel) == "Check again (OK)")
    try generate(Self.both)
    #expect(try counted("OK") == "1" && counted("Check again") == "1")
  }

  /// A finished round had other devices, or none.
  @Test func eachRoundCountsItsOwnDevices() throws {
    let id = try book.ids()[0]
    let count = try book.ids().count
    try book.enter([(id, phone, "OK"), (id, pixel, "NG")])
    try generate("devices: [Xperia]", "--round", "2")
    #expect(try progress("2").prefix(3) == ["\(count)", "0", "0"])
    #expect(try progress("Cases").prefix(3) == ["\(2 * count)", "1", "1"])
    try generate("{}", "--round", "3")
    try book.enter([(id, .result, "NG")], on: "3")
    try generate("{}")
    #expect(try progress("3").prefix(3) == ["\(count)", "0", "1"])
    #expect(try progress("2").prefix(3) == ["\(count)", "0", "0"])
    #expect(try progress("Cases").prefix(3) == ["\(2 * count)", "1", "1"])
    let bytes = try folder.bytes("out/DONE.xlsx")
    try generate("{}")
    #expect(try folder.bytes("out/DONE.xlsx") == bytes)
  }
}
