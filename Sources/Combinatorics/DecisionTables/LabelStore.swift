/// A partial function from rows to labels: a node of a `LabelStore`.
///
/// Rows that cannot occur have no label. Within one store, functions are equal if and only if their nodes are.
package struct LabelDiagram: Hashable, Sendable {
  let node: Int32

  /// The function that labels no row.
  package static let nowhere = LabelDiagram(node: -1)

  /// Creates the function that gives every row the same label.
  init(label: Int) { node = Int32(-2 - label) }

  init(node: Int32) { self.node = node }

  package var isNowhere: Bool { self == .nowhere }
  /// The label of every row, or `nil` if rows differ or some have none.
  package var label: Int? { node < -1 ? Int(-2 - node) : nil }
}

/// A store of functions from rows to labels, with their operations.
///
/// # Chapter: classifying rows with one diagram
///
/// **Problem.** The outcomes of an operation are disjoint sets of rows. Which factors and which values tell them apart? Comparing the sets
/// pairwise takes quadratic time, and rows in no set, which cannot occur, may be assigned to any of them.
///
/// **Idea.** Use one diagram with a terminal for each label and one for *no label*. A row without a label is compatible with any label, so
/// two functions can be *merged* unless they give some row different labels. Forgetting a factor merges the children of its values; if that
/// fails, the factor is needed.
///
/// **Example.** Factors a and b have two values each; the labels of (0,0), (0,1) and (1,0) are x, x and y, and (1,1) does not occur.
/// Forgetting b merges x with x, and y with nothing: a alone tells x from y. Forgetting a would merge x with y for b = 0.
///
/// **Cost.** A merge takes at most the product of the two sizes, usually about their sum. All results are memoised.
///
/// Source: R. Bahar et al., "Algebraic Decision Diagrams and Their Applications", ICCAD 1993 (diagrams with many terminals).
package final class LabelStore {
  package let domains: Domains
  package let order: [Int]
  /// The level of each factor.
  private let levelOf: [Int]
  private let stepLimit: Int
  private let budget: StepBudget
  /// The cost of one step, which makes a node and records it, in steps of the budget.
  private static var price: Int { 30 }
  /// The number of node pairs merged and nodes visited so far.
  package private(set) var steps = 0

  /// The nodes, marked 1 if every row below has a label.
  private var table: NodeTable
  /// A stack of the children of nodes under construction.
  private var below: [Int32] = []
  private var merges = NodeMemory()
  private var restrictions = NodeMemory()

  private static let nowhere: Int32 = -1
  /// The result of merging different labels.
  private static let conflict = Int32.min

  /// Creates an empty store that uses the factor order and the budget of `store`, the store of the sets to be classified.
  ///
  /// `stepLimit` bounds the steps of all operations together.
  package init(for store: DiagramStore, stepLimit: Int = .max) {
    domains = store.domains
    order = store.order
    self.stepLimit = stepLimit
    budget = store.budget
    table = NodeTable(sizes: store.table.sizes, limit: NodeTable.maxNodes, budget: StepBudget())
    var levelOf = Array(repeating: 0, count: store.order.count)
    for (level, factor) in store.order.enumerated() { levelOf[factor] = level }
    self.levelOf = levelOf
  }

  /// Counts a step that looks at `width` children.
  func step(_ width: Int = 1) throws(LimitExceeded) {
    steps += 1
    try budget.charge(Self.price + 4 * width)
    guard steps <= stepLimit else { throw exceeded }
  }

  private var exceeded: LimitExceeded {
    LimitExceeded(what: "telling outcomes apart takes more than \(stepLimit.grouped) steps")
  }

  /// Makes a node from its children, or returns `conflict` if one of them is a conflict; counts as a step.
  private func node(
    _ level: Int,
    _ child: (Int) throws(LimitExceeded) -> Int32
  ) throws(LimitExceeded) -> Int32 {
    try step(table.sizes[level])
    let base = below.count
    for value in 0..<table.sizes[level] {
      below.append(try child(value))
      guard below.last != Self.conflict else {
        below.removeSubrange(base...)
        return Self.conflict
      }
    }
    let count = table.count
    let node = try table.node(level: level) { below[base + $0] }
    if table.count > count {
      let isTotal = below[base...].allSatisfy { self.isTotal(LabelDiagram(node: $0)) }
      table.cells[Int(node) + NodeTable.markOffset] = isTotal ? 1 : 0
    }
    below.removeSubrange(base...)
    return node
  }
}

extension LabelStore {
  /// Returns which of some sets each row belongs to.
  ///
  /// - Parameters:
  ///   - sets: Subsets of `whole`; they may overlap.
  ///   - whole: The rows that have a label.
  ///   - store: The store of the sets.
  /// - Returns: The function, and for each label the ascending indices of the sets that contain its rows.
  /// - Throws: `LimitExceeded` if the sets overlap in too many ways.
  package func membership(
    of sets: [Diagram],
    within whole: Diagram,
    in store: DiagramStore
  ) throws(LimitExceeded) -> (function: LabelDiagram, members: [[Int]]) {
    // Every node is visited, those of the largest set once more when it is joined with the whole.
    let sizes = try sets.map { (set) throws(LimitExceeded) in try store.size(of: set) }
    let fewest = sizes.reduce(try store.size(of: whole) + (sizes.max() ?? 0), +)
    guard fewest <= stepLimit - steps else { throw exceeded }
    var members = Numbering<[Int]>()
    var functions = [try function(of: whole, in: store, label: members.number(of: []))]
    for (number, set) in sets.enumerated() {
      functions.append(try function(of: set, in: store, label: members.number(of: [number])))
    }
    while functions.count > 1 {
      var joined: [Int32] = []
      for index in stride(from: 0, to: functions.count, by: 2) {
        guard index + 1 < functions.count else {
          joined.append(functions[index])
          continue
        }
        var known = NodeMemory()
        joined.append(
          try joining(functions[index], functions[index + 1], &known) { left, right in
            members.number(of: Set(members.things[left] + members.things[right]).sorted())
          }
        )
      }
      functions = joined
    }
    return (LabelDiagram(node: functions[0]), members.things)
  }

  /// Replaces each label by its entry in `labels`.
  package func relabelled(
    _ function: LabelDiagram,
    _ labels: [Int]
  ) throws(LimitExceeded) -> LabelDiagram {
    var known = NodeMemory()
    return LabelDiagram(node: try relabelled(function.node, labels, &known))
  }

  private func relabelled(
    _ node: Int32,
    _ labels: [Int],
    _ known: inout NodeMemory
  ) throws(LimitExceeded) -> Int32 {
    guard node >= 0 else {
      return LabelDiagram(node: node).label.map { LabelDiagram(label: labels[$0]).node } ?? node
    }
    if let result = known[node] { return result }
    let level = level(of: node)
    let result = try self.node(level) { (value) throws(LimitExceeded) in
      try relabelled(child(value, node, level), labels, &known)
    }
    known[node] = result
    return result
  }

  private func function(
    of set: Diagram,
    in store: DiagramStore,
    label: Int
  ) throws(LimitExceeded) -> Int32 {
    var known = NodeMemory()
    known[NodeTable.empty] = Self.nowhere
    known[NodeTable.full] = LabelDiagram(label: label).node
    return try function(of: set.node, in: store, &known)
  }

  private func function(
    of node: Int32,
    in store: DiagramStore,
    _ known: inout NodeMemory
  ) throws(LimitExceeded) -> Int32 {
    if let result = known[node] { return result }
    let result = try self.node(store.level(of: node)) { (value) throws(LimitExceeded) in
      try function(of: store.child(value, of: node), in: store, &known)
    }
    known[node] = result
    return result
  }

  /// Combines the labels of two functions row by row; a row labelled by only one of them keeps its label.
  private func joining(
    _ left: Int32,
    _ right: Int32,
    _ known: inout NodeMemory,
    _ join: (Int, Int) -> Int
  ) throws(LimitExceeded) -> Int32 {
    if left == Self.nowhere || left == right { return right }
    if right == Self.nowhere { return left }
    if let result = known[left, right] { return result }
    let result: Int32
    if let first = LabelDiagram(node: left).label, let second = LabelDiagram(node: right).label {
      try step()
      result = LabelDiagram(label: join(first, second)).node
    } else {
      let level = min(level(of: left), level(of: right))
      result = try node(level) { (value) throws(LimitExceeded) in
        try joining(child(value, left, level), child(value, right, level), &known, join)
      }
    }
    known[left, right] = result
    return result
  }

  private func level(of node: Int32) -> Int { node < 0 ? order.count : Int(table.cells[Int(node)]) }

  /// Returns the child of a node for a value of the factor at a level, which is the node itself if it does not test that factor.
  private func child(_ value: Int, _ node: Int32, _ level: Int) -> Int32 {
    self.level(of: node) == level ? table.cells[Int(node) + NodeTable.childOffset + value] : node
  }
}

extension LabelStore {
  /// Returns the union of two functions, or `nil` if they give some row different labels.
  func merged(_ left: LabelDiagram, _ right: LabelDiagram) throws(LimitExceeded) -> LabelDiagram? {
    let node = try merge(left.node, right.node)
    return node == Self.conflict ? nil : LabelDiagram(node: node)
  }

  private func merge(_ left: Int32, _ right: Int32) throws(LimitExceeded) -> Int32 {
    if left == Self.nowhere || left == right { return right }
    if right == Self.nowhere { return left }
    if left < 0, right < 0 { return Self.conflict }
    let (left, right) = (min(left, right), max(left, right))
    if let known = merges[left, right] { return known }
    let level = min(level(of: left), level(of: right))
    let merged = try node(level) { (value) throws(LimitExceeded) in
      try merge(child(value, left, level), child(value, right, level))
    }
    merges[left, right] = merged
    return merged
  }

  /// Returns the function of the kept factors only, or `nil` if the other factors tell labels apart.
  func projection(
    of function: LabelDiagram,
    keeping isKept: [Bool]
  ) throws(LimitExceeded) -> LabelDiagram? {
    var known = NodeMemory()
    let node = try project(function.node, isKept, &known)
    return node == Self.conflict ? nil : LabelDiagram(node: node)
  }

  private func project(
    _ node: Int32,
    _ isKept: [Bool],
    _ known: inout NodeMemory
  ) throws(LimitExceeded) -> Int32 {
    guard node >= 0 else { return node }
    if let result = known[node] { return result }
    let level = level(of: node)
    var result = Self.nowhere
    if isKept[order[level]] {
      result = try self.node(level) { (value) throws(LimitExceeded) in
        try project(child(value, node, level), isKept, &known)
      }
    } else {
      try step(table.sizes[level])
      for value in 0..<table.sizes[level] where result != Self.conflict {
        let child = try project(child(value, node, level), isKept, &known)
        result = child == Self.conflict ? child : try merge(result, child)
      }
    }
    guard result != Self.conflict else { return result }
    known[node] = result
    return result
  }

  /// Returns the function restricted to rows with a value; it no longer depends on the factor.
  package func restriction(
    of function: LabelDiagram,
    _ factor: Int,
    to value: Int
  ) throws(LimitExceeded) -> LabelDiagram {
    LabelDiagram(node: try restrict(function.node, factor, value))
  }

  private func restrict(
    _ node: Int32,
    _ factor: Int,
    _ value: Int
  ) throws(LimitExceeded) -> Int32 {
    let level = level(of: node)
    guard level <= levelOf[factor], node >= 0 else { return node }
    if level == levelOf[factor] { return child(value, node, level) }
    let literal = Int32(domains.firstValue[factor] + value)
    if let known = restrictions[node, literal] { return known }
    let result = try self.node(level) { (place) throws(LimitExceeded) in
      try restrict(child(place, node, level), factor, value)
    }
    restrictions[node, literal] = result
    return result
  }

  /// True if every row has a label.
  ///
  /// A total function can be merged only with functions that agree with it wherever they are defined.
  func isTotal(_ function: LabelDiagram) -> Bool {
    function.node < 0
      ? function.node != Self.nowhere
      : table.cells[Int(function.node) + NodeTable.markOffset] == 1
  }

  /// Returns the factors that the function depends on, ascending.
  func factors(of function: LabelDiagram) -> [Int] {
    var found: Set<Int> = []
    var seen: Set<Int32> = []
    var open = [function.node]
    while let node = open.popLast() {
      guard node >= 0, seen.insert(node).inserted else { continue }
      let level = level(of: node)
      found.insert(order[level])
      for value in 0..<table.sizes[level] { open.append(child(value, node, level)) }
    }
    return found.sorted()
  }
}
