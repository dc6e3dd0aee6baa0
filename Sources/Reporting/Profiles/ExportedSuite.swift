import Diagnostics
package import Specification
package import TestDesign
import Text

/// What is exported of a suite: cases and questions in words, as the sheets of the workbook have them, without the form of any tool.
package struct ExportedSuite: Sendable {
  struct Case: Sendable {
    let id: String
    /// On one line, without the id.
    let name: String
    /// One line for each thing to set up.
    let setup: String
    let steps: String
    /// The texts to enter, one line each, for tools whose steps have a column for them; may be empty.
    let data: String
    /// What to see; of an open case its questions with their ids.
    let expected: String
    /// What is expected, in a few words on one line, for a heading above all cases with the same.
    let expectation: String
    /// The ids of the questions that it meets.
    let questions: [String]
    /// True if nobody can say yet whether it passes, or not of all of its parts.
    let isOpen: Bool
    let operation: String
    let priority: Rule.Priority
    let kind: CaseKind
    /// In minutes; `nil` if nobody says.
    let estimate: Int?

    /// The steps, and behind them the texts to enter.
    var stepsWithData: String { data.isEmpty ? steps : "\(steps)\n\(data)" }

    /// `PAY-4KD Title`.
    var title: String { "\(id) \(name)" }
  }

  struct Question: Sendable {
    let id: String
    /// The question, what to choose from, and remarks, a line each.
    let asked: String
    let nearby: String
    /// Whom to ask, and until when; may be empty.
    let asking: String
    let severity: Severity
    /// The ids of the cases that meet it.
    let cases: [String]
    /// True if it was not open in the last generation.
    let isNew: Bool

    /// The id and the question: `Q-1382E8BC On “Tap Send”, what should happen if plan is free?`.
    var title: String {
      let first = asked.split(separator: "\n").first.map { String($0) } ?? ""
      return "\(id) \(first.onOneLine)"
    }
  }

  struct ClosedQuestion: Sendable {
    let id: String
    /// What the spec says now; empty if the question is no longer asked.
    let answer: String
  }

  package let id: String
  let feature: String
  /// Where the spec stands.
  let specPath: String
  let language: Language
  /// In the order of the sheet.
  let cases: [Case]
  let questions: [Question]
  private let closed: [ClosedQuestion]
  private let answers: [String: String]
  /// Cases that are no longer needed.
  package let retired: [String]

  /// The changes are those since the last generation; the questions asked are those that a tool has already, whatever became of them.
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
    // If a question was closed in an earlier generation, only the rules may still say why.
    answers = Dictionary(firstOf: asked.map { ($0, source.answer(to: $0, "", nil).text) })
    retired = matrix.retired.map(\.id)
  }

  /// The questions that are closed, those that a tool has still open among them: first those of the last generation in their order, then by id.
  func closedQuestions(asked: some Sequence<String>) -> [ClosedQuestion] {
    let open = Set(questions.map(\.id))
    let new = Set(closed.map(\.id))
    let others = asked.filter { !open.contains($0) && !new.contains($0) }.sorted()
    return closed.filter { !open.contains($0.id) }
      + others.map { ClosedQuestion(id: $0, answer: answers[$0] ?? "") }
  }
}

/// A text as other programs may have it: controls and invisible signs can be seen, only line breaks and tabs stay.
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
    /// Rows of a workbook with one sheet, the headings first.
    case workbook(title: String, rows: [[String]])
  }

  /// Its name behind the spec's id.
  package let suffix: String
  package let content: Content
  /// How many cells got a single quote in front, so that no spreadsheet runs a formula.
  package var neutralised = 0
  /// How many titles were longer than the tool takes.
  package var shortened = 0
}

extension ExportedSuite {
  /// What a file says that is ours, so that no other is ever replaced.
  static let mark = "Generated by specmatrix from "

  /// The files of a profile, several if one import takes only so many cases; the links are what the tool calls what it has, by id.
  package func files(for profile: ExportProfile, links: [String: String]) -> [ExportedFile] {
    switch profile.form {
    case .table(let table): return table.files(self, for: profile, links: links)
    case .file(let make):
      let (content, shortened) = make(self, links)
      return [ExportedFile(suffix: profile.suffix(), content: content, shortened: shortened)]
    }
  }

  /// The labels of the operations that have cases, in their order.
  var operations: [String] {
    var seen: Set<String> = []
    return cases.map(\.operation).filter { seen.insert($0).inserted }
  }

  /// How many cases wait for answers.
  package var openCount: Int { cases.count(where: \.isOpen) }
  package var caseCount: Int { cases.count }

  /// How many of the cases, or questions, a tool has already.
  package func linkedCount(_ profile: ExportProfile, _ links: [String: String]) -> Int {
    let ids = profile.takesQuestions ? questions.map(\.id) : cases.map(\.id)
    return ids.count { links[$0] != nil }
  }

  package var questionCount: Int { questions.count }

  /// The questions that a tool has and that are open no more, with what it calls them.
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

  /// TestRail and QualityForward have no tags: the references of an open case are `open` and its questions.
  var references: [String] { isOpen ? [Self.openMark] + questions : [] }

  /// The tool's word for the priority.
  func priority(_ high: String, _ medium: String, _ low: String) -> String {
    switch priority {
    case .high: high
    case .medium: medium
    case .low: low
    }
  }
}
