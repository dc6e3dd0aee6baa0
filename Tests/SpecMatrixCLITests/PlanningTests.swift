import Foundation
import Reporting
import Specification
import Testing

@testable import SpecMatrixCLI
@testable import Workbooks

/// Test planning: the settings' columns, in files as people get and save them.
@Suite struct PlanningTests {
  private let folder: TemporaryFolder
  private let book: TesterWorkbook

  init() throws {
    folder = try TemporaryFolder()
    book = TesterWorkbook(path: folder("out/DONE.xlsx"))
    try folder.write(SampleSpecs.complete, to: "done.yaml")
    try folder.write("ref: refs/heads/main\n", to: ".git/HEAD")
  }

  private func generate(_ settings: String, _ more: String...) throws {
    try folder.write(settings, to: "specmatrix.yaml")
    let run = CommandRun(arguments: ["generate", folder("done.yaml"), "-o", folder("out")] + more)
    #expect(run.status == .success, "\(run.errors)")
  }

  private func headings() throws -> [String] {
    let rows = try book.table("Cases").rows
    return try #require(rows.first { $0.first?.plainText == "Case" }).map(\.plainText)
  }

  /// Returns the numbers of the sheet of progress, by name.
  private func progress() throws -> [String: [String]] {
    let rows = try book.table("Progress").rows.map { $0.map(\.plainText) }
    return Dictionary(rows.filter { $0.count > 5 }.map { ($0[0], Array($0[2...])) }) { first, _ in
      first
    }
  }

  @Test func columnsComeOnRequestAndStayWherePeopleFilledThem() throws {
    try generate("")
    #expect(try !headings().contains("Assignee") && !headings().contains("Estimate (min)"))
    try generate("columns: [assignee, due]\nestimate: {normal: 3}", "--fresh")
    let id = try book.ids()[0]
    #expect(try book.text(id, .estimate) == "3")
    try book.enter([(id, .optional(.assignee), "Sato"), (id, .optional(.due), "2027-02-01")])
    try generate("columns: [due]")
    #expect(try book.text(id, .optional(.assignee)) == "Sato")
    #expect(try book.text(id, .optional(.due)) == "2027-02-01")
    #expect(try !headings().contains("Estimate (min)"))
    try generate("columns: [assignee]")
    #expect(
      try book.text(id, .optional(.assignee)) == "Sato"
        && book.text(id, .optional(.due)) == "2027-02-01"
    )
  }

  /// A CSV file is rewritten and has no stable rows.
  @Test func columnsOfACSVFileStayWhereTheyAreFilled() throws {
    let options = ["--format", "csv,json", "--csv-encoding", "utf-8"]
    func generate(_ settings: String) throws -> String {
      try folder.write(settings, to: "specmatrix.yaml")
      let run = CommandRun(
        arguments: ["generate", folder("done.yaml"), "-o", folder("out")] + options
      )
      #expect(run.status == .success, "\(run.errors)")
      return try folder.read("out/DONE.csv")
    }
    let asked = try generate("columns: [assignee]")
    let row = try #require(asked.split(separator: "\r\n").dropFirst().first)
    let id = try #require(row.split(separator: ",").first)
    try folder.write("Case,Assignee\r\n\(id),Sato\r\n", to: "out/DONE.csv")
    let left = try generate("{}")
    #expect(left.contains(",Assignee") && left.contains(",Sato"))
    try folder.write("Case,Assignee\r\n\(id),\r\n", to: "out/DONE.csv")
    #expect(try !generate("{}").contains("Assignee"))
  }

  @Test func progressIsToldByOperationTesterAndRound() throws {
    let settings = "columns: [assignee]\nestimate: {normal: 4}"
    try generate(settings)
    let ids = try book.ids()
    let count = ids.count
    #expect(
      try progress()["Cases"] == [
        "\(count)", "0", "0", "0", "\(count)", "0%", "\(4 * count)", "\(4 * count)",
      ]
    )
    try book.enter([
      (ids[0], .result, "OK"), (ids[0], .tester, "Sato"), (ids[1], .result, "NG"),
      (ids[1], .tester, "sato"), (ids[2], .optional(.assignee), "Tanaka"),
      (ids[2], .result, "not run"),
    ])
    try generate(settings)
    let now = try progress()
    let left = count - 2
    let done = 200 / count
    #expect(
      now["Cases"] == [
        "\(count)", "1", "1", "0", "\(left)", "\(done)%", "\(4 * count)", "\(4 * left)",
      ]
    )
    #expect(now["Sato"] == ["2", "1", "1", "0", "0", "100%", "8", "0"])
    #expect(now["Tanaka"] == ["1", "0", "0", "0", "1", "0%", "4", "4"])
    #expect(now["Nobody yet"]?.first == "\(count - 3)")
    #expect(Set(["Submit", "Look"]).isSubset(of: now.keys))
    // A result to check again counts as not run, and so does a new round.
    try folder.write(
      SampleSpecs.complete.replacing("The form is sent", with: "It flies")
        .replacing("The form is shown", with: "It shines"),
      to: "done.yaml"
    )
    try generate(settings)
    #expect(try progress()["Cases"]?[4] == "\(count)")
    try generate(settings, "--round", "2")
    let rounds = try book.table("Progress").rows.map { $0.map(\.plainText) }
      .filter { $0.count > 1 && $0[1] == "Round" }
    #expect(rounds.map { $0[0] } == ["2", "Cases"])
    #expect(rounds.map { $0[2] } == ["\(count)", "\(count)"])
    let bytes = try folder.bytes("out/DONE.xlsx")
    try generate(settings)
    #expect(try folder.bytes("out/DONE.xlsx") == bytes)
  }

  /// Returns the links of the cells on the sheet of cases.
  private func links() throws -> [String] {
    var archive = try ZipArchive(path: book.path, limits: .standard)
    return try archive.names.filter { $0.hasPrefix("xl/worksheets/_rels/") }
      .flatMap { name in
        String(decoding: try archive.bytes(of: name), as: UTF8.self)
          .matches(of: /Target="(https?:[^"]*)"/).map { String($0.1) }
      }
  }

  @Test func idsOfTicketsLeadToThem() throws {
    let settings = "ticket_url: https://tracker.example/browse/{id}?from=qa"
    try generate(settings)
    let ids = try book.ids()
    #expect(try links().isEmpty)
    try book.enter([(ids[0], .defect, "BUG-7"), (ids[1], .defect, "see the log of today")])
    try generate(settings)
    #expect(try links() == ["https://tracker.example/browse/BUG-7?from=qa"])
    #expect(try book.text(ids[0], .defect) == "BUG-7")
    #expect(try book.text(ids[1], .defect) == "see the log of today")
    let bytes = try folder.bytes("out/DONE.xlsx")
    try generate(settings)
    #expect(try folder.bytes("out/DONE.xlsx") == bytes)
    // Programs keep the link in the cell if another id is entered.
    try book.enter([(ids[0], .defect, "#8")])
    try generate(settings)
    #expect(try links().contains("https://tracker.example/browse/8?from=qa"))
    #expect(try book.text(ids[0], .defect) == "#8")
  }

  @Test func sourcesOfRulesStandBesideTheirCases() throws {
    try generate("")
    #expect(try !headings().contains("Source"))
    try folder.write(
      SampleSpecs.complete.replacing("{id: sent,", with: "{id: sent, source: WIKI-3,"),
      to: "done.yaml"
    )
    try generate("ticket_url: https://wiki.example/{id}", "--fresh")
    let sources = try book.ids().map { try book.text($0, .source) }
    #expect(Set(sources) == ["WIKI-3", ""])
    #expect(try Set(links()) == ["https://wiki.example/WIKI-3"])
  }

  @Test func testRailGetsTheEstimate() throws {
    try generate("estimate: {normal: 3, failure: 8}", "--profile", "testrail")
    #expect(try folder.read("out/DONE.testrail.xml").contains("<estimate>3m</estimate>"))
  }
}
