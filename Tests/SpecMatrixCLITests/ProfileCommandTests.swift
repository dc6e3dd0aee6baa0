import Foundation
import Testing
import Workbooks

@testable import SpecMatrixCLI

/// `generate --profile` and `--format md`: files for other tools beside those of the suite.
@Suite struct ProfileCommandTests {
  private let folder: TemporaryFolder
  private let spec: String

  init() throws {
    folder = try TemporaryFolder()
    spec = try folder.write(SampleSpecs.gap, to: "gap.yaml")
  }

  private func generate(_ options: String...) -> CommandRun {
    CommandRun(arguments: ["generate", spec, "-o", folder("out")] + options)
  }

  private static let all =
    "testrail,xray,azure,qase,zephyr-scale,qualityforward,testomat-markdown,jira,github"

  @Test func profilesAreWrittenAlongWithTheFormats() throws {
    let run = generate("--format", "json", "--profile", "qase,testrail,jira")
    #expect(run.status == .success && run.errors == "")
    let out = folder("out")
    #expect(
      run.output == """
        GAP: 4 cases at depth relevant (4 new), 1 open question, 1 combination of values waits for answers
          \(out)/GAP.json \(out)/GAP.testrail.xml \(out)/GAP.qase.csv \(out)/GAP.jira.csv
          testrail: 4 cases, 1 open; 0 to update, 4 new
          qase: 4 cases, 1 open; 0 to update, 4 new
          jira: 1 question to ask, 0 asked already

        """
    )
  }

  @Test func everyFormatAndEveryProfileAtOnceAndAgain() throws {
    let first = generate("--format", "json,csv,xlsx,md", "--profile", Self.all)
    #expect(first.status == .success && first.errors == "")
    let names = try folder.names(in: "out")
    #expect(
      names == [
        "GAP-questions.csv", "GAP.azure.csv", "GAP.csv", "GAP.github.sh", "GAP.jira.csv",
        "GAP.json",
        "GAP.md", "GAP.qase.csv", "GAP.qualityforward.xlsx", "GAP.testomat-markdown.test.md",
        "GAP.testrail.xml", "GAP.xlsx", "GAP.xray.csv", "GAP.zephyr-scale.csv",
      ]
    )
    _ = generate("--format", "json,csv,xlsx,md", "--profile", Self.all)
    let bytes = try names.map { try folder.bytes("out/" + $0) }
    let again = generate("--format", "json,csv,xlsx,md", "--profile", Self.all)
    #expect(again.status == .success && again.errors == "")
    #expect(try names.map { try folder.bytes("out/" + $0) } == bytes)
    let sheet = try SavedWorkbook(path: folder("out/GAP.qualityforward.xlsx")).tables
    #expect(sheet.map(\.name) == ["GAP"])
    #expect(sheet[0].rows[1].map(\.words).prefix(2) == ["A", "GAP-6T7 Submit"])
    // A folder may hold specs and what is generated of them.
    #expect(CommandRun("check", folder.path, "--fail-on", "never").status == .success)
  }

  @Test(arguments: [
    ("GAP.testrail.xml", "<suite><name>Ours</name></suite>"),
    ("GAP.azure.csv", "ID,Work Item Type,Title,Test Step,Step Action,Step Expected,Area Path\r\n"),
    ("GAP.azure.csv", "date,amount\r\n"), ("GAP.xray.csv", "\"never closed"),
    ("GAP.github.sh", "#!/bin/sh\necho mine\n"), ("GAP.testomat-markdown.test.md", "# Mine\n"),
    ("GAP.md", "# Mine\n"),
  ])
  func aFileOfSomebodyElseIsLeftAlone(name: String, text: String) throws {
    try folder.write(text, to: "out/" + name)
    let run = generate("--format", "json,md", "--profile", Self.all)
    #expect(run.status == .invalid)
    #expect(run.errors.contains("/out/\(name): specmatrix did not write this file"))
    #expect(try folder.read("out/" + name) == text)
    #expect(try folder.names(in: "out") == [name])
  }

  @Test func aWorkbookOfSomebodyElseIsLeftAlone() throws {
    _ = generate()
    let bytes = try folder.bytes("out/GAP.xlsx")
    try FileManager.default.copyItem(
      atPath: folder("out/GAP.xlsx"),
      toPath: folder("out/GAP.qualityforward.xlsx")
    )
    let run = generate("--profile", "qualityforward")
    #expect(run.status == .invalid)
    #expect(run.errors.contains("specmatrix did not write this file"))
    #expect(try folder.bytes("out/GAP.qualityforward.xlsx") == bytes)
  }

  @Test func aSpreadsheetThatHasAFileOpenKeepsIt() throws {
    _ = generate("--format", "json", "--profile", "azure")
    try folder.write("", to: "out/.~lock.GAP.azure.csv#")
    let run = generate("--format", "json", "--profile", "azure")
    #expect(run.status == .invalid && run.errors.contains("it is open in a spreadsheet program"))
  }

  @Test func aPartThatIsNoLongerNeededKeepsItsHeadingsOnly() throws {
    _ = generate("--format", "json", "--profile", "xray")
    let whole = try folder.read("out/GAP.xray.csv")
    try folder.write(whole, to: "out/GAP.xray-2.csv")
    #expect(generate("--format", "json", "--profile", "xray").status == .success)
    let rest = try folder.read("out/GAP.xray-2.csv")
    #expect(whole.hasPrefix(rest) && rest.hasSuffix(";Labels\r\n"))
  }

  @Test func formulasAreToldOf() throws {
    try folder.write(
      SampleSpecs.gap.replacing("The form is sent", with: "\"=1+1\""),
      to: "gap.yaml"
    )
    let run = generate("--format", "json", "--profile", "azure,testrail")
    #expect(
      run.errors.contains(
        "GAP.azure.csv: 2 cells prefixed with a quote, so that no spreadsheet runs a formula"
      )
    )
    #expect(!run.errors.contains("testrail"))
  }

  @Test(arguments: ["testlink", "azure,", "", "Azure"])
  func anUnknownToolIsAMistake(name: String) {
    let run = generate("--profile", name)
    #expect(run.status == .invalid)
    #expect(run.errors.contains("--profile"))
  }

  @Test func noReportTakesThePlaceOfAProfile() throws {
    _ = generate("--profile", "azure", "--format", "json,md")
    for name in ["GAP.azure.csv", "GAP.md"] {
      let run = CommandRun("check", spec, "--output-file", folder("out/" + name))
      #expect(run.status == .invalid && run.errors.contains("it is a generated file"))
    }
  }
}
