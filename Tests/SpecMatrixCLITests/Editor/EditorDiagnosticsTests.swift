import Foundation
import TestSupport
import Testing
import Text

@testable import EditorServer
@testable import SpecMatrixCLI

/// An editor shows the same diagnostics as `check`.
@Suite struct EditorDiagnosticsTests {
  static func samples() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in CommittedSpecs.names {
      let text = try String(contentsOfFile: CommittedSpecs.path(name), encoding: .utf8)
      try folder.write(text, to: "specs/\(name).yaml")
    }
    return folder
  }

  @Test(
    arguments: zip(CommittedSpecs.names, [PositionEncoding.utf8, .utf16, .utf32, .utf16, .utf8])
  )
  func aSessionShowsWhatCheckSays(name: String, encoding: PositionEncoding) throws {
    let folder = try Self.samples()
    let path = folder("specs/\(name).yaml")
    let original = try folder.read("specs/\(name).yaml")
    let editor = TestEditor(encoding: encoding)
    editor.open(path, original)
    editor.settle()
    var edits = RandomEdits(of: original, seed: UInt64(name.utf8.count))
    var text = original
    for number in 0..<min(50, RandomEdits.count(usually: 8)) {
      #expect(
        try SaidOfFile.shown(editor.diagnostics[path] ?? [])
          == SaidOfFile.checked(path, text, encoding),
        "edit \(number) of \(name): \(text)"
      )
      text = edits.next(text)
      try editor.change(path, to: text, asWhole: number.isMultiple(of: 5))
      editor.settle()
    }
  }

  @Test func textsAreReadOnceTheyRest() throws {
    let folder = try Self.samples()
    let path = folder("specs/complete.yaml")
    let editor = TestEditor()
    editor.open(path, "specmatrix: 1\n")
    editor.wait(0)
    #expect(editor.diagnostics[path]?.isEmpty == false)
    try editor.change(path, to: "specmatrix: 2\n")
    editor.wait(100)
    try editor.change(path, to: folder.read("specs/complete.yaml"))
    editor.wait(149)
    #expect(editor.diagnostics[path]?.isEmpty == false)
    editor.wait(1)
    #expect(editor.diagnostics[path] == [])
    editor.close(path)
    #expect(editor.diagnostics[path] == [])
  }

  @Test func packsAndSettingsAreReadAsTheyStandInTheEditor() throws {
    let folder = try TemporaryFolder()
    try folder.write("ref: refs/heads/main\n", to: ".git/HEAD")
    try folder.write("packs: [packs/company.yaml]\n", to: "specmatrix.yaml")
    try folder.write("rules: {back: The list is shown}\n", to: "packs/company.yaml")
    let spec = SampleSpecs.gap.replacing("[submit, look]", with: "[submit, look, back]")
    try folder.write(spec, to: "specs/gap.yaml")
    let (path, pack) = (folder("specs/gap.yaml"), folder("packs/company.yaml"))
    func codes(_ path: String, _ editor: TestEditor) -> [String] {
      (editor.diagnostics[path] ?? []).compactMap { $0["code"]?.string }
    }
    let editor = TestEditor()
    editor.open(path, spec)
    editor.settle()
    #expect(codes(path, editor) == ["undefined-expectation"])
    editor.open(pack, "rules: {}\n")
    editor.settle()
    #expect(codes(path, editor) == ["undefined-expectation", "undefined-expectation"])
    #expect(codes(pack, editor) == [])
    try editor.change(pack, to: "rules: [")
    editor.settle()
    #expect(codes(pack, editor) == ["yaml-syntax"])
    #expect(codes(path, editor) == ["yaml-syntax"])
    #expect(
      editor.diagnostics[path]?[0]["message"]?.string?.contains("packs/company.yaml is right")
        == true
    )
    try editor.change(pack, to: "rules: {back: The list is shown}")
    editor.settle()
    #expect(codes(path, editor) == ["undefined-expectation"])
    #expect(codes(pack, editor) == [])
    // The mistakes in a file that is not open appear, and disappear, too.
    editor.close(pack)
    let settings = folder("specmatrix.yaml")
    try folder.write("packs: [packs/none.yaml]\n", to: "specmatrix.yaml")
    editor.notify("workspace/didChangeWatchedFiles", ["changes": []])
    editor.settle()
    #expect(codes(settings, editor) == ["unreadable-file"])
    try folder.write("severities: {undefined-expectation: off}\n", to: "specmatrix.yaml")
    editor.notify("workspace/didChangeWatchedFiles", ["changes": []])
    editor.settle()
    #expect(codes(settings, editor) == [])
    #expect(codes(path, editor) == ["unconsidered-operation"] || codes(path, editor) == [])
  }

  @Test func anEditIsReadInTheFilesThatItConcerns() throws {
    let folder = try TemporaryFolder()
    try folder.write("traits: []\n", to: "specmatrix.yaml")
    let editor = TestEditor()
    let ids = ["GAP", "OTHER", "THIRD"]
    let paths = try ids.map { id in
      let text = SampleSpecs.gap.replacing(/(?m)^id: .*$/, with: "id: \(id)")
      let path = try folder.write(text, to: "\(id.lowercased()).yaml")
      editor.open(path, text)
      return path
    }
    editor.settle()
    func published(after edit: (String) -> String, of path: String) throws -> [String] {
      let before = editor.published.count
      try editor.change(path, to: edit(editor.texts[path]?.text ?? ""))
      editor.settle()
      return editor.published[before...].sorted()
    }
    #expect(try published(after: { $0 + "# A comment\n" }, of: paths[0]) == [paths[0]])
    let all = paths.sorted()
    #expect(
      try published(after: { $0.replacing("id: GAP", with: "id: OTHER") }, of: paths[0]) == all
    )
    #expect(editor.diagnostics[paths[1]]?.contains { $0["code"] == "duplicate-spec-id" } == true)
    #expect(try published(after: { "# Down\n" + $0 }, of: paths[0]) == paths.prefix(2).sorted())
    #expect(try published(after: { $0.replacing("id: OTHER", with: "id: [") }, of: paths[0]) == all)
    #expect(editor.diagnostics[paths[1]]?.contains { $0["code"] == "duplicate-spec-id" } == false)
  }

  /// While a spec is open, texts of packs that lack its language are reported in the pack, open or not.
  @Test func untranslatedLabelsAreShownInThePack() throws {
    let folder = try TemporaryFolder()
    try folder.write("packs: [packs/company.yaml]\n", to: "specmatrix.yaml")
    let text = "operations:\n  print: {label: Print, question: Does it print?}\n"
    let pack = try folder.write(text, to: "packs/company.yaml")
    let japanese = SampleSpecs.gap.replacing("id: GAP", with: "id: JA\nlanguage: ja")
    let ja = try folder.write(japanese, to: "specs/ja.yaml")
    let en = try folder.write(SampleSpecs.gap, to: "specs/en.yaml")
    let editor = TestEditor()
    func codes() -> [String] { (editor.diagnostics[pack] ?? []).compactMap { $0["code"]?.string } }
    editor.open(en, SampleSpecs.gap)
    editor.settle()
    #expect(codes() == [])
    editor.open(ja, japanese)
    editor.settle()
    #expect(codes() == ["untranslated-label"])
    editor.open(pack, text)
    editor.settle()
    #expect(codes() == ["untranslated-label"])
    let translated = text.replacing("Print,", with: "{en: Print, ja: 印刷する},")
    try editor.change(pack, to: translated)
    editor.settle()
    #expect(codes() == [])
  }

  @Test func aFileThatIsNoSpecIsLeftAlone() throws {
    let folder = try TemporaryFolder()
    let editor = TestEditor()
    editor.open(folder("compose.yaml"), "services: {web: {image: nginx}}")
    editor.open(folder("specs/api.yaml"), "openapi: 3.1.0\n")
    editor.open(folder("specs/begun.yaml"), "# Send\n\n")
    editor.open(folder("specs/slip.yaml"), "version: 1\nid: X\nfeature: F\n")
    editor.open(folder("new.yaml"), "specmatrix: 1\nid: x\n")
    editor.open(folder("one.json"), #"{"id": "X", "specmatrix": 1}"#)
    editor.notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": "untitled:1", "text": "specmatrix: 1"]]
    )
    editor.settle()
    #expect(
      editor.diagnostics.keys.sorted()
        == ["new.yaml", "one.json", "specs/begun.yaml", "specs/slip.yaml"].map { folder($0) }
    )
    #expect(editor.diagnostics[folder("new.yaml")]?.isEmpty == false)
  }

  @Test func thePhasesOfAConversation() throws {
    let editor = TestEditor(encoding: .utf8)
    #expect(editor.capabilities["positionEncoding"] == "utf-8")
    #expect(editor.request("initialize", []) == nil)
    #expect(editor.failure?["code"] == -32_600)
    #expect(editor.request("textDocument/nonsense", []) == nil)
    #expect(editor.failure?["code"] == -32_601)
    for (text, code) in [("{", -32_700), ("[]", -32_600), ("{}", -32_600)] {
      #expect(editor.send(bytes: Array(text.utf8)).map { $0["error", "code"] } == [.integer(code)])
    }
    #expect(editor.send(bytes: Array(#"{"id": 5, "result": null}"#.utf8)) == [])
    #expect(editor.request("shutdown", .null) == .null)
    #expect(editor.request("shutdown", .null) == nil)
    editor.notify("exit", .null)
    #expect(editor.end == .asked)
    let other = TestEditor()
    other.notify("exit", .null)
    #expect(other.end == .unasked)
  }
}

@Suite struct LanguageServerCommandTests {
  private static let initialize = MessageStream.framed(
    ["jsonrpc": "2.0", "id": 1, "method": "initialize", "params": ["capabilities": []]]
  )

  private func run(_ input: String, pieces: Int = 7) -> (CommandStatus, String, String) {
    var (output, errors) = ("", "")
    var left = Array(input.utf8)[...]
    var console = Console.ofTests(write: { output += $0 }, report: { errors += $0 })
    console.receive = { _ throws(SystemError) in
      defer { left = left.dropFirst(pieces) }
      return Array(left.prefix(pieces))
    }
    let status = Program.run(["lsp"], on: console)
    return (status, output, errors)
  }

  @Test func aWholeConversationEndsWell() {
    let end = ["shutdown", "exit"].map { method in
      MessageStream.framed([
        "jsonrpc": "2.0", "id": method == "exit" ? nil : 2, "method": .string(method),
      ])
    }.joined()
    let (status, output, errors) = run(Self.initialize + end)
    #expect(status == .success)
    #expect(errors == "")
    #expect(output.hasPrefix("Content-Length: "))
    #expect(output.contains(#""result":null"#))
    #expect(run(Self.initialize + MessageStream.framed(["method": "exit"])).0 == .findings)
  }

  @Test(arguments: [
    ("", "the editor went away"),
    ("Content-Length: 90\r\n\r\n{", "the editor went away in the middle of a message"),
    (
      "GET / HTTP/1.1\r\n",
      "standard input is not the language server protocol: no head of a message"
    ),
    ("Content-Length: 99999999999\r\n\r\n", "a message of 99999999999 bytes"),
  ])
  func aBadEndIsToldInOneLine(input: String, message: String) {
    let (status, _, errors) = run(Self.initialize + input)
    #expect(status == .invalid)
    #expect(errors.contains(message))
    #expect(errors.split(separator: "\n").count == 1)
  }

  @Test func aTerminalIsNoEditor() {
    let run = CommandRun("lsp", isTerminal: true)
    #expect(run.status == .invalid)
    #expect(run.errors.contains("not with a terminal"))
  }
}
