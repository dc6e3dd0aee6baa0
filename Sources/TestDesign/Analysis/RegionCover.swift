import Combinatorics
import Diagnostics
import Specification

/// Says of a set of rows where it lies.
struct RegionCover {
  private let space: SpecificationSpace
  private let minimalCover: MinimalCover

  init(_ space: SpecificationSpace) {
    self.space = space
    minimalCover = MinimalCover(store: space.store, apart: space.apart)
  }

  /// Cubes that hold the rows and no others of the space, each with only the values that its rows have.
  ///
  /// Operations of which the same is said share a cube.
  ///
  /// - Parameters:
  ///   - rows: Some rows of the space.
  ///   - operations: The operations that they may be of, ascending.
  /// - Returns: In the order of the operations; and whether nothing is left out.
  /// - Throws: `LimitExceeded` if the diagrams outgrow their limit.
  func cubes(
    of rows: Diagram,
    on operations: [Int]
  ) throws(LimitExceeded) -> (cubes: [Cube], isComplete: Bool) {
    let (lowered, store) = (space.lowered, space.store)
    var cubes: [Cube] = []
    var isComplete = true
    for operation in operations {
      let bounds = lowered.cube(ofOperation: operation)
      let all = try store.diagram(of: bounds)
      let own = try space.possible(try store.intersection(rows, all))
      guard own != .empty else { continue }
      let others = try store.union(
        try store.complement(all),
        try store.difference(space.all, own)
      )
      let cover = try minimalCover.cover(own, avoiding: others, within: bounds)
      isComplete = isComplete && cover.isComplete
      for cube in cover.cubes {
        let inside = try store.intersection(own, cube)
        if let tight = try space.tight(cube, around: inside) { cubes.append(tight) }
      }
    }
    return (joined(cubes), isComplete)
  }

  /// Cubes that differ only in their operations as one.
  private func joined(_ cubes: [Cube]) -> [Cube] {
    let factor = space.lowered.operationFactor
    var setups = Numbering<Cube>()
    var joined: [Cube] = []
    for cube in cubes {
      let place = setups.number(of: cube.released(factor))
      if place == joined.count { joined.append(cube) }
      for value in cube.values(of: factor) { joined[place].insert(value, factor: factor) }
    }
    return joined
  }
}
