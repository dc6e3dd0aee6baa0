import Testing

@testable import Combinatorics

/// Queries on diagrams, against listed rows.
struct DiagramQueryTests {
  @Test(arguments: 0..<300)
  func queriesAgreeWithTheListedRows(seed: Int) throws {
    var random = TestRandom(seed)
    let space = SmallSpace(&random)
    let store = space.store(&random)
    let formula = space.formula(&random)
    let members = space.mask(where: formula.holds)
    let diagram = try store.diagram(of: formula)
    for _ in 0..<5 {
      let cube = space.cube(&random)
      let inside = space.rows(in: members & space.mask(of: cube))
      #expect(store.intersects(diagram, cube) == !inside.isEmpty)
      #expect(store.support(of: diagram, in: cube) == Self.tightest(inside, space))
      #expect(try store.firstRow(of: diagram, in: cube) == inside.first)
    }
    #expect(store.decimalCount([diagram]) == "\(members.nonzeroBitCount)")
    if let row = store.anyRow(of: diagram) {
      #expect(formula.holds(row))
    } else {
      #expect(members == 0)
    }
  }

  /// Queries on separate sets agree with those on their intersection.
  @Test(arguments: 0..<300)
  func setsApartAnswerAsTheirIntersection(seed: Int) throws {
    var random = TestRandom(seed)
    let space = SmallSpace(&random)
    let store = space.store(&random)
    var sets: [Diagram] = []
    for _ in 0..<(2 + random.below(4)) {
      sets.append(try store.diagram(of: space.formula(&random)))
    }
    let apart = Space(sets, in: store)
    let joined = Space([try store.intersection(sets)], in: store)
    let (finder, jointFinder) = (RowFinder(joined), RowFinder(apart))
    #expect(try apart.someRow() == joined.someRow())
    #expect(try apart.someRow(prefersLast: true) == joined.someRow(prefersLast: true))
    let preference = space.domains.sizes.map { size in (0..<size).map { ($0 + seed) % size } }
    for _ in 0..<5 {
      let cube = space.cube(&random)
      #expect(try apart.intersects(cube) == joined.intersects(cube))
      #expect(try apart.support(in: cube) == joined.support(in: cube))
      #expect(try apart.anyRow(in: cube) == joined.anyRow(in: cube))
      #expect(
        try apart.anyRow(in: cube, preferring: preference)
          == joined.anyRow(in: cube, preferring: preference)
      )
      let partial = space.domains.sizes.map {
        random.chance(40) ? Int32(random.below($0)) : RowFinder.open
      }
      var row = space.domains.sizes.map { Int32(random.below($0)) }
      var other = row
      var (one, two) = (finder, jointFinder)
      #expect(one.find(partial, near: &row) == two.find(partial, near: &other))
      #expect(row == other)
      let firstValue = space.domains.firstValue
      #expect(
        one.support(of: partial, firstValue: firstValue)
          == two.support(of: partial, firstValue: firstValue)
      )
      #expect(one.contains(row, from: 0) == two.contains(row, from: 0))
    }
  }

  /// Returns the cube of all values that occur in the rows, or `nil` without rows.
  private static func tightest(_ rows: [[Int]], _ space: SmallSpace) -> Cube? {
    guard !rows.isEmpty else { return nil }
    var cube = Cube(none: space.domains)
    for row in rows {
      for (factor, value) in row.enumerated() { cube.insert(value, factor: factor) }
    }
    return cube
  }

  /// A factor tested on one path and skipped on another may have any value; skipped levels above, between and below.
  @Test(arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1], [1, 3, 0, 2]])
  func supportOfSkippedLevels(order: [Int]) throws {
    let domains = Domains(sizes: [2, 3, 3, 4])
    let store = DiagramStore(domains: domains, order: order)
    var first = Cube(full: domains)
    first.restrict(1, to: [0])
    first.restrict(2, to: [1])
    var second = first
    second.restrict(1, to: [2])
    second.release(2)
    second.restrict(3, to: [3])
    let both = try store.diagram(of: [first, second])

    var within = Cube(full: domains)
    within.restrict(3, to: [0, 3])
    within.restrict(2, to: [0, 1])
    var expected = within
    expected.restrict(1, to: [0, 2])
    #expect(store.support(of: both, in: within) == expected)

    within.restrict(3, to: [0])
    expected = within
    expected.restrict(1, to: [0])
    expected.restrict(2, to: [1])
    #expect(store.support(of: both, in: within) == expected)

    #expect(store.support(of: .full, in: within) == within)
    #expect(store.support(of: .empty, in: within) == nil)
    #expect(store.support(of: .full, in: Cube(none: domains)) == nil)
  }

  @Test
  func theEmptySetHasNoRow() throws {
    let store = DiagramStore(domains: Domains(sizes: [3, 1]), order: [1, 0])
    let everything = Cube(full: store.domains)
    #expect(store.anyRow(of: .empty) == nil)
    #expect(try store.firstRow(of: .empty, in: everything) == nil)
    #expect(try store.firstRow(of: .full, in: Cube(none: store.domains)) == nil)
    #expect(try store.firstRow(of: .full, in: everything) == [0, 0])
    #expect(!store.intersects(.empty, everything))
    #expect(!store.intersects(.full, Cube(none: store.domains)))
    #expect(store.intersects(.full, everything))
    #expect(store.decimalCount([.empty]) == "0")
    #expect(store.decimalCount([]) == "0")
    #expect(store.decimalCount([.full]) == "3")
  }

  /// 5^40 has 28 digits.
  @Test
  func countsOfAnySize() throws {
    let domains = Domains(sizes: Array(repeating: 5, count: 40))
    let store = DiagramStore(domains: domains, order: Array((0..<40).reversed()))
    #expect(store.decimalCount([.full]) == "9094947017729282379150390625")
    var cube = Cube(full: domains)
    cube.restrict(7, to: [1, 2])
    cube.restrict(20, to: [0])
    let part = try store.diagram(of: cube)
    #expect(store.decimalCount([part]) == "727595761418342590332031250")
    let rest = try store.complement(part)
    #expect(store.decimalCount([part, rest]) == "9094947017729282379150390625")
    #expect(store.decimalCount(of: .full, without: [part]) == store.decimalCount([rest]))
  }
}
