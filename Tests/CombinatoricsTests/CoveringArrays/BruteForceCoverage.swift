import Combinatorics

/// Compares a suite with the listed rows of a space, without diagrams, generator or checker.
struct BruteForceCoverage {
  /// Values by factor.
  typealias Tuple = [Int: Int]

  let space: [[Int]]
  let request: CoveringRequest

  init(_ model: CoveringModel, _ request: CoveringRequest) {
    self.request = request
    space = model.rows()
  }

  /// Returns the requested tuples that the rows contain.
  func tuples(of rows: [[Int]]) -> Set<Tuple> {
    var tuples: Set<Tuple> = []
    for group in request.groups {
      let strength = min(group.strength, group.factors.count)
      for mask in 0..<(1 << group.factors.count) where mask.nonzeroBitCount == strength {
        let factors = group.factors.indices.filter { mask >> $0 & 1 == 1 }.map { group.factors[$0] }
        for row in rows where factors.allSatisfy({ request.isAsked[$0][row[$0]] }) {
          tuples.insert(Tuple(uniqueKeysWithValues: factors.map { ($0, row[$0]) }))
        }
      }
    }
    return tuples
  }

  /// True if the rows contain all requested tuples and lie in the space.
  func isComplete(_ rows: [[Int]]) -> Bool {
    rows.allSatisfy(Set(space).contains) && tuples(of: rows) == tuples(of: space)
      && rows.isEmpty == space.isEmpty
  }

  /// Returns the indices of rows that can each be removed without losing coverage.
  func unneeded(in rows: [[Int]]) -> [Int] {
    guard rows.count > 1 else { return [] }
    return rows.indices.filter { index in
      var others = rows
      others.remove(at: index)
      return tuples(of: others) == tuples(of: rows)
    }
  }
}
