import Combinatorics
import Specification

extension RuleRegions {
  /// Returns the combinations that cases may use: those that steps can reach and, for an event during another operation, those in which
  /// that operation is decided.
  ///
  /// Nobody can tap Post to test a lost connection where the result of Post is an open question. Only factors that the event does not read,
  /// and that no `every` group names, are changed for this; where nothing else is possible, the combination stays. Combinations that cannot
  /// happen may be included.
  func rowsOfCases(_ reach: Reach?) -> Diagram {
    let reached = reach?.rowsOfCases ?? .full
    guard space.isJoined else { return reached }
    let rows = space.store.attempt(nodeShare: 0.6) { () throws(LimitExceeded) in
      try rowsWithTriggers(in: reached)
    }
    return rows ?? reached
  }

  private func rowsWithTriggers(in reached: Diagram) throws(LimitExceeded) -> Diagram {
    let (store, lowered) = (space.store, space.lowered)
    let specification = lowered.specification
    let ofOperation = specification.triggers
    let triggers = lowered.operationValues.map { value in
      specification.operations[value.operation].hasParts ? [] : ofOperation[value.operation]
    }
    guard triggers.contains(where: { !$0.isEmpty }) else { return reached }
    let asked = Set(specification.coverage.every.flatMap(\.factors))
    let (reads, defined) = (try readFactors(), try definedRows())
    let possible = try store.intersection(space.all, reached)
    var rows = reached
    for (value, triggers) in triggers.enumerated() where !triggers.isEmpty {
      let decided = try store.forgetting(
        lowered.operationFactor,
        in: store.union(triggers.flatMap { lowered.variants[$0] }.map { defined[$0] })
      )
      let own = try store.diagram(of: lowered.cube(ofValue: value))
      var decidable = try store.intersection([possible, own, decided])
      let kept = asked.union(reads[value] ?? [])
      for factor in specification.factors.indices where !kept.contains(factor) {
        decidable = try store.forgetting(factor, in: decidable)
      }
      let undecided = try store.difference(try store.intersection(own, decidable), decided)
      rows = try store.difference(rows, undecided)
    }
    for described in try space.describedCases() where try !store.meet(described, rows) {
      rows = try store.union(rows, described)
    }
    return rows
  }
}
