import Combinatorics
import Specification

/// Rows in which one condition alone keeps a rule from deciding, and something else is expected.
///
/// Who leaves the condition out of account fails in such a row. Rules of an operation that name the same values of a factor share their rows: who asks
/// for a guest once needs no guest for each of them.
package struct NearMiss: Sendable {
  /// The first rule with the condition: its number in `Specification.rules`.
  package var rule: Int
  /// The factor of the condition: its number in `Specification.factors`.
  package var factor: Int
  var rows: Diagram
}

extension AnalysedSpecification {
  /// By operations, factor and its values: the conditions that decided rules of the spec name, in the order of declaration.
  func nearMisses() throws(LimitExceeded) -> [NearMiss] {
    guard let defined = regions.defined else { return [] }
    let store = regions.space.store
    var places: [[[Int]]: Int] = [:]
    var misses: [NearMiss] = []
    let decided = try regions.additions.isEmpty ? .empty : store.union(defined)
    for (rule, declared) in specification.rules.enumerated()
    where declared.house == nil && declared.results != nil {
      let shown = regions.shown(rule)
      let same = declared.isAddition ? shown : regions.resultNumbers[rule].map { defined[$0] }
      let decides = declared.isAddition ? decided : same ?? .empty
      for alternative in declared.when.alternatives {
        let cube = regions.space.lowered.cube(of: alternative)
        let own = try store.intersection([shown, decides, try store.diagram(of: cube)])
        for term in alternative.terms
        where term.factor != specification.operationFactor && !term.isAny && own != .empty {
          let fulfilled = cube.values(of: term.factor)
          var broken = Cube(full: store.domains)
          broken.restrict(
            term.factor,
            to: (0..<store.domains.sizes[term.factor]).filter { !fulfilled.contains($0) }
          )
          let changed = try store.intersection(
            try store.forgetting(term.factor, in: own),
            try store.diagram(of: broken)
          )
          let rows = try store.difference(changed, same ?? .empty)
          let condition = [
            cube.values(of: specification.operationFactor), [term.factor], fulfilled,
          ]
          if let place = places[condition] {
            misses[place].rows = try store.union(misses[place].rows, rows)
          } else if rows != .empty {
            places[condition] = misses.count
            misses.append(NearMiss(rule: rule, factor: term.factor, rows: rows))
          }
        }
      }
    }
    return misses
  }
}
