import Combinatorics
import Specification

extension AnalysedSpecification {
  /// Returns the id of the question that covers most of the region of an earlier question.
  ///
  /// The first one wins a tie. The inner value is `nil` if no question covers any of the region. The outer value is `nil` if the region
  /// cannot be determined: it is unknown, its operation is gone, or the diagrams outgrow their limit. `factors` are those of the earlier
  /// generation.
  package func successor(of region: EarlierRegion, _ factors: [EarlierFactor]) -> String?? {
    let cubes = region.cubes.compactMap { cube($0, factors) }
    guard !cubes.isEmpty else { return .none }
    do {
      let store = regions.space.store
      let before = try store.intersection(regions.space.all, try store.diagram(of: cubes))
      var best: (id: String, count: String)?
      for (id, rows) in askedRows {
        let shared = try store.intersection(before, rows)
        guard try regions.space.possible(shared) != .empty else { continue }
        let count = store.decimalCount([shared])
        if best.map({ ($0.count.count, $0.count) < (count.count, count) }) ?? true {
          best = (id, count)
        }
      }
      return .some(best?.id)
    } catch {
      return .none
    }
  }

  /// The questions about combinations with their rows, in the order of the report.
  private var askedRows: [(id: String, rows: Diagram)] {
    zip(questionIDs, questions.map(\.rows)).map { ($0, $1) }
      + zip(contradictionIDs, contradictions.map(\.rows)).map { ($0, $1) }
      + undecidedIDs.sorted { $0.key < $1.key }.map { ($0.value, regions.wins[$0.key]) }
  }

  /// Returns a cube in terms of today's values, or `nil` if nothing of it is left.
  private func cube(_ earlier: EarlierRegion.Cube, _ factors: [EarlierFactor]) -> Cube? {
    let lowered = regions.space.lowered
    var cube = Cube(full: lowered.domains)
    for (name, ids) in earlier.sorted(by: { $0.key < $1.key }) {
      let named = Set(ids.compactMap(\.self))
      if name == EarlierFactor.operation {
        let known = lowered.operationValues.indices.filter {
          named.contains(lowered.operationValues[$0].id)
        }
        let values = known.isEmpty ? variants(ofOperations: named) : known
        guard !values.isEmpty else { return nil }
        cube.restrict(lowered.operationFactor, to: values)
        continue
      }
      // A factor that no longer exists is ignored.
      guard let factor = specification.factors.firstIndex(where: { $0.name == name }) else {
        continue
      }
      let before = Set(factors.first { $0.name == name }?.values.map(\.id) ?? [])
      var values = values(of: specification.factors[factor], named, among: before)
      if ids.contains(nil), let absent = lowered.notApplicable(factor) { values.append(absent) }
      guard !values.isEmpty else { return nil }
      cube.restrict(factor, to: values)
    }
    return cube
  }

  /// Returns all values of operations whose values have changed: a number may have become another one, or variants may have been added.
  private func variants(ofOperations named: Set<String>) -> [Int] {
    let operations = Set(named.map { String($0.prefix { $0 != "/" }) })
    let values = regions.space.lowered.operationValues
    return values.indices.filter {
      operations.contains(specification.operations[values[$0].operation].id)
    }
  }

  /// Returns the named values and, for a range, new values between two of them, since no condition distinguished those.
  private func values(of factor: Factor, _ named: Set<String>, among before: Set<String>) -> [Int] {
    var values = factor.values.indices.filter { named.contains(factor.values[$0].id) }
    guard factor.line != nil, !before.isEmpty else { return values }
    let known = factor.values.indices.filter { before.contains(factor.values[$0].id) }
    for (one, next) in zip(known, known.dropFirst()) where one + 1 < next {
      let areNamed = [one, next].allSatisfy { named.contains(factor.values[$0].id) }
      if areNamed { values += one + 1..<next }
    }
    return values.sorted()
  }
}
