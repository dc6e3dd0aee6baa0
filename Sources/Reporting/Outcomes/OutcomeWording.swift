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
