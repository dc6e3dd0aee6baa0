internal import BigInt

/// Sets of rows under one order of factors, and what can be done with them.
///
/// All diagrams of a store share their nodes; a diagram of one store means nothing to another.
package final class DiagramStore {
  package let domains: Domains
  /// The factor at each level.
  package let order: [Int]
  /// The first word in a cube of the factor at each level.
  let firstWords: [Int]

  var table: NodeTable
  /// The number of rows of each counted node, over the levels from its own on.
  var counts: [Int32: BigUInt] = [:]

  /// Makes an empty store.
  ///
  /// - Parameters:
  ///   - domains: The factors.
  ///   - order: Each factor once, the one tested first in front.
  ///   - nodeLimit: The most nodes that all diagrams together may have.
  package init(domains: Domains, order: [Int], nodeLimit: Int = 3_000_000) {
    precondition(order.sorted() == Array(0..<domains.count), "the order names every factor once")
    self.domains = domains
    self.order = order
    firstWords = order.map { domains.firstWord[$0] }
    table = NodeTable(sizes: order.map { domains.sizes[$0] }, limit: nodeLimit)
  }

  /// The number of nodes made so far, a measure of memory.
  package var nodeCount: Int { table.count }

  /// The most nodes that may be made.
  package var nodeLimit: Int { table.limit }

  /// Does what may be spared with a share of the nodes only, so that the rest is left for what must follow.
  ///
  /// - Parameters:
  ///   - share: The part of the node limit that may be used up, from 0 to 1.
  ///   - body: What is tried.
  /// - Returns: `nil` where the share does not suffice.
  package func attempt<Value>(
    nodeShare share: Double,
    _ body: () throws(LimitExceeded) -> Value
  ) -> Value? {
    let limit = table.limit
    table.limit = Int(Double(limit) * share)
    defer { table.limit = limit }
    return try? body()
  }

  /// Pairs of nodes combined and nodes searched so far: what budgets in steps count.
  package var work: Int { table.work }

  package func intersection(_ left: Diagram, _ right: Diagram) throws(LimitExceeded) -> Diagram {
    Diagram(node: try table.apply(.intersection, left.node, right.node))
  }

  package func union(_ left: Diagram, _ right: Diagram) throws(LimitExceeded) -> Diagram {
    Diagram(node: try table.apply(.union, left.node, right.node))
  }

  /// The rows of the first that are not in the second.
  package func difference(_ left: Diagram, _ right: Diagram) throws(LimitExceeded) -> Diagram {
    Diagram(node: try table.apply(.difference, left.node, right.node))
  }

  package func complement(_ diagram: Diagram) throws(LimitExceeded) -> Diagram {
    try difference(.full, diagram)
  }

  /// The union of many, joined in pairs so that small ones meet small ones.
  package func union(_ diagrams: [Diagram]) throws(LimitExceeded) -> Diagram {
    try fold(diagrams, of: .empty) { (left, right) throws(LimitExceeded) in
      try self.union(left, right)
    }
  }

  /// The intersection of many, cut in pairs.
  package func intersection(_ diagrams: [Diagram]) throws(LimitExceeded) -> Diagram {
    try fold(diagrams, of: .full) { (left, right) throws(LimitExceeded) in
      try self.intersection(left, right)
    }
  }

  private func fold(
    _ diagrams: [Diagram],
    of none: Diagram,
    _ join: (Diagram, Diagram) throws(LimitExceeded) -> Diagram
  ) throws(LimitExceeded) -> Diagram {
    var rest = diagrams
    while rest.count > 1 {
      var joined: [Diagram] = []
      for index in stride(from: 0, to: rest.count, by: 2) {
        joined.append(
          index + 1 < rest.count ? try join(rest[index], rest[index + 1]) : rest[index]
        )
      }
      rest = joined
    }
    return rest.first ?? none
  }
}
