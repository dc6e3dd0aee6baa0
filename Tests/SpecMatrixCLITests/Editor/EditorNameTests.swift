import Diagnostics
import Foundation
import TestSupport
import Testing
import Text

@testable import EditorServer
@testable import SpecMatrixCLI

@Suite struct EditorNameTests {
  static let pack = """
    states:
      login: {label: Sign-in, values: {guest: Signed out, member: Signed in}}
    operations:
      kitchen_timer: {label: Kitchen timer, clause: "when the timer rings{variant}", question: Is it heard?, variants: {end: at the end}}
    rules:
      kitchen_timer:
        login: {guest: The timer is silent}
    traits: {has_timer: [network_error, kitchen_timer]}

    """

  static let spec = """
    specmatrix: 1
    id: SEND
    feature: Send
    traits: []
    states:
      login:
      plan: {values: {free: , premium: Paid account}, only_when: {login: member}, usual: premium, start: [free]}
    data:
      items: {range: 0..200}
    operations:
      send: {label: Tap Send, variants: [app, browser]}
      kitchen_timer:
      back: {label: Back, only_when: {plan: not free}}
    impossible:
      - when: {operation: send/app, plan: free, items: 200}
        because: It is hidden
    precedence: [guests, "send-any", others]
    rules:
      send:
        - {id: guests, when: {login: guest}, then: The sign-in opens}
        - {id: send-any, when: {items: valid}, then: It is sent}
      send/browser, back:
        plan:
          "free, premium": {then: It is shown, becomes: {plan: free}, priority: high}
    cases:
      - every: [plan, operation]

    """

  /// Returns a project with the pack, the spec and another spec.
  static func project() throws -> (TemporaryFolder, TestEditor) {
    let folder = try TemporaryFolder()
    try folder.write("ref: refs/heads/main\n", to: ".git/HEAD")
    try folder.write("packs: [packs/house.yaml]\n", to: "specmatrix.yaml")
    try folder.write(pack, to: "packs/house.yaml")
    try folder.write(spec, to: "specs/send.yaml")
    try folder.write(
      SampleSpecs.complete.replacing("states: {plan", with: "states: {login: , plan"),
      to: "specs/other.yaml"
    )
    let editor = TestEditor()
    editor.open(folder("specs/send.yaml"), spec)
    editor.settle()
    return (folder, editor)
  }

  /// Returns the position of a text after another one.
  static func place(
    _ text: String,
    of part: String,
    behind earlier: String = ""
  ) throws -> SourcePosition {
    let start =
      try earlier.isEmpty ? text.startIndex : #require(text.firstRange(of: earlier)).upperBound
    let found = try #require(text[start...].firstRange(of: part)).lowerBound
    let before = text[..<found]
    let line = before.split(separator: "\n", omittingEmptySubsequences: false)
    return SourcePosition(line: line.count, column: (line.last ?? "").unicodeScalars.count + 1)
  }

  private func ask(
    _ editor: TestEditor,
    _ method: String,
    _ path: String,
    _ part: String,
    behind earlier: String = "",
    _ more: [JSONValue.Member] = []
  ) throws -> JSONValue? {
    let text = try #require(editor.texts[path]).text
    let place = try Self.place(text, of: part, behind: earlier)
    return editor.request("textDocument/" + method, .object(try editor.at(path, place) + more))
  }

  /// Returns the texts at some locations, with their file names.
  private func shown(_ locations: JSONValue?, _ folder: TemporaryFolder) throws -> [String] {
    try (locations?.array ?? []).map { location in
      let path = try #require(FileAddress.path(location["uri"]?.string ?? ""))
      let text = EditedText(try String(contentsOfFile: path, encoding: .utf8))
      let start = text.place(of: location["range", "start"] ?? .null, .utf16)
      let end = text.place(of: location["range", "end"] ?? .null, .utf16)
      let name = path.split(separator: "/").last ?? ""
      return "\(name):\(start.line) \(text.text(in: SourceSpan(start: start, end: end)))"
    }
  }

  @Test func theSpecIsOne() throws {
    let (folder, editor) = try Self.project()
    let codes = editor.diagnostics[folder("specs/send.yaml")]?.compactMap { $0["severity"] } ?? []
    #expect(CommandRun("check", folder("specs/send.yaml")).status != .invalid)
    #expect(!codes.isEmpty)
  }

  @Test(arguments: [
    ("plan", "every: [", "send.yaml:7 plan"), ("premium\"", "\"free, ", "send.yaml:7 premium"),
    ("free", "{plan: not ", "send.yaml:7 free"), ("premium", "usual: ", "send.yaml:7 premium"),
    ("member", "only_when: {login: ", "house.yaml:2 member"),
    ("login", "only_when: {", "house.yaml:2 login"),
    ("login", "states:\n  ", "house.yaml:2 login"), ("app", "operation: send/", "send.yaml:11 app"),
    ("send", "{operation: ", "send.yaml:11 send"),
    ("kitchen_timer", "browser]}\n  ", "house.yaml:4 kitchen_timer"),
    ("guests", "precedence: [", "send.yaml:20 guests"),
    ("send-any", "guests, \"", "send.yaml:21 send-any"),
    ("back", "send/browser, ", "send.yaml:13 back"), ("browser", "send/", "send.yaml:11 browser"),
  ])
  func aDefinitionIsWhereItIsDeclared(part: String, behind: String, expected: String) throws {
    let (folder, editor) = try Self.project()
    let path = folder("specs/send.yaml")
    let found = try ask(editor, "definition", path, part, behind: behind)
    #expect(try shown(found, folder) == [expected])
  }

  @Test func referencesAreFoundOverPacksAndSpecs() throws {
    let (folder, editor) = try Self.project()
    let path = folder("specs/send.yaml")
    let plan = try ask(editor, "references", path, "plan:")
    #expect(
      try shown(plan, folder) == ["7", "13", "15", "23", "24", "26"].map { "send.yaml:\($0) plan" }
    )
    let others: [JSONValue.Member] = [.init("context", ["includeDeclaration": .bool(false)])]
    let login = try ask(editor, "references", path, "login:", others)
    #expect(
      try shown(login, folder) == [
        "send.yaml:7 login", "send.yaml:20 login", "house.yaml:7 login",
      ]
    )
    let all = try ask(editor, "references", path, "login:")
    #expect(try shown(all, folder).contains("other.yaml:4 login"))
    #expect(
      try shown(ask(editor, "references", path, "guest}", behind: "when: {login: "), folder).count
        == 3
    )
    #expect(try ask(editor, "references", path, "1") == .null)
  }

  @Test(arguments: [
    ("plan:", "", "tariff"), ("free:", "", "gratis"), ("send:", "", "post"), ("app,", "", "mobile"),
    ("guests,", "", "visitors"), ("login:", "", "sign_in"), ("guest}", "when: {login: ", "visitor"),
    ("kitchen_timer:", "", "oven"),
  ])
  func aNameIsChangedEverywhere(part: String, behind: String, name: String) throws {
    let (folder, editor) = try Self.project()
    let path = folder("specs/send.yaml")
    let ready = try ask(editor, "prepareRename", path, part, behind: behind)
    #expect(ready?["start"] != nil)
    let edit = try ask(
      editor,
      "rename",
      path,
      part,
      behind: behind,
      [.init("newName", .string(name))]
    )
    let new = try editor.applying(edit)
    let old = String(part.prefix { $0.isLetter || $0 == "_" })
    for (file, text) in new {
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      #expect(text.contains(name))
      // Ids of rules are single words here.
      let uses = text.split { !$0.isLetter && $0 != "_" && $0 != "-" }.filter { $0 == old }
      #expect(uses.isEmpty, "\(file): \(text)")
    }
    for spec in ["specs/send.yaml", "specs/other.yaml"] {
      let run = CommandRun("check", folder(spec))
      #expect(run.status != .invalid, "\(run.output)")
    }
    // Renaming back restores it.
    editor.close(path)
    editor.open(path, new[path] ?? "")
    let changed = part.replacing(old, with: name)
    let back = try ask(
      editor,
      "rename",
      path,
      changed,
      behind: behind,
      [.init("newName", .string(old))]
    )
    #expect(try editor.applying(back)[path] == Self.spec)
  }

  @Test(arguments: [
    ("plan:", "a b", "cannot be empty"), ("plan:", "login", "there already"),
    ("free:", "valid", "would have a mistake"),
    ("plan:", "any", "would have a mistake"), ("200", "300", "written nowhere"),
    ("send:", "", "cannot be empty"), ("back:", "leave", "a catalogue entry"),
  ])
  func aNameThatBreaksTheSpecIsRefused(part: String, name: String, reason: String) throws {
    let (folder, editor) = try Self.project()
    let path = folder("specs/send.yaml")
    let behind = part == "200" ? "items: " : ""
    let edit = try ask(
      editor,
      "rename",
      path,
      part,
      behind: part == "200" ? "free, items: " : behind,
      [.init("newName", .string(name))]
    )
    #expect(edit == nil)
    #expect(
      editor.failure?["message"]?.string?.contains(reason) == true,
      "\(String(describing: editor.failure))"
    )
  }

  @Test(arguments: ["then", "any", "#x", "*s"])
  func aNameThatBreaksASpecWithMistakesIsRefused(name: String) throws {
    let (folder, editor) = try Self.project()
    let path = folder("specs/send.yaml")
    try editor.change(path, to: Self.spec + "nonsense: 1\n")
    editor.settle()
    let edit = try ask(editor, "rename", path, "plan:", [.init("newName", .string(name))])
    #expect(edit == nil)
    #expect(editor.failure?["message"]?.string?.contains("would have a mistake") == true)
  }

  @Test func aHoverShowsWhatHappens() throws {
    let (folder, editor) = try Self.project()
    let path = folder("specs/send.yaml")
    func hover(_ part: String, behind earlier: String = "") throws -> String {
      try ask(editor, "hover", path, part, behind: earlier)?["contents", "value"]?.string ?? ""
    }
    let send = try hover("send:")
    let shown = CommandRun("show", path, "--operation", "send", "--format", "markdown").output
    #expect(!send.isEmpty)
    #expect(send.hasPrefix(shown.drop { $0 != "\n" }.trimmed))
    #expect(try hover("plan:").contains("- `premium` Paid account (usual)"))
    #expect(try hover("premium:").contains("- `premium` Paid account"))
    let rule = try hover("guests,", behind: "precedence: [g").isEmpty ? "" : hover("guests")
    #expect(rule.contains("**guests** wins in "))
    // Anywhere in a rule outside of names.
    #expect(try hover("The sign-in").contains("**guests**"))
    #expect(try hover("SEND") == "")
    // For a broken spec, the last valid one answers.
    try editor.change(path, to: Self.spec + "rules: [\n")
    #expect(try hover("send:").hasPrefix(shown.drop { $0 != "\n" }.trimmed))
    try editor.change(path, to: "plan: [")
    #expect(try hover("plan").contains("Paid account"))
  }

  @Test func aRuleNamesItsCases() throws {
    let folder = try EditorDiagnosticsTests.samples()
    try FileManager.default.copyItem(
      atPath: CommittedSpecs.output + "/PAY.json",
      toPath: folder.write("", to: "output/x").replacing("/x", with: "/PAY.json")
    )
    let path = folder("specs/payment-confirmation.yaml")
    let text = try folder.read("specs/payment-confirmation.yaml")
    let console = TestEditor(suiteFolder: folder("output"))
    console.open(path, text)
    let hover = try ask(console, "hover", path, "The identity check opens")
    let shown = hover?["contents", "value"]?.string ?? ""
    #expect(shown.contains("**accept-unverified** wins in"))
    #expect(shown.contains("cases: PAY-"))
  }

  @Test func symbolsAreTheOutline() throws {
    let (folder, editor) = try Self.project()
    let path = folder("specs/send.yaml")
    let symbols = editor.request(
      "textDocument/documentSymbol",
      ["textDocument": ["uri": .string(TestEditor.uri(path))]]
    )
    func names(_ symbol: JSONValue) -> String {
      let children = (symbol["children"]?.array ?? []).map(names)
      return (symbol["name"]?.string ?? "")
        + (children.isEmpty ? "" : "(" + children.joined(separator: " ") + ")")
    }
    #expect(
      (symbols?.array ?? []).map(names) == [
        "states(login plan(free premium))", "data(items)", "operations(send kitchen_timer back)",
        "rules(send(guests send-any) send/browser, back(send-browser-free-premium))",
      ]
    )
  }
}
