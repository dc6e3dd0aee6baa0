import Combinatorics

/// The best cover of a set by maximal cubes, found by exhaustive search.
struct BruteForceCover {
  /// A cube with its rows as a mask and its preference rank.
  struct Candidate {
    let cube: Cube
    let mask: UInt64
    let key: [Int]
  }

  /// The maximal cubes that avoid the off-set, in order of preference.
  let maximal: [Candidate]

  init(_ space: SmallSpace, avoiding offSet: UInt64) {
    maximal = space.allCubes
      .filter { Self.isMaximal($0, avoiding: offSet, in: space) }
      .map { Candidate(cube: $0, mask: space.mask(of: $0), key: Self.key($0)) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
  }

  /// True if the cube avoids a set and no value can be added without touching it.
  static func isMaximal(_ cube: Cube, avoiding offSet: UInt64, in space: SmallSpace) -> Bool {
    guard space.mask(of: cube) & offSet == 0 else { return false }
    for factor in 0..<space.domains.count {
      for value in 0..<space.domains.sizes[factor] where !cube.contains(value, factor: factor) {
        var wider = cube
        wider.insert(value, factor: factor)
        if space.mask(of: wider) & offSet == 0 { return false }
      }
    }
    return true
  }

  /// Returns the sort key of the preference: fewer factors named, then fewer values, then declaration order.
  private static func key(_ cube: Cube) -> [Int] {
    let named = cube.namedFactors
    var key = [named.count, named.reduce(0) { $0 + cube.valueCount(of: $1) }] + named
    for factor in 0..<cube.domains.count {
      for value in 0..<cube.domains.sizes[factor] {
        key.append(cube.contains(value, factor: factor) ? 0 : 1)
      }
    }
    return key
  }

  func cubes(around row: [Int]) -> [Cube] {
    maximal.map(\.cube).filter { $0.contains(row: row) }
  }

  /// Returns the fewest cubes, then those that name least, then the preferred ones, in order of preference.
  func best(_ onSet: UInt64) -> [Cube] {
    var known: [UInt64: Choice] = [0: Choice()]
    return choice(onSet, &known).numbers.map { maximal[$0].cube }
  }

  private struct Choice {
    var numbers: [Int] = []
    var named = 0
    var values = 0

    func isBetter(than other: Choice) -> Bool {
      let own = [numbers.count, named, values]
      let others = [other.numbers.count, other.named, other.values]
      return own == others
        ? numbers.lexicographicallyPrecedes(other.numbers) : own.lexicographicallyPrecedes(others)
    }
  }

  private func choice(_ open: UInt64, _ known: inout [UInt64: Choice]) -> Choice {
    if let choice = known[open] { return choice }
    let lowest = open & (0 &- open)
    var best: Choice?
    for (number, candidate) in maximal.enumerated() where candidate.mask & lowest != 0 {
      var choice = choice(open & ~candidate.mask, &known)
      choice.numbers = (choice.numbers + [number]).sorted()
      choice.named += candidate.key[0]
      choice.values += candidate.key[1]
      if best.map({ choice.isBetter(than: $0) }) ?? true { best = choice }
    }
    guard let best else { preconditionFailure("every row of the on-set is in a maximal cube") }
    known[open] = best
    return best
  }
}
