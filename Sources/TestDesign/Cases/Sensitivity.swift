import Combinatorics
import Specification

/// The rows in which the factors that a value of the operation reads matter, and the numbers that its rules do not distinguish.
///
/// # Chapter: rows in which a value makes a difference
///
/// **Problem.** Whatever a guest enters, a guest is sent to the login. Pairs of values that guests enter cost rows and show nothing: a
/// program that handles each of them wrongly passes.
///
/// **Idea.** A factor *matters* in a row if another value of it, all else unchanged, gives another result or leaves the result open. A
/// tuple counts in rows in which each of its factors matters; if there is no such row, the tuple is not requested. Of numbers, only the
/// ends of the classes that the rules of this operation distinguish are requested.
///
/// **Cost.** Results are numbered, and two different numbers differ in at least one bit: two projections for each factor and bit.
struct Sensitivity {
  /// The defined rows in which each factor matters.
  let matters: [Int: Diagram]
  /// The defined rows by result and by added results; a change within one of the sets does not change the result.
  let outcomes: [Diagram]
  /// For each numeric factor, the values between two others from which no rule distinguishes them.
  let inside: [Int: Set<Int>]

  /// Computes the sensitivity of a part from the regions in which the rules win.
  init(_ part: OperationRows.Part, _ regions: RuleRegions) {
    let store = regions.space.store
    let judged =
      store.attempt(nodeShare: 0.3) { () throws(LimitExceeded) in
        try Self.matters(part, regions)
      } ?? nil
    // Beyond the node limit, every defined row counts.
    matters =
      judged?.matters ?? Dictionary(uniqueKeysWithValues: part.reads.map { ($0, part.defined) })
    outcomes = judged?.outcomes ?? []
    inside = Self.inside(part, regions.space.lowered)
  }

  /// Returns the defined rows in which each of the factors matters.
  func rows(_ factors: [Int], _ store: DiagramStore) throws(LimitExceeded) -> Diagram {
    try store.intersection(factors.map { matters[$0] ?? .empty })
  }

  private static func matters(
    _ part: OperationRows.Part,
    _ regions: RuleRegions
  ) throws(LimitExceeded) -> (matters: [Int: Diagram], outcomes: [Diagram])? {
    guard let defined = regions.defined else { return nil }
    let store = regions.space.store
    let rules = rules(of: part, regions.space.lowered)
    let results = Set(rules.compactMap { regions.resultNumbers[$0.rule] }).sorted()
    var outcomes = try results.map { (result) throws(LimitExceeded) in
      let rows = store.cofactor(defined[result], ofFirst: part.value)
      return try store.intersection(rows, part.defined)
    }
    outcomes.removeAll { $0 == .empty }
    // Results are numbered from 1; open rows have the number 0.
    var kinds: [Diagram] = []
    for bit in 0..<(Int.bitWidth - outcomes.count.leadingZeroBitCount) {
      let numbers = outcomes.indices.filter { ($0 + 1) >> bit & 1 == 1 }
      kinds.append(try store.union(numbers.map { outcomes[$0] }))
    }
    for addition in regions.additions {
      let added = store.cofactor(addition.rows, ofFirst: part.value)
      guard try store.meet(added, part.defined) else { continue }
      kinds.append(try store.intersection(added, part.possible))
      var split: [Diagram] = []
      for outcome in outcomes {
        split.append(try store.intersection(outcome, added))
        split.append(try store.difference(outcome, added))
      }
      outcomes = split.filter { $0 != .empty }
    }
    var matters: [Int: Diagram] = [:]
    for factor in part.reads {
      var rows: [Diagram] = []
      for kind in kinds {
        let other = try store.difference(part.possible, kind)
        rows.append(try store.intersection(kind, try regions.space.forgetting(factor, in: other)))
        rows.append(try store.intersection(other, try regions.space.forgetting(factor, in: kind)))
      }
      matters[factor] = try store.intersection(try store.union(rows), part.defined)
    }
    return (matters, outcomes)
  }

  /// Returns the rules of the part's operation.
  private static func rules(
    of part: OperationRows.Part,
    _ lowered: LoweredSpecification
  ) -> [RulePart] {
    let operation = lowered.operationValues[part.value].operation
    return lowered.parts.of(operation: operation).map { lowered.parts[$0] }
  }

  private static func inside(
    _ part: OperationRows.Part,
    _ lowered: LoweredSpecification
  ) -> [Int: Set<Int>] {
    let cubes = rules(of: part, lowered).flatMap(\.cubes).filter {
      $0.contains(part.value, factor: lowered.operationFactor)
    }
    var inside: [Int: Set<Int>] = [:]
    for factor in part.reads where lowered.specification.factors[factor].line != nil {
      let values = lowered.specification.factors[factor].values
      let line = lowered.specification.factors[factor].numberedValues
      let naming = cubes.filter { !$0.isFull(factor) }
      func areAlike(_ one: Int, _ other: Int) -> Bool {
        !values[one].isInvalid && !values[other].isInvalid
          && naming.allSatisfy {
            $0.contains(one, factor: factor) == $0.contains(other, factor: factor)
          }
      }
      guard line.count > 2 else { continue }
      inside[factor] = Set(
        (1..<(line.count - 1)).filter {
          areAlike(line[$0 - 1], line[$0]) && areAlike(line[$0], line[$0 + 1])
        }.map { line[$0] }
      )
    }
    return inside
  }
}
