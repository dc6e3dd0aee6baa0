/// The nodes of multi-valued decision diagrams, equal ones shared.
///
/// # Chapter: sets of rows as shared diagrams
///
/// **Problem.** A spec of 40 factors with 5 values has 10^28 combinations. Its space, what each of its rules covers, and what is
/// left over are sets of such combinations. They must be joined, cut, compared and counted, exactly, without listing a member.
///
/// **Definitions.** A *row* gives every factor one value. Factors are tested in a fixed order; the place in that order is the
/// *level*. A *node* stands for a set of rows of the levels from its own on: it has a *child* for each value of its factor, the
/// set that is left once the factor has that value. Node 0 is the empty set and node 1 the set of all rows. A node whose children
/// are all the same node is left out (its factor does not matter), and two nodes of the same level with the same children are one
/// node. So every set has exactly one node: equality is a comparison of numbers.
///
/// **Naive way.** Lists of cubes grow with every complement, and cannot be compared or counted without being made disjoint first.
///
/// **Idea.** `apply` walks two diagrams at once and remembers every pair it has met, so union, intersection and difference take at
/// most the product of the two sizes, usually about their sum (Bryant 1986). Counting and searching walk each node once.
///
/// **Worked example.** Factors a, b with two values each; the rows "a = 0 or b = 1" are the node (level 0: children 1 and n), n being
/// (level 1: children 0 and 1). Its difference from everything is (level 0: children 0 and m), m = (level 1: children 1 and 0).
///
/// **Storage.** All nodes lie one behind another in one array, and a node's number is the place where it begins, so a step down reads
/// one place in memory. Nodes are never removed: a store lives as long as one spec is analysed.
///
/// **Cost.** A node takes 4 bytes a child and about 40 more. The order of the factors decides how many there are: see `factorOrder`.
///
/// Sources: R. E. Bryant, "Graph-Based Algorithms for Boolean Function Manipulation", 1986; A. Srinivasan et al., "Algorithms for
/// Discrete Function Manipulation", ICCAD 1990 (the multi-valued form); K. Brace, R. Rudell, R. Bryant, "Efficient Implementation of
/// a BDD Package", DAC 1990 (unique table and lossy operation cache).
struct NodeTable {
  /// How two sets are combined.
  enum Operation: UInt64 {
    case intersection, union, difference
  }

  static let empty: Int32 = 0
  static let full: Int32 = 1

  /// Values per level.
  let sizes: [Int]
  /// The maximum number of nodes.
  var limit: Int
  /// Nodes made so far, including the two terminals.
  private(set) var count = 2

  /// The nodes: of each its level, the mark of the last search that met it, and its children.
  ///
  /// The two terminals are one cell each; they stand below the last level.
  var cells: [Int32]
  /// Where in a node its mark is, and where its children begin.
  ///
  /// Computed, so that they are constants in the code: a stored pair is initialised on first use, and every step asks whether it was.
  static var markOffset: Int { 1 }
  static var childOffset: Int { 2 }
  /// The mark of the last search.
  var mark: Int32 = 0
  /// Pairs of nodes combined and nodes searched so far: what the budgets of single answers count.
  var work = 0
  let budget: StepBudget
  /// Steps taken and not yet charged.
  private(set) var unpaid = 0
  /// Steps after which they are charged.
  private static var most: Int { 1 << 12 }
  /// What a pair of nodes costs that is combined anew, besides its children: more in a table that no cache of the machine holds.
  private var price = Price.small

  /// Steps for a pair of nodes, and for each child.
  private struct Price {
    var pair: Int
    var child: Int

    static var small: Price { Price(pair: 1, child: 1) }

    /// Measured: 30, 280 and 500 nanoseconds for a pair of nodes with 4 to 14 children.
    static func of(slots: Int) -> Price {
      if slots <= 1 << 14 { return .small }
      return slots <= 1 << 18 ? Price(pair: 16, child: 2) : Price(pair: 40, child: 3)
    }
  }

  /// Open addressing: node numbers, 0 for a free slot.
  private var slots: [Int32]
  /// The results of operations, allocated by the first one; a newer one overwrites an older one in the same slot.
  private var cache: [CacheEntry] = []
  /// The children of nodes under construction, as a stack.
  private var scratch: [Int32] = []

  /// Two nodes and the operation as one number, and the result.
  private struct CacheEntry {
    var key: UInt64 = .max
    var result: Int32 = 0
  }

  init(sizes: [Int], limit: Int, budget: StepBudget) {
    precondition(limit <= Self.maxNodes, "node numbers must fit in 31 bits")
    self.sizes = sizes
    self.limit = limit
    self.budget = budget
    cells = [Int32(sizes.count), Int32(sizes.count)]
    slots = Array(repeating: 0, count: 1 << 10)
  }

  func level(of node: Int32) -> Int { Int(cells[Int(node)]) }

  func child(_ value: Int, of node: Int32) -> Int32 {
    cells[Int(node) + Self.childOffset + value]
  }

  // MARK: Making nodes

  /// The node with the given children, found or made.
  mutating func node(
    level: Int,
    children make: (Int) -> Int32
  ) throws(LimitExceeded) -> Int32 {
    scratch.removeAll(keepingCapacity: true)
    for value in 0..<sizes[level] { scratch.append(make(value)) }
    unpaid += sizes[level]
    if unpaid >= Self.most { try pay() }
    return try nodeFromScratch(level: level, base: 0)
  }

  mutating func apply(
    _ operation: Operation,
    _ left: Int32,
    _ right: Int32
  ) throws(LimitExceeded) -> Int32 {
    // What a call that met the limit left behind.
    scratch.removeAll(keepingCapacity: true)
    if cache.isEmpty { clearCache() }
    unpaid += 1
    if unpaid >= Self.most { try pay() }
    return try combine(operation, left, right)
  }

  private mutating func combine(
    _ operation: Operation,
    _ left: Int32,
    _ right: Int32
  ) throws(LimitExceeded) -> Int32 {
    var left = left
    var right = right
    switch operation {
    case .intersection:
      if left == Self.empty || right == Self.empty { return Self.empty }
      if left == Self.full || left == right { return right }
      if right == Self.full { return left }
      if left > right { swap(&left, &right) }
    case .union:
      if left == Self.full || right == Self.full { return Self.full }
      if left == Self.empty || left == right { return right }
      if right == Self.empty { return left }
      if left > right { swap(&left, &right) }
    case .difference:
      if left == Self.empty || right == Self.full || left == right { return Self.empty }
      if right == Self.empty { return left }
    }
    let key = Self.key(operation, left, right)
    let slot = cacheSlot(key)
    if cache[slot].key == key { return cache[slot].result }
    work += 1

    let leftLevel = level(of: left)
    let rightLevel = level(of: right)
    let level = min(leftLevel, rightLevel)
    unpaid += price.pair + price.child * sizes[level]
    if unpaid >= Self.most { try pay() }
    let base = scratch.count
    var last: (left: Int32, right: Int32, result: Int32)?
    for value in 0..<sizes[level] {
      let one = leftLevel == level ? child(value, of: left) : left
      let other = rightLevel == level ? child(value, of: right) : right
      // Neighbouring values often lead to the same nodes.
      if last?.left != one || last?.right != other {
        last = (one, other, try combine(operation, one, other))
      }
      scratch.append(last?.result ?? Self.empty)
    }
    let result = try nodeFromScratch(level: level, base: base)
    // The cache may have grown since.
    cache[cacheSlot(key)] = CacheEntry(key: key, result: result)
    return result
  }

  /// True if two sets share a row; ends at the first one, and makes no node.
  mutating func meet(_ left: Int32, _ right: Int32) throws(LimitExceeded) -> Bool {
    if left == Self.empty || right == Self.empty { return false }
    if left == Self.full || right == Self.full || left == right { return true }
    let (left, right) = (min(left, right), max(left, right))
    if cache.isEmpty { clearCache() }
    let key = Self.key(.intersection, left, right)
    let slot = cacheSlot(key)
    if cache[slot].key == key { return cache[slot].result != Self.empty }
    work += 1

    let leftLevel = level(of: left)
    let rightLevel = level(of: right)
    let level = min(leftLevel, rightLevel)
    unpaid += price.pair
    if unpaid >= Self.most { try pay() }
    for value in 0..<sizes[level] {
      unpaid += price.child
      let meets = try meet(
        leftLevel == level ? child(value, of: left) : left,
        rightLevel == level ? child(value, of: right) : right
      )
      if meets { return true }
    }
    cache[slot] = CacheEntry(key: key, result: Self.empty)
    return false
  }

  private static func key(_ operation: Operation, _ left: Int32, _ right: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: left)) << 33 | UInt64(UInt32(bitPattern: right)) << 2
      | operation.rawValue
  }

  /// The node whose children lie on the scratch stack from `base` on; takes them off.
  private mutating func nodeFromScratch(level: Int, base: Int) throws(LimitExceeded) -> Int32 {
    defer { scratch.removeLast(scratch.count - base) }
    let first = scratch[base]
    var same = true
    var hash = Self.hash(level: level)
    for index in base..<scratch.count {
      let child = scratch[index]
      same = same && child == first
      Self.mix(child, into: &hash)
    }
    if same { return first }
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      if isNode(slots[slot], level: level, base: base) { return slots[slot] }
      slot = (slot + 1) & mask
    }
    try checkLimit(newChildren: scratch.count - base)
    let node = Int32(cells.count)
    cells.append(Int32(level))
    cells.append(0)
    for index in base..<scratch.count { cells.append(scratch[index]) }
    count += 1
    slots[slot] = node
    if count * 4 > slots.count * 3 { grow() }
    return node
  }

  private func isNode(_ node: Int32, level: Int, base: Int) -> Bool {
    guard self.level(of: node) == level else { return false }
    let start = Int(node) + Self.childOffset
    for index in base..<scratch.count where cells[start + index - base] != scratch[index] {
      return false
    }
    return true
  }

  // MARK: Limits

  /// Charges the steps taken so far.
  mutating func pay() throws(LimitExceeded) {
    let steps = unpaid
    unpaid = 0
    try budget.charge(steps)
  }

  /// Cells that each allowed node may have on average, so that factors of very many values do not fill the memory.
  private static var cellsPerNode: Int { 16 }
  /// A node's number has 31 bits.
  static var maxNodes: Int { Int(Int32.max) / cellsPerNode }

  private func checkLimit(newChildren: Int) throws(LimitExceeded) {
    guard count < limit else {
      throw LimitExceeded(what: "a decision diagram of more than \(limit) nodes")
    }
    let cellLimit = limit * Self.cellsPerNode
    guard cells.count + Self.childOffset + newChildren <= cellLimit else {
      throw LimitExceeded(what: "a decision diagram of more than \(cellLimit) edges")
    }
  }

  // MARK: Hashing

  private static func hash(level: Int) -> UInt64 { UInt64(level) &* 0x9E37_79B9_7F4A_7C15 }

  private static func mix(_ child: Int32, into hash: inout UInt64) {
    hash = (hash ^ UInt64(UInt32(bitPattern: child))) &* 0xFF51_AFD7_ED55_8CCD
    hash ^= hash >> 32
  }

  /// The place of a key: the highest bits of the product, for only they depend on all bits of the key.
  private func cacheSlot(_ key: UInt64) -> Int {
    let bits = cache.count.trailingZeroBitCount
    return Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - bits))
  }

  /// Doubles the unique table and the cache; the cache starts empty again.
  private mutating func grow() {
    let capacity = slots.count * 2
    slots = Array(repeating: 0, count: capacity)
    var node = 2
    while node < cells.count {
      let level = Int(cells[node])
      let children = node + Self.childOffset
      let end = children + sizes[level]
      var hash = Self.hash(level: level)
      for index in children..<end { Self.mix(cells[index], into: &hash) }
      var slot = Int(truncatingIfNeeded: hash) & (capacity - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (capacity - 1) }
      slots[slot] = Int32(node)
      node = end
    }
    price = Price.of(slots: capacity)
    if !cache.isEmpty { clearCache() }
  }

  private mutating func clearCache() {
    // With half as many entries, what 60 exceptions over 40 factors leave of a rule takes 8 % more steps.
    cache = []
    cache = Array(repeating: CacheEntry(), count: slots.count / 2)
  }
}

/// Searches walk the nodes inside a cube, each once: a node met is marked with the number of the search, which is even; one that
/// leads to a row with the odd number behind it.
extension NodeTable {
  /// True if some row of the node is in a cube, given by its words and, by level, the first word of the factor.
  mutating func intersects(_ node: Int32, words: [UInt64], firstWords: [Int]) -> Bool {
    beginSearch()
    return reaches(node, words, firstWords)
  }

  private mutating func reaches(_ node: Int32, _ words: [UInt64], _ firstWords: [Int]) -> Bool {
    guard node > Self.full else { return node == Self.full }
    let place = Int(node)
    guard cells[place + Self.markOffset] != mark else { return false }
    cells[place + Self.markOffset] = mark
    work += 1
    let level = Int(cells[place])
    unpaid += sizes[level]
    let firstWord = firstWords[level]
    for value in 0..<sizes[level]
    where words[firstWord + value >> 6] >> UInt64(value & 63) & 1 == 1 {
      if reaches(cells[place + Self.childOffset + value], words, firstWords) { return true }
    }
    return false
  }

  /// The number of nodes of a set, the two terminals aside.
  mutating func size(of node: Int32) -> Int {
    beginSearch()
    var open = [node]
    var count = 0
    while let node = open.popLast() {
      let children = Int(node) + Self.childOffset
      guard node > Self.full, cells[Int(node) + Self.markOffset] != mark else { continue }
      cells[Int(node) + Self.markOffset] = mark
      count += 1
      unpaid += sizes[level(of: node)]
      open += cells[children..<(children + sizes[level(of: node)])]
    }
    return count
  }

  /// Gathers the values that the rows of the node have inside a cube; whether there is such a row.
  mutating func gather(_ node: Int32, into support: inout SupportGathering) -> Bool {
    beginSearch()
    let leads = visit(node, &support)
    if leads { support.skip(from: 0, to: level(of: node)) }
    return leads
  }

  private mutating func visit(_ node: Int32, _ support: inout SupportGathering) -> Bool {
    guard node > Self.full else { return node == Self.full }
    let place = Int(node)
    guard cells[place + Self.markOffset] < mark else {
      return cells[place + Self.markOffset] > mark
    }
    cells[place + Self.markOffset] = mark
    let level = Int(cells[place])
    unpaid += sizes[level]
    for value in 0..<sizes[level] where support.allows(value, level: level) {
      let child = cells[place + Self.childOffset + value]
      guard visit(child, &support) else { continue }
      cells[place + Self.markOffset] = mark + 1
      support.use(value, level: level)
      support.skip(from: level + 1, to: self.level(of: child))
    }
    return cells[place + Self.markOffset] > mark
  }

  private mutating func beginSearch() {
    if mark > .max - 4 {
      var node = 2
      while node < cells.count {
        cells[node + Self.markOffset] = 0
        node += Self.childOffset + sizes[Int(cells[node])]
      }
      mark = 0
    }
    mark += 2
  }
}
