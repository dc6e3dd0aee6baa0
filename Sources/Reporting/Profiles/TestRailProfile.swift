import Diagnostics
import Text

/// Cases for TestRail, as XML: its CSV import can only add, this one updates a case whose `id` is given.
///
/// Source: TestRail, "Importing test cases and sections (XML)", and exports of suites.
extension ExportedSuite {
  func testRail(_ links: [String: String]) -> (ExportedFile.Content, shortened: Int) {
    var shortened = 0
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      // Two hyphens would end the comment.
      "<!-- \(Self.mark)\(XMLText.line(specPath).replacing("--", with: "- -")) -->",
      "<sections>",
      "  <section>",
      "    <name>\(XMLText.line("\(id) \(feature)"))</name>",
      "    <description></description>",
      "    <sections>",
    ]
    for section in operations {
      lines += [
        "      <section>",
        "        <name>\(XMLText.line(section))</name>",
        "        <description></description>",
        "        <cases>",
      ]
      for testCase in cases where testCase.operation == section {
        let title = testCase.title.fitting(.testRail, &shortened)
        lines += element(testCase, title: title, links[testCase.id]).map { "          " + $0 }
      }
      lines += ["        </cases>", "      </section>"]
    }
    lines += ["    </sections>", "  </section>", "</sections>", ""]
    return (.bytes(Array(lines.joined(separator: "\n").utf8)), shortened)
  }

  private func element(_ testCase: Case, title: String, _ entry: String?) -> [String] {
    func text(_ name: String, _ content: String) -> String {
      // Each line by itself: line breaks stay as they are.
      let lines = content.withPlainLineBreaks.split(
        separator: "\n",
        omittingEmptySubsequences: false
      )
      let escaped = lines.map { XMLText.line($0) }.joined(separator: "\n")
      return "<\(name)>\(escaped)</\(name)>"
    }
    var lines = ["<case>"]
    if let entry { lines.append("  " + text("id", entry)) }
    lines += [
      "  " + text("title", title),
      "  " + text("template", "Test Case (Steps)"),
      "  " + text("type", "Functional"),
      "  " + text("priority", testCase.priority("High", "Medium", "Low")),
      "  " + text("estimate", testCase.estimate.map { "\($0)m" } ?? ""),
      "  " + text("references", testCase.references.joined(separator: ", ")),
      "  <custom>",
      "    " + text("preconds", testCase.setup),
      "    <steps_separated>",
      "      <step>",
      "        " + text("index", "1"),
      "        " + text("content", testCase.steps),
      "        " + text("expected", testCase.expected),
      "      </step>",
      "    </steps_separated>",
      "  </custom>",
      "</case>",
    ]
    return lines
  }
}
