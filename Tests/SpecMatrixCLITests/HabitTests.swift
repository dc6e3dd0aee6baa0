import Foundation
import Testing
import Text

@testable import SpecMatrixCLI

/// Specs as a language model writes them by habit become valid after one round with the messages alone.
@Suite struct HabitTests {
  /// A spec of `Tests/Habits` with the edits of one round, each suggested by a message.
  struct Draft: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let edits: [(old: String, new: String)]
  }

  private static func drafts(_ file: String) throws -> [Draft] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let url = folder.appending(path: "../Habits/\(file)")
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n## ").dropFirst().map {
      section in
      // The title, the spec, the edits.
      let parts = section.components(separatedBy: "```")
      try #require(parts.count == 5, "\(section)")
      let edits = parts[3].split(separator: "\n").dropFirst().map { line in
        let sides = line.replacing("⏎", with: "\n").replacing("⇥", with: "\t")
          .replacing("·", with: " ").components(separatedBy: " →")
        return (old: sides[0], new: String(sides[1].dropFirst()))
      }
      return Draft(
        testDescription: parts[0].trimmed,
        text: String(parts[1].dropFirst("yaml\n".count)),
        edits: edits
      )
    }
  }

  @Test(arguments: try drafts("drafts.md") + drafts("misshapen.md"))
  func `one round with the messages is enough`(draft: Draft) throws {
    let first = CommandRun("check", "-", "--no-config", "--format", "json", input: draft.text)
    #expect(first.status == .invalid)
    let said = (first.output + first.errors).replacing("\\\"", with: "\"")
    var text = draft.text
    for (old, new) in draft.edits {
      // Removals, moves and indentation are not suggested verbatim.
      let advice = new.split(separator: ": ").last.map(String.init) ?? new
      let isSaid = new.isEmpty || new.contains(where: \.isNewline) || said.contains(advice)
      #expect(isSaid, "no message says `\(new)`\n\(said)")
      try #require(text.contains(old), "\(old)")
      text.replace(old, with: new, maxReplacements: old == "\t" ? .max : 1)
    }
    let second = CommandRun("check", "-", "--no-config", input: text)
    #expect(second.status <= .findings, "\(second.output)\(second.errors)")
  }

  /// If every message says what to write, its edits alone lead to a spec; none says how far to indent instead of a tab.
  @Test(arguments: try drafts("drafts.md").dropLast())
  func `edits of repairs do what messages say`(draft: Draft) throws {
    var lines = draft.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for _ in 0..<4 {
      let text = lines.joined(separator: "\n")
      let run = CommandRun("check", "-", "--no-config", "--format", "json", input: text)
      guard run.status == .invalid else { return }
      let document = try JSONValue(json: Array(run.output.utf8))
      let errors = document["specs"]?.array?.first?["errors"]?.array ?? []
      let edits = errors.compactMap { $0["repairs"]?.array?.first?["edits"]?.array?.first }
      #expect(!edits.isEmpty, "\(draft): \(run.output)")
      for edit in edits.sorted(by: { Self.place($0) > Self.place($1) }) {
        let (line, column) = Self.place(edit)
        let last = (edit["endLine"]?.integer ?? 0) - 1
        let end = (edit["endColumn"]?.integer ?? 0) - 1
        let new = edit["text"]?.string ?? ""
        let whole = lines[line].prefix(column) + new + lines[last].dropFirst(end)
        lines.replaceSubrange(line...last, with: [String(whole)])
      }
    }
    Issue.record("\(lines.joined(separator: "\n"))")
  }

  private static func place(_ edit: JSONValue) -> (line: Int, column: Int) {
    ((edit["line"]?.integer ?? 0) - 1, (edit["column"]?.integer ?? 0) - 1)
  }
}
