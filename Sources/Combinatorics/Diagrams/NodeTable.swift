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
/// **Cost.** A node takes 4 bytes a child and about 40 more. The order of the factors decides how many nodes there are: see
/// `factorOrder`.
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
  /// The most nodes that may be made.
  var limit: Int

  /// Level of each node; the two terminals stand below the last level.
  private(set) var levels: [Int32]
  /// The first child of each node in `children`.
  private(set) var firstChild: [Int32]
  private(set) var children: [Int32]

  /// Open addressing: node numbers, 0 for a free slot.
  private var slots: [Int32]
  /// The operation cache: key (two nodes and the operation) and result; a newer entry overwrites an older one.
  private var cacheKeys: [UInt64]
  private var cacheResults: [Int32]
  /// The children of nodes under construction, as a stack.
  private var scratch: [Int32] = []
  /// By node: the last search that visited it.
  private var marks: [UInt32] = []
  /// The number of searches made.
  private var mark: UInt32 = 0
  /// Pairs of nodes combined and nodes searched so far: what budgets count.
  private(set) var work = 0

  init(sizes: [Int], limit: Int) {
    self.sizes = sizes
    self.limit = limit
    levels = [Int32(sizes.count), Int32(sizes.count)]
    firstChild = [0, 0]
    children = []
    slots = Array(repeating: 0, count: 1 << 10)
    cacheKeys = Array(repeating: .max, count: 1 << 9)
    cacheResults = Array(repeating: 0, count: 1 << 9)
  }

  var count: Int { levels.count }

  func level(of node: Int32) -> Int { Int(levels[Int(node)]) }

  func child(_ value: Int, of node: Int32) -> Int32 {
    children[Int(firstChild[Int(node)]) + value]
  }

  /// The node with the given children, found or made.
  mutating func node(
    level: Int,
    children make: (Int) -> Int32
  ) throws(LimitExceeded) -> Int32 {
    let base = scratch.count
    for value in 0..<sizes[level] { scratch.append(make(value)) }
    return try nodeFromScratch(level: level, base: base)
  }

  mutating func apply(
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
    let key =
      UInt64(UInt32(bitPattern: left)) << 33 | UInt64(UInt32(bitPattern: right)) << 2
      | operation.rawValue
    let slot = cacheSlot(key)
    if cacheKeys[slot] == key { return cacheResults[slot] }
    work += 1

    let leftLevel = level(of: left)
    let rightLevel = level(of: right)
    let level = min(leftLevel, rightLevel)
    let base = scratch.count
    for value in 0..<sizes[level] {
      let result = try apply(
        operation,
        leftLevel == level ? child(value, of: left) : left,
        rightLevel == level ? child(value, of: right) : right
      )
      scratch.append(result)
    }
    let result = try nodeFromScratch(level: level, base: base)
    let newSlot = cacheSlot(key)
    cacheKeys[newSlot] = key
    cacheResults[newSlot] = result
    return result
  }

  /// Whether some row of the node is in a cube, given by its words and, by level, the first word of the factor.
  mutating func intersects(_ node: Int32, words: [UInt64], firstWords: [Int]) -> Bool {
    if marks.count < levels.count {
      marks += Array(repeating: 0, count: levels.count - marks.count)
    }
    if mark == .max {
      marks = Array(repeating: 0, count: levels.count)
      mark = 0
    }
    mark += 1
    return reaches(node, words, firstWords)
  }

  private mutating func reaches(_ node: Int32, _ words: [UInt64], _ firstWords: [Int]) -> Bool {
    guard node > Self.full else { return node == Self.full }
    guard marks[Int(node)] != mark else { return false }
    marks[Int(node)] = mark
    work += 1
    let level = level(of: node)
    let firstChild = Int(firstChild[Int(node)])
    let firstWord = firstWords[level]
    for value in 0..<sizes[level]
    where words[firstWord + value >> 6] >> UInt64(value & 63) & 1 == 1 {
      if reaches(children[firstChild + value], words, firstWords) { return true }
    }
    return false
  }

  /// The node whose children lie on the scratch stack from `base` on; takes them off.
  private mutating func nodeFromScratch(level: Int, base: Int) throws(LimitExceeded) -> Int32 {
    defer { scratch.removeSubrange(base...) }
    let first = scratch[base]
    var same = true
    var hash = UInt64(level) &* 0x9E37_79B9_7F4A_7C15
    for index in base..<scratch.count {
      let child = scratch[index]
      same = same && child == first
      hash = (hash ^ UInt64(UInt32(bitPattern: child))) &* 0xFF51_AFD7_ED55_8CCD
      hash ^= hash >> 32
    }
    if same { return first }
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      if isNode(slots[slot], level: level, base: base) { return slots[slot] }
      slot = (slot + 1) & mask
    }
    guard levels.count < limit else {
      throw LimitExceeded(what: "a decision diagram of more than \(limit) nodes")
    }
    let node = Int32(levels.count)
    levels.append(Int32(level))
    firstChild.append(Int32(children.count))
    for index in base..<scratch.count { children.append(scratch[index]) }
    slots[slot] = node
    if levels.count * 2 > slots.count { grow() }
    return node
  }

  private func isNode(_ node: Int32, level: Int, base: Int) -> Bool {
    guard Int(levels[Int(node)]) == level else { return false }
    let start = Int(firstChild[Int(node)])
    for index in base..<scratch.count where children[start + index - base] != scratch[index] {
      return false
    }
    return true
  }

  /// The place of a key: the highest bits of the product, for only they depend on all bits of the key.
  private func cacheSlot(_ key: UInt64) -> Int {
    let bits = cacheKeys.count.trailingZeroBitCount
    return Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - bits))
  }

  /// Doubles the unique table and the cache; the cache starts empty again.
  private mutating func grow() {
    let capacity = slots.count * 2
    slots = Array(repeating: 0, count: capacity)
    for node in 2..<levels.count {
      let level = Int(levels[node])
      let start = Int(firstChild[node])
      var hash = UInt64(level) &* 0x9E37_79B9_7F4A_7C15
      for index in start..<(start + sizes[level]) {
        hash = (hash ^ UInt64(UInt32(bitPattern: children[index]))) &* 0xFF51_AFD7_ED55_8CCD
        hash ^= hash >> 32
      }
      var slot = Int(truncatingIfNeeded: hash) & (capacity - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (capacity - 1) }
      slots[slot] = Int32(node)
    }
    cacheKeys = Array(repeating: .max, count: capacity / 2)
    cacheResults = Array(repeating: 0, count: capacity / 2)
  }
}
