import Combinatorics

/// A space of at most 64 rows, so that a set of rows is one word: bit `i` is row `i` in lexicographic order.
struct SmallSpace: CustomStringConvertible {
  let domains: Domains
  let rows: [[Int]]
  /// The rows that have a value, by factor and value.
  private var having: [[UInt64]]

  init(sizes: [Int]) {
    domains = Domains(sizes: sizes)
    rows = sizes.reduce([[]]) { rows, size in
      rows.flatMap { row in (0..<size).map { row + [$0] } }
    }
    precondition(rows.count <= 64, "a set of rows must fit one word")
    having = sizes.map { Array(repeating: 0, count: $0) }
    for (number, row) in rows.enumerated() {
      for (factor, value) in row.enumerated() { having[factor][value] |= 1 << UInt64(number) }
    }
  }

  /// Creates a space of up to six factors of 1 to 5 values.
  init(_ random: inout TestRandom) {
    var sizes: [Int] = []
    var count = 1
    for _ in 0..<(1 + random.below(6)) {
      let size = 1 + random.below(5)
      guard count * size <= 64 else { continue }
      sizes.append(size)
      count *= size
    }
    self.init(sizes: sizes)
  }

  var description: String { "\(domains.sizes)" }

  var everything: UInt64 { rows.count == 64 ? .max : 1 << UInt64(rows.count) - 1 }

  /// Returns the rows that satisfy a predicate.
  func mask(where isMember: ([Int]) -> Bool) -> UInt64 {
    var mask: UInt64 = 0
    for (number, row) in rows.enumerated() where isMember(row) { mask |= 1 << UInt64(number) }
    return mask
  }

  func mask(of cube: Cube) -> UInt64 {
    var mask = everything
    for (factor, values) in having.enumerated() {
      var own: UInt64 = 0
      for (value, rows) in values.enumerated() where cube.contains(value, factor: factor) {
        own |= rows
      }
      mask &= own
    }
    return mask
  }

  func rows(in mask: UInt64) -> [[Int]] {
    rows.indices.filter { mask >> UInt64($0) & 1 == 1 }.map { rows[$0] }
  }

  /// Returns an empty store with the factors in random order.
  func store(_ random: inout TestRandom, nodeLimit: Int = 100_000) -> DiagramStore {
    var order = Array(0..<domains.count)
    for index in order.indices { order.swapAt(index, random.below(order.count)) }
    return DiagramStore(domains: domains, order: order, nodeLimit: nodeLimit)
  }

  /// Returns the diagram of a set, built row by row.
  func diagram(of mask: UInt64, in store: DiagramStore) throws -> Diagram {
    try store.diagram(of: rows(in: mask).map { Cube(row: $0, domains: domains) })
  }

  /// Returns a random cube, sometimes empty.
  func cube(_ random: inout TestRandom) -> Cube {
    var cube = Cube(full: domains)
    for factor in 0..<domains.count where random.chance(50) {
      cube.restrict(factor, to: random.some(below: domains.sizes[factor]))
    }
    if random.chance(5) { cube.restrict(random.below(domains.count), to: []) }
    return cube
  }

  func formula(_ random: inout TestRandom, depth: Int = 3) -> Formula {
    func parts() -> [Formula] {
      var parts: [Formula] = []
      for _ in 0..<random.below(4) { parts.append(formula(&random, depth: depth - 1)) }
      return parts
    }
    switch depth == 0 ? 0 : random.below(6) {
    case 1: return .not(formula(&random, depth: depth - 1))
    case 2: return .all(parts())
    case 3: return .any(parts())
    case 4:
      let left = formula(&random, depth: depth - 1)
      return .equivalent(left, formula(&random, depth: depth - 1))
    case 5: return .atMostOneIn(someValues(&random))
    default:
      var cubes: [Cube] = []
      for _ in 0..<random.below(4) { cubes.append(cube(&random)) }
      return .anyOf(cubes)
    }
  }

  /// Returns a cube with random values, possibly none of a factor.
  func someValues(_ random: inout TestRandom) -> Cube {
    var values = Cube(none: domains)
    for factor in 0..<domains.count {
      for value in 0..<domains.sizes[factor] where random.chance(40) {
        values.insert(value, factor: factor)
      }
    }
    return values
  }

  /// All nonempty cubes.
  var allCubes: [Cube] {
    var cubes = [Cube(full: domains)]
    for factor in 0..<domains.count {
      cubes = cubes.flatMap { cube in
        (1..<(1 << domains.sizes[factor])).map { choice in
          var cube = cube
          cube.restrict(
            factor,
            to: (0..<domains.sizes[factor]).filter { choice >> $0 & 1 == 1 }
          )
          return cube
        }
      }
    }
    return cubes
  }
}

extension Formula {
  func holds(_ row: [Int]) -> Bool {
    switch self {
    case .anyOf(let cubes): cubes.contains { $0.contains(row: row) }
    case .not(let part): !part.holds(row)
    case .all(let parts): parts.allSatisfy { $0.holds(row) }
    case .any(let parts): parts.contains { $0.holds(row) }
    case .equivalent(let left, let right): left.holds(row) == right.holds(row)
    case .atMostOneIn(let values):
      row.indices.filter { values.contains(row[$0], factor: $0) }.count <= 1
    }
  }
}
