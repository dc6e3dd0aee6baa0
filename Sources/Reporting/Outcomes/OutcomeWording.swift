import Diagnostics
import Specification
import TestDesign
import Text

extension OutcomeReport {
  /// The words of the tables, by the id of an operation: headings, and beside each cell and each fold what it says of every factor.
  ///
  /// They are in the order of `json`, whose ids they put into words; an operation without a table has none.
  var wordingJSON: JSONValue {
    let wording = Wording(specification)
    return .object(
      entries.compactMap { entry in
        guard case .table(let table) = entry else { return nil }
        return .init(specification.operations[table.operation].id, words(of: table, wording))
      }
    )
  }

  private func words(of table: OutcomeTable, _ wording: Wording) -> JSONValue {
    func words(_ values: [[Int]], _ spans: [Bool]) -> JSONValue {
      .strings(
        values.indices.map { named(values[$0], spans[$0], table.factors[$0], wording).text }
      )
    }
    let assumptions = table.assumptions.map { assumed in
      VisibleText.line(wording.assumption(assumed.assumption))
    }
    return [
      "factors": .strings(table.factors.map { heading($0, of: table.operation) }),
      "cells": .array(table.cells.map { words($0.values, $0.spans) }),
      "folds": .array(table.folds.map { words($0.values, $0.spans) }),
      "assumptions": .strings(assumptions),
    ]
  }
}

/// What every view says of an outcome.
extension OutcomeTable.Outcome {
  /// `?` before what is open, `!` before several results; empty before a result.
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

  /// The texts of the result, of the open rules, or of the results that disagree; none if nothing is said.
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
  /// An outcome on one line, without its sign.
  func line(_ outcome: OutcomeTable.Outcome, in specification: Specification) -> String {
    let isDisputed = outcome.sign == OutcomeReport.Sign.contradictory
    return outcome.alternatives(in: specification)
      .map { $0.map { VisibleText.line($0) }.joined(separator: self("; ", "／")) }
      .joined(separator: isDisputed ? self(" – or: ", " または: ") : " ")
  }

  /// What a column of a factor is called in the table of an operation: variants and parts have a name of their own.
  func heading(ofFactor factor: Int, of operation: Int, in specification: Specification) -> String {
    guard factor == specification.operationFactor else {
      return specification.factors[factor].label
    }
    return specification.operations[operation].hasParts ? self("Part", "部分") : self("Variant", "種類")
  }
}
