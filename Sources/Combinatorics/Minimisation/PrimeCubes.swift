/// Finds all maximal cubes that contain one row and no row of a given set.
///
/// A cube is maximal if no value can be added to any of its factors without including a row of the set (a *prime implicant* of the set's
/// complement). The search walks down the diagram of the set. At a node, each choice of values for its factor leaves the union of their
/// children to be avoided below. Equal unions are one case, whose values are all those with a child contained in the union, so only closed
/// choices are tried. A cube from below that could also take an omitted value is not maximal.
///
/// Source: O. Coudert, J. C. Madre, "Implicit and Incremental Computation of Primes and Essential Primes of Boolean Functions", DAC 1992,
/// here for multiple values and for the primes through one row.
package struct PrimeCubes {
  let store: DiagramStore
  let row: [Int]
  /// The number of unions and cubes that may still be made.
  private var budget: Int
  private var known: [Int32: [Cube]] = [:]

  /// Prepares a search for cubes that contain `row`, making at most `budget` unions and cubes.
  package init(store: DiagramStore, row: [Int], budget: Int) {
    self.store = store
    self.row = row
    self.budget = budget
  }

  /// Returns the maximal cubes around the row that avoid a set, which must not contain the row, or `nil` if the budget is exceeded.
  package mutating func cubes(avoiding set: Diagram) throws(LimitExceeded) -> [Cube]? {
    precondition(!store.contains(set, row: row), "a row cannot avoid a set that holds it")
    let cubes = try cubes(avoiding: set.node)
    return budget >= 0 ? cubes : nil
  }

  private mutating func cubes(avoiding node: Int32) throws(LimitExceeded) -> [Cube] {
    if node == NodeTable.empty { return [Cube(full: store.domains)] }
    if let cubes = known[node] { return cubes }
    let level = store.level(of: node)
    let factor = store.order[level]
    let children = (0..<store.domains.sizes[factor]).map {
      Diagram(node: store.child($0, of: node))
    }
    var result: [Cube] = []
    for union in try unions(of: children, around: children[row[factor]]) {
      guard budget >= 0 else { return [] }
      var inside: [Int] = []
      var outside: [Diagram] = []
      for (value, child) in children.enumerated() {
        if try store.union(child, union) == union {
          inside.append(value)
        } else if !outside.contains(child) {
          outside.append(child)
        }
      }
      for cube in try cubes(avoiding: union.node)
      where outside.allSatisfy({ store.intersects($0, cube) }) {
        result.append(cube.restricted(factor, to: inside))
        budget -= 1
      }
    }
    known[node] = result
    return result
  }

  /// Returns the distinct unions of the row's own child with other children that do not contain the row.
  private mutating func unions(
    of children: [Diagram],
    around own: Diagram
  ) throws(LimitExceeded) -> [Diagram] {
    var unions = [own]
    var seen: Set<Diagram> = [own]
    var tried: Set<Diagram> = [own]
    for child in children where tried.insert(child).inserted {
      for union in unions {
        let wider = try store.union(union, child)
        budget -= 1
        guard budget >= 0 else { return unions }
        guard !seen.contains(wider), !store.contains(wider, row: row) else { continue }
        seen.insert(wider)
        unions.append(wider)
      }
    }
    return unions
  }
}

/// A cube in order of preference: fewer factors named, then fewer values, then declaration order.
struct RankedCube: Comparable {
  let cube: Cube
  /// The cost of the cube: 1, then the number of factors named, then the number of their values, in descending significance.
  let cost: Int
  private let named: [Int]

  init(_ cube: Cube) {
    self.cube = cube
    named = cube.namedFactors
    let values = named.reduce(0) { $0 + cube.valueCount(of: $1) }
    cost = 1 << 40 + named.count << 20 + values
  }

  static func == (left: Self, right: Self) -> Bool { left.cube == right.cube }

  static func < (left: Self, right: Self) -> Bool {
    if left.cost != right.cost { return left.cost < right.cost }
    if left.named != right.named { return left.named.lexicographicallyPrecedes(right.named) }
    let (leftWords, rightWords) = (left.cube.words, right.cube.words)
    for index in leftWords.indices where leftWords[index] != rightWords[index] {
      // Prefer the cube that has the first value in which they differ.
      let difference = leftWords[index] ^ rightWords[index]
      return leftWords[index] & (difference & (0 &- difference)) != 0
    }
    return false
  }
}
