/// Which wanted tuples the rows of a suite have, and what would be lost with each of their values.
struct TupleAccounts {
  /// What is known of one tuple; together, so that a change of it is one look at memory.
  private struct Account {
    /// How many rows have it; for one that nobody wants `unwanted` more, so that it is never missing nor anybody's own.
    var count: Int32 = unwanted
    /// The exclusive or of the numbers of these rows.
    ///
    /// Where it is one row, that row. Where it is none, the tuple's place among the missing ones.
    var rows: Int32 = 0
  }

  private static let unwanted: Int32 = 1 << 24

  private var accounts: [Account]
  /// By tuple, what it counts in gains and losses: 1, and 1 more each time the search was stuck while it was missing.
  private var weights: [Int32]
  /// Rows × factors: what the wanted tuples through the value count that the row alone has.
  private(set) var own: [Int]
  /// The wanted tuples that no row has.
  private(set) var missing: MissingTuples
  /// By subset: how many tuples are wanted.
  private(set) var wanted: [Int]

  private let factorCount: Int
  private let firstPlace: [Int]
  private let factors: [Int32]
  private let firstValue: [Int]

  /// Takes account of the rows; the tuples wanted are those of theirs that are asked for.
  init(_ rows: [[Int]], _ table: TupleTable) {
    accounts = Array(repeating: Account(), count: table.isOpen.count)
    weights = Array(repeating: 1, count: accounts.count)
    factorCount = table.domains.count
    own = Array(repeating: 0, count: rows.count * factorCount)
    firstPlace = table.firstPlace
    factors = table.factors
    firstValue = table.firstValue
    wanted = Array(repeating: 0, count: table.subsetCount)
    let strengths = (0..<table.subsetCount).map { table.firstPlace[$0 + 1] - table.firstPlace[$0] }
    missing = MissingTuples(width: strengths.max() ?? 1, valueCount: table.isAsked.count)
    for (number, row) in rows.enumerated() {
      table.forEachTuple(in: row) { subset, tuple, isAsked in
        if isAsked, accounts[tuple].count == Self.unwanted {
          accounts[tuple].count = 0
          wanted[subset] += 1
        }
        accounts[tuple].count += 1
        accounts[tuple].rows ^= Int32(number)
      }
    }
    for (number, row) in rows.enumerated() {
      table.forEachTuple(in: row) { subset, tuple, _ in
        if accounts[tuple].count == 1 { changeOwn(of: number, subset, by: 1) }
      }
    }
  }

  /// True if some row must have the tuple.
  func isWanted(_ tuple: Int) -> Bool { accounts[tuple].count < Self.unwanted }

  private mutating func changeOwn(of row: Int, _ subset: Int, by change: Int32) {
    for place in firstPlace[subset]..<firstPlace[subset + 1] {
      own[row * factorCount + Int(factors[place])] += Int(change)
    }
  }

  /// The row, whose values are among the cells, has the tuple no longer.
  mutating func leave(_ tuple: Int, _ subset: Int, _ row: Int, _ cells: [Int32]) {
    accounts[tuple].count -= 1
    accounts[tuple].rows ^= Int32(row)
    let account = accounts[tuple]
    if account.count == 0 {
      changeOwn(of: row, subset, by: -weights[tuple])
      accounts[tuple].rows = Int32(missing.count)
      missing.append(tuple: tuple)
      let places = firstPlace[subset]..<firstPlace[subset + 1]
      for place in places {
        let factor = Int(factors[place])
        missing.append(value: Int32(firstValue[factor]) + cells[row * factorCount + factor])
      }
      for _ in places.count..<missing.width { missing.append(value: MissingTuples.none) }
    } else if account.count == 1 {
      changeOwn(of: Int(account.rows), subset, by: weights[tuple])
    }
  }

  /// The row has the tuple now.
  mutating func enter(_ tuple: Int, _ subset: Int, _ row: Int) {
    let account = accounts[tuple]
    accounts[tuple].count += 1
    if account.count == 0 {
      let moved = missing.remove(at: Int(account.rows))
      accounts[moved].rows = account.rows
      accounts[tuple].rows = Int32(row)
      changeOwn(of: row, subset, by: weights[tuple])
    } else {
      accounts[tuple].rows ^= Int32(row)
      if account.count == 1 { changeOwn(of: Int(account.rows), subset, by: -weights[tuple]) }
    }
  }

  /// What the missing tuple at a place counts.
  func weight(at place: Int) -> Int32 { weights[missing.tuple(at: place)] }

  /// Lets every missing tuple count more than before.
  mutating func weighMissing() {
    for place in 0..<missing.count { weights[missing.tuple(at: place)] += 1 }
  }
}

/// The wanted tuples that no row has, in no order, each with its values, and by value the tuples that have it.
///
/// A value stands here as its number among the values of all factors (`TupleTable.firstValue`). Each place of a tuple is a link in the chain
/// of its value, so that a tuple comes and goes, and those with a value are found, without a look at any other.
struct MissingTuples {
  /// What stands in place of a value behind the last one of a tuple, and of a link behind the last one of a chain.
  static let none: Int32 = -1

  /// Room for one tuple in `values`: the largest strength there is.
  let width: Int
  private var tuples: [Int32] = []
  private var values: [Int32] = []
  /// By place in `values`: the places of the same value behind it and in front of it.
  private var next: [Int32] = []
  private var previous: [Int32] = []
  /// By value: the first place of its chain.
  private var first: [Int32]

  init(width: Int, valueCount: Int) {
    self.width = width
    first = Array(repeating: Self.none, count: valueCount)
  }

  var count: Int { tuples.count }
  var isEmpty: Bool { tuples.isEmpty }

  /// Adds a tuple behind the others; its values follow by `append(value:)`, `none` up to the width.
  mutating func append(tuple: Int) {
    tuples.append(Int32(tuple))
  }

  mutating func append(value: Int32) {
    let place = Int32(values.count)
    let behind = value == Self.none ? Self.none : first[Int(value)]
    values.append(value)
    next.append(behind)
    previous.append(Self.none)
    if behind != Self.none { previous[Int(behind)] = place }
    if value != Self.none { first[Int(value)] = place }
  }

  /// Takes away the tuple at a place; the last one moves there.
  ///
  /// - Returns: The tuple that is at the place now, or the one taken away where that was the last.
  mutating func remove(at place: Int) -> Int {
    for index in (place * width)..<((place + 1) * width) where values[index] != Self.none {
      link(previous[index], of: values[index], to: next[index])
      if next[index] != Self.none { previous[Int(next[index])] = previous[index] }
    }
    let last = tuples.count - 1
    let moved = tuples[last]
    if place != last {
      tuples[place] = moved
      for offset in 0..<width { move(last * width + offset, to: place * width + offset) }
    }
    tuples.removeLast()
    values.removeLast(width)
    next.removeLast(width)
    previous.removeLast(width)
    return Int(moved)
  }

  private mutating func move(_ old: Int, to new: Int) {
    values[new] = values[old]
    next[new] = next[old]
    previous[new] = previous[old]
    guard values[new] != Self.none else { return }
    link(previous[new], of: values[new], to: Int32(new))
    if next[new] != Self.none { previous[Int(next[new])] = Int32(new) }
  }

  /// Lets what stands in front in a value's chain, a link or its beginning, lead to another link.
  private mutating func link(_ front: Int32, of value: Int32, to behind: Int32) {
    if front == Self.none { first[Int(value)] = behind } else { next[Int(front)] = behind }
  }

  func tuple(at place: Int) -> Int { Int(tuples[place]) }

  /// One of the values of the tuple at a place, or `none`.
  func value(_ offset: Int, at place: Int) -> Int32 { values[place * width + offset] }

  /// Calls with the place of each tuple that has a value.
  ///
  /// Complexity: O(such tuples).
  func forEachPlace(of value: Int32, _ body: (Int) -> Void) {
    var index = first[Int(value)]
    while index != Self.none {
      body(Int(index) / width)
      index = next[Int(index)]
    }
  }
}

/// A missing tuple that rows are asked for, and what else a row would bring in with one of its values.
struct TupleWishes {
  /// The values of the drawn tuple, by their numbers among the values of all factors.
  private(set) var values: [Int32] = []

  /// By value of the drawn tuple, and behind the last: where the missing tuples that have it begin in `weights` and `ends`.
  private var firstSharing: [Int] = []
  private var weights: [Int32] = []
  /// Where its other values end in `partners`.
  private var ends: [Int] = []
  /// By their numbers among the values of all factors.
  private var partners: [Int32] = []

  /// How many missing tuples draws looked at so far.
  private(set) var looks = 0

  /// How many missing tuples share a value; one that shares several counts with each.
  var count: Int { weights.count }

  /// Draws the missing tuple at a place.
  ///
  /// Complexity: O(missing tuples that share a value with it · strength), which is `count`; the others are not looked at.
  mutating func draw(_ drawn: Int, of accounts: TupleAccounts) {
    values.removeAll(keepingCapacity: true)
    firstSharing.removeAll(keepingCapacity: true)
    weights.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    partners.removeAll(keepingCapacity: true)
    let missing = accounts.missing
    for offset in 0..<missing.width where missing.value(offset, at: drawn) != MissingTuples.none {
      values.append(missing.value(offset, at: drawn))
    }
    for value in values {
      firstSharing.append(weights.count)
      missing.forEachPlace(of: value) { place in
        looks += 1
        weights.append(accounts.weight(at: place))
        for offset in 0..<missing.width {
          let partner = missing.value(offset, at: place)
          if partner != value, partner != MissingTuples.none { partners.append(partner) }
        }
        ends.append(partners.count)
      }
    }
    firstSharing.append(weights.count)
  }

  /// What the missing tuples count that a row would have with a value of the drawn one.
  func gain(of wish: Int, for row: Int, in rows: RowsByValue) -> Int {
    var gain = 0
    let sharing = firstSharing[wish]..<firstSharing[wish + 1]
    var partner = sharing.lowerBound == 0 ? 0 : ends[sharing.lowerBound - 1]
    for index in sharing {
      let end = ends[index]
      var fits = true
      while partner < end {
        if !rows.has(row, partners[partner]) {
          fits = false
          break
        }
        partner += 1
      }
      partner = end
      if fits { gain += Int(weights[index]) }
    }
    return gain
  }
}
