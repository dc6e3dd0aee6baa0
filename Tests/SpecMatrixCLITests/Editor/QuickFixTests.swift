import Diagnostics
import Foundation
import Specification
import TestDesign
import Testing
import Text

@testable import EditorServer
@testable import SpecMatrixCLI

/// Every quick fix leaves what `answer` leaves.
@Suite struct QuickFixTests {
  /// Asks about what no sample does: factors that nothing reads, invalid values that no rule names, decisions.
  private static let other = """
    specmatrix: 1
    id: ODD
    feature: Odd
    traits: [writes_network]
    states:
      plan: [free, premium]
      colour: [red, green]
    data:
      size: {values: {small: , large: , broken: {invalid: true}}}
    operations:
      send: Tap Send
    rules:
      send:
        - then: Only the list is shown
        - when: {plan: premium}
          then: The gift is shown
    """

  private struct Fix {
    let title: String
    let kind: String?
    let question: String
    let text: String
    let action: JSONValue
  }

  private func fixes(_ editor: TestEditor, _ path: String) throws -> [Fix] {
    let text = try #require(editor.texts[path])
    let end = SourcePosition(line: text.lines.count + 1, column: 1)
    let all = SourceSpan(start: SourceSpan.fileStart.start, end: end)
    let actions = editor.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(TestEditor.uri(path))],
        "range": text.range(all, editor.encoding), "context": ["diagnostics": []],
      ]
    )
    return try #require(actions?.array).map { action in
      Fix(
        title: action["title"]?.string ?? "",
        kind: action["data", "kind"]?.string,
        question: try #require(action["data", "question"]?.string),
        text: action["data", "text"]?.string ?? "",
        action: action
      )
    }
  }

  /// What the command leaves of a file with the answer of a quick fix.
  private func answered(_ path: String, _ text: String, _ fix: Fix) throws -> String {
    let isJapanese = text.contains("\nlanguage: ja")
    let kind = fix.kind.flatMap(QuestionAnswer.Kind.init(rawValue:))
    let cells = [
      fix.question, fix.text, kind?.name(isJapanese ? .japanese : .english) ?? "",
    ].map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
    let headings = isJapanese ? "確認ID,回答,回答の種類" : "Question,Answer,Kind of answer"
    let folder = try TemporaryFolder()
    try folder.write(headings + "\n" + cells.joined(separator: ",") + "\n", to: "answers.csv")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let run = CommandRun("answer", folder("answers.csv"), "--spec", path)
    #expect(run.errors.contains("applied"), "\(fix.title): \(run.errors)")
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  private static let lazily = JSONValue.Member(
    "textDocument",
    ["codeAction": ["resolveSupport": ["properties": ["edit"]]]]
  )

  /// Compares the fixes of a text with answers: the first of each kind, or all of them.
  private func compare(_ path: String, _ text: String, encoding: PositionEncoding) throws -> [Fix] {
    let editor = TestEditor(encoding: encoding, capabilities: Self.lazily)
    editor.open(path, text)
    let fixes = try fixes(editor, path)
    let areAll = ProcessInfo.processInfo.environment["SPECMATRIX_EXTERNAL"] == "1"
    var seen: Set<String> = []
    for fix in fixes {
      let beginning = fix.title.prefix { !$0.isWhitespace && !"`：:".contains($0) }
      guard areAll || seen.insert(beginning + (fix.kind ?? "")).inserted else { continue }
      // What a row would not be taken for is no fix.
      guard let edit = editor.request("codeAction/resolve", fix.action)?["edit"] else { continue }
      let mine = try editor.applying(edit)[path] ?? ""
      #expect(mine != text)
      #expect(try mine.utf8.elementsEqual(answered(path, text, fix).utf8), "\(fix.title)")
    }
    return fixes
  }

  @Test(arguments: CommittedSpecs.names)
  func fixesOfSamplesAreAnswers(name: String) throws {
    let folder = try TemporaryFolder()
    let text = try String(contentsOfFile: CommittedSpecs.path(name), encoding: .utf8)
    let path = try folder.write(text, to: "specs/\(name).yaml")
    let fixes = try compare(path, text, encoding: .utf16)
    #expect(fixes.isEmpty == (name == "complete"))
  }

  @Test func fixesOfEveryKindAreOffered() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.other, to: "odd.yaml")
    let titles = try compare(path, Self.other, encoding: .utf8).map(\.title)
    for beginning in ["Select `", "Dismiss `", "Decide later", "Confirm: "] {
      #expect(titles.contains { $0.hasPrefix(beginning) }, "\(beginning) of \(titles)")
    }
    let pay = try String(
      contentsOfFile: CommittedSpecs.path("payment-confirmation"),
      encoding: .utf8
    )
    let editor = TestEditor(capabilities: Self.lazily)
    editor.open(try folder.write(pay, to: "pay.yaml"), pay)
    let others = try self.fixes(editor, folder("pay.yaml")).map(\.title)
    for beginning in [
      "Answer: It is accepted up", "Set the order: ", "Answer as rule ", "Answer: this",
    ] {
      #expect(others.contains { $0.hasPrefix(beginning) }, "\(beginning) of \(others)")
    }
  }

  @Test func anEditorMayAskForEditsLater() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.other, to: "odd.yaml")
    let editor = TestEditor(
      capabilities: Self.lazily
    )
    editor.open(path, "\u{FEFF}" + Self.other)
    let text = try #require(editor.texts[path])
    let actions = try #require(
      editor.request(
        "textDocument/codeAction",
        [
          "textDocument": ["uri": .string(TestEditor.uri(path))],
          "range": text.range(.fileStart, .utf16), "context": ["only": ["refactor"]],
        ]
      )?.array
    )
    #expect(actions.isEmpty)
    let eager = try eagerFixes(path, Self.other, fixes)
    let chosen = try #require(eager.first { $0.title.hasPrefix("Select `network_error`") })
    let data = try #require(chosen.action["data"])
    let resolved = editor.request("codeAction/resolve", ["title": "x", "data": data])
    let new = try editor.applying(resolved?["edit"])[path] ?? ""
    #expect(new.unicodeScalars.first == "\u{FEFF}")
    #expect(new.dropFirst().contains("network_error"))
    // A spec that has moved on, and one that is broken.
    try editor.change(path, to: SampleSpecs.complete)
    #expect(editor.request("codeAction/resolve", ["title": "x", "data": data]) == nil)
    #expect(editor.failure?["message"]?.string?.contains("does not ask") == true)
    try editor.change(path, to: "specmatrix: [")
    #expect(editor.request("codeAction/resolve", ["title": "x", "data": data]) == nil)
    #expect(editor.failure?["message"]?.string?.contains("has mistakes") == true)
  }

  private func eagerFixes(
    _ path: String,
    _ text: String,
    _ fixes: (TestEditor, String) throws -> [Fix]
  ) throws -> [Fix] {
    let editor = TestEditor()
    editor.open(path, text)
    return try fixes(editor, path)
  }
}
