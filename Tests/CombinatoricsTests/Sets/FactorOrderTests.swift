import Combinatorics
import Testing

struct FactorOrderTests {
  @Test(arguments: 0..<100)
  func everyFactorOnceTheFirstOnTop(seed: Int) {
    var random = TestRandom(seed)
    let count = 1 + random.below(12)
    let groups = (0..<random.below(15)).map { _ in
      FactorGroup(
        factors: random.some(below: count),
        weight: [1, 0.5, 1 / 12][random.below(3)]
      )
    }
    let first = random.chance(50) ? random.below(count) : nil
    let order = factorOrder(groups, factorCount: count, first: first)
    #expect(order.sorted() == Array(0..<count))
    if let first { #expect(order.first == first) }
    #expect(factorOrder(groups, factorCount: count, first: first) == order)
  }

  @Test
  func noFactorAndNoGroup() {
    #expect(factorOrder([], factorCount: 0, first: nil) == [])
    #expect(factorOrder([], factorCount: 3, first: nil) == [0, 1, 2])
    #expect(factorOrder([], factorCount: 3, first: 2) == [2, 0, 1])
  }

  /// Components that no chain of groups connects do not mix; factors in no group come last.
  @Test
  func componentsStandApart() {
    let groups = [[0, 3], [3, 5], [1, 4], [4, 6], [2]].map { FactorGroup(factors: $0, weight: 1) }
    let order = factorOrder(groups, factorCount: 7, first: nil)
    #expect(order[..<3].sorted() == [0, 3, 5])
    #expect(order[3..<6].sorted() == [1, 4, 6])
    #expect(order[6...] == [2])
  }

  /// Factors that are named together become neighbours.
  @Test
  func partnersAreNeighbours() {
    let groups = (0..<8).map { FactorGroup(factors: [$0, $0 + 8], weight: 1) }
    let order = factorOrder(groups, factorCount: 17, first: 16)
    for pair in 0..<8 {
      let places = order.indices.filter { order[$0] % 8 == pair && order[$0] < 16 }
      #expect(places.count == 2 && places[1] == places[0] + 1)
    }
  }
}
