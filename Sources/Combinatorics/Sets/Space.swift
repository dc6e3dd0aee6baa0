/// The rows that are in each of some sets, together.
///
/// Usually one set: the intersection of all constraints. Where constraints entangle so many factors that its diagram would be too large,
/// the sets stay apart, and a search finds what they have in common.
package struct RowSpace: Hashable, Sendable {
  /// None of them everything; none at all for the space of all rows.
  package let parts: [Diagram]

  package init(_ sets: [Diagram]) {
    parts = sets.contains(.empty) ? [.empty] : sets.filter { $0 != .full }
  }

  /// The whole space as one diagram; `nil` where it is several.
  package var diagram: Diagram? { parts.count > 1 ? nil : parts.first ?? .full }
}

extension DiagramStore {
  /// Whether the row is in the space.
  package func contains(_ space: RowSpace, row: [Int]) -> Bool {
    space.parts.allSatisfy { contains($0, row: row) }
  }

  /// Whether some row of the space is in the cube.
  ///
  /// - Throws: `LimitExceeded` where a search for such a row took too long.
  package func intersects(_ space: RowSpace, _ cube: Cube) throws(LimitExceeded) -> Bool {
    guard space.parts.count > 1 else { return intersects(space.parts.first ?? .full, cube) }
    var finder = JointFinder(space.parts, in: self)
    var row = Array(repeating: Int32(0), count: domains.count)
    let found = !cube.isEmpty && finder.find(in: cube.words, near: &row)
    try finder.check()
    return found
  }

  /// Every value that some row has that is in the space and in the cube; `nil` where there is no such row.
  ///
  /// - Throws: `LimitExceeded` where a search for rows took too long.
  package func support(of space: RowSpace, in cube: Cube) throws(LimitExceeded) -> Cube? {
    guard space.parts.count > 1 else { return support(of: space.parts.first ?? .full, in: cube) }
    guard try intersects(space, cube) else { return nil }
    var finder = JointFinder(space.parts, in: self)
    var result = cube
    var seen = Cube(none: domains)
    for factor in 0..<domains.count where finder.constrains[factor] {
      for value in cube.values(of: factor) where !seen.contains(value, factor: factor) {
        var part = cube
        part.restrict(factor, to: [value])
        // Rows that differ from each other show more values.
        var row = (0..<domains.count).map { Int32(value % domains.sizes[$0]) }
        if finder.find(in: part.words, near: &row) {
          for (factor, value) in row.enumerated() where finder.constrains[factor] {
            seen.insert(Int(value), factor: factor)
          }
        } else {
          result.remove(value, factor: factor)
        }
      }
    }
    try finder.check()
    return result
  }
}
