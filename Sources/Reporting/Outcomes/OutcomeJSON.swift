import Diagnostics
import Specification
import TestDesign
import Text

extension OutcomeReport {
  /// The tables as JSON, without folding or truncation.
  package var json: String {
    let document = JSONValue.of([
      "version": 1, "id": specification.id, "feature": specification.feature,
      "operations": operationsJSON, "otherQuestions": otherQuestions.map(\.id),
    ])
    // Spread down to the cells.
    return document.text(spreading: 4)
  }

  /// The operations, each with its table.
  var operationsJSON: [JSONValue] { entries.map(json) }

  private func json(_ entry: Entry) -> JSONValue {
    let operation = specification.operations[entry.operation]
    let content: JSONValue =
      switch entry {
      case .refused(_, let reason): ["refused": .string(reason)]
      case .table(let table):
        .of([
          "fingerprint": table.fingerprint, "factors": table.factors.map(name),
          "smallest": table.isSmallest, "cellCount": table.cellCount,
          "cells": table.cells.indices.map { json(table.cells[$0], $0, of: table) },
          "folds": table.listsCells ? nil : table.folds.map { json($0, of: table) },
          "assumptions": table.assumptions.map(json),
        ])
      }
    let limits = wording.limits(of: entry.operation)
    return .of([
      "id": operation.id, "label": operation.label, "limits": limits.map(VisibleText.line).ifAny,
      "…": content, "agreement": agreed(entry.operation),
    ])
  }

  /// Returns who agreed to an operation and when, and whether the agreement holds, or `nil` if nobody agreed.
  private func agreed(_ operation: Int) -> JSONValue? {
    guard let state = agreement?.states[operation], let agreed = state.entry else { return nil }
    let standing: JSONValue =
      switch state {
      case .open: [:]
      case .agreed: ["holds": .bool(true)]
      case .unknown: ["holds": .null]
      case .changed(_, let change): .of(["holds": false, "differing": change.count.orNull])
      }
    return .of(["…": agreed.json, "…": standing])
  }

  private func json(
    _ cell: OutcomeTable.Cell,
    _ number: Int,
    of table: OutcomeTable
  ) -> JSONValue {
    .of([
      "when": when(cell.values, of: table), "any": any(cell.spans, of: table),
      "…": json(cell.outcome), "drafted": cell.isDrafted(in: specification).ifTrue,
      "…": specification.json(ofRules: cell.rules),
      "insteadOf": cell.insteadOf.map { specification.rules[$0].id }.ifAny,
      "questions": cell.questions, "combinations": cell.combinations,
      "cases": cases[table.operation].map { $0[number] },
    ])
  }

  private func json(_ fold: OutcomeTable.Fold, of table: OutcomeTable) -> JSONValue {
    .of([
      "when": when(fold.values, of: table), "any": any(fold.spans, of: table),
      "…": fold.outcome.map(json), "cells": fold.cells, "open": fold.open,
    ])
  }

  private func json(_ outcome: OutcomeTable.Outcome) -> JSONValue {
    switch outcome {
    case .defined(let results): ["outcome": "defined", "results": .strings(results)]
    case .undefined: ["outcome": "undefined"]
    case .undecided(let rules):
      .of(["outcome": "undecided", "open": rules.map { specification.rules[$0].id }])
    case .contradictory(let results): .of(["outcome": "contradictory", "results": results])
    }
  }

  private func when(_ values: [[Int]], of table: OutcomeTable) -> JSONValue {
    .object(
      zip(table.factors, values).map { factor, values in
        JSONValue.Member(name(factor), .array(values.map { id($0, of: factor) }))
      }
    )
  }

  private func any(_ spans: [Bool], of table: OutcomeTable) -> [String] {
    zip(table.factors, spans).filter(\.1).map { name($0.0) }
  }

  private func json(_ assumed: OutcomeTable.Assumed) -> JSONValue {
    let assumption = assumed.assumption
    let invalid = assumption.invalid.map { entry in
      JSONValue.Member(name(entry.factor), .array(entry.values.map { id($0, of: entry.factor) }))
    }
    return .of([
      "operation": assumed.operationValues.map { id($0, of: specification.operationFactor) },
      "factors": assumption.factors.map(name), "invalid": JSONValue.object(invalid),
    ])
  }

  private func name(_ factor: Int) -> String {
    specification.name(ofFactor: factor)
  }

  /// Returns the id of a value, or null for not applicable.
  private func id(_ value: Int, of factor: Int) -> JSONValue {
    guard factor < specification.operationFactor else {
      return .string(specification.operationValues[value].id)
    }
    let values = specification.factors[factor].values
    return value < values.count ? .string(values[value].id) : .null
  }
}

extension OutcomeReport {
  /// The tables in words, by the id of the operation: the headings, and the phrases for the factors of each cell and fold.
  ///
  /// They are in the order of `json`, whose ids they put into words. An operation without a table is left out.
  var wordingJSON: JSONValue {
    .object(
      entries.compactMap(\.table).map { table in
        .init(specification.operations[table.operation].id, words(of: table))
      }
    )
  }

  private func words(of table: OutcomeTable) -> JSONValue {
    func words(_ values: [[Int]], _ spans: [Bool]) -> [String] {
      values.indices.map { named(values[$0], spans[$0], table.factors[$0]).text }
    }
    return .of([
      "factors": table.factors.map { heading($0, of: table.operation) },
      "cells": table.cells.map { words($0.values, $0.spans) },
      "folds": table.folds.map { words($0.values, $0.spans) },
      "limits": wording.limits(of: table.operation).map(VisibleText.line),
      "assumptions": table.assumptions.map {
        VisibleText.line(wording.assumption($0.assumption))
      },
    ])
  }
}

/// The presentation of an outcome, shared by all views.
extension OutcomeTable.Outcome {
  /// The sign: `?` for an open outcome, `!` for contradictory results, empty for a defined result.
  var sign: String {
    switch self {
    case .defined: ""
    case .undefined, .undecided: OutcomeReport.Sign.open
    case .contradictory: OutcomeReport.Sign.contradictory
    }
  }

  var style: TerminalStyle? {
    switch self {
    case .defined: nil
    case .undefined, .undecided: .open
    case .contradictory: .error
    }
  }

  /// Returns the texts of the result, of the open rules, or of the contradictory results, or an empty list for an undefined outcome.
  func alternatives(in specification: Specification) -> [[String]] {
    switch self {
    case .defined(let results): [results]
    case .undefined: []
    case .undecided(let rules): rules.map { specification.rules[$0].openTexts }
    case .contradictory(let results): results
    }
  }
}

extension ReportText {
  /// Returns an outcome on one line, without its sign.
  func line(_ outcome: OutcomeTable.Outcome, in specification: Specification) -> String {
    let isDisputed = outcome.sign == OutcomeReport.Sign.contradictory
    return outcome.alternatives(in: specification)
      .map { $0.map { VisibleText.line($0) }.joined(separator: self("; ", "／")) }
      .joined(separator: isDisputed ? self(" – or: ", " または: ") : " ")
  }

  /// Returns a result marked as not yet confirmed.
  func drafted(_ result: String) -> String { self("(draft) ", "（下書き）") + result }

  /// Returns the heading of a factor's column, which is “Variant” or “Part” for the operation itself.
  func heading(ofFactor factor: Int, of operation: Int, in specification: Specification) -> String {
    guard factor == specification.operationFactor else {
      return specification.factors[factor].label
    }
    return specification.operations[operation].hasParts ? self("Part", "部分") : self("Variant", "種類")
  }
}
