package import Specification

extension TestMatrix {
  /// By id of a case that tests a failure or an event: the number of the operation during which it happens.
  ///
  /// It is the first that can be done in the case's setup; each other one comes up in the first case that has none before it left to show.
  package func triggers(in specification: Specification) -> [String: Int] {
    let values = specification.operationValues
    let choices = specification.triggers
    let ways = Dictionary(grouping: values.indices) { values[$0].operation }
    let impossible = specification.impossible.map(\.when).filter {
      // What says nothing of the operation leaves the setup of the case possible.
      $0.alternatives.contains { $0.terms.contains { $0.factor == specification.operationFactor } }
    }
    func canDo(_ operation: Int, _ setup: [Int?]) -> Bool {
      ways[operation, default: []].contains { value in
        let row = setup + [value]
        let onlyWhen = specification.operations[operation].onlyWhen
        return onlyWhen?.holds(row) ?? true && !impossible.contains { $0.holds(row) }
      }
    }
    var shown: [Int: Set<Int>] = [:]
    var triggers: [String: Int] = [:]
    for testCase in cases {
      let event = values[testCase.combination.operation].operation
      let possible = choices[event].filter { canDo($0, testCase.combination.values) }
      let next = possible.first { shown[event]?.contains($0) != true } ?? possible.first
      guard let next else { continue }
      shown[event, default: []].insert(next)
      triggers[testCase.id] = next
    }
    return triggers
  }
}

extension Condition {
  /// True if it holds where the factors have these values, the operation last.
  fileprivate func holds(_ row: [Int?]) -> Bool {
    alternatives.contains { conjunction in
      conjunction.terms.allSatisfy {
        row[$0.factor].map($0.values.contains) ?? $0.allowsNotApplicable
      }
    }
  }
}
