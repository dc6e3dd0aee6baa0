import Testing

@testable import Combinatorics

struct CheapestRowTests {
  private static func isBefore(_ left: [Int], _ right: [Int], _ costs: ValueCosts) -> Bool {
    func ranks(_ row: [Int]) -> [Int] {
      [costs.cost(of: row)]
        + row.enumerated().flatMap { [costs.costs[$0.offset][$0.element], $0.element] }
    }
    return ranks(left).lexicographicallyPrecedes(ranks(right))
  }

  @Test func `the cheapest row is the first one whatever the order of the levels`() throws {
    var random = TestRandom(34)
    for _ in 0..<400 {
      let domains = Domains(sizes: (0..<5).map { _ in 1 + random.below(4) })
      let order = (0..<5).map { ($0, random.below(1_000)) }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
      let store = DiagramStore(domains: domains, order: order.map(\.0))
      let costs = ValueCosts(domains.sizes.map { size in (0..<size).map { _ in random.below(3) } })
      var rows: [[Int]] = []
      for number in 0..<domains.sizes.reduce(1, *) where random.below(4) == 0 {
        var rest = number
        rows.append(
          domains.sizes.map { size in
            defer { rest /= size }
            return rest % size
          }
        )
      }
      let cube = Cube(domains, 2, in: (0..<domains.sizes[2]).filter { _ in random.below(3) > 0 })
      let set = try store.diagram(of: rows.map { Cube(row: $0, domains: domains) })
      let expected = rows.filter(cube.contains(row:)).min { Self.isBefore($0, $1, costs) }
      #expect(try Space([set], in: store).cheapestRow(in: cube, costs) == expected)
    }
  }

  /// Each value that no row of the set has costs one lookup, the other factors almost nothing.
  @Test func `a row takes one search`() throws {
    func steps(_ factors: Int) throws -> Int {
      let domains = Domains(sizes: Array(repeating: 3, count: factors))
      let store = DiagramStore(domains: domains, order: Array((0..<factors).reversed()))
      var statements: [Diagram] = []
      for factor in 1..<factors {
        let pair = Cube(domains, factor - 1, in: [0]).intersection(Cube(domains, factor, in: [0]))
        statements.append(try store.complement(try store.diagram(of: pair)))
      }
      let space = Space([try store.intersection(statements)], in: store)
      try store.pay()
      let before = store.budget.steps
      let costs = ValueCosts(domains.sizes.map { _ in [0, 5, 6] })
      _ = try space.cheapestRow(in: Cube(full: domains), costs)
      return store.budget.steps - before
    }
    #expect(try steps(101) < 3 * steps(51))
  }
}
