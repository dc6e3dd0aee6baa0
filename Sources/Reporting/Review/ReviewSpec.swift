import Diagnostics
package import Specification
package import TestDesign
package import Text

/// One spec of the review page.
package struct ReviewSpec: Sendable {
  /// What the page shows of a spec that can be read.
  package struct Contents: Sendable {
    package var specification: Specification
    package var analysis: Analysis
    /// The outcome tables, and whether people agree to them.
    package var outcomes: OutcomeReport
    /// The cases; `nil` while they are being made.
    package var matrix: TestMatrix?
    /// What testers entered last, by the id of a case.
    package var results: [String: TestResult]
    /// The names of dismissed entries.
    package var catalogue: Catalogue?

    /// - Parameters:
    ///   - analysed: The spec, and what it leaves open.
    ///   - entries: Its outcome tables, in the order of its operations.
    ///   - agreement: What people agreed to; `nil` where there is no ledger.
    ///   - matrix: Its cases; `nil` while they are being made.
    ///   - results: What testers entered last, by the id of a case.
    package init(
      _ analysed: AnalysedSpecification,
      _ entries: [OutcomeReport.Entry],
      agreement: SpecAgreement?,
      matrix: TestMatrix?,
      results: [String: TestResult] = [:]
    ) {
      specification = analysed.specification
      analysis = analysed.analysis
      catalogue = analysed.specification.catalogue
      self.matrix = matrix
      self.results = results
      var cases: [Int: [[String]]] = [:]
      if let matrix {
        let tested = matrix.cases.map { OutcomeTable.Tested(id: $0.id, $0.combination) }
        for case .table(let table) in entries {
          cases[table.operation] = table.cases(tested, in: analysed.specification)
        }
      }
      outcomes = OutcomeReport(specification, analysis, entries, cases: cases, agreement: agreement)
    }
  }

  /// How far the spec came, and what is to be said of its text.
  package var check: SpecCheck
  /// `nil` where nothing of the spec can be shown.
  package var contents: Contents?

  package init(_ check: SpecCheck, _ contents: Contents? = nil) {
    self.check = check
    self.contents = contents
  }

  /// The spec for the page, as `Documentation/schema/review.schema.json` has it.
  package var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("path", .string(check.source.path)), .init("state", .string(state)),
    ]
    if let specification = described {
      members += [
        .init("id", .string(specification.id)), .init("feature", .string(specification.feature)),
        .init("language", .string(specification.language.rawValue)),
      ]
      if let owner = specification.owner { members.append(.init("owner", .string(owner))) }
    }
    members.append(.init("problems", .array(check.diagnostics.map(problem))))
    if let contents { members += contents.members }
    return .object(members)
  }

  /// A mistake or a remark beside the line that it is about.
  private func problem(_ diagnostic: Diagnostic) -> JSONValue {
    var members = JSONValue.diagnostic(diagnostic).members ?? []
    let text = DiagnosticRenderer(columns: 74, helpColumns: 80).render(
      [diagnostic],
      in: check.source
    )
    members.append(.init("text", .string(text)))
    return .object(members)
  }

  private var described: Specification? {
    if let contents { return contents.specification }
    return if case .planned(let specification) = check.outcome { specification } else { nil }
  }

  private var state: String {
    switch check.outcome {
    case .analysed: contents == nil ? "tooLarge" : "ready"
    case .planned: "planned"
    case .invalid: "broken"
    case .limitExceeded: "tooLarge"
    }
  }
}

extension ReviewSpec.Contents {
  fileprivate var members: [JSONValue.Member] {
    let language = specification.language
    let source = ReportSource(
      specification,
      analysis,
      matrix ?? TestMatrix(strength: 1, cases: [], retired: [], lastNumber: 0),
      catalogue: catalogue
    )
    var members: [JSONValue.Member] = [
      .init("counts", .counts(analysis.counts)),
      .init("factors", .array(specification.factorsJSON)),
      .init("operations", outcomes.operationsJSON),
      .init("wording", outcomes.wordingJSON),
    ]
    if let agreement = outcomes.agreement {
      members.append(
        .init(
          "agreement",
          [
            "agreed": .integer(agreement.agreedCount),
            "operations": .integer(specification.operations.count),
          ]
        )
      )
    }
    members += [
      .init(
        "tables",
        [
          "questions": source.questionsTable().json(),
          "cases": matrix == nil
            ? .null : source.casesTable().json { ReviewSpec.caseRoles.contains($0) },
        ]
      ),
      .init("questions", .array(source.questions.map { json($0, source) })),
      .init("rules", .array(specification.rules.map { json($0, source.wording) })),
      .init("cases", .array((matrix?.inReadingOrder(of: specification) ?? []).map(json))),
      .init("answers", AnswerChoices(language).json(AgreementChoices(language))),
      .init("outcomesHeadings", .object(ReviewSpec.outcomesHeadings(language))),
    ]
    return members
  }

  private func json(_ question: Finding, _ source: ReportSource) -> JSONValue {
    let values = question.question?.asked ?? question.cube
    let operations =
      question.question?.operation.map { [$0] }
      ?? values.map(specification.operations(in:)) ?? []
    var members: [JSONValue.Member] = [
      .init("id", .string(question.id)), .init("code", .string(question.code.rawValue)),
      .init("operations", .strings(operations.map { specification.operations[$0].id })),
    ]
    if let day = question.deadline(in: specification) {
      members.append(.init("until", .string(day.description)))
    }
    if question.isOverdue { members.append(.init("overdue", .bool(true))) }
    if let ask = question.ask { members.append(.init("ask", .string(ask.onOneLine))) }
    if question.entries.count > 1 {
      let labels = question.entries.map {
        specification.catalogue[$0]?.label(specification.language) ?? $0
      }
      members.append(.init("entries", .strings(labels)))
    }
    return .object(
      members + [
        .init("line", .integer(question.span.start.line)),
        .init("column", .integer(question.span.start.column)),
        .init("cases", .strings(source.casesByQuestion[question.id] ?? [])),
      ]
    )
  }

  private func json(_ rule: Rule, _ wording: Wording) -> JSONValue {
    let results: [String] =
      switch rule.outcome {
      case .then(let results): results.map(\.text)
      case .placeholder(let open): open.results.map(\.text)
      case .question(let open): ["? " + wording.asked(open.text)]
      }
    var members: [JSONValue.Member] = [
      .init("id", .string(rule.id)),
      .init("condition", .string(wording.condition(of: rule.when))),
      .init("says", .strings(results)),
      .init("line", .integer(rule.house?.line ?? rule.span.start.line)),
    ]
    if let house = rule.house { members.append(.init("path", .string(house.path))) }
    return .object(members)
  }

  private func json(_ testCase: TestCase) -> JSONValue {
    let operation = specification.operationValues[testCase.combination.operation].operation
    var members: [JSONValue.Member] = [
      .init("id", .string(testCase.id)),
      .init("depth", .string(testCase.depth.rawValue)),
      .init("status", .string("\(testCase.status)")),
      .init("operation", .string(specification.operations[operation].id)),
    ]
    if let result = results[testCase.id] { members.append(.init("result", .string("\(result)"))) }
    return .object(members)
  }
}

extension ReviewSpec {
  /// The columns of a case that the page shows: what is told by the setup in words has no column of its own.
  fileprivate static let caseRoles: Set<ReportColumn.Role> = [
    .id, .title, .setup, .steps, .expected, .depth, .kind, .priority, .rule,
  ]

  /// What the columns of outcomes are called in which people agree.
  fileprivate static func outcomesHeadings(_ language: Language) -> [JSONValue.Member] {
    let outcomes: [(name: String, role: ReportColumn.Role)] = [
      ("id", .id), ("agreement", .agreement), ("comment", .agreementComment),
      ("fingerprint", .fingerprint),
    ]
    let people: [(name: String, role: ReportColumn.Role)] = [
      ("answeredBy", .answeredBy), ("answeredOn", .answeredOn),
    ]
    return outcomes.map { name, role in
      .init(name, .string(ReportTable.Name.outcomes.column(role, language).heading))
    }
      + people.map { name, role in
        .init(name, .string(ReportTable.Name.questions.column(role, language).heading))
      }
  }
}

extension ReportTable {
  /// The columns and rows as texts.
  ///
  /// - Parameter isShown: Whether the columns with a role are there.
  /// - Returns: The table for the page.
  fileprivate func json(
    where isShown: (ReportColumn.Role) -> Bool = { _ in true }
  ) -> JSONValue {
    let shown = columns.indices.filter { isShown(columns[$0].role) }
    let lines = head.dropFirst().compactMap { row -> String? in
      if case .line(let line) = row { line } else { nil }
    }
    return [
      "title": .string(title),
      "head": .strings(lines),
      "columns": .array(shown.map { columns[$0].json }),
      "rows": .array(
        rows.map { row in
          var members: [JSONValue.Member] = [
            .init("key", .string(row.key)),
            .init(
              "cells",
              .strings(
                shown.map {
                  columns[$0].role == .setup ? row.cells[$0].shownText : row.cells[$0].wholeText
                }
              )
            ),
          ]
          let choices = shown.compactMap { number -> JSONValue.Member? in
            let role = columns[number].role
            return row.choices[role].map { .init(role.key, .strings($0)) }
          }
          if !choices.isEmpty { members.append(.init("choices", .object(choices))) }
          return .object(members)
        }
      ),
    ]
  }
}

extension ReportColumn {
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("role", .string(role.key)), .init("heading", .string(heading)),
      .init("kind", .string(kind.rawValue)),
    ]
    if !choices.isEmpty { members.append(.init("choices", .strings(choices))) }
    if let hint { members.append(.init("hint", .string(hint))) }
    if isHidden { members.append(.init("hidden", .bool(true))) }
    if isFolded { members.append(.init("folded", .bool(true))) }
    return .object(members)
  }
}

extension AnswerChoices {
  fileprivate func json(_ agreement: AgreementChoices) -> JSONValue {
    [
      "kinds": [
        "asWritten": .string(asWritten), "notPossible": .string(notPossible),
        "outOfScope": .string(outOfScope), "later": .string(later), "depends": .string(depends),
        "select": .string(select), "dismiss": .string(dismiss),
      ],
      "agreed": .string(agreement.agreed), "notSo": .string(agreement.notSo),
    ]
  }
}

extension Specification {
  /// The operations that a cube names, ascending; none where it is about all.
  fileprivate func operations(in cube: NamedCube) -> [Int] {
    guard let named = cube.literals.first(where: { $0.factor == operationFactor }) else {
      return []
    }
    var operations: [Int] = []
    for value in named.values.map({ operationValues[$0].operation }) where operations.last != value
    {
      operations.append(value)
    }
    return operations
  }
}
