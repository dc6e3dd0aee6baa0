import Foundation
import Testing

@testable import SpecMatrixCLI

/// Packs and house rules, as commands show and follow them.
@Suite struct PackCommandTests {
  private static let pack = """
    rules:
      back: The previous screen is shown
      server_error: “Something went wrong” is shown
    questions:
      - question: Which font is used?
        options: [Inter, [Roboto on Android, Inter elsewhere]]
    """

  /// Its rule `server_error` has the id of a house rule.
  private static let spec = """
    specmatrix: 1
    id: SEND
    feature: Send
    traits: []
    states:
      login: [guest, member]
    operations:
      send: Tap Send
      back:
      server_error: {variants: []}
    rules:
      send: {id: server_error, then: It is sent}
      back:
        login: {guest: The app closes}
    """

  private func project(spec: String = spec) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("ref: refs/heads/main\n", to: ".git/HEAD")
    try folder.write("packs: [specs/company.yaml]", to: "specmatrix.yaml")
    try folder.write(Self.pack, to: "specs/company.yaml")
    try folder.write(
      spec.replacing("server_error: {variants: []}", with: "server_error:"),
      to: "specs/send.yaml"
    )
    return folder
  }

  @Test func aPackInAFolderOfSpecsIsNoSpec() throws {
    let folder = try project()
    let run = CommandRun("check", folder("specs"))
    #expect(run.output.contains("1 spec checked"))
    #expect(run.output.contains("Which font is used?"))
    let named = CommandRun("check", folder("specs/company.yaml"))
    #expect(named.status == .invalid)
    #expect(named.output.contains("this is a pack of the project, not a spec"))
  }

  @Test func aCaseCitesTheHouseRule() throws {
    let folder = try project()
    #expect(
      CommandRun("generate", folder("specs"), "-o", folder("out"), "--format", "json,csv").status
        == .success
    )
    let suite = try folder.read("out/SEND.json")
    #expect(
      suite.contains(
        #""rules": [], "houseRules": [{"id": "server_error", "path": "specs/company.yaml"}]"#
      )
    )
    // The spec's rule of that id stays with its own operation.
    #expect(suite.contains(#""operation": "send", "expected": ["It is sent"]"#))
    #expect(suite.contains(#""rules": ["server_error"], "questions""#))
    let cases = try folder.read("out/SEND.csv")
    // Without lines: a comment in a file is to change no case.
    #expect(cases.contains(",house rule server_error,"))
    #expect(cases.contains(",house rule back,"))
    #expect(cases.contains(",server_error,"))
  }

  @Test func aCellAndAnExplanationCiteIt() throws {
    let folder = try project()
    let shown = CommandRun("show", folder("specs/send.yaml"), "--full", "--width", "200")
    #expect(shown.output.contains("house rule back (specs/company.yaml:2)"))
    let markdown = CommandRun("show", folder("specs/send.yaml"), "--format", "markdown")
    #expect(
      markdown.output.contains(
        #"The previous screen is shown<br>house rule back (specs/company.yaml:2)"#
      )
    )
    #expect(CommandRun("generate", folder("specs"), "-o", folder("out")).status == .success)
    let ids = try folder.read("out/SEND.json").matches(of: /"case": "(SEND-\w+)"/).map(\.output.1)
    let texts = ids.map { id in
      CommandRun(
        "explain \(id) \(folder("specs")) --suite-folder \(folder("out")) --width 200"
      ).output
    }
    #expect(texts.contains { $0.contains("house rule `server_error` (specs/company.yaml:3)") })
    #expect(
      texts.contains {
        $0.contains(
          "house rule `back` (specs/company.yaml:2): `back-guest` is a rule of the spec, and those go before house rules"
        )
      }
    )
  }

  @Test func programsCanTellThemApart() throws {
    let folder = try project()
    let json = CommandRun("check", folder("specs"), "--format", "json").output
    #expect(json.contains(#""options": [["Inter"], ["Roboto on Android", "Inter elsewhere"]]"#))
    #expect(json.contains(#""code": "open-question""#))
  }

  @Test func aWatchFollowsThePackAndSurvivesAMistakeInIt() throws {
    let folder = try project()
    let watch = WatchTests.Watched(
      ["check", folder("specs/send.yaml"), "--watch"],
      [
        {},
        { try folder.write("rules: [", to: "specs/company.yaml") },
        { try folder.write("rules: {back: The list is shown}", to: "specs/company.yaml") },
        { try folder.write("{}", to: "specmatrix.yaml") },
      ]
    )
    #expect(watch.status == .success)
    #expect(watch.reports.map(\.isEmpty) == [false, true, true, false, false])
    #expect(watch.errors.contains("company.yaml:1:"))
    #expect(watch.reports.first?.contains("Which font is used?") == true)
    #expect(watch.reports[3].contains("Which font is used?") == false)
  }

  @Test func aDiffOfFoldersLeavesPacksOut() throws {
    let git = try GitFolder()
    try git.folder.write("packs: [specs/company.yaml]", to: "specmatrix.yaml")
    try git.folder.write(Self.pack, to: "specs/company.yaml")
    let spec = Self.spec.replacing("server_error: {variants: []}", with: "server_error:")
    try git.folder.write(spec, to: "specs/send.yaml")
    try git.commit()
    try git.folder.write(spec.replacing("It is sent", with: "It was sent"), to: "specs/send.yaml")
    let run = CommandRun("diff", "HEAD:specs", git.folder("specs"))
    #expect(run.errors == "")
    #expect(run.status == .success)
    #expect(run.output.contains("now: It was sent"))
  }

  @Test func `labels in another language are reported once for each pack`() throws {
    let folder = try TemporaryFolder()
    try folder.write("ref: refs/heads/main\n", to: ".git/HEAD")
    try folder.write("packs: [company.yaml]", to: "specmatrix.yaml")
    let pack = """
      operations:
        kitchen_timer: {label: Kitchen timer, variants: {end: at the end, none: "–"}}
        bell: {label: {en: Bell, ja: ベル}}
        sms: SMS
        ring: 呼び鈴

      """
    try folder.write(pack, to: "company.yaml")
    for (id, language) in [("A", "ja"), ("B", "ja"), ("C", "en")] {
      let head = "specmatrix: 1\nid: \(id)\nfeature: F\nlanguage: \(language)\ntraits: []\n"
      try folder.write(head + "operations: [tap]\nrules: {tap: X}\n", to: "specs/\(id).yaml")
    }
    func warnings(_ path: String) -> [String] {
      CommandRun("check", folder(path)).errors.split(separator: "\n")
        .filter { $0.contains("untranslated-label") }
        .map { String($0).replacing(folder.path + "/", with: "") }
    }
    let english =
      "company.yaml:2:26: warning[untranslated-label]: specs in Japanese show labels of the pack in English: `kitchen_timer`"
    let japanese =
      "company.yaml:5:9: warning[untranslated-label]: specs in English show labels of the pack in Japanese: `ring`"
    #expect(warnings("specs") == [japanese, english])
    #expect(warnings("specs/A.yaml") == [english])
    #expect(warnings("specs/C.yaml") == [japanese])
  }
}
