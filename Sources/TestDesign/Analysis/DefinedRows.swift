import Combinatorics
import Specification

extension RuleRegions {
  /// By value of the operation: the rows in which the spec says one thing of it.
  ///
  /// - Throws: `LimitExceeded` if the diagrams outgrow their limit or the search for a row took too long.
  func definedRows() throws(LimitExceeded) -> [Diagram] {
    let lowered = space.lowered
    var rows: [Diagram] = []
    for value in lowered.operationValues.indices {
      let operation = lowered.operationValues[value].operation
      let rules = Set(lowered.parts.of(operation: operation).map { lowered.parts[$0].rule })
      rows.append(try space.possible(try definedRows(of: value, rules.sorted())))
    }
    return rows
  }

  private func definedRows(of value: Int, _ rules: [Int]) throws(LimitExceeded) -> Diagram {
    let store = space.store
    var cube = Cube(full: space.lowered.domains)
    cube.restrict(space.lowered.operationFactor, to: [value])
    let ofValue = try store.diagram(of: cube)
    let results = Set(rules.compactMap { resultNumbers[$0] }).sorted()
    var sets: [Diagram] = []
    if let defined {
      for result in results { sets.append(try store.intersection(defined[result], ofValue)) }
      return try store.union(sets)
    }
    // Of all operations together they outgrew the limit; of one they are small.
    var won: [Int: [Diagram]] = [:]
    var open: [Diagram] = []
    for rule in rules {
      let rows = try store.intersection(wins[rule], ofValue)
      if let result = resultNumbers[rule] {
        won[result, default: []].append(rows)
      } else {
        open.append(rows)
      }
    }
    for result in results { sets.append(try store.union(won[result] ?? [])) }
    var several = try store.union(open)
    var any = several
    for set in sets {
      several = try store.union(several, try store.intersection(any, set))
      any = try store.union(any, set)
    }
    return try store.difference(any, several)
  }
}
