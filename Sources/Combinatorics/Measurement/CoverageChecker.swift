/// Says what is wrong with a suite, tuple by tuple.
///
/// Shares nothing with the generator but the request: it takes every asked tuple in turn, looks for it in the rows, and asks the
/// store whether the space holds any row with those that are missing. Slow and plain on purpose.
package struct CoverageChecker {
  /// Something that a suite should do and does not.
  package enum Complaint: Hashable, Sendable {
    /// The row at the index is not in the space.
    case rowOutsideSpace(Int)
    /// No row has these values of these factors, though some row of the space does.
    case tupleMissed(factors: [Int], values: [Int])
    /// The fixed row at the index is not where it should be.
    case fixedRowMissing(Int)
    /// The fixed row at the index was dropped, though it was to stand and the space holds it.
    case fixedRowDropped(Int)
    /// No row meets the target at the index, though the space does.
    case targetMissed(Int)
    /// There is no row, though the space has some.
    case noRows
  }

  private let space: Diagram
  private let store: DiagramStore
  private let request: CoveringRequest

  package init(space: Diagram, in store: DiagramStore, request: CoveringRequest) {
    self.space = space
    self.store = store
    self.request = request
  }

  /// Everything wrong with the suite; empty for a suite that does what the request asks.
  package func complaints(about suite: Suite) -> [Complaint] {
    let outside = suite.rows.indices.filter { !store.contains(space, row: suite.rows[$0]) }
    let noRows = suite.rows.isEmpty && space != .empty
    return outside.map { .rowOutsideSpace($0) } + (noRows ? [.noRows] : [])
      + fixedRows(suite) + missedTargets(suite.rows) + missedTuples(suite.rows)
  }

  private func fixedRows(_ suite: Suite) -> [Complaint] {
    var complaints: [Complaint] = []
    var place = 0
    for (index, fixed) in request.fixed.enumerated() {
      if suite.dropped.contains(index) {
        let isPossible = store.intersects(space, cube(of: fixed.values))
        if isPossible && !fixed.isDroppable { complaints.append(.fixedRowDropped(index)) }
        continue
      }
      let stands =
        place < suite.fixedCount && place < suite.rows.count
        && zip(fixed.values, suite.rows[place]).allSatisfy { $0 == nil || $0 == $1 }
      if !stands { complaints.append(.fixedRowMissing(index)) }
      place += 1
    }
    return complaints
  }

  private func missedTargets(_ rows: [[Int]]) -> [Complaint] {
    let everything = Cube(full: store.domains)
    return request.targets.indices.compactMap { index in
      let target = request.targets[index]
      let isMet = rows.contains { store.contains(target, row: $0) }
      return isMet || !store.intersects(target, everything) ? nil : .targetMissed(index)
    }
  }

  private func missedTuples(_ rows: [[Int]]) -> [Complaint] {
    var complaints: [Complaint] = []
    for group in request.groups {
      let factors = Set(group.factors).sorted()
      let strength = min(group.strength, factors.count)
      for subset in choices(of: strength, from: factors[...]) {
        let present = Set(rows.map { row in subset.map { row[$0] } })
        for values in askedTuples(of: subset[...]) where !present.contains(values) {
          var given: [Int?] = Array(repeating: nil, count: store.domains.count)
          for (factor, value) in zip(subset, values) { given[factor] = value }
          if store.intersects(space, cube(of: given)) {
            complaints.append(.tupleMissed(factors: subset, values: values))
          }
        }
      }
    }
    return complaints
  }

  private func choices(of count: Int, from factors: ArraySlice<Int>) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return factors.indices.flatMap { index in
      choices(of: count - 1, from: factors[(index + 1)...]).map { [factors[index]] + $0 }
    }
  }

  private func askedTuples(of factors: ArraySlice<Int>) -> [[Int]] {
    guard let first = factors.first else { return [[]] }
    let rest = askedTuples(of: factors.dropFirst())
    let asked = request.isAsked[first].indices.filter { request.isAsked[first][$0] }
    return asked.flatMap { value in rest.map { [value] + $0 } }
  }

  private func cube(of values: [Int?]) -> Cube {
    var cube = Cube(full: store.domains)
    for (factor, value) in values.enumerated() {
      if let value { cube.restrict(factor, to: [value]) }
    }
    return cube
  }
}
