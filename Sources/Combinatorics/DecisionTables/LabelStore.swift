/// A function from rows to labels: a node of a `LabelStore`.
///
/// Some rows have no label: those that cannot occur. Equal numbers of one store are equal functions.
package struct LabelDiagram: Hashable, Sendable {
  let node: Int32

  /// The function that gives no row a label.
  package static let nowhere = LabelDiagram(node: -1)

  /// The function that gives every row a label.
  init(label: Int) { node = Int32(-2 - label) }

  init(node: Int32) { self.node = node }

  package var isNowhere: Bool { self == .nowhere }
  /// The label of every row; `nil` if rows differ or some have none.
  package var label: Int? { node < -1 ? Int(-2 - node) : nil }
}

/// Functions from rows to labels, and what can be done with them.
///
/// # Chapter: which of many sets a row is in, as one diagram
///
/// **Problem.** The outcomes of an operation are sets of rows that share none. Which factors tell them apart, and which values? Asked of
/// the sets by pairs, that takes their number squared; and rows in no set, which cannot occur, may be counted to any of them.
///
/// **Idea.** One diagram with a terminal for each label, and one for *no label*. A row without a label goes with whatever suits, so two
/// functions can be *merged* unless they give some row different labels. To forget a factor is to merge what its values lead to: where
/// that fails, the factor is needed.
///
/// **Worked example.** Factors a, b of two values; the labels of (0,0), (0,1), (1,0) are x, x, y, and (1,1) does not occur. To forget b merges
/// x with x and y with nothing: a alone tells x from y. To forget a would merge x with y in b = 0.
///
/// **Cost.** A merge takes at most the product of the two sizes, usually about their sum; all results are remembered.
///
/// Source: R. Bahar et al., "Algebraic Decision Diagrams and Their Applications", ICCAD 1993 (diagrams with many terminals).
package final class LabelStore {
  package let domains: Domains
  /// The factor at each level.
  package let order: [Int]
  /// By factor.
  private let levelOf: [Int]
  private let stepLimit: Int
  private let budget: StepBudget
  /// What a step of this store is in steps of the budget: it makes a node in a dictionary.
  private static var price: Int { 30 }
  /// Pairs of nodes merged and nodes walked through so far: what budgets count.
  package private(set) var steps = 0

  /// By node: its level, and its children by value.
  private var levels: [Int32] = []
  private var children: [[Int32]] = []
  private var numbers: [Node: Int32] = [:]
  private var merges: [Pair: Int32] = [:]
  private var restrictions: [Restriction: Int32] = [:]
  /// By node: whether every row has a label.
  private var totals: [Bool] = []

  private struct Node: Hashable {
    var level: Int32
    var children: [Int32]
  }

  private struct Pair: Hashable {
    var left: Int32
    var right: Int32
  }

  private struct Restriction: Hashable {
    var node: Int32
    var factor: Int
    var value: Int
  }

  private static let nowhere: Int32 = -1
  /// Stands for a merge of different labels.
  private static let conflict = Int32.min

  /// - Parameters:
  ///   - store: The store of the sets that functions are made of; its order is taken over.
  ///   - stepLimit: The most steps that all that is done may take.
  package init(for store: DiagramStore, stepLimit: Int = .max) {
    domains = store.domains
    order = store.order
    self.stepLimit = stepLimit
    budget = store.budget
    var levelOf = Array(repeating: 0, count: store.order.count)
    for (level, factor) in store.order.enumerated() { levelOf[factor] = level }
    self.levelOf = levelOf
  }

  /// Counts a step, and charges it with the number of children that it looks at.
  func step(_ width: Int = 1) throws(LimitExceeded) {
    steps += 1
    try budget.charge(Self.price + 4 * width)
    guard steps <= stepLimit else {
      throw LimitExceeded(what: "telling outcomes apart takes more than \(stepLimit.grouped) steps")
    }
  }

  private func node(_ level: Int32, _ children: [Int32]) -> Int32 {
    if children.allSatisfy({ $0 == children[0] }) { return children[0] }
    let node = Node(level: level, children: children)
    if let known = numbers[node] { return known }
    let number = Int32(levels.count)
    levels.append(level)
    self.children.append(children)
    totals.append(children.allSatisfy { isTotal(LabelDiagram(node: $0)) })
    numbers[node] = number
    return number
  }
}

extension LabelStore {
  /// Which of some sets each row is in.
  ///
  /// - Parameters:
  ///   - sets: The sets, parts of `whole`.
  ///   - whole: The rows that have a label.
  ///   - store: The store of the sets.
  /// - Returns: The function, and by label the numbers of the sets that hold its rows, ascending.
  /// - Throws: `LimitExceeded` if the sets overlap in too many ways.
  package func membership(
    of sets: [Diagram],
    within whole: Diagram,
    in store: DiagramStore
  ) throws(LimitExceeded) -> (function: LabelDiagram, members: [[Int]]) {
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
        var known: [Pair: Int32] = [:]
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

  /// The function with other labels: by label, the new one.
  package func relabelled(
    _ function: LabelDiagram,
    _ labels: [Int]
  ) throws(LimitExceeded) -> LabelDiagram {
    var known: [Int32: Int32] = [:]
    return LabelDiagram(node: try relabelled(function.node, labels, &known))
  }

  private func relabelled(
    _ node: Int32,
    _ labels: [Int],
    _ known: inout [Int32: Int32]
  ) throws(LimitExceeded) -> Int32 {
    guard node >= 0 else {
      return LabelDiagram(node: node).label.map { LabelDiagram(label: labels[$0]).node } ?? node
    }
    if let result = known[node] { return result }
    try step(children[Int(node)].count)
    var below: [Int32] = []
    for child in children[Int(node)] { below.append(try relabelled(child, labels, &known)) }
    let result = self.node(levels[Int(node)], below)
    known[node] = result
    return result
  }

  private func function(
    of set: Diagram,
    in store: DiagramStore,
    label: Int
  ) throws(LimitExceeded) -> Int32 {
    var known = [
      NodeTable.empty: Self.nowhere, NodeTable.full: LabelDiagram(label: label).node,
    ]
    return try function(of: set.node, in: store, &known)
  }

  private func function(
    of node: Int32,
    in store: DiagramStore,
    _ known: inout [Int32: Int32]
  ) throws(LimitExceeded) -> Int32 {
    if let result = known[node] { return result }
    let level = store.level(of: node)
    try step(store.table.sizes[level])
    var below: [Int32] = []
    for value in 0..<store.table.sizes[level] {
      below.append(try function(of: store.child(value, of: node), in: store, &known))
    }
    let result = self.node(Int32(level), below)
    known[node] = result
    return result
  }

  /// Joins labels row by row; a row that only one function labels keeps its label.
  private func joining(
    _ left: Int32,
    _ right: Int32,
    _ known: inout [Pair: Int32],
    _ join: (Int, Int) -> Int
  ) throws(LimitExceeded) -> Int32 {
    if left == Self.nowhere || left == right { return right }
    if right == Self.nowhere { return left }
    let pair = Pair(left: left, right: right)
    if let result = known[pair] { return result }
    try step(width(of: left, right))
    let result: Int32
    if let first = LabelDiagram(node: left).label, let second = LabelDiagram(node: right).label {
      result = LabelDiagram(label: join(first, second)).node
    } else {
      let level = min(self.level(of: left), self.level(of: right))
      var below: [Int32] = []
      for value in 0..<domains.sizes[order[Int(level)]] {
        below.append(
          try joining(child(value, left, level), child(value, right, level), &known, join)
        )
      }
      result = node(level, below)
    }
    known[pair] = result
    return result
  }

  /// How many children nodes of two functions have below them at the first level of both.
  private func width(of left: Int32, _ right: Int32) -> Int {
    let level = Int(min(self.level(of: left), self.level(of: right)))
    return level < order.count ? domains.sizes[order[level]] : 1
  }

  private func level(of node: Int32) -> Int32 { node < 0 ? Int32(order.count) : levels[Int(node)] }

  /// What a value of the factor at a level leads to.
  private func child(_ value: Int, _ node: Int32, _ level: Int32) -> Int32 {
    self.level(of: node) == level ? children[Int(node)][value] : node
  }
}

extension LabelStore {
  /// The function that gives each row the label that one of two gives it; `nil` if they give some row different ones.
  func merged(_ left: LabelDiagram, _ right: LabelDiagram) throws(LimitExceeded) -> LabelDiagram? {
    let node = try merge(left.node, right.node)
    return node == Self.conflict ? nil : LabelDiagram(node: node)
  }

  private func merge(_ left: Int32, _ right: Int32) throws(LimitExceeded) -> Int32 {
    if left == Self.nowhere || left == right { return right }
    if right == Self.nowhere { return left }
    if left < 0, right < 0 { return Self.conflict }
    let pair = Pair(left: min(left, right), right: max(left, right))
    if let known = merges[pair] { return known }
    try step(width(of: left, right))
    let level = min(self.level(of: left), self.level(of: right))
    var below: [Int32] = []
    var result: Int32?
    for value in 0..<domains.sizes[order[Int(level)]] where result == nil {
      let child = try merge(child(value, left, level), child(value, right, level))
      if child == Self.conflict { result = child }
      below.append(child)
    }
    let merged = result ?? node(level, below)
    merges[pair] = merged
    return merged
  }

  /// The function without the factors that are not kept; `nil` if these tell labels apart.
  func projection(
    of function: LabelDiagram,
    keeping isKept: [Bool]
  ) throws(LimitExceeded) -> LabelDiagram? {
    var known: [Int32: Int32] = [:]
    let node = try project(function.node, isKept, &known)
    return node == Self.conflict ? nil : LabelDiagram(node: node)
  }

  private func project(
    _ node: Int32,
    _ isKept: [Bool],
    _ known: inout [Int32: Int32]
  ) throws(LimitExceeded) -> Int32 {
    guard node >= 0 else { return node }
    if let result = known[node] { return result }
    try step(children[Int(node)].count)
    let level = levels[Int(node)]
    let keeps = isKept[order[Int(level)]]
    var below: [Int32] = []
    var whole = Self.nowhere
    for child in children[Int(node)] {
      let child = try project(child, isKept, &known)
      guard child != Self.conflict else { return Self.conflict }
      if keeps {
        below.append(child)
      } else {
        whole = try merge(whole, child)
        guard whole != Self.conflict else { return Self.conflict }
      }
    }
    let result = keeps ? self.node(level, below) : whole
    known[node] = result
    return result
  }

  /// The function of the rows with a value; the factor no longer matters to it.
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
    if level == levelOf[factor] { return children[Int(node)][value] }
    let key = Restriction(node: node, factor: factor, value: value)
    if let known = restrictions[key] { return known }
    try step(children[Int(node)].count)
    var below: [Int32] = []
    for child in children[Int(node)] { below.append(try restrict(child, factor, value)) }
    let result = self.node(level, below)
    restrictions[key] = result
    return result
  }

  /// True if every row has a label: then no other such function can be merged with it.
  func isTotal(_ function: LabelDiagram) -> Bool {
    function.node < 0 ? function.node != Self.nowhere : totals[Int(function.node)]
  }

  /// The factors that the function names, ascending.
  func factors(of function: LabelDiagram) -> [Int] {
    var found: Set<Int> = []
    var seen: Set<Int32> = []
    var open = [function.node]
    while let node = open.popLast() {
      guard node >= 0, seen.insert(node).inserted else { continue }
      found.insert(order[Int(levels[Int(node)])])
      open += children[Int(node)]
    }
    return found.sorted()
  }
}
