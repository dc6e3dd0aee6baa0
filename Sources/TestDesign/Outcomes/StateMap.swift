package import Combinatorics
import Specification

/// The values of one moving factor and the steps between them, to be drawn.
package struct StateMap: Sendable {
  package struct Arrow: Hashable, Sendable {
    /// Numbers of values.
    package var from: Int
    package var to: Int
    /// A number in `Specification.operationValues`.
    package var operationValue: Int
    /// What else must hold, in words; empty if nothing.
    package var guardText: String
  }

  /// A number in `Specification.factors`.
  package var factor: Int
  /// Its values that are reached, or could be.
  package var values: [Int]
  package var starts: [Int]
  package var reached: Set<Int>
  /// From one value to another, in the order of the values, then of the rules.
  package var arrows: [Arrow]

  /// Reached values that no step leaves and no answer to an open question could.
  package var finals: [Int]
  /// True if a rule counts it up or down.
  package var isCounted: Bool
}

extension AnalysedSpecification {
  /// By moving factor: its values and steps; `nil` if no rule moves anything, or it is not known what is reached.
  ///
  /// - Throws: `LimitExceeded` if a diagram grows too large.
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

  /// What a rule names besides its operation and one factor; nothing if it has several alternatives.
  private func literals(of rule: Int, besides factor: Int) -> [NamedCube.Literal] {
    let specification = system.space.lowered.specification
    let alternatives = specification.rules[rule].when.alternatives
    guard alternatives.count == 1 else { return [] }
    return alternatives[0].literals.filter {
      $0.factor != specification.operationFactor && $0.factor != factor
    }
  }
}
