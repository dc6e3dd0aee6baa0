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
    let renderer = DiagnosticRenderer(columns: 74, helpColumns: 80)
    return .of([
      "path": check.source.path, "state": state, "id": specification?.id,
      "feature": specification?.feature, "language": specification?.language.rawValue,
      "owner": specification?.owner,
      // A mistake or remark, with the source line that it refers to.
      "problems": check.diagnostics.json {
        ["…": JSONValue.diagnostic($0), "text": renderer.render([$0], in: check.source)]
      },
      "…": contents?.json,
    ])
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
    let choices = AgreementChoices(language)
    let kinds = QuestionAnswer.Kind.allCases.map {
      JSONValue.Member($0.rawValue, .string($0.name(language)))
    }
    return .of([
      "counts": JSONValue.counts(analysis.counts), "factors": specification.factorsJSON,
      "operations": outcomes.operationsJSON, "decisions": analysis.decisions.map(json).ifAny,
      "wording": outcomes.wordingJSON,
      "agreement": outcomes.agreement.map {
        JSONValue.of([
          "agreed": $0.agreedCount, "operations": specification.operations.count,
        ])
      },
      "tables": JSONValue.of([
        "questions": source.questionsTable().json(),
        "cases": matrix == nil
          ? JSONValue.null : source.casesTable().json { ReviewSpec.caseRoles.contains($0) },
      ]),
      "questions": source.questions.map { json($0, source) },
      "rules": specification.rules.json {
        [
          "id": $0.id, "condition": source.wording.condition(of: $0.when),
          "says": source.wording.said(by: $0), "line": $0.house?.line ?? $0.span.start.line,
          "path": $0.house?.path,
        ]
      },
      "states": FlowReport(specification, states).json,
      "impossible": specification.impossible.json {
        [
          "condition": source.wording.condition(of: $0.when), "because": $0.because ?? "",
          "line": $0.house?.line ?? $0.span.start.line, "path": $0.house?.path,
        ]
      },
      "dismissed": specification.dismissed.json {
        [
          "id": $0.id, "label": specification.catalogue[$0.id]?.label(language) ?? $0.id,
          "because": $0.reason, "line": $0.span.start.line,
        ]
      },
      "areCasesNumbered": areCasesNumbered, "cases": (matrix?.cases ?? []).map(json),
      "answers": JSONValue.of([
        "kinds": JSONValue.object(kinds), "agreed": choices.agreed, "notSo": choices.notSo,
      ]),
      "outcomesHeadings": JSONValue.object(ReviewSpec.outcomesHeadings(language)),
    ])
  }

  private func json(_ question: Finding, _ source: ReportSource) -> JSONValue {
    .of([
      "id": question.id, "code": question.code.rawValue,
      "operations": specification.operations(of: question)
        .map { specification.operations[$0].id }.ifAny,
      "until": question.deadline(in: specification)?.description,
      "overdue": question.isOverdue.ifTrue, "ask": question.ask?.onOneLine,
      "optional": question.isOptional.ifTrue, "line": question.span.start.line,
      "cases": source.casesByQuestion[question.id],
    ])
  }

  private func json(_ decision: Decision) -> JSONValue {
    let state: JSONValue =
      switch decision.state {
      case .open: [:]
      case .reasoned(let reason): ["because": .string(reason)]
      case .agreed(let entry):
        ["agreement": .of(["…": entry.json, "holds": true])]
      case .changed(let entry):
        .of([
          "agreement": JSONValue.of(["…": entry.json, "holds": false]),
          "was": AgreementWords(specification).lapsed(entry, decision).dropFirst().first,
        ])
      case .contested(let entry): ["contested": entry.json]
      }
    return .of([
      "id": decision.id, "label": decision.sentence, "scene": decision.scene.ifAny,
      "rule": decision.winner.map { specification.rules[$0].id },
      "insteadOf": decision.givingWay.map { specification.rules[$0].id },
      "fingerprint": decision.fingerprint, "…": state,
    ])
  }

  private func json(_ testCase: TestCase) -> JSONValue {
    let operation = specification.operationValues[testCase.combination.operation].operation
    return .of([
      "id": testCase.id, "depth": testCase.depth.rawValue,
      "status": "\(testCase.openStatus ?? .defined)",
      "operation": specification.operations[operation].id,
      "result": results[testCase.id].map { "\($0)" },
    ])
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
    return .of([
      "title": title, "head": lines,
      "columns": shown.map { columns[$0] }.json {
        [
          "role": $0.role.key, "heading": $0.heading, "kind": $0.kind.rawValue,
          "choices": $0.look.choices.ifAny, "hint": $0.look.hint,
          "hidden": $0.look.isHidden.ifTrue, "folded": $0.isFolded.ifTrue,
        ]
      },
      "rows": rows.json { row in
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
          "key": row.key, "cells": cells,
          "choices": choices == above ? nil : JSONValue.object(choices),
        ]
      },
    ])
  }
}
