import Diagnostics
import Text

/// Cases in Markdown: for people, by what is expected, and for testomat.io.
extension ExportedSuite {
  // MARK: For people

  /// The cases by expected state: a chapter for each thing that is expected, and in it the conditions under which it is.
  package var markdown: String {
    var output = "<!-- \(markdownMark) -->\n\n# \(MarkdownText.line("\(id) \(feature)"))\n"
    var order: [String] = []
    var members: [String: [Case]] = [:]
    // What is open follows what is decided.
    for testCase in cases.filter({ !$0.isOpen }) + cases.filter(\.isOpen) {
      if members[testCase.expectation] == nil { order.append(testCase.expectation) }
      members[testCase.expectation, default: []].append(testCase)
    }
    let heads = [
      text("Case", "ケースID"), text("Condition", "条件"), text("Setup", "前提条件"),
      text("Steps", "手順"),
    ]
    for expectation in order {
      output += "\n## \(MarkdownText.line(expectation))\n\n"
      output += "| " + heads.joined(separator: " | ") + " |\n"
      output += "|" + heads.map { _ in " --- |" }.joined() + "\n"
      for testCase in members[expectation] ?? [] {
        let cells = [testCase.id, testCase.name, testCase.setup, testCase.steps].map(cell)
        output += "| " + cells.joined(separator: " | ") + " |\n"
      }
    }
    return output
  }

  private func cell(_ text: String) -> String { markdownLines(text).joined(separator: "<br>") }

  /// The lines of a text, each shown as it is.
  func markdownLines(_ text: String) -> [String] {
    text.withPlainLineBreaks.split(separator: "\n").map { MarkdownText.line(String($0)) }
  }

  /// What begins our files; two hyphens would end the comment.
  private var markdownMark: String {
    Self.mark + VisibleText.line(specPath).replacing("--", with: "- -").replacing(">", with: "&gt;")
  }

  // MARK: testomat.io

  /// Cases in testomat.io's Markdown, which its program `check-tests push` sends there; an `id` updates the test.
  ///
  /// Source: testomat.io, "Classical tests Markdown format"; github.com/testomatio/check-tests, `docs/frameworks/markdown.md`.
  func testomat(_ links: [String: String]) -> (ExportedFile.Content, shortened: Int) {
    var output = "<!-- \(markdownMark) -->\n\n"
    output += "<!-- suite\n-->\n\n# \(heading("\(id) \(feature)"))\n"
    var shortened = 0
    for testCase in cases {
      let title = testCase.title.fitting(.testomat, &shortened)
      output += "\n<!-- test\n"
      if let entry = links[testCase.id] { output += "id: \(entry)\n" }
      output += "type: manual\npriority: \(testCase.priority("high", "normal", "low"))\n"
      if testCase.isOpen { output += "tags: \(testCase.openLabel)\n" }
      output += "-->\n\n## \(heading(title))\n"
      if !testCase.setup.isEmpty {
        output += "\n### Requirements\n\n"
        output += markdownLines(testCase.setup).map { "- \($0)\n" }.joined()
      }
      output += "\n### Steps\n\n"
      output += "- " + markdownLines(testCase.steps).joined(separator: "  \n  ") + "\n"
      output +=
        "  **Expected Result**: "
        + markdownLines(testCase.expected).joined(separator: "  \n  ") + "\n"
    }
    return (.bytes(Array(output.utf8)), shortened)
  }

  /// A title as testomat.io keeps it: an escape would be shown, so the signs of tags, of HTML and of links are written in full width.
  private func heading(_ title: String) -> String {
    let wide: [Character: Character] = ["@": "＠", "<": "＜", "[": "［", "]": "］"]
    return String(VisibleText.line(title).map { wide[$0] ?? $0 })
  }
}
