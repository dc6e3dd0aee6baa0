import Diagnostics
package import Specification
package import TestDesign
package import Text

package struct ReviewSpec: Sendable {
  /// The contents of a spec that can be read.
  package struct Contents: Sendable {
    package var analysis: Analysis
    /// The outcome tables and the agreement to them.
    package var outcomes: OutcomeReport
    /// The cases, or `nil` while they are being generated.
    package var matrix: TestMatrix?
    /// True if a suite is stored that fixes the numbers of the cases.
    package var areCasesNumbered: Bool
    /// The latest results entered by testers, by the id of the case.
    package var results: [String: TestResult]
    /// The catalogue with the names of dismissed entries.
    package var catalogue: Catalogue?
    /// The values and transitions of each factor that rules change, empty if unknown.
    package var states: [StateMap]

    package var specification: Specification { outcomes.specification }

    /// Creates the contents.
    ///
    /// `entries` are in the order of the operations. `agreement` is `nil` if there is no ledger. `matrix` is `nil` while the cases are
    /// being generated. `areCasesNumbered` is true if a suite is stored that fixes their numbers. `results` are the latest ones, by the id
    /// of the case.
    package init(
      _ analysed: AnalysedSpecification,
      _ entries: [OutcomeReport.Entry],
      agreement: SpecAgreement?,
      matrix: TestMatrix?,
      areCasesNumbered: Bool,
      results: [String: TestResult]
    ) {
      let specification = analysed.specification
      analysis = analysed.analysis
      catalogue = specification.catalogue
      states = (try? analysed.stateMaps()) ?? []
      self.matrix = matrix
      self.areCasesNumbered = areCasesNumbered
      self.results = results
      let cases = matrix.map { entries.compactMap(\.table).cases(of: $0, in: specification) } ?? [:]
      outcomes = OutcomeReport(specification, analysis, entries, cases: cases, agreement: agreement)
    }
  }

  /// The result of the check, with the remarks on the text.
  package var check: SpecCheck
  /// The contents, or `nil` if nothing of the spec can be shown.
  package var contents: Contents?

  package init(_ check: SpecCheck, _ contents: Contents? = nil) {
    self.check = check
    self.contents = contents
  }

  /// The spec in the format of `Documentation/schema/review.schema.json`.
  package var json: JSONValue {
    let isPlanned = if case .planned = check.outcome { true } else { false }
    let specification = contents?.specification ?? (isPlanned ? check.specification : nil)
    return .joined(
      [
        "path": .string(check.source.path), "state": .string(state),
        "id": .string(ifAny: specification?.id),
        "feature": .string(ifAny: specification?.feature),
        "language": .string(ifAny: specification?.language.rawValue),
        "owner": .string(ifAny: specification?.owner),
        "problems": .array(check.diagnostics.map(problem)),
      ],
      contents?.json ?? [:]
    )
  }

  /// Returns a mistake or remark, with the source line that it refers to.
  private func problem(_ diagnostic: Diagnostic) -> JSONValue {
    let text = DiagnosticRenderer(columns: 74, helpColumns: 80).render(
      [diagnostic],
      in: check.source
    )
    return .joined(.diagnostic(diagnostic), ["text": .string(text)])
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
  fileprivate var json: JSONValue {
    let language = specification.language
    let source = ReportSource(
      specification,
      analysis,
      matrix ?? TestMatrix(strength: 1, cases: [], retired: []),
      catalogue: catalogue
    )
    let agreed = outcomes.agreement.map { agreement -> JSONValue in
      [
        "agreed": .integer(agreement.agreedCount),
        "operations": .integer(specification.operations.count),
      ]
    }
    return [
      "counts": .counts(analysis.counts),
      "factors": .array(specification.factorsJSON),
      "operations": outcomes.operationsJSON,
      "decisions": .array(unlessEmpty: analysis.decisions.map(json)),
      "wording": outcomes.wordingJSON,
      "agreement": agreed,
      "tables": [
        "questions": source.questionsTable().json(),
        "cases": matrix == nil
          ? .null : source.casesTable().json { ReviewSpec.caseRoles.contains($0) },
      ],
      "questions": .array(source.questions.map { json($0, source) }),
      "rules": .array(specification.rules.map { json($0, source.wording) }),
      "states": FlowReport(specification, states).json,
      "impossible": .array(specification.impossible.map { json($0, source.wording) }),
      "dismissed": .array(specification.dismissed.map(json)),
      "areCasesNumbered": .bool(areCasesNumbered),
      "cases": .array((matrix?.cases ?? []).map(json)),
      "answers": [
        "kinds": .object(
          QuestionAnswer.Kind.allCases.map { .init($0.rawValue, .string($0.name(language))) }
        ),
        "agreed": .string(AgreementChoices(language).agreed),
        "notSo": .string(AgreementChoices(language).notSo),
      ],
      "outcomesHeadings": .object(ReviewSpec.outcomesHeadings(language)),
    ]
  }

  private func json(_ question: Finding, _ source: ReportSource) -> JSONValue {
    let values = question.question?.asked ?? question.cube
    let operations =
      question.question?.operation.map { [$0] }
      ?? values.map(specification.operations(in:)) ?? []
    return [
      "id": .string(question.id), "code": .string(question.code.rawValue),
      "operations": .strings(unlessEmpty: operations.map { specification.operations[$0].id }),
      "until": .string(ifAny: question.deadline(in: specification)?.description),
      "overdue": .bool(ifTrue: question.isOverdue),
      "ask": .string(ifAny: question.ask?.onOneLine),
      "optional": .bool(ifTrue: question.isOptional),
      "line": .integer(question.span.start.line),
      "cases": .strings(unlessEmpty: source.casesByQuestion[question.id] ?? []),
    ]
  }

  private func json(_ decision: Decision) -> JSONValue {
    let state: JSONValue =
      switch decision.state {
      case .open: [:]
      case .reasoned(let reason): ["because": .string(reason)]
      case .agreed(let entry): ["agreement": .joined(entry.json, ["holds": .bool(true)])]
      case .changed(let entry):
        [
          "agreement": .joined(entry.json, ["holds": .bool(false)]),
          "was": .string(
            ifAny: AgreementWords(specification).lapsed(entry, decision).dropFirst().first
          ),
        ]
      case .contested(let entry): ["contested": entry.json]
      }
    return .joined(
      [
        "id": .string(decision.id), "label": .string(decision.sentence),
        "scene": .string(ifAny: decision.scene.isEmpty ? nil : decision.scene),
        "rule": .string(ifAny: decision.winner.map { specification.rules[$0].id }),
        "insteadOf": .strings(decision.givingWay.map { specification.rules[$0].id }),
        "fingerprint": .string(decision.fingerprint),
      ],
      state
    )
  }

  private func json(_ rule: Rule, _ wording: Wording) -> JSONValue {
    [
      "id": .string(rule.id), "condition": .string(wording.condition(of: rule.when)),
      "says": .strings(wording.said(by: rule)),
      "line": .integer(rule.house?.line ?? rule.span.start.line),
      "path": .string(ifAny: rule.house?.path),
    ]
  }

  private func json(_ impossibility: Impossibility, _ wording: Wording) -> JSONValue {
    [
      "condition": .string(wording.condition(of: impossibility.when)),
      "because": .string(impossibility.because ?? ""),
      "line": .integer(impossibility.house?.line ?? impossibility.span.start.line),
      "path": .string(ifAny: impossibility.house?.path),
    ]
  }

  private func json(_ dismissal: Dismissal) -> JSONValue {
    let label = specification.catalogue[dismissal.id]?.label(specification.language)
    return [
      "id": .string(dismissal.id), "label": .string(label ?? dismissal.id),
      "because": .string(dismissal.reason), "line": .integer(dismissal.span.start.line),
    ]
  }

  private func json(_ testCase: TestCase) -> JSONValue {
    let operation = specification.operationValues[testCase.combination.operation].operation
    return [
      "id": .string(testCase.id), "depth": .string(testCase.depth.rawValue),
      "status": .string("\(testCase.openStatus ?? .defined)"),
      "operation": .string(specification.operations[operation].id),
      "result": .string(ifAny: results[testCase.id].map { "\($0)" }),
    ]
  }
}

extension ReviewSpec {
  /// The columns of a case on the page, without those of factors, which the setup states in words.
  fileprivate static let caseRoles: Set<ReportColumn.Role> = [
    .id, .title, .setup, .steps, .sample, .expected, .depth, .kind, .priority, .rule,
  ]

  /// Returns the headings of the columns in which people agree to outcomes.
  fileprivate static func outcomesHeadings(_ language: Language) -> [JSONValue.Member] {
    let named: [(name: String, table: ReportTable.Name, role: ReportColumn.Role)] = [
      ("id", .outcomes, .id), ("agreement", .outcomes, .agreement),
      ("comment", .outcomes, .agreementComment), ("fingerprint", .outcomes, .fingerprint),
      ("answeredBy", .questions, .answeredBy), ("answeredOn", .questions, .answeredOn),
    ]
    return named.map { .init($0.name, .string($0.table.column($0.role, language).heading)) }
  }
}

extension ReportTable {
  /// Returns the columns and rows as texts, limited to the columns whose role satisfies `isShown`.
  fileprivate func json(
    where isShown: (ReportColumn.Role) -> Bool = { _ in true }
  ) -> JSONValue {
    let shown = columns.indices.filter { isShown(columns[$0].role) }
    let lines = head.dropFirst().compactMap { row -> String? in
      if case .line(let line) = row { line } else { nil }
    }
    // Choices are omitted if they are those of the row above, as for most rows.
    var above: [JSONValue.Member] = []
    return [
      "title": .string(title),
      "head": .strings(lines),
      "columns": .array(shown.map { columns[$0].json }),
      "rows": .array(
        rows.map { row in
          let cells = shown.map { number in
            let cell = row.cells[number]
            return columns[number].role == .setup ? cell.shownText : cell.wholeText
          }
          let choices = shown.map { columns[$0].role }.compactMap { role in
            // The options have a column of their own.
            row.choices[role].map { choices in
              JSONValue.Member(
                role.key,
                .strings(choices.filter { ListedLines.numbered($0) == nil })
              )
            }
          }
          defer { above = choices }
          return [
            "key": .string(row.key), "cells": .strings(cells),
            "choices": choices == above ? nil : .object(choices),
          ]
        }
      ),
    ]
  }
}

extension ReportColumn {
  fileprivate var json: JSONValue {
    [
      "role": .string(role.key), "heading": .string(heading), "kind": .string(kind.rawValue),
      "choices": .strings(unlessEmpty: look.choices), "hint": .string(ifAny: look.hint),
      "hidden": .bool(ifTrue: look.isHidden), "folded": .bool(ifTrue: isFolded),
    ]
  }
}

extension Specification {
  /// Returns the operations that a cube names, in ascending order, or an empty list if it covers all.
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
