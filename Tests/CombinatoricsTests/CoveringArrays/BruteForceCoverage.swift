import Combinatorics

/// What the rows of a listed space have to do with a suite: no diagram, no generator, no checker.
struct BruteForceCoverage {
  /// Asked values of some factors, by factor.
  typealias Tuple = [Int: Int]

  let space: [[Int]]
  let request: CoveringRequest

  init(_ model: CoveringModel, _ request: CoveringRequest) {
    self.request = request
    space = model.rows()
  }

  /// The asked tuples that some of the rows have.
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

  /// True if the rows do all that the request asks, each of them in the space.
  func isComplete(_ rows: [[Int]]) -> Bool {
    rows.allSatisfy(Set(space).contains) && tuples(of: rows) == tuples(of: space)
      && rows.isEmpty == space.isEmpty
  }

  /// The rows without which all is still covered.
  func unneeded(in rows: [[Int]]) -> [Int] {
    guard rows.count > 1 else { return [] }
    return rows.indices.filter { index in
      var others = rows
      others.remove(at: index)
      return tuples(of: others) == tuples(of: rows)
    }
  }
}
