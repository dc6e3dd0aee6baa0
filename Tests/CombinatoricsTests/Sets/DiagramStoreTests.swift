import Combinatorics
import Testing

/// Diagrams against listed sets of rows.
struct DiagramStoreTests {
  @Test(arguments: 0..<200)
  func formulaIsTrueWhereItHolds(seed: Int) throws {
    var random = TestRandom(seed)
    let space = SmallSpace(&random)
    let store = space.store(&random)
    for _ in 0..<5 {
      let formula = space.formula(&random)
      let diagram = try store.diagram(of: formula)
      let expected = space.mask(where: formula.holds)
      #expect(space.mask { store.contains(diagram, row: $0) } == expected)
      #expect(try diagram == space.diagram(of: expected, in: store), "equal sets, equal numbers")
    }
  }

  @Test(arguments: 0..<200)
  func setsAreCombined(seed: Int) throws {
    var random = TestRandom(seed + 1_000)
    let space = SmallSpace(&random)
    let store = space.store(&random)
    let left = random.next() & space.everything
    let right = random.next() & random.next() & space.everything
    let leftDiagram = try space.diagram(of: left, in: store)
    let rightDiagram = try space.diagram(of: right, in: store)
    func expect(_ diagram: Diagram, _ mask: UInt64) throws {
      #expect(try diagram == space.diagram(of: mask, in: store))
      #expect(space.mask { store.contains(diagram, row: $0) } == mask)
    }
    try expect(store.union(leftDiagram, rightDiagram), left | right)
    try expect(store.intersection(leftDiagram, rightDiagram), left & right)
    try expect(store.difference(leftDiagram, rightDiagram), left & ~right)
    try expect(store.difference(rightDiagram, leftDiagram), right & ~left)
    try expect(store.complement(leftDiagram), space.everything & ~left)
  }

  @Test(arguments: 0..<200)
  func manySetsAreTakenAway(seed: Int) throws {
    var random = TestRandom(seed + 3_000)
    let space = SmallSpace(&random)
    let store = space.store(&random)
    let left = random.next() & space.everything
    let others = (0..<random.below(6)).map { _ in random.next() & random.next() & space.everything }
    // Levels affect only the running time.
    let diagrams = try others.map {
      (rows: try space.diagram(of: $0, in: store), level: random.below(4))
    }
    let difference = try store.difference(space.diagram(of: left, in: store), diagrams)
    #expect(try difference == space.diagram(of: others.reduce(left) { $0 & ~$1 }, in: store))
  }

  /// Exceptions to a general rule take hardly more nodes than the result has, and steps linear in their number.
  @Test func whatExceptionsLeaveIsMadeOnce() throws {
    func left(by exceptions: [[Int]], factors: Int) throws -> (store: DiagramStore, left: Diagram) {
      let domains = Domains(sizes: Array(repeating: 5, count: factors))
      let store = DiagramStore(domains: domains, order: Array(0..<factors))
      let cubes = exceptions.enumerated().map { number, named in
        named.reduce(into: Cube(full: domains)) { $0.restrict($1, to: [($1 + number) % 5]) }
      }
      let others = try cubes.map {
        (rows: try store.diagram(of: $0), level: store.firstLevel(of: [$0], besides: factors))
      }
      return (store, try store.difference(.full, others))
    }
    var random = TestRandom(34)
    let entangled = (0..<30).map { _ in (0..<3).map { _ in random.below(16) } }
    let (store, result) = try left(by: entangled, factors: 16)
    let size = try store.size(of: result)
    #expect(size > 2_000 && store.nodeCount < size * 11 / 10, "\(store.nodeCount), \(size)")
    let work = try [100, 200].map { count in
      try left(by: (0..<count).map { [$0, $0 + 1, $0 + 3] }, factors: count + 3).store.work
    }
    #expect(Double(work[1]) < 2.2 * Double(work[0]), "\(work)")
  }

  /// All 256 sets over two factors, in pairs, under both orders of levels.
  @Test(arguments: [[0, 1], [1, 0]])
  func everyPairOfTinySets(order: [Int]) throws {
    let space = SmallSpace(sizes: [4, 2])
    let store = DiagramStore(domains: space.domains, order: order)
    var diagrams: [Diagram] = []
    for mask in 0...space.everything { diagrams.append(try space.diagram(of: mask, in: store)) }
    #expect(Set(diagrams).count == 256, "different sets, different numbers")
    #expect(diagrams.first == .empty)
    #expect(diagrams.last == .full)
    for left in diagrams.indices {
      for right in diagrams.indices {
        let results = [
          try store.union(diagrams[left], diagrams[right]),
          try store.intersection(diagrams[left], diagrams[right]),
          try store.difference(diagrams[left], diagrams[right]),
        ]
        let expected = [left | right, left & right, left & ~right].map { diagrams[$0] }
        guard results == expected else {
          Issue.record("\(left) and \(right) are combined wrongly")
          return
        }
      }
    }
  }

  @Test(arguments: 0..<100)
  func manySetsAreJoinedAndCut(seed: Int) throws {
    var random = TestRandom(seed + 2_000)
    let space = SmallSpace(&random)
    let store = space.store(&random)
    let masks = (0..<random.below(9)).map { _ in random.next() & space.everything }
    var diagrams: [Diagram] = []
    for mask in masks { diagrams.append(try space.diagram(of: mask, in: store)) }
    #expect(try store.union(diagrams) == space.diagram(of: masks.reduce(0, |), in: store))
    let common = masks.reduce(space.everything, &)
    #expect(try store.intersection(diagrams) == space.diagram(of: common, in: store))
  }

  @Test
  func nothingIsJoinedAndCut() throws {
    let store = DiagramStore(domains: Domains(sizes: [2]), order: [0])
    #expect(try store.union([]) == .empty)
    #expect(try store.intersection([]) == .full)
    #expect(try store.diagram(of: []) == .empty)
    #expect(try store.diagram(of: Cube(none: store.domains)) == .empty)
    #expect(try store.diagram(of: Cube(full: store.domains)) == .full)
  }

  @Test(arguments: 0..<100)
  func atMostOneInCountsFactors(seed: Int) throws {
    var random = TestRandom(seed + 3_000)
    let space = SmallSpace(&random)
    let store = space.store(&random)
    let values = space.someValues(&random)
    let diagram = try store.diagram(of: .atMostOneIn(values))
    let expected = space.mask { row in
      row.indices.filter { values.contains(row[$0], factor: $0) }.count <= 1
    }
    #expect(try diagram == space.diagram(of: expected, in: store))
  }

  /// More values than a word has bits.
  @Test(arguments: [[66, 2, 130], [130, 70], [67, 3, 129]])
  func manyValues(sizes: [Int]) throws {
    let domains = Domains(sizes: sizes)
    let store = DiagramStore(domains: domains, order: Array(sizes.indices.reversed()))
    var cube = Cube(full: domains)
    cube.restrict(0, to: [0, 63, sizes[0] - 1])
    var other = Cube(full: domains)
    other.restrict(sizes.count - 1, to: [0, 64, sizes[sizes.count - 1] - 1])
    let both = try store.intersection(try store.diagram(of: cube), try store.diagram(of: other))
    #expect(try both == store.diagram(of: cube.intersection(other)))
    let either = try store.union(try store.diagram(of: cube), try store.diagram(of: other))
    let rest = sizes.dropFirst().dropLast().reduce(1, *)
    #expect(store.decimalCount([both]) == "\(9 * rest)")
    #expect(
      store.decimalCount([either])
        == "\((3 * sizes[sizes.count - 1] + 3 * sizes[0] - 9) * rest)"
    )
    for value in 0..<sizes[0] {
      var row = Array(repeating: 1, count: sizes.count)
      row[0] = value
      #expect(store.contains(either, row: row) == [0, 63, sizes[0] - 1].contains(value))
    }
    #expect(store.support(of: both, in: Cube(full: domains)) == cube.intersection(other))
    #expect(store.intersects(either, cube))
    let neither = try store.complement(either)
    #expect(!store.intersects(neither, cube))
    #expect(try store.firstRow(of: neither, in: Cube(full: domains))?.first == 1)
  }

  /// The recursion depth is the number of factors.
  @Test
  func aThousandFactors() throws {
    let domains = Domains(sizes: Array(repeating: 3, count: 1_000))
    let store = DiagramStore(domains: domains, order: Array(0..<1_000))
    let row = (0..<1_000).map { $0 % 3 }
    let single = try store.diagram(of: Cube(row: row, domains: domains))
    let others = try store.complement(single)
    #expect(store.decimalCount([single]) == "1")
    #expect(store.decimalCount([single, others]) == store.decimalCount([.full]))
    #expect(store.decimalCount([.full]).count == 478)
    #expect(try store.union(single, others) == .full)
    #expect(store.anyRow(of: single) == row)
    #expect(store.support(of: single, in: Cube(full: domains)) == Cube(row: row, domains: domains))
    #expect(!store.intersects(others, Cube(row: row, domains: domains)))
    let oneInvalid = try store.diagram(of: .atMostOneIn(Cube(row: row, domains: domains)))
    #expect(try store.intersection(oneInvalid, single) == .empty)
  }
}
