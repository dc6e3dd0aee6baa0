import Diagnostics
package import Specification
package import TestDesign
import Text

/// The contents of a suite for export: cases and questions in words, as in the workbook, independent of any tool.
package struct ExportedSuite: Sendable {
  struct Case: Sendable {
    let id: String
    /// The title on one line, without the id.
    let name: String
    /// The setup, one line per setting.
    let setup: String
    let steps: String
    /// The texts to enter, one per line, for tools with a column for test data, or an empty text.
    let data: String
    /// The expected results, or the questions of an open case with their ids.
    let expected: String
    /// A short form of the expected results on one line, used as a heading for all cases that share it.
    let expectation: String
    /// The ids of the questions that the case meets.
    let questions: [String]
    /// True if the expected results of the case, or of one of its parts, are undecided.
    let isOpen: Bool
    let operation: String
    let priority: Rule.Priority
    let kind: CaseKind
    /// The estimated minutes, or `nil` if there is no estimate.
    let estimate: Int?

    /// The steps, followed by the texts to enter.
    var stepsWithData: String { data.isEmpty ? steps : "\(steps)\n\(data)" }

    /// The id and the title, such as `PAY-4KD Title`.
    var title: String { "\(id) \(name)" }
  }

  struct Question: Sendable {
    let id: String
    /// The question, the choices, and remarks, one per line.
    let asked: String
    let nearby: String
    /// The addressee and the date, either of which may be missing.
    let asking: String
    let severity: Severity
    /// The ids of the cases that meet the question.
    let cases: [String]
    /// True if the question was not open in the last generation.
    let isNew: Bool

    /// The id and the question, such as `Q-1382E8BC On “Tap Send”, what should happen if plan is free?`.
    var title: String {
      let first = asked.split(separator: "\n").first.map { String($0) } ?? ""
      return "\(id) \(first.onOneLine)"
    }
  }

  struct ClosedQuestion: Sendable {
    let id: String
    /// The spec's current answer, or an empty text if the question no longer arises.
    let answer: String
  }

  package let id: String
  let feature: String
  let specPath: String
  let language: Language
  /// The cases, in the order of the sheet.
  let cases: [Case]
  let questions: [Question]
  private let closed: [ClosedQuestion]
  private let answers: [String: String]
  /// The ids of cases that are no longer needed.
  package let retired: [String]

  /// Creates the export.
  ///
  /// `changes` are those since the last generation. `asked` holds the ids of all questions that a tool already has, whatever became of
  /// them.
  package init(
    _ specification: Specification,
    _ analysis: Analysis,
    _ matrix: TestMatrix,
    catalogue: Catalogue? = nil,
    changes: SuiteChanges? = nil,
    asked: some Sequence<String> = []
  ) {
    let source = ReportSource(specification, analysis, matrix, catalogue: catalogue)
    id = specification.id
    feature = VisibleText.line(specification.feature.onOneLine)
    specPath = specification.path
    language = specification.language
    cases = matrix.cases.map(source.exported)
    let opened = Set((changes?.openedQuestions ?? []).map(\.id))
    questions = source.questions.filter { !$0.isOptional }.map {
      source.exported($0, isNew: opened.contains($0.id))
    }
    closed = (changes?.closedQuestions ?? []).map { question in
      ClosedQuestion(
        id: question.id,
        answer: source.answer(to: question.id, question.message, changes).text
      )
    }
    // For a question closed in an earlier generation, only the rules may still contain the answer.
    answers = Dictionary(firstOf: asked.map { ($0, source.answer(to: $0, "", nil).text) })
    retired = matrix.retired.map(\.id)
  }

  /// Returns the closed questions, including those in `asked`: first those closed since the last generation, then the others by id.
  func closedQuestions(asked: some Sequence<String>) -> [ClosedQuestion] {
    let open = Set(questions.map(\.id))
    let new = Set(closed.map(\.id))
    let others = asked.filter { !open.contains($0) && !new.contains($0) }.sorted()
    return closed.filter { !open.contains($0.id) }
      + others.map { ClosedQuestion(id: $0, answer: answers[$0] ?? "") }
  }
}

/// Returns a text with control and invisible characters made visible, except line breaks and tabs.
private func visible(_ text: String) -> String {
  text.withPlainLineBreaks.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    line.split(separator: "\t", omittingEmptySubsequences: false).map { VisibleText.line($0) }
      .joined(separator: "\t")
  }.joined(separator: "\n")
}

extension ReportSource {
  fileprivate func exported(_ testCase: TestCase) -> ExportedSuite.Case {
    let expected = visible(expected(of: testCase).wholeText)
    let lines = expected.split(separator: "\n").map { line in
      line.hasPrefix("• ") ? line.dropFirst(2) : line.hasPrefix("・") ? line.dropFirst() : line
    }
    return ExportedSuite.Case(
      id: testCase.id,
      name: VisibleText.line(testCase.title.onOneLine),
      setup: visible(setup(of: testCase).wholeText),
      steps: visible(steps(of: testCase).joined(separator: "\n")),
      data: visible(quotedTexts(of: testCase).joined(separator: "\n")),
      expected: expected,
      expectation: lines.map { String($0).onOneLine }.joined(separator: text("; ", "／")),
      questions: testCase.questions,
      isOpen: testCase.openStatus != nil,
      operation: VisibleText.line(caseOperationLabels[testCase.combination.operation].onOneLine),
      priority: testCase.priority,
      kind: testCase.kind,
      estimate: specification.planning.estimate[testCase.kind]
    )
  }

  fileprivate func exported(_ question: Finding, isNew: Bool) -> ExportedSuite.Question {
    ExportedSuite.Question(
      id: question.id,
      asked: visible(asked(question)),
      nearby: visible(nearby(question).wholeText),
      asking: visible(asking(question)),
      severity: question.severity,
      cases: casesByQuestion[question.id] ?? [],
      isNew: isNew
    )
  }
}

/// A file for a tool, or one of several.
package struct ExportedFile: Sendable {
  package enum Content: Sendable {
    case bytes([UInt8])
    /// A workbook with one sheet, the headings in the first row.
    case workbook(title: String, rows: [[String]])
  }

  /// The file name after the spec's id.
  package let suffix: String
  package let content: Content
  /// The number of cells prefixed with a single quote, so that no spreadsheet runs a formula.
  package var neutralised = 0
  /// The number of titles that were shortened.
  package var shortened = 0
}

extension ExportedSuite {
  /// The mark that identifies generated files, so that no other file is ever replaced.
  static let mark = "Generated by specmatrix from "

  /// Returns the files for a profile, several if there are more cases than one import takes.
  ///
  /// `links` maps ids to the tool's ids.
  package func files(for profile: ExportProfile, links: [String: String]) -> [ExportedFile] {
    if let table = profile.table { return table.files(self, for: profile, links: links) }
    let (content, shortened) = content(for: profile, links)
    return [ExportedFile(suffix: profile.suffix(), content: content, shortened: shortened)]
  }

  /// The distinct labels of the operations that have cases, in order.
  var operations: [String] {
    var seen: Set<String> = []
    return cases.map(\.operation).filter { seen.insert($0).inserted }
  }

  /// The number of cases that wait for answers.
  package var openCount: Int { cases.count(where: \.isOpen) }
  package var caseCount: Int { cases.count }

  /// Returns the number of cases or questions that the tool already has.
  package func linkedCount(_ profile: ExportProfile, _ links: [String: String]) -> Int {
    let ids = profile.takesQuestions ? questions.map(\.id) : cases.map(\.id)
    return ids.count { links[$0] != nil }
  }

  package var questionCount: Int { questions.count }

  /// Returns the questions that the tool has and that are no longer open, with the tool's ids.
  package func settled(_ links: [String: String]) -> [(id: String, entry: String)] {
    closedQuestions(asked: links.keys).compactMap { question in
      links[question.id].map { (question.id, $0) }
    }
  }

  var text: ReportText { ReportText(language: language) }
}

extension ExportedSuite.Case {
  /// The label or tag of a case that waits for an answer.
  static let openMark = "open"

  var openLabel: String { isOpen ? Self.openMark : "" }

  /// The references for TestRail and QualityForward, which have no tags: `open` and the questions of an open case.
  var references: [String] { isOpen ? [Self.openMark] + questions : [] }

  /// Returns the tool's term for the priority.
  func priority(_ high: String, _ medium: String, _ low: String) -> String {
    switch priority {
    case .high: high
    case .medium: medium
    case .low: low
    }
  }
}
