import Combinatorics
import Diagnostics
import Specification

/// Describes a set of rows by cubes.
struct RegionCover {
  private let space: SpecificationSpace
  private let minimalCover: MinimalCover

  init(_ space: SpecificationSpace) {
    self.space = space
    minimalCover = MinimalCover(store: space.store, apart: space.apart)
  }

  /// Returns cubes that contain the rows and no others of the space, in the order of the operations, and whether they are complete.
  ///
  /// Each cube has only values that occur in its rows. Cubes that differ only in their operations are merged. `operations` are those that
  /// the rows may be of, ascending. Throws `LimitExceeded` if the diagrams outgrow their limit.
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
      let rest = try space.alike(
        try store.difference(try store.intersection(space.all, all), own)
      )
      let others = try store.union(
        try store.complement(all),
        try store.difference(rest, own)
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

  /// Merges cubes that differ only in their operations.
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
