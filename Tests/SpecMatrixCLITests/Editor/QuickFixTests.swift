import Diagnostics
import Foundation
import Specification
import TestDesign
import Testing
import Text

@testable import EditorServer
@testable import SpecMatrixCLI

/// Every quick fix has the same effect as `answer`.
@Suite struct QuickFixTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A spec with questions that no sample has: unread factors, invalid values without a rule, decisions.
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

  private func fixes(
    _ editor: TestEditor,
    _ path: String,
    about diagnostics: [JSONValue] = []
  ) throws -> [Fix] {
    let text = try #require(editor.texts[path])
    let end = SourcePosition(line: text.lines.count + 1, column: 1)
    let all = SourceSpan(start: SourceSpan.fileStart.start, end: end)
    let actions = editor.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(TestEditor.uri(path))],
        "range": text.range(all, editor.encoding), "context": ["diagnostics": .array(diagnostics)],
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

  /// Returns the file after the command with the answer of a quick fix.
  private func answered(_ path: String, _ text: String, _ fix: Fix) throws -> String {
    let isJapanese = text.contains("\nlanguage: ja")
    let kind = fix.kind.flatMap(QuestionAnswer.Kind.init(rawValue:))
    let cells = [
      fix.question, fix.text, kind?.name(isJapanese ? .japanese : .english) ?? "",
    ].map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
    let headings = isJapanese ? "確認ID,期待結果・理由,選択" : "Question,Result or reason,Your choice"
    let folder = try TemporaryFolder()
    try folder.write(headings + "\n" + cells.joined(separator: ",") + "\n", to: "answers.csv")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let run = CommandRun("answer", folder("answers.csv"), "--spec", path)
    #expect(run.errors.contains(isJapanese ? "反映" : "applied"), "\(fix.title): \(run.errors)")
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  private static let lazily = JSONValue.Member(
    "textDocument",
    ["codeAction": ["resolveSupport": ["properties": ["edit"]]]]
  )

  /// Compares the fixes of a text with answers: a few of them, or all in the long run.
  private func compare(_ path: String, _ text: String, encoding: PositionEncoding) throws -> [Fix] {
    let editor = TestEditor(encoding: encoding, capabilities: Self.lazily)
    editor.open(path, text)
    let fixes = try fixes(editor, path)
    let step = Self.areAll ? 1 : max(1, fixes.count / 3)
    for fix in stride(from: fixes.count / 7, to: fixes.count, by: step).map({ fixes[$0] }) {
      let edit = editor.request("codeAction/resolve", fix.action)?["edit"]
      guard let edit else {
        Issue.record("\(fix.title): \(String(describing: editor.failure))")
        continue
      }
      let mine = try editor.applying(edit)[path] ?? ""
      #expect(mine != text)
      #expect(try mine.utf8.elementsEqual(answered(path, text, fix).utf8), "\(fix.title)")
    }
    return fixes
  }

  /// True if all fixes of all specs are tried, instead of a few of every second spec.
  private static let areAll = ProcessInfo.processInfo.environment["SPECMATRIX_EXTERNAL"] == "1"

  /// The paths of the samples and of first drafts of specs.
  private static let specs: [String] =
    CommittedSpecs.names.map(CommittedSpecs.path)
    + ReviewSpecTests.files(in: ReviewSpecTests.folder).enumerated()
    .filter { areAll || $0.offset.isMultiple(of: 2) }.map {
      ReviewSpecTests.folder.appending(path: "\($0.element)/first.yaml").path
    }

  @Test(arguments: specs)
  func fixesAreAnswers(spec: String) throws {
    let text = try String(contentsOfFile: spec, encoding: .utf8)
    let path = try folder.write(text, to: "specs/spec.yaml")
    for name in ["specmatrix.yaml", "company.yaml"] {
      let other = URL(filePath: spec).deletingLastPathComponent().appending(path: name)
      guard let text = try? String(contentsOf: other, encoding: .utf8) else { continue }
      try folder.write(text, to: "specs/\(name)")
    }
    let fixes = try compare(path, text, encoding: .utf16)
    #expect(fixes.isEmpty == spec.hasSuffix("/complete.yaml"))
  }

  @Test func fixesOfEveryKindAreOffered() throws {
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

  /// Titles distinguish the answers to several questions, and only fixes for the requested diagnostics are offered.
  @Test func theAnswersToSeveralQuestionsAreToldApart() throws {
    let text = try String(contentsOfFile: CommittedSpecs.path("profile-screen"), encoding: .utf8)
    let path = try folder.write(text, to: "profile.yaml")
    let editor = TestEditor(capabilities: Self.lazily)
    editor.open(path, text)
    let all = try fixes(editor, path)
    #expect(Set(all.map(\.title)).count == all.count)
    #expect(all.allSatisfy { $0.title.count <= 100 })
    let asked = try #require(editor.diagnostics[path]?.last { $0["data"] != nil })
    var bare = asked
    if case .object(let members) = asked { bare = .object(members.filter { $0.key != "data" }) }
    for diagnostic in [asked, bare] {
      let some = try fixes(editor, path, about: [diagnostic])
      #expect(!some.isEmpty && Set(some.map(\.question)).count == 1)
    }
  }

  /// A question that no rule reaches cannot be deferred: it stays open until a rule leads there.
  @Test func whatFailsIsNotOffered() throws {
    let text = """
      specmatrix: 1
      id: FLOW
      feature: Flow
      traits: []
      states:
        transfer: {values: [waiting, done, lost], start: waiting}
      operations:
        accept: Tap Accept
      rules:
        accept: {then: Sent, becomes: {transfer: done}}
      """
    let path = try folder.write(text, to: "flow.yaml")
    let editor = TestEditor(capabilities: Self.lazily)
    editor.open(path, text)
    let all = try fixes(editor, path)
    #expect(editor.diagnostics[path]?.contains { $0["code"] == "unreached-value" } == true)
    for fix in all {
      #expect(editor.request("codeAction/resolve", fix.action) != nil, "\(fix.title)")
    }
  }

  /// Quick fixes replace mistakes as their messages suggest.
  @Test func mistakesAreCorrected() throws {
    let right = """
      specmatrix: 1
      id: FIX
      feature: Fix
      traits: []
      states:
        login: [guest, member]
      operations:
        send: Tap Send
      rules:
        send:
          - when: {login: guest}
            then: "@admin is told"
          - when: {login: member}
            then: "**Sent**"

      """
    let wrong = right.replacing("guest}", with: "gest}").replacing("\"", with: "")
    let path = try folder.write(wrong, to: "fix.yaml")
    let editor = TestEditor(capabilities: Self.lazily)
    editor.open(path, wrong)
    let end: JSONValue = ["line": 90, "character": 0]
    let actions = editor.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(TestEditor.uri(path))],
        "range": ["start": ["line": 0, "character": 0], "end": end], "context": [],
      ]
    )
    var edits: [JSONValue] = []
    for action in try #require(actions?.array) {
      let resolved = editor.request("codeAction/resolve", action)
      edits += resolved?["edit", "changes"]?.members?.first?.value.array ?? []
    }
    let all: JSONValue = ["changes": .object([.init(TestEditor.uri(path), .array(edits))])]
    #expect(try editor.applying(all)[path] == right)
  }

  @Test func anEditorMayAskForEditsLater() throws {
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    let (hasty, patient) = (TestEditor(), TestEditor(capabilities: Self.lazily))
    hasty.open(path, SampleSpecs.gap)
    patient.open(path, "\u{FEFF}" + SampleSpecs.gap)
    let none = patient.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(TestEditor.uri(path))],
        "range": ["start": ["line": 0, "character": 0], "end": ["line": 9, "character": 0]],
        "context": ["only": ["refactor"]],
      ]
    )
    #expect(none == [])
    let fixes = try fixes(hasty, path)
    #expect(fixes.count > 2)
    for fix in fixes {
      let data = try #require(fix.action["data"])
      let resolved = patient.request("codeAction/resolve", ["title": "x", "data": data])
      let new = try patient.applying(resolved?["edit"])[path] ?? ""
      #expect(try new == "\u{FEFF}" + (hasty.applying(fix.action["edit"])[path] ?? ""))
    }
    // A changed spec, and a broken one.
    let action: JSONValue = ["title": "x", "data": fixes[0].action["data"]]
    try patient.change(path, to: SampleSpecs.complete)
    #expect(patient.request("codeAction/resolve", action) == nil)
    #expect(patient.failure?["message"]?.string?.contains("does not ask") == true)
    try patient.change(path, to: "specmatrix: [")
    #expect(patient.request("codeAction/resolve", action) == nil)
    #expect(patient.failure?["message"]?.string?.contains("has mistakes") == true)
  }
}
