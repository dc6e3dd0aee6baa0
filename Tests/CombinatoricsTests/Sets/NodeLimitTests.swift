import Combinatorics
import Testing

struct NodeLimitTests {
  /// Returns the formula by which each factor in the first half equals its partner in the second half; its diagram is small only if
  /// partners are neighbours.
  private static func partners(_ pairs: Int, _ domains: Domains) -> Formula {
    .all(
      (0..<pairs).map { pair in
        .anyOf(
          (0..<domains.sizes[pair]).map { value in
            var cube = Cube(full: domains)
            cube.restrict(pair, to: [value])
            cube.restrict(pair + pairs, to: [value])
            return cube
          }
        )
      }
    )
  }

  private static let domains = Domains(sizes: Array(repeating: 3, count: 16))

  @Test
  func theLimitIsThrown() throws {
    let store = DiagramStore(domains: Self.domains, order: Array(0..<16), nodeLimit: 500)
    #expect(throws: LimitExceeded.self) {
      try store.diagram(of: Self.partners(8, Self.domains))
    }
    #expect(store.nodeCount <= 500)
    let good = DiagramStore(
      domains: Self.domains,
      order: (0..<8).flatMap { [$0, $0 + 8] },
      nodeLimit: 500
    )
    let diagram = try good.diagram(of: Self.partners(8, Self.domains))
    #expect(good.decimalCount([diagram]) == "6561")
  }

  @Test
  func theStoreWorksOnAfterTheLimit() throws {
    let store = DiagramStore(domains: Self.domains, order: Array(0..<16), nodeLimit: 500)
    #expect(throws: LimitExceeded.self) {
      try store.diagram(of: Self.partners(8, Self.domains))
    }
    // An existing diagram needs no new node.
    var cube = Cube(full: Self.domains)
    cube.restrict(0, to: [1])
    cube.restrict(8, to: [1])
    let small = try store.diagram(of: cube)
    #expect(store.decimalCount([small]) == "4782969")
    #expect(try store.union(small, small) == small)
    #expect(store.contains(small, row: Array(repeating: 1, count: 16)))
    #expect(!store.contains(small, row: Array(repeating: 2, count: 16)))
  }

  @Test
  func anAttemptMayUseAShareOnly() throws {
    let store = DiagramStore(domains: Self.domains, order: Array(0..<16), nodeLimit: 1_000)
    let tooMuch = store.attempt(nodeShare: 0.5) { () throws(LimitExceeded) in
      try store.diagram(of: Self.partners(8, Self.domains))
    }
    #expect(tooMuch == nil)
    #expect(store.nodeCount == 500)
    // The whole limit is available again.
    var cube = Cube(row: Array(repeating: 1, count: 16), domains: Self.domains)
    cube.release(3)
    let cubeDiagram = try store.diagram(of: cube)
    #expect(store.decimalCount([cubeDiagram]) == "3")
    #expect(store.nodeCount > 500)
    #expect(store.attempt(nodeShare: 0.1) { 7 } == 7)
  }

  /// Nodes with many children take more memory, so fewer of them are allowed.
  @Test
  func theLimitCountsChildren() throws {
    let domains = Domains(sizes: Array(repeating: 1_000, count: 16))
    let store = DiagramStore(domains: domains, order: Array(0..<16), nodeLimit: 500)
    #expect(throws: LimitExceeded.self) {
      for value in 0..<500 {
        _ = try store.diagram(of: Cube(row: Array(repeating: value, count: 16), domains: domains))
      }
    }
    #expect(store.nodeCount < 100)
  }
}
