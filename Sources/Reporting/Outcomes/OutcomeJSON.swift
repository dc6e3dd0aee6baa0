import Specification
import TestDesign
import Text

extension OutcomeReport {
  /// The tables for programs; nothing in it is folded or cut.
  package var json: String {
    let members: [JSONValue.Member] = [
      .init("version", 1),
      .init("id", .string(specification.id)),
      .init("feature", .string(specification.feature)),
      .init("operations", operationsJSON),
      .init("otherQuestions", .strings(otherQuestions.map(\.id))),
    ]
    // Down to a cell, each on its line.
    return JSONValue.object(members).text(spreading: 4)
  }

  /// Each operation with its table.
  var operationsJSON: JSONValue { .array(entries.map(json)) }

  private func json(_ entry: Entry) -> JSONValue {
    let operation = specification.operations[entry.operation]
    var members: [JSONValue.Member] = [
      .init("id", .string(operation.id)), .init("label", .string(operation.label)),
    ]
    switch entry {
    case .refused(_, let reason): members.append(.init("refused", .string(reason)))
    case .table(let table):
      members += [
        .init("fingerprint", .string(table.fingerprint)),
        .init("factors", .strings(table.factors.map(name))),
        .init("smallest", .bool(table.isSmallest)),
        .init("cellCount", .integer(table.cellCount)),
        .init(
          "cells",
          .array(table.cells.indices.map { json(table.cells[$0], $0, of: table) })
        ),
      ]
      if !table.listsCells {
        members.append(.init("folds", .array(table.folds.map { json($0, of: table) })))
      }
      members.append(.init("assumptions", .array(table.assumptions.map(json))))
    }
    if let agreed = agreed(entry.operation) { members.append(.init("agreement", agreed)) }
    return .object(members)
  }

  /// Who agreed to an operation and when, and whether that holds; `nil` where nobody did.
  private func agreed(_ operation: Int) -> JSONValue? {
    guard let state = agreement?.states[operation], let agreed = state.entry else { return nil }
    var members: [JSONValue.Member] = [
      .init("by", .string(agreed.by)), .init("on", .string(agreed.on)),
      .init("comment", .string(agreed.comment)),
    ]
    switch state {
    case .open: break
    case .agreed: members.append(.init("holds", .bool(true)))
    case .unknown: members.append(.init("holds", .null))
    case .changed(_, let change):
      members.append(.init("holds", .bool(false)))
      members.append(.init("differing", change.count.map(JSONValue.integer) ?? .null))
    }
    return .object(members)
  }

  private func json(
    _ cell: OutcomeTable.Cell,
    _ number: Int,
    of table: OutcomeTable
  ) -> JSONValue {
    var members = [
      JSONValue.Member("when", when(cell.values, of: table)),
      JSONValue.Member("any", .strings(any(cell.spans, of: table))),
    ]
    members += json(cell.outcome)
    let rules = cell.rules.map { specification.rules[$0] }
    members.append(.init("rules", .strings(rules.filter { $0.house == nil }.map(\.id))))
    let ofHouse = rules.filter { $0.house != nil }
    if !ofHouse.isEmpty { members.append(.init("houseRules", .array(ofHouse.map(\.houseJSON)))) }
    if !cell.departsFrom.isEmpty {
      members.append(
        .init("departsFrom", .strings(cell.departsFrom.map { specification.rules[$0].id }))
      )
    }
    members.append(.init("questions", .strings(cell.questions)))
    if let count = cell.combinations { members.append(.init("combinations", .string(count))) }
    if let cases = cases[table.operation] {
      members.append(.init("cases", .strings(cases[number])))
    }
    return .object(members)
  }

  private func json(_ fold: OutcomeTable.Fold, of table: OutcomeTable) -> JSONValue {
    .object(
      [
        .init("when", when(fold.values, of: table)),
        .init("any", .strings(any(fold.spans, of: table))),
      ] + (fold.outcome.map(json) ?? [])
        + [.init("cells", .integer(fold.cells)), .init("open", .integer(fold.open))]
    )
  }

  private func json(_ outcome: OutcomeTable.Outcome) -> [JSONValue.Member] {
    switch outcome {
    case .defined(let results):
      [.init("outcome", "defined"), .init("results", .strings(results))]
    case .undefined: [.init("outcome", "undefined")]
    case .undecided(let rules):
      [
        .init("outcome", "undecided"),
        .init("open", .strings(rules.map { specification.rules[$0].id })),
      ]
    case .contradictory(let results):
      [.init("outcome", "contradictory"), .init("results", .array(results.map(JSONValue.strings)))]
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
    return [
      "operation": .array(
        assumed.operationValues.map { id($0, of: specification.operationFactor) }
      ),
      "factors": .strings(assumption.factors.map(name)),
      "invalid": .object(
        assumption.invalid.map { entry in
          .init(name(entry.factor), .array(entry.values.map { id($0, of: entry.factor) }))
        }
      ),
    ]
  }

  private func name(_ factor: Int) -> String {
    factor < specification.operationFactor ? specification.factors[factor].name : "operation"
  }

  /// The id of a value; null for not applicable.
  private func id(_ value: Int, of factor: Int) -> JSONValue {
    guard factor < specification.operationFactor else {
      return .string(specification.operationValues[value].id)
    }
    let values = specification.factors[factor].values
    return value < values.count ? .string(values[value].id) : .null
  }
}
