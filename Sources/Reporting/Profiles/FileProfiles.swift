import Diagnostics
package import Specification
import Text
package import Workbooks

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
      let rows = (members[expectation] ?? []).map { testCase in
        [testCase.id, testCase.name, testCase.setup, testCase.stepsWithData].map(cell)
      }
      output += MarkdownText.table(heads, rows)
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
      output += "- " + markdownLines(testCase.stepsWithData).joined(separator: "  \n  ") + "\n"
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

/// Cases for TestRail, as XML: its CSV import can only add, this one updates a case whose `id` is given.
///
/// Source: TestRail, "Importing test cases and sections (XML)", and exports of suites.
extension ExportedSuite {
  func testRail(_ links: [String: String]) -> (ExportedFile.Content, shortened: Int) {
    var shortened = 0
    func section(_ name: String, _ content: [String]) -> [String] {
      XMLText.element(
        "section",
        ["<name>\(XMLText.line(name))</name>", "<description></description>"] + content
      )
    }
    let sections = operations.flatMap { operation in
      let elements = cases.filter { $0.operation == operation }.flatMap { testCase in
        let title = testCase.title.fitting(.testRail, &shortened)
        return element(testCase, title: title, links[testCase.id])
      }
      return section(operation, XMLText.element("cases", elements))
    }
    let suite = section("\(id) \(feature)", XMLText.element("sections", sections))
    let head = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      // Two hyphens would end the comment.
      "<!-- \(Self.mark)\(XMLText.line(specPath).replacing("--", with: "- -")) -->",
    ]
    let lines = head + XMLText.element("sections", suite) + [""]
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
    let step = XMLText.element(
      "step",
      [
        text("index", "1"), text("content", testCase.stepsWithData),
        text("expected", testCase.expected),
      ]
    )
    let custom = [text("preconds", testCase.setup)] + XMLText.element("steps_separated", step)
    return XMLText.element(
      "case",
      (entry.map { [text("id", $0)] } ?? []) + [
        text("title", title), text("template", "Test Case (Steps)"), text("type", "Functional"),
        text("priority", testCase.priority("High", "Medium", "Low")),
        text("estimate", testCase.estimate.map { "\($0)m" } ?? ""),
        text("references", testCase.references.joined(separator: ", ")),
      ] + XMLText.element("custom", custom)
    )
  }
}

/// Cases for QualityForward: a workbook whose columns are free but for the priority, which is a letter from A to J.
///
/// A case without a priority is greyed out there and counted nowhere, so that each has one. Its import knows no ids of its own. Source:
/// QualityForward, 「インポート時の優先度を設定する」.
extension ExportedSuite {
  func qualityForward() -> (ExportedFile.Content, shortened: Int) {
    var shortened = 0
    let rows = cases.map { testCase in
      [
        testCase.priority("A", "B", "C"),
        testCase.title.fitting(.qualityForward, &shortened), testCase.operation, testCase.setup,
        testCase.stepsWithData, testCase.expected, testCase.references.joined(separator: "\n"),
      ]
    }
    return (.workbook(title: id, rows: [qualityForwardHeadings] + rows), shortened)
  }

  var qualityForwardHeadings: [String] {
    let roles: [ReportColumn.Role] = [
      .priority, .title, .operation, .setup, .steps, .expected, .question,
    ]
    return roles.map { ReportTable.Name.cases.statement(of: $0)?.heading(language) ?? "" }
  }
}

extension WorkbookPlan {
  /// A workbook with one plain sheet, the headings in its first row: what an import reads; created in seconds since 1970-01-01T00:00Z.
  package init(
    title: String,
    rows: [[String]],
    in language: Language,
    created: Int = Self.defaultCreated
  ) {
    let name = SheetName.valid([title])[0]
    let widths: [Double] = [8, 40, 24, 48, 36, 48, 14]
    self.init(
      properties: WorkbookProperties(title: title, subject: title, comments: "", created: created),
      font: Typesetting(language).font,
      sheets: [
        SheetPlan(
          name: name,
          columns: (rows.first ?? []).indices.map { ColumnPlan(width: widths[$0 % widths.count]) },
          rows: rows.enumerated().map { number, row in
            RowPlan(
              cells: row.map {
                CellPlan(
                  $0.isEmpty ? .blank : .text(CellText.fitted($0)),
                  style: number == 0 ? .heading : .text
                )
              }
            )
          },
          page: PagePlan(repeatedRows: 0...0, footer: "")
        )
      ],
      definedNames: []
    )
  }
}

extension ExportedSuite {
  /// The question, what the spec says nearby, whom to ask, and the cases that wait.
  func paragraphs(_ question: Question) -> [String] {
    var paragraphs = [question.asked]
    if !question.nearby.isEmpty {
      paragraphs.append(text("What the spec says:", "仕様に書かれていること：") + "\n" + question.nearby)
    }
    if !question.asking.isEmpty {
      paragraphs.append(text("Ask:", "確認先：") + "\n" + question.asking)
    }
    if !question.cases.isEmpty {
      let ids = question.cases.joined(separator: ", ")
      paragraphs.append(text("Cases that wait for the answer: \(ids)", "回答待ちのケース：\(ids)"))
    }
    return paragraphs
  }

  /// A script of `gh` commands that brings the issues of a repository to the state of the questions.
  ///
  /// Only changes are in it: an issue for each question that has none, and a comment with the answer on those that are closed. Each issue
  /// has a hidden mark, by which the script finds it, so that running it twice asks nothing twice.
  ///
  /// Whatever people wrote stands in single quotes of the shell, where no sign means anything but the quote itself.
  func gitHub(_ links: [String: String]) -> (ExportedFile.Content, shortened: Int) {
    var shortened = 0
    var calls: [String] = []
    for question in questions where links[question.id] == nil || question.isNew {
      let title = VisibleText.line(question.title).fitting(.gitHub, &shortened)
      let body = paragraphs(question).map { markdownLines($0).joined(separator: "  \n") }
      let text = (body + [gitHubMark(question.id)]).joined(separator: "\n\n")
      let verb = question.isNew ? "ask_again" : "ask"
      calls.append("\(verb) \(question.id) \(title.shellQuoted) \(text.shellQuoted)")
    }
    for question in closedQuestions(asked: links.keys) {
      let comment =
        question.answer.isEmpty
        ? [text("No longer asked: the spec has changed.", "仕様の変更により、確認は不要になりました。")]
        : [text("The spec says now:", "仕様に反映された回答：")] + markdownLines(question.answer)
      calls.append("settle \(question.id) \(comment.joined(separator: "  \n").shellQuoted)")
    }
    let head = [
      "#!/bin/sh",
      "# \(Self.mark)\(VisibleText.line(specPath))",
      "# What changed among the questions of \(id), for the issues of the repository that this is run in.",
    ]
    let script =
      calls.isEmpty
      ? head + ["# Nothing has changed.", ""] : head + Self.gitHubFunctions + calls + [""]
    return (.bytes(Array(script.joined(separator: "\n").utf8)), shortened)
  }

  /// The hidden mark of an issue, which nothing that people write can have: `<` is written as `&lt;` there.
  private func gitHubMark(_ question: String) -> String { "<!-- specmatrix:\(question) -->" }

  /// One line for each issue of ours: question, number and state.
  private static let gitHubFunctions = [
    #"set -eu"#,
    #"label=specmatrix"#,
    #"gh label create "$label" --force --description 'Asked by specmatrix' >/dev/null"#,
    #"issues=$(gh issue list --label "$label" --state all --limit 10000 --json number,state,body \"#,
    #"  --jq '.[] | (.body | capture("<!-- specmatrix:(?<id>Q-[0-9A-F]{8}) -->")) as $mark"#,
    #"    | "\($mark.id) \(.number) \(.state)"')"#,
    #"of() { printf '%s\n' "$issues" | awk -v id="$1" -v state="$2" '$1 == id && $3 ~ state { print $2; exit }'; }"#,
    #"ask() { [ -n "$(of "$1" .)" ] || gh issue create --label "$label" --title "$2" --body "$3"; }"#,
    #"ask_again() {"#,
    #"  closed=$(of "$1" CLOSED)"#,
    #"  if [ -n "$closed" ] && [ -z "$(of "$1" OPEN)" ]; then gh issue reopen "$closed"; else ask "$@"; fi"#,
    #"}"#,
    #"settle() {"#,
    #"  open=$(of "$1" OPEN)"#,
    #"  [ -z "$open" ] || gh issue close "$open" --comment "$2""#,
    #"}"#,
    "",
  ]
}

extension String {
  /// The text as one word of a POSIX shell, which reads nothing in it as its own.
  fileprivate var shellQuoted: String {
    // The shell ends words at a NUL, whatever quotes it.
    "'" + replacing("\0", with: "").replacing("'", with: #"'\''"#) + "'"
  }
}
