import Diagnostics
package import Specification
import Text
package import Workbooks

extension ExportedSuite {
  /// Returns the file for a profile without a table, and the number of shortened titles.
  func content(
    for profile: ExportProfile,
    _ links: [String: String]
  ) -> (ExportedFile.Content, shortened: Int) {
    switch profile.name {
    case "testrail": testRail(links, profile)
    case "qualityforward": qualityForward(profile)
    case "testomat-markdown": testomat(links, profile)
    case "github": gitHub(links, profile)
    default: preconditionFailure("`\(profile.name)` has neither headings nor a writer")
    }
  }
}

/// Exports as Markdown: cases by expected result, and cases for testomat.io.
extension ExportedSuite {
  // MARK: Cases by expected result

  /// The cases grouped by expected result, each with its conditions.
  package var markdown: String {
    var output = "<!-- \(markdownMark) -->\n\n# \(MarkdownText.line("\(id) \(feature)"))\n"
    var order: [String] = []
    var members: [String: [Case]] = [:]
    // Open cases follow the decided ones.
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

  /// Returns the escaped lines of a text.
  func markdownLines(_ text: String) -> [String] {
    text.withPlainLineBreaks.split(separator: "\n").map { MarkdownText.line(String($0)) }
  }

  /// The mark of generated files, in which two hyphens would end the comment.
  private var markdownMark: String {
    Self.mark + VisibleText.line(specPath).replacing("--", with: "- -").replacing(">", with: "&gt;")
  }

  // MARK: testomat.io

  /// Returns the cases in testomat.io's Markdown, as its program `check-tests push` uploads it.
  ///
  /// An `id` updates an existing test. Source: testomat.io, "Classical tests Markdown format"; github.com/testomatio/check-tests,
  /// `docs/frameworks/markdown.md`.
  func testomat(
    _ links: [String: String],
    _ profile: ExportProfile
  ) -> (ExportedFile.Content, shortened: Int) {
    var output = "<!-- \(markdownMark) -->\n\n"
    output += "<!-- suite\n-->\n\n# \(heading("\(id) \(feature)"))\n"
    var shortened = 0
    for testCase in cases {
      let title = testCase.title.fitting(profile, &shortened)
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

  /// Returns a heading for testomat.io, which would show escapes, so that special characters become full-width ones.
  private func heading(_ title: String) -> String {
    let wide: [Character: Character] = ["@": "＠", "<": "＜", "[": "［", "]": "］"]
    return String(VisibleText.line(title).map { wide[$0] ?? $0 })
  }
}

/// Export to TestRail as XML, which can update cases by `id`, whereas its CSV import only adds cases.
///
/// Source: TestRail, "Importing test cases and sections (XML)", and exports of suites.
extension ExportedSuite {
  func testRail(
    _ links: [String: String],
    _ profile: ExportProfile
  ) -> (ExportedFile.Content, shortened: Int) {
    var shortened = 0
    func section(_ name: String, _ content: [String]) -> [String] {
      XMLText.element(
        "section",
        ["<name>\(XMLText.line(name))</name>", "<description></description>"] + content
      )
    }
    let sections = operations.flatMap { operation in
      let elements = cases.filter { $0.operation == operation }.flatMap { testCase in
        let title = testCase.title.fitting(profile, &shortened)
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
      // Escapes each line separately to preserve the line breaks.
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

/// Export to QualityForward: a workbook with free columns, except for the priority, a letter from A to J.
///
/// QualityForward greys out and does not count cases without a priority, so every case has one. Its import has no ids of its own. Source:
/// QualityForward, 「インポート時の優先度を設定する」.
extension ExportedSuite {
  func qualityForward(_ profile: ExportProfile) -> (ExportedFile.Content, shortened: Int) {
    var shortened = 0
    let rows = cases.map { testCase in
      [
        testCase.priority("A", "B", "C"),
        testCase.title.fitting(profile, &shortened), testCase.operation, testCase.setup,
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
  /// Creates a workbook for import, with one plain sheet and the headings in the first row.
  ///
  /// `created` is in seconds since 1970-01-01T00:00Z.
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
  /// Returns the question, the related rules, the addressee, and the waiting cases.
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

  /// Returns a script of `gh` commands that updates a repository's issues to match the questions.
  ///
  /// The script contains only changes: a new issue for each question without one, and a comment with the answer on those that are closed.
  /// It finds issues by a hidden mark, so that running it twice creates nothing twice. All text from people is in single quotes, in which
  /// the shell interprets nothing but the quote itself.
  func gitHub(
    _ links: [String: String],
    _ profile: ExportProfile
  ) -> (ExportedFile.Content, shortened: Int) {
    var shortened = 0
    var calls: [String] = []
    for question in questions where links[question.id] == nil || question.isNew {
      let title = VisibleText.line(question.title).fitting(profile, &shortened)
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
      ? head + ["# Nothing has changed.", ""]
      : head + [resource("Profiles/issues.sh")] + calls + [""]
    return (.bytes(Array(script.joined(separator: "\n").utf8)), shortened)
  }

  /// Returns the hidden mark of an issue, which user text cannot contain, since its `<` is escaped as `&lt;`.
  private func gitHubMark(_ question: String) -> String { "<!-- specmatrix:\(question) -->" }
}

extension String {
  /// The text as a single-quoted word of a POSIX shell.
  fileprivate var shellQuoted: String {
    // The shell ends a word at a NUL even within quotes.
    "'" + replacing("\0", with: "").replacing("'", with: #"'\''"#) + "'"
  }
}
