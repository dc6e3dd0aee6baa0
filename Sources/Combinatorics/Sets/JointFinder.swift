/// Finds rows that are in each of many sets, without making their intersection.
///
/// # Chapter: search with propagation
///
/// **Problem.** A hundred constraints that each name a few of two hundred factors have small diagrams, but their intersection may have
/// more nodes than there is memory for.
///
/// **Idea.** Keep for each factor the values that are still possible. A set in which a factor was narrowed is asked which values its rows
/// have within what is left; others go, and the sets that constrain those factors are asked in turn (generalised arc consistency). Where
/// nothing more goes and a factor still has several values, one is tried, that of a given row first; where a set has no row left, the
/// last trial is taken back. The factor with the fewest values comes first, as it is soonest refuted.
///
/// **Cost.** Exponential at worst, and then the search gives up after a number of steps; constraints of people leave a row nearly
/// without a wrong trial.
///
/// Sources: C. Bessière, J.-C. Régin, "Arc Consistency for General Constraint Networks", IJCAI 1997; R. Haralick, G. Elliott,
/// "Increasing Tree Search Efficiency for Constraint Satisfaction Problems", Artificial Intelligence 14 (1980) (fewest values first).
struct JointFinder {
  /// By factor: whether some set says anything about it.
  let constrains: [Bool]
  /// Asked sets so far, for budgets.
  private(set) var steps = 0
  /// Steps after which one question is given up.
  private static let stepLimit = 5_000_000
  private var stepsAtQuestion = 0
  private(set) var hasGivenUp = false
  /// What pays for all questions together, and what is not yet charged.
  private let budget: StepBudget
  private var unpaid = 0
  private var isSpent = false

  private let domains: Domains
  /// By set: its factors from top to bottom, and its root.
  private var factorsOf: [[Int]] = []
  private var roots: [Int32] = []
  /// By factor: the sets that constrain it.
  private var setsOf: [[Int]]
  /// By node, 0 and 1 being the empty set and the set of all: the place of its factor among those of the set, and its first child.
  private var levels: [Int32] = [.max, .max]
  private var firstChild: [Int] = [0, 0]
  private var children: [Int32] = []

  /// The values of all rows as far as propagation tells; `nil` if there is no row.
  private var base: [UInt64]?
  /// The values still possible, as in a cube, and what they were before, to take trials back.
  private var possible: [UInt64] = []
  private var trail: [(word: Int, before: UInt64)] = []
  private var waiting: [Int] = []
  private var isWaiting: [Bool]
  /// By node: twice the number of the last question that met it, and one more where it has a row.
  private var marks: [Int]
  private var question = 0
  /// What the set asked has: values, and by its factors the edges that begin to skip there less those that end to.
  private var used: [UInt64]
  private var skips: [Int] = []

  init(_ parts: [Diagram], in store: DiagramStore) {
    domains = store.domains
    budget = store.budget
    var constrains = Array(repeating: false, count: domains.count)
    setsOf = Array(repeating: [], count: domains.count)
    isWaiting = Array(repeating: false, count: parts.count)
    used = Array(repeating: 0, count: domains.wordCount)
    marks = []
    for part in parts {
      let nodes = store.nodes(of: part)
      let levels = Set(nodes.map { store.table.level(of: $0) }).sorted()
      var numbers: [Int32: Int32] = [NodeTable.empty: 0, NodeTable.full: 1]
      for node in nodes { numbers[node] = Int32(self.levels.count + numbers.count - 2) }
      for node in nodes {
        let level = store.table.level(of: node)
        self.levels.append(Int32(levels.firstIndex(of: level) ?? 0))
        firstChild.append(children.count)
        for value in 0..<store.table.sizes[level] {
          children.append(numbers[store.table.child(value, of: node)] ?? 0)
        }
      }
      for level in levels {
        constrains[store.order[level]] = true
        setsOf[store.order[level]].append(roots.count)
      }
      factorsOf.append(levels.map { store.order[$0] })
      roots.append(numbers[part.node] ?? 0)
    }
    self.constrains = constrains
    marks = Array(repeating: 0, count: levels.count)
    skips = Array(repeating: 0, count: (factorsOf.map(\.count).max() ?? 0) + 1)
    possible = Cube(full: domains).words
    for set in roots.indices { wait(set) }
    // Making a node of the copy takes longer than looking at it.
    unpaid = 8 * children.count
    if propagate() { base = possible }
  }

  /// Refuses answers that were given up.
  func check() throws(LimitExceeded) {
    guard !isSpent else { throw budget.exceeded }
    guard !hasGivenUp else {
      throw LimitExceeded(
        what:
          "the search for a row that satisfies all constraints: more than \(Self.stepLimit) steps"
      )
    }
  }

  /// True if a complete row is in all sets: the one whose values begin at an index of an array.
  func contains(_ cells: [Int32], from start: Int) -> Bool {
    for set in roots.indices {
      var node = Int(roots[set])
      while node > 1 {
        let factor = factorsOf[set][Int(levels[node])]
        node = Int(children[firstChild[node] + Int(cells[start + factor])])
      }
      if node == 0 { return false }
    }
    return true
  }

  /// The rows that agree with a partial one.
  func cube(of partial: [Int32]) -> Cube {
    Cube(partial: partial.map { $0 == RowFinder.open ? nil : Int($0) }, domains: domains)
  }

  /// Finds a row that is in all sets and in a cube.
  ///
  /// - Parameters:
  ///   - words: Of the cube, which is not empty.
  ///   - row: The row whose values are tried first; the row found, or as it was where there is none. What no set constrains stays.
  /// - Returns: True if there is such a row.
  mutating func find(in words: [UInt64], near row: inout [Int32]) -> Bool {
    guard let base, !hasGivenUp else { return false }
    possible = base
    trail.removeAll(keepingCapacity: true)
    stepsAtQuestion = steps
    for factor in row.indices where constrains[factor] {
      var isNarrower = false
      for word in domains.words(of: factor) where possible[word] & ~words[word] != 0 {
        possible[word] &= words[word]
        isNarrower = true
      }
      if isNarrower { for set in setsOf[factor] { wait(set) } }
    }
    guard propagate(), complete(row) else { return false }
    for factor in row.indices where constrains[factor] {
      row[factor] = Int32(values(of: factor).first ?? 0)
    }
    return true
  }

  /// Every value that some row has that is in all sets and in a cube, which is not empty; `nil` if there is no such row.
  ///
  /// Complexity: one search for each value of a constrained factor that no row found before has.
  mutating func support(in cube: Cube) -> Cube? {
    var row = Array(repeating: Int32(0), count: domains.count)
    guard find(in: cube.words, near: &row) else { return nil }
    var result = cube
    var seen = Cube(none: domains)
    for factor in 0..<domains.count where constrains[factor] {
      for value in cube.values(of: factor) where !seen.contains(value, factor: factor) {
        // Rows that differ from each other show more values.
        var row = (0..<domains.count).map { Int32(value % domains.sizes[$0]) }
        if find(in: cube.restricted(factor, to: [value]).words, near: &row) {
          for (factor, value) in row.enumerated() where constrains[factor] {
            seen.insert(Int(value), factor: factor)
          }
        } else {
          result.remove(value, factor: factor)
        }
      }
    }
    return result
  }

  /// Charges the steps taken so far; where they are more than are left, no question is answered any more.
  private mutating func pay() {
    if !budget.note(unpaid) {
      hasGivenUp = true
      isSpent = true
    }
    unpaid = 0
  }

  // MARK: Trials

  private mutating func complete(_ row: [Int32]) -> Bool {
    var chosen = -1
    var fewest = Int.max
    for factor in row.indices where constrains[factor] {
      let count = domains.words(of: factor).reduce(0) { $0 + possible[$1].nonzeroBitCount }
      if count > 1, count < fewest { (chosen, fewest) = (factor, count) }
    }
    guard chosen >= 0 else { return true }
    let preferred = Int(row[chosen])
    var left = values(of: chosen)
    if let place = left.firstIndex(of: preferred) {
      left.remove(at: place)
      left.insert(preferred, at: 0)
    }
    for value in left {
      let before = trail.count
      for (offset, word) in domains.words(of: chosen).enumerated() {
        narrow(word, to: offset == value >> 6 ? 1 << UInt64(value & 63) : 0)
      }
      for set in setsOf[chosen] { wait(set) }
      if propagate(), complete(row) { return true }
      while trail.count > before {
        let (word, old) = trail.removeLast()
        possible[word] = old
      }
      if hasGivenUp { return false }
    }
    return false
  }

  private func values(of factor: Int) -> [Int] {
    let first = domains.firstWord[factor]
    return (0..<domains.sizes[factor]).filter {
      possible[first + $0 >> 6] >> UInt64($0 & 63) & 1 == 1
    }
  }

  private mutating func narrow(_ word: Int, to bits: UInt64) {
    guard possible[word] != bits else { return }
    trail.append((word, possible[word]))
    possible[word] = bits
  }

  // MARK: Propagation

  private mutating func wait(_ set: Int) {
    guard !isWaiting[set] else { return }
    isWaiting[set] = true
    waiting.append(set)
  }

  /// Takes away values until every set has a row with each that is left; `false` where one has no row.
  private mutating func propagate() -> Bool {
    var next = 0
    var isPossible = true
    while next < waiting.count {
      let set = waiting[next]
      next += 1
      isWaiting[set] = false
      if isPossible { isPossible = narrowFactors(of: set) }
    }
    waiting.removeAll(keepingCapacity: true)
    return isPossible
  }

  private mutating func narrowFactors(of set: Int) -> Bool {
    steps += 1
    if steps - stepsAtQuestion > Self.stepLimit { hasGivenUp = true }
    let factors = factorsOf[set]
    unpaid += 4 * factors.count + 4
    if unpaid >= 1 << 12 { pay() }
    guard !hasGivenUp else { return false }
    question += 1
    for place in 0...factors.count { skips[place] = 0 }
    for factor in factors { for word in domains.words(of: factor) { used[word] = 0 } }
    guard visit(roots[set], factors) else { return false }
    skip(from: 0, to: roots[set], factors.count)
    var skipping = 0
    for (place, factor) in factors.enumerated() {
      skipping += skips[place]
      guard skipping == 0 else { continue }
      var isNarrower = false
      for word in domains.words(of: factor) where possible[word] & ~used[word] != 0 {
        narrow(word, to: possible[word] & used[word])
        isNarrower = true
      }
      if isNarrower { for other in setsOf[factor] where other != set { wait(other) } }
    }
    return true
  }

  /// True if the node has a row with possible values; notes which values such rows have.
  private mutating func visit(_ node: Int32, _ factors: [Int]) -> Bool {
    guard node > 1 else { return node == 1 }
    let index = Int(node)
    guard marks[index] < 2 * question else { return marks[index] > 2 * question }
    var leads = false
    let place = Int(levels[index])
    let firstWord = domains.firstWord[factors[place]]
    unpaid += domains.sizes[factors[place]]
    for value in 0..<domains.sizes[factors[place]]
    where possible[firstWord + value >> 6] >> UInt64(value & 63) & 1 == 1 {
      let child = children[firstChild[index] + value]
      guard visit(child, factors) else { continue }
      leads = true
      used[firstWord + value >> 6] |= 1 << UInt64(value & 63)
      skip(from: place + 1, to: child, factors.count)
    }
    marks[index] = 2 * question + (leads ? 1 : 0)
    return leads
  }

  /// Notes an edge that leads from a place to a node and skips the factors between.
  private mutating func skip(from place: Int, to node: Int32, _ factorCount: Int) {
    let end = node > 1 ? Int(levels[Int(node)]) : factorCount
    skips[place] += 1
    skips[end] -= 1
  }
}

extension DiagramStore {
  /// True if a diagram has no more nodes than some number, the two terminals aside.
  ///
  /// Complexity: O(most nodes · values).
  package func isSmall(_ diagram: Diagram, most: Int) throws(LimitExceeded) -> Bool {
    var reached: Set<Int32> = []
    var open = [diagram.node]
    while let node = open.popLast() {
      guard node > NodeTable.full, reached.insert(node).inserted else { continue }
      guard reached.count <= most else { return false }
      let values = 0..<table.sizes[table.level(of: node)]
      try budget.charge(10 + values.count)
      for value in values { open.append(table.child(value, of: node)) }
    }
    return true
  }

  /// The nodes of a diagram but the two terminals, from top to bottom.
  func nodes(of diagram: Diagram) -> [Int32] {
    var reached: Set<Int32> = []
    var nodes: [Int32] = []
    if diagram.node > NodeTable.full {
      reached.insert(diagram.node)
      nodes.append(diagram.node)
    }
    var next = 0
    while next < nodes.count {
      let node = nodes[next]
      next += 1
      for value in 0..<table.sizes[table.level(of: node)] {
        let child = table.child(value, of: node)
        if child > NodeTable.full, reached.insert(child).inserted { nodes.append(child) }
      }
    }
    nodes.sort { (table.level(of: $0), $0) < (table.level(of: $1), $1) }
    return nodes
  }
}
