import Diagnostics
import Foundation
import TestSupport
import Testing
import Text

@testable import EditorServer
@testable import SpecMatrixCLI

@Suite struct CompletionTests {
  private func labels(
    _ editor: TestEditor,
    _ path: String,
    _ place: SourcePosition
  ) throws -> [String] {
    let result = editor.request("textDocument/completion", .object(try editor.at(path, place)))
    return (result?["items"]?.array ?? []).compactMap { $0["label"]?.string }
  }

  /// Names and keys of a spec are offered at their own positions; in half of the cases the rest of the line is removed, with its brackets.
  @Test func whatStandsAtAPlaceIsOfferedThere() throws {
    let folder = try EditorDiagnosticsTests.samples()
    var random = SplitMix64(seed: 20)
    var (right, broken) = (0, 0)
    var missed: [String] = []
    for name in CommittedSpecs.names {
      let path = folder("specs/\(name).yaml")
      let text = try folder.read("specs/\(name).yaml")
      let editor = TestEditor(encoding: .utf8)
      editor.open(path, text)
      editor.settle()
      let edited = EditedText(text)
      let uses = try #require(NameIndex(edited)).uses.filter { use in
        // Names declared only there are unknown.
        !use.isDeclaration
      }
      let keys = [
        "when", "then", "label", "values", "only_when", "variants", "because", "question",
        "priority", "rules", "data",
      ]
      let lines = edited.lines.indices.filter { number in
        let line = edited.line(number + 1).drop { " -".contains($0) }
        return keys.contains { line.hasPrefix($0 + ": ") }
      }
      for draw in 0..<20 {
        let span: SourceSpan
        let word: String
        if draw % 4 == 3 {
          let number = lines[random.below(lines.count)]
          let line = edited.line(number + 1)
          let start = line.prefix { " -".contains($0) }.count
          word = String(line.dropFirst(start).prefix { $0 != ":" })
          span = SourceSpan(
            start: SourcePosition(line: number + 1, column: start + 1),
            end: SourcePosition(line: number + 1, column: start + 1 + word.count)
          )
        } else {
          let use = uses[random.below(uses.count)]
          word = use.thing.name
          span = use.span
        }
        var lines = edited.lines.map(String.init)
        let typed = span.start.column - 1 + random.below(2)
        let line = lines[span.start.line - 1].unicodeScalars
        let isBroken = draw % 2 == 1
        let rest =
          isBroken ? "" : String(String.UnicodeScalarView(line.dropFirst(span.end.column - 1)))
        if isBroken { broken += 1 }
        lines[span.start.line - 1] = String(String.UnicodeScalarView(line.prefix(typed))) + rest
        if isBroken, draw % 4 == 1 { lines.insert("  - }", at: span.start.line) }
        try editor.change(path, to: lines.joined(separator: "\n"))
        let place = SourcePosition(line: span.start.line, column: typed + 1)
        let offered = try labels(editor, path, place)
        if offered.contains(word) || offered.contains(where: { $0.hasSuffix("/" + word) }) {
          right += 1
        } else {
          missed.append(
            "\(name):\(span.start.line):\(span.start.column) \(word) in \(offered.prefix(20))"
          )
        }
        try editor.change(path, to: text)
      }
    }
    #expect(broken == 50)
    #expect(right >= 95, "\(missed.joined(separator: "\n"))")
  }

  @Test(arguments: [
    ("", ["states", "rules", "precedence", "traits"], ["when", "plan"]),
    ("language: ", ["en", "ja"], ["rules"]),
    ("traits: [mob", ["mobile", "has_payment"], ["en"]),
    ("states:\n  plan: {", ["label", "values", "range", "only_when", "usual"], ["when", "plan"]),
    (
      "states:\n  other:\n    only_when: {plan: ", ["free", "premium", "valid"], ["label", "login"]
    ),
    (
      "states:\n  plan: {values: [free, premium], start: ", ["free", "premium"],
      ["valid", "any", "label"]
    ),
    ("states:\n  other:\n    only_when:\n      ", ["other", "items"], ["free", "when"]),
    ("operations:\n  ", ["back", "network_error"], ["plan", "label"]),
    ("operations: [send, ", ["back"], ["plan"]),
    ("dismissed:\n  ", ["rotate", "text_size"], ["when"]),
    ("rules:\n  ", ["send", "send/app", "back"], ["plan", "when"]),
    ("rules:\n  send:\n    - ", ["when", "then", "first", "plan"], ["free", "send"]),
    ("rules:\n  send:\n    - when: {plan: free, ", ["items", "plan"], ["when", "free"]),
    ("rules:\n  send:\n    - when:\n        plan: not ", ["free", "premium"], ["items"]),
    ("rules:\n  send:\n    plan:\n      fr", ["free", "others"], ["items", "then"]),
    ("rules:\n  send:\n  - when: {plan: [free, ", ["premium"], ["items"]),
    ("rules:\n  send:\n    plan:\n      free:\n        pri", ["priority", "items"], ["free"]),
    ("rules:\n  send: {then: x, priority: ", ["high", "low"], ["then"]),
    ("rules:\n  send: {then: x, becomes: {", ["plan", "items"], ["when", "operation", "free"]),
    (
      "rules:\n  send: {then: x, becomes: {plan: ", ["free", "premium", "any"], ["valid", "items"]
    ),
    ("precedence:\n  - ", ["guests", "others"], ["plan"]),
    ("precedence: [", ["guests", "others"], ["plan"]),
    ("impossible:\n  - when: {", ["plan", "operation"], ["when"]),
    ("impossible:\n  - when: {operation: ", ["send", "send/app"], ["plan"]),
    ("cases:\n- every: [plan, ", ["items", "operation"], ["every"]),
    ("questions:\n  - operation: ", ["rotate", "back"], ["when"]),
    ("# rul", [], []),
  ])
  func itemsFitThePlace(typed: String, offered: [String], others: [String]) throws {
    let (folder, editor) = try EditorNameTests.project()
    let path = folder("specs/send.yaml")
    let section = typed.prefix { $0 != ":" }
    // Replaces the section of that name, so that everything else is unchanged.
    var kept = EditorNameTests.spec
    if !typed.isEmpty, let start = kept.firstRange(of: "\n\(section):") {
      let rest = kept[start.upperBound...]
      let end = rest.firstMatch(of: /\n[a-z]/)?.range.lowerBound ?? kept.endIndex
      kept.removeSubrange(start.lowerBound..<end)
    }
    let text = kept.trimmed + "\n" + typed
    try editor.change(path, to: text)
    let lines = EditedText(text).lines
    let place = SourcePosition(line: lines.count, column: lines[lines.count - 1].count + 1)
    let labels = try labels(editor, path, place)
    for label in offered { #expect(labels.contains(label), "\(label) in \(labels)") }
    for label in others { #expect(!labels.contains(label), "\(label)") }
    #expect(offered.isEmpty == labels.isEmpty || typed == "states:\n  plan: {")
  }

  /// A mistake elsewhere, in a file that was never valid.
  @Test(arguments: [
    ("rules:\n  send:\n    - when: {plan: ", "premium"),
    ("rules:\n  network_error/", "network_error/timeout"),
    ("rules:\n  send:\n    - when: {", "locked"), ("rules:\n  se", "send"),
  ])
  func aMistakeElsewhereHidesNoNames(typed: String, offered: String) throws {
    let (folder, editor) = try EditorNameTests.project()
    let path = folder("specs/broken.yaml")
    let text = """
      specmatrix: 1
      id: BROKEN
      feature: "Send
      states:
        plan: [free, premium]
        locked: The account is locked
      operations:
        send: Tap Send
        network_error:
      dismissed: {rotate: no
      \(typed)
      """
    editor.open(path, text)
    let lines = EditedText(text).lines
    let place = SourcePosition(line: lines.count, column: lines[lines.count - 1].count + 1)
    let labels = try labels(editor, path, place)
    #expect(labels.contains(offered) && !labels.contains("yes"), "\(labels)")
  }

  @Test func settingsHaveKeysOfTheirOwn() throws {
    let (folder, editor) = try EditorNameTests.project()
    let path = folder("specmatrix.yaml")
    for (text, offered, other) in [
      ("", "packs", "rules"), ("depth: ", "relevant", "packs"),
      ("severities: {", "unread-factor", "send"),
      ("severities: {unread-factor: ", "off", "any"), ("traits: [", "mobile", "plan"),
    ] {
      editor.open(path, text)
      let place = SourcePosition(line: 1, column: text.count + 1)
      let labels = try labels(editor, path, place)
      #expect(labels.contains(offered) && !labels.contains(other), "\(text): \(labels)")
    }
  }

  @Test func anItemReplacesWhatWasTyped() throws {
    let (folder, editor) = try EditorNameTests.project()
    let path = folder("specs/send.yaml")
    for (behind, typed, label, result) in [
      ("operations:\n", "  refresh: {on", "only_when", "  refresh: {only_when: "),
      ("operations:\n", "  ref", "refresh", "  refresh: "),
      (
        "rules:\n  send:\n", "    - when: {plan: \"free, pr", "premium",
        "    - when: {plan: \"free, premium"
      ),
      ("rules:\n  send:\n", "    - when: {plan: not fr", "free", "    - when: {plan: not free"),
      (
        "rules:\n  send:\n", "    - when: {operation: 1, it", "items",
        "    - when: {operation: 1, items: "
      ),
    ] {
      let new = EditorNameTests.spec.replacing(behind, with: "\(behind)\(typed)\n")
      try editor.change(path, to: new)
      var place = try EditorNameTests.place(
        new,
        of: "\n",
        behind: "\(behind)\(typed)".dropLast().description
      )
      place.column = typed.unicodeScalars.count + 1
      let items = editor.request("textDocument/completion", .object(try editor.at(path, place)))
      let item = items?["items"]?.array?.first { $0["label"]?.string == label }
      let edit = try #require(item?["textEdit"], "\(typed)")
      var edited = EditedText(new)
      edited.apply(["range": edit["range"], "text": edit["newText"]], .utf16)
      #expect(edited.text.contains(behind + result + "\n"))
    }
  }
}
