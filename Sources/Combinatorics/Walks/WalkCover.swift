/// A small set of short walks over a directed graph that together take every arc, or one arc of each label.
///
/// # Chapter: as few walks as possible
///
/// **Problem.** A tester begins at a start node and follows arcs; every arc must be taken by some walk. Minimise the number of walks, then
/// the number of arcs.
///
/// **Idea.** If every arc has its own label, this is the directed Chinese postman problem with free ends: a node with more outgoing than
/// incoming arcs must be entered again, either from a node where a walk would otherwise end, or by a new walk from a start. The cheapest
/// way is a minimum-cost flow (successive shortest paths) in which a new walk costs more than any detour. The resulting balanced graph is
/// traversed in one tour (Hierholzer), which is cut where walks begin.
///
/// If arcs share labels, the problem is NP-hard (rural postman). In that case, and for large graphs, each walk continues greedily to the
/// nearest arc whose label has not been taken.
///
/// Sources: J. Edmonds, E. L. Johnson, "Matching, Euler Tours and the Chinese Postman", Mathematical Programming 5 (1973); A. Aho et al.,
/// "An Optimization Technique for Protocol Conformance Test Generation", IEEE Transactions on Communications 39 (1991).
package struct WalkCover {
  package struct Arc: Hashable, Sendable {
    package var from: Int
    package var to: Int
    package var label: Int

    package init(from: Int, to: Int, label: Int) {
      (self.from, self.to, self.label) = (from, to, label)
    }
  }

  /// The maximum number of arcs of a graph that is solved exactly.
  private static let exactArcs = 1_500

  private let arcs: [Arc]
  private let starts: [Int]
  /// The indices of the arcs that leave each node.
  private let leaving: [[Int]]

  /// Creates a cover of a graph in which each arc can be reached from a start; `starts` lists the preferred ones first.
  package init(nodeCount: Int, arcs: [Arc], starts: [Int]) {
    self.arcs = arcs
    self.starts = starts
    var leaving: [[Int]] = Array(repeating: [], count: nodeCount)
    for (number, arc) in arcs.enumerated() { leaving[arc.from].append(number) }
    self.leaving = leaving
  }

  /// The walks as arc indices, each beginning at a start.
  package var walks: [[Int]] {
    let isLabelledApart = Set(arcs.map(\.label)).count == arcs.count
    return isLabelledApart && arcs.count <= Self.exactArcs ? fewest : nearest
  }

  // MARK: Exact

  private var fewest: [[Int]] {
    var balance = Array(repeating: 0, count: leaving.count)
    for arc in arcs {
      balance[arc.from] -= 1
      balance[arc.to] += 1
    }
    // Weakly connected components, represented by their least nodes.
    var connected = JoinedGroups(count: leaving.count)
    for arc in arcs { connected.join(arc.from, arc.to) }
    let parts = leaving.indices.map(connected.least)
    // Flow nodes: the graph's nodes, then for each component a node where its walks begin, then source and sink.
    let (source, sink) = (2 * leaving.count, 2 * leaving.count + 1)
    var flow = CheapFlow(nodeCount: sink + 1)
    for arc in arcs { flow.add(arc.from, arc.to, cost: 1, capacity: .max) }
    let begins = starts.map {
      flow.add(leaving.count + parts[$0], $0, cost: 0, capacity: .max)
    }
    // Each component needs at least one walk, so its first one is free.
    for part in Set(starts.map { parts[$0] }).sorted() {
      flow.add(source, leaving.count + part, cost: 0, capacity: 1)
      let detour = arcs.count * leaving.count + 1
      flow.add(source, leaving.count + part, cost: detour, capacity: .max)
    }
    for (node, excess) in balance.enumerated() where excess != 0 {
      if excess > 0 {
        flow.add(source, node, cost: 0, capacity: excess)
      } else {
        flow.add(node, sink, cost: 0, capacity: -excess)
      }
    }
    flow.send(from: source, to: sink)
    // Repeat every arc as often as it is taken; extra edges lead from the ends of walks to their beginnings.
    let ends = leaving.count
    var edges: [(from: Int, to: Int, arc: Int?)] = []
    for (number, arc) in arcs.enumerated() {
      let times = 1 + flow[number]
      edges += Array(repeating: (arc.from, arc.to, number), count: times)
      balance[arc.from] -= times - 1
      balance[arc.to] += times - 1
    }
    for (start, begin) in zip(starts, begins) {
      edges += Array(repeating: (ends, start, nil), count: flow[begin])
      balance[start] += flow[begin]
    }
    for (node, excess) in balance.enumerated() where excess > 0 {
      edges += Array(repeating: (node, ends, nil), count: excess)
    }
    var round = EulerRound(nodeCount: leaving.count + 1, edges.map { ($0.from, $0.to) })
    return ([ends] + starts).flatMap { start in
      round.from(start).map { edges[$0].arc }
        .split(whereSeparator: { $0 == nil }).map { $0.compactMap(\.self) }
    }
  }

  // MARK: Greedy

  private var nearest: [[Int]] {
    var open = Set(arcs.map(\.label))
    var walks: [[Int]] = []
    while let first = path(from: starts, open) {
      var walk: [Int] = []
      var next: [Int]? = first
      while let path = next {
        walk += path
        for arc in path { open.remove(arcs[arc].label) }
        next = path.last.flatMap { self.path(from: [arcs[$0].to], open) }
      }
      walks.append(walk)
    }
    // Drop walks whose labels are all taken by other walks.
    var left: [Int: Int] = [:]
    for label in walks.flatMap(labels) { left[label, default: 0] += 1 }
    return walks.filter { walk in
      let own = labels(walk)
      let isNeeded = own.contains { left[$0] == 1 }
      if !isNeeded { for label in own { left[label, default: 0] -= 1 } }
      return isNeeded
    }
  }

  private func labels(_ walk: [Int]) -> Set<Int> { Set(walk.map { arcs[$0].label }) }

  /// Returns the shortest path whose last arc has an open label, or `nil` if there is none.
  private func path(from starts: [Int], _ open: Set<Int>) -> [Int]? {
    guard !open.isEmpty else { return nil }
    var arrival: [Int: Int?] = [:]
    for start in starts { arrival[start] = .some(nil) }
    var queue = starts
    var place = 0
    while place < queue.count {
      let node = queue[place]
      place += 1
      for number in leaving[node] {
        if open.contains(arcs[number].label) {
          var path = [number]
          var at = node
          while let before = arrival[at] ?? nil {
            path.append(before)
            at = arcs[before].from
          }
          return path.reversed()
        }
        if arrival[arcs[number].to] == nil {
          arrival[arcs[number].to] = .some(number)
          queue.append(arcs[number].to)
        }
      }
    }
    return nil
  }
}

/// A minimum-cost flow, computed by successive shortest paths.
private struct CheapFlow {
  private var heads: [Int] = []
  private var costs: [Int] = []
  private var capacities: [Int] = []
  /// The indices of the edges that leave each node; an edge and its reverse differ in the last bit.
  private var leaving: [[Int]]

  init(nodeCount: Int) { leaving = Array(repeating: [], count: nodeCount) }

  /// Adds an edge and its reverse; returns the index of the edge.
  @discardableResult
  mutating func add(_ from: Int, _ to: Int, cost: Int, capacity: Int) -> Int {
    for (tail, head, cost, capacity) in [(from, to, cost, capacity), (to, from, -cost, 0)] {
      leaving[tail].append(heads.count)
      heads.append(head)
      costs.append(cost)
      capacities.append(capacity)
    }
    return heads.count / 2 - 1
  }

  /// The flow through an edge.
  subscript(edge: Int) -> Int { capacities[2 * edge + 1] }

  /// Sends the maximum flow.
  mutating func send(from source: Int, to sink: Int) {
    while let path = cheapestPath(from: source, to: sink) {
      let amount = path.map { capacities[$0] }.min() ?? 0
      for edge in path {
        if capacities[edge] < .max { capacities[edge] -= amount }
        if capacities[edge ^ 1] < .max { capacities[edge ^ 1] += amount }
      }
    }
  }

  /// Finds a shortest path with the queue-based Bellman–Ford algorithm.
  private func cheapestPath(from source: Int, to sink: Int) -> [Int]? {
    var distance: [Int?] = Array(repeating: nil, count: leaving.count)
    var arrival = Array(repeating: -1, count: leaving.count)
    var isQueued = Array(repeating: false, count: leaving.count)
    distance[source] = 0
    var queue = [source]
    var place = 0
    while place < queue.count {
      let node = queue[place]
      place += 1
      isQueued[node] = false
      guard let reached = distance[node] else { continue }
      for edge in leaving[node] where capacities[edge] > 0 {
        let (head, cost) = (heads[edge], reached + costs[edge])
        guard distance[head].map({ cost < $0 }) ?? true else { continue }
        distance[head] = cost
        arrival[head] = edge
        if !isQueued[head] { queue.append(head) }
        isQueued[head] = true
      }
    }
    guard distance[sink] != nil else { return nil }
    var path: [Int] = []
    var node = sink
    while node != source {
      path.append(arrival[node])
      node = heads[arrival[node] ^ 1]
    }
    return path.reversed()
  }
}

/// Eulerian circuits of a graph in which each node has as many incoming as outgoing edges.
private struct EulerRound {
  private let heads: [Int]
  private let leaving: [[Int]]
  private var next: [Int]

  init(nodeCount: Int, _ edges: [(from: Int, to: Int)]) {
    heads = edges.map(\.to)
    var leaving: [[Int]] = Array(repeating: [], count: nodeCount)
    for (number, edge) in edges.enumerated() { leaving[edge.from].append(number) }
    self.leaving = leaving
    next = Array(repeating: 0, count: nodeCount)
  }

  /// Returns a circuit of the untaken edges reachable from a node (Hierholzer).
  mutating func from(_ start: Int) -> [Int] {
    var stack: [(node: Int, edge: Int?)] = [(start, nil)]
    var round: [Int] = []
    while let top = stack.last {
      if next[top.node] < leaving[top.node].count {
        let edge = leaving[top.node][next[top.node]]
        next[top.node] += 1
        stack.append((heads[edge], edge))
      } else {
        stack.removeLast()
        if let edge = top.edge { round.append(edge) }
      }
    }
    return round.reversed()
  }
}
