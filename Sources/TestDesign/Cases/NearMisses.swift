import Combinatorics
import Specification

/// Rows that show a condition of a rule at work.
///
/// # Chapter: what each condition does
///
/// **Problem.** A rule that is seen once, in its plainest setup, may leave a condition out of account, be off by one at a bound, or know only the first
/// of several alternatives, and nobody notices.
///
/// **Idea.** Beside the rule, where one condition alone does not hold and something else is expected; of numbers at each bound, on both sides of it;
/// where one alternative alone holds; and of what the rule calls `any`, with its least usual value. Rules of an operation that say the same of a factor share their rows: who asks for a guest once needs no guest for
/// each of them.
package struct NearMiss: Sendable {
  package enum Kind: Sendable, Hashable {
    /// The condition on the factor does not hold; of a bound, by the number next to it.
    case beside(factor: Int, value: Int?)
    /// The rule decides, with the last number for which the condition holds.
    case bound(factor: Int, value: Int)
    /// The rule decides, with the least usual value of a factor that it calls `any`.
    case unusual(factor: Int)
    /// The rule decides by this alternative alone: its number in `Condition.alternatives`.
    case alternative(Int)
  }

  /// The first rule with the condition: its number in `Specification.rules`.
  package var rule: Int
  package var kind: Kind
  var rows: Diagram
}

extension AnalysedSpecification {
  /// What decided rules of the spec name: bounds first, then all conditions in the order of declaration, then alternatives and `any`.
  func nearMisses() throws(LimitExceeded) -> [NearMiss] {
    guard let defined = regions.defined else { return [] }
    let store = regions.space.store
    let decided = try regions.additions.isEmpty ? .empty : store.union(defined)
    var bounds = SharedMisses()
    var misses = SharedMisses()
    var alternatives = SharedMisses()
    for (rule, declared) in specification.rules.enumerated()
    where declared.house == nil && declared.results != nil {
      let shown = regions.shown(rule)
      let same = declared.isAddition ? shown : regions.resultNumbers[rule].map { defined[$0] }
      let own = try store.intersection(
        shown,
        declared.isAddition ? decided : same ?? .empty
      )
      let cubes = declared.when.alternatives.map(regions.space.lowered.cube(of:))
      for (number, alternative) in declared.when.alternatives.enumerated() where own != .empty {
        let cube = cubes[number]
        let decides = try store.intersection(own, try store.diagram(of: cube))
        for term in alternative.terms
        where term.factor != specification.operationFactor {
          let (factor, fulfilled) = (term.factor, cube.values(of: term.factor))
          let condition = [cube.values(of: specification.operationFactor), [factor]]
          func with(_ values: [Int], _ rows: Diagram) throws(LimitExceeded) -> Diagram {
            var cube = Cube(full: store.domains)
            cube.restrict(factor, to: values)
            return try store.intersection(rows, try store.diagram(of: cube))
          }
          func beside(_ rows: Diagram, _ values: [Int]) throws(LimitExceeded) -> Diagram {
            try store.difference(
              try with(values, try store.forgetting(factor, in: rows)),
              same ?? .empty
            )
          }
          if term.isAny {
            guard let value = specification.factors[factor].leastUsual else { continue }
            let rows = try with([value], decides)
            try alternatives.add(
              NearMiss(rule: rule, kind: .unusual(factor: factor), rows: rows),
              [[rule], [number], [factor]],
              store
            )
            continue
          }
          for (last, next) in specification.factors[factor].bounds(of: fulfilled) {
            let inside = try with([last], decides)
            try bounds.add(
              NearMiss(
                rule: rule,
                kind: .beside(factor: factor, value: next),
                rows: try beside(inside, [next])
              ),
              condition + [[last], [next]],
              store
            )
            try bounds.add(
              NearMiss(rule: rule, kind: .bound(factor: factor, value: last), rows: inside),
              condition + [[last]],
              store
            )
          }
          let broken = (0..<store.domains.sizes[factor]).filter { !fulfilled.contains($0) }
          try misses.add(
            NearMiss(
              rule: rule,
              kind: .beside(factor: factor, value: nil),
              rows: try beside(decides, broken)
            ),
            condition + [fulfilled],
            store
          )
        }
        guard cubes.count > 1 else { continue }
        var others: [Diagram] = []
        for other in cubes.indices where other != number {
          others.append(try store.diagram(of: cubes[other]))
        }
        try alternatives.add(
          NearMiss(
            rule: rule,
            kind: .alternative(number),
            rows: try store.difference(decides, try store.union(others))
          ),
          [[rule], [number]],
          store
        )
      }
    }
    return bounds.all + misses.all + alternatives.all
  }
}

/// Near misses of which rules that say the same of a factor have one together.
private struct SharedMisses {
  private(set) var all: [NearMiss] = []
  private var places: [[[Int]]: Int] = [:]

  mutating func add(
    _ miss: NearMiss,
    _ condition: [[Int]],
    _ store: DiagramStore
  ) throws(LimitExceeded) {
    guard miss.rows != .empty else { return }
    if let place = places[condition] {
      all[place].rows = try store.union(all[place].rows, miss.rows)
    } else {
      places[condition] = all.count
      all.append(miss)
    }
  }
}

extension Factor {
  /// The last of the valid values, unless it is the usual one.
  fileprivate var leastUsual: Int? {
    values.indices.last { $0 != usual && !values[$0].isInvalid }
  }

  /// The numbers next to each other of which the first is one of these values and the second is not, in ascending order of the lesser one.
  fileprivate func bounds(of fulfilled: [Int]) -> [(last: Int, next: Int)] {
    let line = values.indices.filter { values[$0].number != nil }
      .sorted { values[$0].number ?? 0 < values[$1].number ?? 0 }
    return zip(line, line.dropFirst()).compactMap { one, other in
      switch (fulfilled.contains(one), fulfilled.contains(other)) {
      case (true, false): (one, other)
      case (false, true): (other, one)
      default: nil
      }
    }
  }
}
