package import Combinatorics
import Specification

/// The values of a moving factor and the transitions between them, for drawing.
package struct StateMap: Sendable {
  package struct Arrow: Hashable, Sendable {
    /// Indices of values.
    package var from: Int
    package var to: Int
    /// An index into `Specification.operationValues`.
    package var operationValue: Int
    /// The further condition, in words; may be empty.
    package var guardText: String
  }

  /// An index into `Specification.factors`.
  package var factor: Int
  /// The values that are reached or valid.
  package var values: [Int]
  package var starts: [Int]
  package var reached: Set<Int>
  /// The transitions that change the value, by values, then in the order of the rules.
  package var arrows: [Arrow]

  /// Reached values that no transition and no answer to an open question can change.
  package var finals: [Int]
  /// True if a rule counts the factor up or down.
  package var isCounted: Bool
}

extension AnalysedSpecification {
  /// Returns the map of each moving factor, or `nil` if no rule changes a factor or reachability is unknown.
  ///
  /// Throws `LimitExceeded` if a diagram grows too large.
  package func stateMaps() throws(LimitExceeded) -> [StateMap]? {
    guard case .known(let reach, _)? = reach else { return nil }
    var maps: [StateMap] = []
    let finals = try reach.finalValues()
    for factor in reach.system.moving {
      maps.append(try reach.map(of: factor, finals: finals[factor] ?? []))
    }
    return maps
  }
}

extension Reachability {
  fileprivate func map(of factor: Int, finals: [Int]) throws(LimitExceeded) -> StateMap {
    let specification = system.space.lowered.specification
    let declared = specification.factors[factor]
    let full = Cube(full: system.space.lowered.domains)
    let wording = Wording(specification)
    let reached = store.support(of: states, in: full)?.values(of: factor) ?? []
    var arrows: [StateMap.Arrow] = []
    for transition in system.transitions {
      guard let change = transition.changes.first(where: { $0.factor == factor }) else { continue }
      let taken = try store.intersection(transition.rows, states)
      let from = store.support(of: taken, in: full)?.values(of: factor) ?? []
      let guardText = wording.condition(literals(of: transition.rule, besides: factor))
      for value in from {
        let part = change.parts.first { $0.from.contains(value) }
        for next in part?.to ?? [] where next != value && reached.contains(next) {
          arrows.append(
            StateMap.Arrow(
              from: value,
              to: next,
              operationValue: transition.operationValue,
              guardText: guardText
            )
          )
        }
      }
    }
    let sorted = arrows.enumerated().sorted {
      ($0.element.from, $0.element.to, $0.offset) < ($1.element.from, $1.element.to, $1.offset)
    }
    return StateMap(
      factor: factor,
      values: declared.values.indices.filter {
        reached.contains($0) || !declared.values[$0].isInvalid
      },
      starts: store.support(of: system.start, in: full)?.values(of: factor) ?? [],
      reached: Set(reached),
      arrows: sorted.map(\.element),
      finals: finals,
      isCounted: specification.rules.flatMap(\.becomes).contains {
        if case .step = $0.target { $0.factor == factor } else { false }
      }
    )
  }

  /// Returns the literals of a rule other than the operation's and one factor's; empty if the rule has several alternatives.
  private func literals(of rule: Int, besides factor: Int) -> [NamedCube.Literal] {
    let specification = system.space.lowered.specification
    let alternatives = specification.rules[rule].when.alternatives
    guard alternatives.count == 1 else { return [] }
    return alternatives[0].literals.filter {
      $0.factor != specification.operationFactor && $0.factor != factor
    }
  }
}
