/// The shared nodes of multi-valued decision diagrams.
///
/// # Chapter: sets of rows as shared diagrams
///
/// **Problem.** A spec of 40 factors with 5 values has 10^28 combinations. Its space, the combinations covered by each rule, and those left
/// over must be united, intersected, compared and counted exactly, without enumerating their members.
///
/// **Definitions.** A *row* assigns a value to every factor. Factors are tested in a fixed order; a factor's position in it is its *level*.
/// A *node* stands for a set of rows over the levels from its own on: it has a *child* for each value of its factor, the set that is left
/// once the factor has that value. Node 0 is the empty set and node 1 the set of all rows. A node whose children are all the same is
/// omitted (its factor does not matter), and two nodes of the same level with the same children are one node. Every set therefore has
/// exactly one node, and equality is a comparison of numbers.
///
/// **Naive way.** Lists of cubes grow with every complement and cannot be compared or counted unless they are made disjoint first.
///
/// **Idea.** `apply` walks two diagrams at once and remembers every pair it has met, so union, intersection and difference take at most the
/// product of the two sizes, usually about their sum (Bryant 1986). Counting and searching visit each node once.
///
/// **Example.** Factors a and b have two values each. The rows "a = 0 or b = 1" are the node (level 0: children 1 and n) with n = (level 1:
/// children 0 and 1). Their complement is (level 0: children 0 and m) with m = (level 1: children 1 and 0).
///
/// **Storage.** All nodes are in one array, and a node's number is the index at which it starts, so a step down reads one memory location.
/// Nodes are never removed: a store lives as long as the analysis of one spec.
///
/// **Cost.** A node takes 4 bytes per child and about 40 more. The factor order determines how many there are: see `factorOrder`.
///
/// Sources: R. E. Bryant, "Graph-Based Algorithms for Boolean Function Manipulation", 1986; A. Srinivasan et al., "Algorithms for Discrete
/// Function Manipulation", ICCAD 1990 (the multi-valued form); K. Brace, R. Rudell, R. Bryant, "Efficient Implementation of a BDD Package",
/// DAC 1990 (unique table and lossy operation cache).
struct NodeTable {
  enum Operation: UInt64 {
    case intersection, union, difference
  }

  static let empty: Int32 = 0
  static let full: Int32 = 1

  /// The number of values at each level.
  let sizes: [Int]
  /// The maximum number of nodes.
  var limit: Int
  /// The number of nodes made so far, including the two terminals.
  private(set) var count = 2

  /// The nodes: for each its level, the mark of the last search that visited it, and its children.
  ///
  /// The two terminals are one cell each; their level is below the last.
  var cells: [Int32]
  /// The offsets of a node's mark and of its first child.
  ///
  /// Computed, so that they compile to constants: a stored static property checks for initialisation on every access.
  static var markOffset: Int { 1 }
  static var childOffset: Int { 2 }
  /// The mark of the latest search.
  var mark: Int32 = 0
  /// The number of node pairs combined and nodes searched so far, used by the budgets of single answers.
  var work = 0
  let budget: StepBudget
  /// Steps taken but not yet charged.
  private(set) var unpaid = 0
  /// The number of steps after which they are charged.
  private static var most: Int { 1 << 12 }
  /// The price of combining a new pair of nodes, which is higher once the table no longer fits in the CPU caches.
  private var price = Price.small

  /// The steps charged for a pair of nodes, and for each of its children.
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

  /// The unique table: node numbers with open addressing, 0 for a free slot.
  private var slots: [Int32]
  /// The operation cache, allocated on first use; a newer result overwrites an older one in the same slot.
  private var cache: [CacheEntry] = []
  /// A stack of the children of nodes under construction.
  private var scratch: [Int32] = []

  /// An operation and its operands packed into one number, and the result.
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

  /// Returns the node with the given children, making it if it does not exist.
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
    // A call that exceeded the limit leaves children behind.
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

  /// True if two sets intersect; stops at the first common row and makes no nodes.
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

  /// Pops the children from `base` on off the scratch stack and returns their node.
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

  /// The average number of cells allowed per node, so that factors with very many values do not exhaust memory.
  private static var cellsPerNode: Int { 16 }
  /// The maximum number of nodes for which node numbers fit in 31 bits.
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

  /// Returns the slot of a key: the high bits of the product, as only these depend on all bits of the key.
  private func cacheSlot(_ key: UInt64) -> Int {
    let bits = cache.count.trailingZeroBitCount
    return Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - bits))
  }

  /// Doubles the unique table and the cache, which is emptied.
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
    // Half as many entries cost 8 % more steps for a rule with 60 exceptions over 40 factors.
    cache = []
    cache = Array(repeating: CacheEntry(), count: slots.count / 2)
  }
}

/// Searches visit the nodes inside a cube once each. A visited node is marked with the number of the search, which is even; one that leads
/// to a row is marked with the odd number after it.
extension NodeTable {
  /// True if some row of the node is in a cube, given by its words and the index of the first word of each level's factor.
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

  /// Returns the number of nodes of a set, not counting the two terminals.
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

  /// Gathers the values that the rows of the node have inside a cube; returns true if there are such rows.
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
