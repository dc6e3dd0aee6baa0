import Foundation
import Reporting
import Testing
import Text
import Workbooks

@testable import SpecMatrixCLI

/// Testers' entries for end-to-end cases, and their preservation.
@Suite struct FlowSheetTests {
  private let folder: TemporaryFolder
  private let book: TesterWorkbook
  private static let sheet = "End to end"
  private static let text = """
    specmatrix: 1
    id: BOX
    feature: Parcel box
    traits: []
    states:
      parcel: {label: Parcel, values: {announced: Announced, stored: In the box, out: Collected}, start: announced}
      code: [right, wrong]
    operations: {store: Put it in, collect: Type the code}
    rules:
      store:
        - {when: {parcel: announced}, then: A code is sent, becomes: {parcel: stored}}
        - {when: {parcel: [stored, out]}, then: The box refuses it}
      collect:
        - {when: {parcel: stored, code: right}, then: The door opens, becomes: {parcel: out}}
        - {when: {parcel: [announced, out], code: right}, then: No parcel is shown}
        - {when: {code: wrong}, then: Wrong code is shown}

    """

  init() throws {
    folder = try TemporaryFolder()
    book = TesterWorkbook(path: folder("out/BOX.xlsx"))
    try folder.write("ref: refs/heads/main\n", to: ".git/HEAD")
    try folder.write("{}", to: "specmatrix.yaml")
    try generate()
  }

  /// Generates the spec with some texts replaced, and returns the summary line.
  @discardableResult
  private func generate(_ edits: (String, String)..., more: [String] = []) throws -> String {
    let text = edits.reduce(Self.text) { $0.replacing($1.0, with: $1.1) }
    try folder.write(text, to: "box.yaml")
    let run = CommandRun(arguments: ["generate", folder("box.yaml"), "-o", folder("out")] + more)
    try #require(run.status == .success, "\(run.errors)")
    return run.output.split(separator: "\n").first.map(String.init) ?? ""
  }

  private func steps() throws -> [String] {
    try book.table(Self.sheet).rows.compactMap { $0.first?.plainText }
      .filter { $0.hasPrefix("BOX-E2E-") }
  }

  private func rows(_ sheet: String) throws -> [[String]] {
    try book.table(sheet).rows.map { row in
      row.map(\.plainText) + Array(repeating: "", count: max(0, 12 - row.count))
    }
  }

  private func enter(_ step: String, _ result: String) throws {
    try book.enter(
      [
        (step, .result, result), (step, .tester, "Sato"), (step, .testedOn, "2026-11-20"),
        (step, .note, "slow"),
      ],
      on: Self.sheet
    )
  }

  private func mark(_ step: String) throws -> String {
    try book.text(step, .recheck, on: Self.sheet)
  }

  @Test func `a walk keeps its id and its results whatever is expected`() throws {
    let steps = try steps()
    try #require(steps.count == 2)
    for step in steps { try enter(step, "OK") }
    try generate(("The door opens", "The door swings open"))
    #expect(try self.steps() == steps)
    #expect(try book.text(steps[1], .result, on: Self.sheet) == "OK")
    #expect(try mark(steps[0]) == "" && mark(steps[1]) == "Void: test again (tested 2026-11-20)")
    let walk = String(steps[0].dropLast(2))
    let changes = try rows("Changes")
    let change = try #require(changes.first { $0.first == walk })
    #expect(change[1] == "Expected result changed" && change[6] == "Void: test again")
    #expect(change[4] == "2. Type the code: The door opens")
    #expect(change[5] == "2. Type the code: The door swings open")

    try book.enter([(steps[1], .testedOn, "2026-11-21")], on: Self.sheet)
    try generate(("The door opens", "The door swings open"), ("Type the code", "Enter the code"))
    #expect(try mark(steps[0]) == "" && mark(steps[1]) == "")
    #expect(try self.steps() == steps)
  }

  @Test func `a walk keeps its id under new names`() throws {
    let steps = try steps()
    try enter(steps[1], "NG")
    let names = [("parcel:", "item:"), ("stored", "inside"), ("collect:", "take:")]
    try generate(names[0], names[1], names[2])
    #expect(try self.steps() == steps)
    #expect(try mark(steps[1]) == "")
    try generate(names[0], names[1], names[2], ("The door opens", "The door swings open"))
    #expect(try self.steps() == steps)
    #expect(try mark(steps[1]) == "Void: test again (tested 2026-11-20)")
  }

  @Test func `a walk keeps its id when a rule names what was usual in it before`() throws {
    let steps = try steps()
    try enter(steps[0], "OK")
    let sent = "{when: {parcel: announced}, then: A code is sent"
    let told = """
      {when: {parcel: announced, code: wrong}, then: The box refuses it}
          - {when: {parcel: announced, code: right}, then: A code is sent
      """
    try generate((sent, told))
    #expect(try self.steps() == steps)
    #expect(try mark(steps[0]) == "")
    try generate()
    #expect(try self.steps() == steps)
    #expect(try book.text(steps[0], .result, on: Self.sheet) == "OK" && mark(steps[0]) == "")
  }

  @Test func `a walk that is gone stays with what was entered`() throws {
    let steps = try steps()
    try enter(steps[1], "NG")
    try generate((", becomes: {parcel: out}", ""), (", out: Collected", ""), (", out]", "]"))
    let now = try self.steps()
    #expect(now.prefix(2) == steps[...] && now.count == 3)
    let row = try #require(rows(Self.sheet).first { $0.first == steps[1] })
    #expect(row.contains("NG") && row.contains("slow") && row.contains("retired"))
    #expect(try rows("Changes").contains { $0[1] == "Retired case" && $0[0] + "/2" == steps[1] })
    try generate()
    let again = try #require(rows(Self.sheet).first { $0.first == steps[1] })
    #expect(again.contains("NG") && !again.contains("retired"))
  }

  @Test func `results on devices stay`() throws {
    try folder.write("devices: [iPhone 15, Pixel 8]", to: "specmatrix.yaml")
    try generate()
    let steps = try steps()
    try book.enter(
      [(steps[1], .deviceResult("iPhone 15"), "OK"), (steps[1], .deviceResult("Pixel 8"), "NG")],
      on: Self.sheet
    )
    try generate(("The door opens", "The door swings open"))
    #expect(
      try book.text(steps[1], .deviceResult("Pixel 8"), on: Self.sheet) == "Void: test again (NG)"
    )
    let progress = try rows("Progress").filter { $0.contains(Self.sheet) }
    #expect(progress.map { Array($0[..<3]) }.contains(["Result (Pixel 8)", Self.sheet, "2"]))
  }

  @Test func `the progress counts steps`() throws {
    let steps = try steps()
    try enter(steps[0], "OK")
    try generate()
    let progress = try rows("Progress").filter { $0.contains(Self.sheet) }.map { Array($0[..<7]) }
    #expect(
      progress == [
        [Self.sheet, "All steps", "2", "1", "0", "0", "1"],
        ["Sato", Self.sheet, "1", "1", "0", "0", "0"],
        ["Nobody yet", Self.sheet, "1", "0", "0", "0", "1"],
      ]
    )
  }

  @Test func `a round begins with no step done`() throws {
    let steps = try steps()
    for step in steps { try enter(step, "OK") }
    let before = try book.table(Self.sheet).rows
    try generate(more: ["--round", "2"])
    let round = "2 – End to end"
    #expect(try rows(round).map(\.[0]).filter { $0.hasPrefix("BOX-E2E-") } == steps)
    #expect(try book.text(steps[0], .result, on: round) == "")
    try book.enter([(steps[0], .result, "NG")], on: round)
    // A finished round is a record and is not continued.
    try generate(("The door opens", "The door swings open"))
    #expect(try book.table(Self.sheet).rows == before)
    #expect(try book.sheets().count { $0.hasSuffix("End to end") } == 2)
    #expect(try book.text(steps[0], .result, on: round) == "NG")
    let progress = try rows("Progress").filter { $0[0].hasSuffix(Self.sheet) }
      .map { Array($0[..<7]) }
    #expect(
      progress == [
        [round, "All steps", "2", "0", "1", "0", "1"], [round, "Round", "2", "0", "1", "0", "1"],
        [Self.sheet, "Round", "2", "2", "0", "0", "0"],
      ]
    )
    let bytes = try folder.bytes("out/BOX.xlsx")
    try generate(("The door opens", "The door swings open"))
    #expect(try folder.bytes("out/BOX.xlsx") == bytes)
  }

  @Test func `of a merge a walk keeps its id, and two walks never share one`() throws {
    let steps = try steps()
    let suite = try folder.read("out/BOX.json")
    let lines = suite.split(separator: "\n").map(String.init)
    let line = try #require(lines.first { $0.hasPrefix(#",{"flow""#) })
    func generate(with other: String) throws {
      try folder.write(suite.replacing(line, with: "\(line)\n\(other)"), to: "out/BOX.json")
      try self.generate()
    }
    try generate(with: line.replacing("The door opens", with: "The door jumps"))
    #expect(try self.steps() == steps)
    #expect(try folder.read("out/BOX.json") == suite)

    try enter(steps[0], "OK")
    let code = try #require(line.firstMatch(of: /"code": "([^"]+)"/)).output.1
    try generate(with: line.replacing(code, with: code.dropLast(2) + "2Z"))
    let now = try self.steps().filter { !steps.contains($0) }
    #expect(now.count == 2 && now[0].hasPrefix(steps[0].dropLast(2)))
    let row = try #require(rows(Self.sheet).first { $0.first == steps[0] })
    #expect(row.contains("retired"))
  }

  @Test func `the results of two testers are joined`() throws {
    for settings in ["{}", "devices: [iPhone 15, Pixel 8]"] {
      try FileManager.default.removeItem(atPath: folder("out"))
      try folder.write(settings, to: "specmatrix.yaml")
      try generate()
      let result = settings == "{}" ? ReportColumn.Role.result : .deviceResult("Pixel 8")
      let other = TesterWorkbook(path: folder("tanaka.xlsx"))
      try? FileManager.default.removeItem(atPath: other.path)
      try FileManager.default.copyItem(atPath: book.path, toPath: other.path)
      let steps = try steps()
      try book.enter([(steps[0], result, "OK"), (steps[1], result, "OK")], on: Self.sheet)
      try other.enter(
        [(steps[1], result, "NG"), (steps[1], .note, "stuck"), (steps[1], .steps, "Knock")],
        on: Self.sheet
      )
      let run = CommandRun("merge-results", book.path, other.path)
      #expect(run.status == .findings, "\(run.errors)")
      #expect(run.output.contains("\(steps[1]): BOX.xlsx: "))
      let edited = "\(steps[1]): “Steps” was edited to “Knock”; the edit was left out"
      #expect((run.output + run.errors).onOneLine.contains(edited))
      #expect(try book.text(steps[0], result, on: Self.sheet) == "OK")
      let onDevice = try book.text(steps[1], result, on: Self.sheet)
      #expect(try onDevice + mark(steps[1]) == "Check again")
      #expect(try book.text(steps[1], .note, on: Self.sheet).contains("stuck"))
    }
  }

  @Test func `two versions of a spec differ in their walks`() throws {
    try folder.write(Self.text.replacing("door opens", with: "door swings open"), to: "new.yaml")
    let run = CommandRun(
      arguments: [
        "diff", folder("box.yaml"), folder("new.yaml"), "--suite-folder", folder("out"),
      ]
    )
    let walk = try #require(steps().first).dropLast(2)
    #expect(run.output.contains("\(walk)"))
    #expect(run.output.contains("was: 2. Type the code: The door opens"))
    #expect(run.output.contains("end-to-end cases: 1 with another\n  result\n"))

    try folder.write(Self.text.replacing("Type the", with: "Enter the"), to: "new.yaml")
    let label = CommandRun("diff", folder("box.yaml"), folder("new.yaml"))
    #expect(label.output.contains("end-to-end cases: 1 reworded\n"))

    let lines = Self.text.replacing(", collect: Type the code", with: "").split(separator: "\n")
    let gone = lines.prefix { $0 != "  collect:" }.joined(separator: "\n")
    try folder.write(gone.replacing("  code: [right, wrong]\n", with: ""), to: "new.yaml")
    let fewer = CommandRun("diff", folder("box.yaml"), folder("new.yaml"))
    #expect(fewer.output.contains("cases retired"))
    #expect(!fewer.output.contains("nothing changes"))
  }

  @Test func `walks are counted apart`() throws {
    let walk = try #require(steps().first).dropLast(2)
    let fewer = try generate(
      (", becomes: {parcel: out}", ""),
      (", out: Collected", ""),
      (", out]", "]")
    )
    #expect(
      fewer
        == "BOX: 6 cases at depth relevant (6 kept), 2 retired, 1 end-to-end case, 1 end-to-end case retired, no open questions"
    )
    let explained = CommandRun(
      "explain",
      String(walk),
      folder("box.yaml"),
      "--suite-folder",
      folder("out")
    )
    #expect(explained.errors.contains("\(walk) is retired"))
    #expect(try generate().contains(", 1 end-to-end case retired"))
    try folder.write(Self.text, to: "new/box.yaml")
    try folder.write("{}", to: "old/specmatrix.yaml")
    let new = CommandRun("diff", folder("old"), folder("new"))
    #expect(new.output.contains("a new spec: 8 cases and 1 end-to-end case"))
  }

  @Test func `steps have no estimates`() throws {
    try folder.write("estimate: {normal: 3, failure: 8}", to: "specmatrix.yaml")
    try generate()
    let progress = try rows("Progress").filter { $0.contains(Self.sheet) }
    #expect(progress.map { Array($0[8..<10]) } == [["", ""]])
  }
}
