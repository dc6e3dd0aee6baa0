import Foundation
import Testing

@testable import SpecMatrixCLI

/// `specmatrix links`: exports in the tools' own forms, and the updates that follow from them.
@Suite struct LinksCommandTests {
  private let folder: TemporaryFolder
  private let spec: String

  init() throws {
    folder = try TemporaryFolder()
    spec = try folder.write(SampleSpecs.gap, to: "gap.yaml")
  }

  @discardableResult
  private func generate(_ options: String...) -> CommandRun {
    CommandRun(arguments: ["generate", spec, "-o", folder("out"), "--format", "json"] + options)
  }

  private func links(_ export: String, _ tool: String, _ options: String...) -> CommandRun {
    CommandRun(
      arguments: ["links", spec, export, "--tool", tool, "--suite-folder", folder("out")] + options
    )
  }

  /// What each tool exports when the first two cases are in it, and how the next file says so.
  static let exports: [(tool: String, name: String, text: String, written: [String])] = [
    (
      "testrail", "export.xml",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <suite>
        <id>S2</id>
        <name>Master</name>
        <sections><section><name>GAP</name><cases>
          <case><id>C101</id><title>GAP-6T7 submit</title><template>Test Case (Steps)</template>
            <custom><steps_separated><step><index>1</index><content>GAP-R5X in a step</content></step></steps_separated></custom>
          </case>
        </cases><sections><section><name>More</name><cases>
          <case><id>C102</id><title>GAP-289 renamed &amp; moved</title></case>
        </cases></section></sections></section></sections>
      </suite>
      """,
      ["<id>C101</id>\n            <title>GAP-6T7", "<id>C102</id>\n            <title>GAP-289"]
    ),
    (
      "testrail", "export.csv",
      "\"ID\",\"Title\",\"Section\"\n\"C101\",\"GAP-6T7 submit\",\"GAP\"\n\"C102\",\"GAP-289 x\",\"GAP\"\n",
      ["<id>C101</id>", "<id>C102</id>"]
    ),
    (
      "xray", "jira.csv",
      "Summary,Issue key,Issue id,Issue Type\nGAP-6T7 submit,WEB-59,10001,Test\nGAP-289 x,WEB-60,10002,Test\nPrecondition of login,WEB-1,10000,Precondition\n",
      [";WEB-59;Manual;GAP-6T7", ";WEB-60;Manual;GAP-289"]
    ),
    (
      "azure", "azure.csv",
      "\u{FEFF}ID,Work Item Type,Title,Test Step,Step Action,Step Expected,Area Path,Assigned To,State\r\n\"311\",\"Test Case\",\"GAP-6T7 submit\",,,,\"Shop\",,\"Design\"\r\n,,,\"1\",\"GAP-R5X\",\"\",,,\r\n\"312\",\"Test Case\",\"GAP-289 x\",,,,\"Shop\",,\"Design\"\r\n",
      ["\r\n311,Test Case,GAP-6T7", "\r\n312,Test Case,GAP-289"]
    ),
    (
      "qase", "qase.csv",
      "v2.id,title,description\n,,\n7,GAP-6T7 submit,\n8,GAP-289 x,\n",
      ["\n7,GAP-6T7", "\n8,GAP-289"]
    ),
    (
      "zephyr-scale", "zephyr.csv",
      "Key,Name,Status,Precondition\nWEB-T4,GAP-6T7 submit,Draft,\n,,,\nWEB-T5,GAP-289 x,Draft,\n",
      ["\r\nWEB-T4,GAP-6T7", "\r\nWEB-T5,GAP-289"]
    ),
    (
      "testomat-markdown", "suite.test.md",
      "<!-- suite\nid: @S380c64db\nemoji: \n-->\n# GAP-R5X no test\n\n<!-- test\nid: @T1a2b3c4d\npriority: normal\n-->\n# GAP-6T7 submit @smoke\n\n### Steps\n* GAP-R5X\n\n<!-- test\nid: @T5e6f7a8b\n-->\n## GAP-289 x\n",
      ["id: @T1a2b3c4d\ntype: manual", "id: @T5e6f7a8b\ntype: manual"]
    ),
  ]

  @Test(arguments: exports)
  func theNextExportUpdatesWhatIsThere(
    tool: String,
    name: String,
    text: String,
    written: [String]
  ) throws {
    generate("--profile", tool)
    let export = try folder.write(text, to: name)
    let run = links(export, tool)
    #expect(run.status == .success && run.errors == "")
    #expect(run.output.contains("GAP.links.json: 2 of 4 cases linked with "))
    let next = generate("--profile", tool)
    #expect(next.output.contains("  \(tool): 4 cases, 1 open; 2 to update, 2 new\n"))
    let path = try #require(next.output.firstMatch(of: /\S+GAP\.(?!json)\S+/)).output
    let file = try String(contentsOfFile: String(path), encoding: .utf8)
    for text in written { #expect(file.contains(text), "\(text)") }

    // The same export says nothing new.
    let links = try folder.bytes("out/GAP.links.json")
    #expect(self.links(export, tool).output.contains(", 0 new"))
    #expect(try folder.bytes("out/GAP.links.json") == links)
  }

  /// What we write, with keys filled in by the tool, is an export, too.
  @Test func ourOwnFileComesBackWithKeys() throws {
    generate("--profile", "azure,qase,zephyr-scale,xray")
    for (tool, first, key) in [
      ("azure", "\r\n,Test Case,GAP-R5X", "\r\n9,Test Case,GAP-R5X"),
      ("qase", "\n,GAP-R5X", "\n9,GAP-R5X"),
      ("zephyr-scale", "\r\n,GAP-R5X", "\r\nWEB-T9,GAP-R5X"),
      ("xray", ";;Manual;GAP-R5X", ";WEB-9;Manual;GAP-R5X"),
    ] {
      let text = try folder.read("out/GAP.\(tool).csv")
      try #require(text.contains(first), "\(tool)")
      let export = try folder.write(text.replacing(first, with: key), to: "\(tool).csv")
      #expect(links(export, tool).output.contains(": 1 of 4 cases linked"))
      generate("--profile", tool)
      #expect(try folder.read("out/GAP.\(tool).csv") == text.replacing(first, with: key))
    }
  }

  @Test func whatIsNotClearIsSaid() throws {
    generate()
    let export = try folder.write(
      """
      ID,Title
      C1,GAP-6T7 submit
      C2,GAP-6T7 submit (copy)
      C3,GAP-9TC never there
      C4,as GAP-289 and GAP-R5X
      C5,GAP-289 like GAP-R5X
      X6,GAP-R5X look
      C7,POST-4KD of another spec
      C8,XGAP-6T7 and GAP-6T70x and GAP-6T7_a are no ids
      C9,「GAP-PW6」を確認する

      """,
      to: "export.csv"
    )
    let run = links(export, "testrail")
    #expect(run.status == .findings)
    #expect(
      run.errors == """
        specmatrix: GAP-6T7 is there 2 times: C1, C2; C1 is linked, delete the others
        specmatrix: C3 “GAP-9TC never there”: GAP has no such case
        specmatrix: C4 “as GAP-289 and GAP-R5X”: begin the title with the id of the case that it is
        specmatrix: “GAP-R5X look”: “X6” is not an id of TestRail

        """
    )
    #expect(
      run.output.hasSuffix(
        "3 of 4 cases linked with TestRail, 3 new; 2 other titles in the export\n"
      )
    )
    #expect(
      try folder.read("out/GAP.links.json") == """
        {
          "version": 1,
          "id": "GAP",
          "links": {
            "testrail": {
              "GAP-289": "C5",
              "GAP-6T7": "C1",
              "GAP-PW6": "C9"
            }
          }
        }

        """
    )
  }

  @Test func whatIsLinkedStaysAsLongAsItIsThere() throws {
    generate()
    func export(_ rows: String...) throws -> String {
      try folder.write((["ID,Title"] + rows).joined(separator: "\n"), to: "export.csv")
    }
    _ = links(try export("2,GAP-6T7 a"), "azure")
    let run = links(try export("1,GAP-6T7 copy", "2,GAP-6T7 a"), "azure")
    #expect(run.status == .findings)
    #expect(run.errors.contains("GAP-6T7 is there 2 times: 2, 1; 2 is linked, delete the others"))
    #expect(try folder.read("out/GAP.links.json").contains("\"GAP-6T7\": \"2\""))
  }

  @Test func linksAreNoSpecAndNoPlaceForAReport() throws {
    generate()
    _ = links(try folder.write("ID,Title\n1,GAP-6T7 a\n", to: "export.csv"), "azure")
    let bytes = try folder.bytes("out/GAP.links.json")
    let check = CommandRun("check", folder.path, "--fail-on", "never")
    #expect(check.status == .success && !check.output.contains("links.json"))
    let report = CommandRun("check", spec, "--output-file", folder("out/GAP.links.json"))
    #expect(report.status == .invalid && report.errors.contains("it is a generated file"))
    #expect(try folder.bytes("out/GAP.links.json") == bytes)
  }

  @Test func entriesThatAreGoneAreForgottenOnRequest() throws {
    generate()
    func export(_ rows: String...) throws -> String {
      try folder.write((["ID,Title"] + rows).joined(separator: "\n"), to: "export.csv")
    }
    _ = links(try export("1,GAP-6T7 a", "2,GAP-289 b", "3,GAP-R5X c"), "azure")
    // Two were exchanged, one is gone.
    let run = links(try export("2,GAP-6T7 a", "1,GAP-289 b"), "azure")
    #expect(run.status == .success)
    #expect(
      run.errors == """
        specmatrix: GAP-6T7 is 2 now, before 1
        specmatrix: GAP-289 is 1 now, before 2
        specmatrix: 3 (GAP-R5X) is not in the export; --prune forgets it

        """
    )
    #expect(try folder.read("out/GAP.links.json").contains("\"GAP-R5X\": \"3\""))
    let pruned = links(try export("2,GAP-6T7 a", "1,GAP-289 b"), "azure", "--prune")
    #expect(pruned.errors.contains("3 (GAP-R5X) is not in the export: forgotten"))
    #expect(try !folder.read("out/GAP.links.json").contains("GAP-R5X"))
  }

  @Test func casesThatAreGoneAreNamedWithTheirEntries() throws {
    generate()
    let export = try folder.write(
      "ID,Title\nC3,GAP-R5X a\nC4,GAP-PW6 b\nC2,GAP-289 b\n",
      to: "e.csv"
    )
    _ = links(export, "testrail")
    try folder.write(SampleSpecs.gap.replacing("[free, premium]", with: "[free]"), to: "gap.yaml")
    let run = generate("--profile", "testrail")
    #expect(run.output.contains("    retired, to be archived there: C4 (GAP-PW6), C3 (GAP-R5X)\n"))
    #expect(try !folder.read("out/GAP.testrail.xml").contains("<id>C4</id>"))
  }

  @Test func idsThatAreGivenAnewAreNotLinked() throws {
    generate()
    let export = try folder.write("ID,Title\n1,GAP-6T7 a\n", to: "e.csv")
    _ = links(export, "azure")
    let before = try folder.bytes("out/GAP.json")
    let run = generate("--fresh")
    #expect(run.status == .invalid)
    #expect(
      run.errors.contains("GAP.links.json links cases with Azure Test Plans by their ids")
    )
    #expect(try folder.bytes("out/GAP.json") == before)
  }

  @Test(arguments: [
    ("{\"version\": 1, \"id\": \"POST\", \"links\": {}}", "it belongs to the spec `POST`"),
    ("{\n<<<<<<< HEAD\n", "line 2: expected"),
    (
      "{\"version\": 1, \"id\": \"GAP\", \"links\": {\"azure\": {\"GAP-6T7\": \"=1\"}}}",
      "`=1` is not an id of Azure Test Plans"
    ),
  ])
  func damagedLinksAreNotReplaced(text: String, reason: String) throws {
    generate()
    try folder.write(text, to: "out/GAP.links.json")
    let export = try folder.write("ID,Title\n1,GAP-6T7 a\n", to: "e.csv")
    for run in [links(export, "azure"), generate("--profile", "azure")] {
      #expect(run.status == .invalid)
      #expect(run.errors.contains("GAP.links.json: \(reason)"))
    }
    #expect(try folder.read("out/GAP.links.json") == text)
    #expect(try folder.names(in: "out") == ["GAP.json", "GAP.links.json"])
  }

  @Test(arguments: [
    ("testrail", "<suite><case>", "line 1 is not XML: no element found"),
    ("testrail", "<!DOCTYPE a [<!ENTITY b \"c\">]><suite/>", "it declares a document type"),
    ("azure", "Name,Steps\na,b\n", "no row has the headings “ID” and “Title”"),
    ("azure", "ID,\"Title\n", "the quote that opens in line 1 never closes"),
    ("github", "not json", "line 1: expected a value"),
    ("github", "[{\"title\": \"x\"}]", "`[0].number` is missing"),
  ])
  func whatIsNoExportIsRefused(tool: String, text: String, reason: String) throws {
    generate()
    let run = links(try folder.write(text, to: "export"), tool)
    #expect(run.status == .invalid)
    #expect(run.errors.contains(reason), "\(run.errors)")
    #expect(try folder.names(in: "out") == ["GAP.json"])
  }

  @Test func theSuiteComesFirst() throws {
    let export = try folder.write("ID,Title\n1,GAP-6T7 a\n", to: "e.csv")
    let run = links(export, "azure")
    #expect(run.status == .invalid && run.errors.contains("`specmatrix generate` writes it"))
    let forward = links(export, "qualityforward")
    #expect(forward.status == .invalid && forward.errors.contains("QualityForward has no ids"))
  }
}
