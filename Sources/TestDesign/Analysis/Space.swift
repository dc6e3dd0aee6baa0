import Combinatorics

/// The combinations that can happen, and the statements that make them.
struct Space {
  let lowered: LoweredSpecification
  let store: DiagramStore
  /// By statement of `lowered.constraints`: the rows for which it is true.
  let statements: [Diagram]
  let all: Diagram

  init(_ lowered: LoweredSpecification) throws(LimitExceeded) {
    self.lowered = lowered
    let store = DiagramStore(domains: lowered.domains, order: lowered.factorOrder)
    self.store = store
    var statements: [Diagram] = []
    for constraint in lowered.constraints {
      statements.append(try store.diagram(of: constraint.formula))
    }
    self.statements = statements
    all = try store.intersection(statements)
  }

  /// A minimal set of statements that together leave nothing of a set: leaving out any one of them leaves something.
  ///
  /// What `only_when` and the language itself say counts as given: a constraint is named only where nothing else does without it.
  ///
  /// - Parameters:
  ///   - rows: A set of which the space holds nothing.
  ///   - spared: A statement that must not be among them.
  /// - Returns: Numbers of `lowered.constraints`, ascending; empty when the set itself is.
  /// - Throws: `LimitExceeded` where the diagrams outgrow their limit.
  func minimalConflict(
    with rows: Diagram,
    without spared: Int? = nil
  ) throws(LimitExceeded) -> [Int] {
    let numbers = statements.indices.filter { $0 != spared }
    let given = numbers.filter { !lowered.constraints[$0].isWritten }
    let written = numbers.filter { lowered.constraints[$0].isWritten }
    var left = rows
    var candidates: [Int] = []
    for number in given + written where left != .empty {
      let next = try store.intersection(left, statements[number])
      if next != left { candidates.append(number) }
      left = next
    }
    // Whatever can be left out while the rest still leaves nothing is not needed.
    for number in candidates.reversed() {
      let others = candidates.filter { $0 != number }
      var left = rows
      for other in others where left != .empty {
        left = try store.intersection(left, statements[other])
      }
      if left == .empty { candidates = others }
    }
    return candidates.sorted()
  }
}
