import Combinatorics
import Testing

/// Walks that cover every arc: fewest walks, then shortest.
@Suite struct WalkCoverTests {
  private typealias Arc = WalkCover.Arc

  @Test func `random graphs have the fewest and shortest walks`() {
    var random = TestRandom(20)
    var walkCounts: [Int: Int] = [:]
    for _ in 0..<400 {
      let nodes = random.below(4) + 2
      let drawn = (0..<random.below(6) + 1).map { _ in
        (random.below(nodes), random.below(nodes))
      }
      let starts = random.below(3) == 0 ? [0, 1] : [0]
      let ends = Self.reachable(from: starts, drawn)
      let arcs = drawn.filter { ends.contains($0.0) }.enumerated()
        .map { Arc(from: $0.element.0, to: $0.element.1, label: $0.offset) }
      let walks = WalkCover(nodeCount: nodes, arcs: arcs, starts: starts).walks
      Self.expectWalks(walks, arcs, starts)
      #expect(Set(walks.joined()).count == arcs.count)
      let least = Self.least(nodes, arcs, starts)
      #expect(walks.count == least.walks)
      #expect(walks.joined().count == least.arcs)
      walkCounts[walks.count, default: 0] += 1
    }
    #expect(walkCounts[1, default: 0] > 50 && walkCounts[2, default: 0] > 50)
  }

  @Test func `labels are taken once`() {
    var random = TestRandom(21)
    for _ in 0..<200 {
      let nodes = random.below(6) + 2
      let drawn = (0..<random.below(14) + 1).map { _ in
        (random.below(nodes), random.below(nodes))
      }
      let ends = Self.reachable(from: [0], drawn)
      let arcs = drawn.filter { ends.contains($0.0) }
        .map { Arc(from: $0.0, to: $0.1, label: random.below(4)) }
      let walks = WalkCover(nodeCount: nodes, arcs: arcs, starts: [0]).walks
      Self.expectWalks(walks, arcs, [0])
      #expect(Set(walks.joined().map { arcs[$0].label }) == Set(arcs.map(\.label)))
      let labels = walks.map { Set($0.map { arcs[$0].label }) }
      for place in walks.indices {
        let others = labels.indices.filter { $0 != place }.flatMap { labels[$0] }
        #expect(!labels[place].isSubset(of: others), "a walk takes what no other one takes")
      }
      // The last arc of each walk covers something new.
      var taken: Set<Int> = []
      for walk in walks {
        #expect(
          walk.last.map {
            !taken.union(walk.dropLast().map { arcs[$0].label }).contains(arcs[$0].label)
          } == true
        )
        taken.formUnion(walk.map { arcs[$0].label })
      }
    }
  }

  @Test func `a large graph is walked`() {
    var random = TestRandom(22)
    let arcs =
      (0..<1_400).map { number in
        Arc(from: number % 300, to: random.below(300), label: number)
      } + (0..<300).map { Arc(from: $0, to: ($0 + 1) % 300, label: 1_400 + $0) }
    let walks = WalkCover(nodeCount: 300, arcs: arcs, starts: [0]).walks
    Self.expectWalks(walks, arcs, [0])
    #expect(Set(walks.joined()).count == arcs.count)
  }

  private static func expectWalks(_ walks: [[Int]], _ arcs: [Arc], _ starts: [Int]) {
    for walk in walks {
      #expect(walk.first.map { starts.contains(arcs[$0].from) } == true)
      for (one, next) in zip(walk, walk.dropFirst()) { #expect(arcs[one].to == arcs[next].from) }
    }
  }

  private static func reachable(from starts: [Int], _ arcs: [(Int, Int)]) -> Set<Int> {
    var reached = Set(starts)
    while true {
      let more = reached.union(arcs.filter { reached.contains($0.0) }.map(\.1))
      if more == reached { return reached }
      reached = more
    }
  }

  /// Computes the minimum by relaxing the cost of each node and set of covered arcs until it is stable.
  private static func least(
    _ nodes: Int,
    _ arcs: [Arc],
    _ starts: [Int]
  ) -> (walks: Int, arcs: Int) {
    guard !arcs.isEmpty else { return (0, 0) }
    let all = (1 << arcs.count) - 1
    let walkCost = 1_000
    var costs: [[Int]] = Array(repeating: Array(repeating: .max, count: all + 1), count: nodes)
    for start in starts { costs[start][0] = walkCost }
    var changes = true
    while changes {
      changes = false
      func relax(_ node: Int, _ taken: Int, _ cost: Int) {
        guard cost < costs[node][taken] else { return }
        costs[node][taken] = cost
        changes = true
      }
      for taken in 0...all {
        for node in 0..<nodes where costs[node][taken] < .max {
          for (number, arc) in arcs.enumerated() where arc.from == node {
            relax(arc.to, taken | 1 << number, costs[node][taken] + 1)
          }
          for start in starts { relax(start, taken, costs[node][taken] + walkCost) }
        }
      }
    }
    let least = costs.map { $0[all] }.min() ?? 0
    return (least / walkCost, least % walkCost)
  }
}
