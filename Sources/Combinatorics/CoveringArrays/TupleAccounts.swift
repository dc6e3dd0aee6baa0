/// The wanted tuples that the rows of a suite have, and the loss from changing each of their cells.
struct TupleAccounts {
  /// The state of one tuple, kept together so that a change touches one memory location.
  private struct Account {
    /// The number of rows that have the tuple.
    ///
    /// For an unwanted tuple, `unwanted` is added, so that it never counts as missing or exclusive.
    var count: Int32 = unwanted
    /// The exclusive or of the numbers of these rows.
    ///
    /// For a single row, that is the row. For none, it holds the tuple's index among the missing ones instead.
    var rows: Int32 = 0
  }

  private static let unwanted: Int32 = 1 << 24

  private var accounts: [Account]
  /// The weight of each tuple: 1, and 1 more for each time the search was stuck while the tuple was missing.
  private var weights: [Int32]
  /// For each cell, the weight of the wanted tuples through it that only its row has.
  private(set) var own: [Int]
  /// The wanted tuples that no row has.
  private(set) var missing: MissingTuples
  /// The number of wanted tuples of each subset.
  private(set) var wanted: [Int]

  private let factorCount: Int
  private let firstPlace: [Int]
  private let factors: [Int32]
  private let firstValue: [Int]

  /// Counts the tuples of the rows; those requested become the wanted ones.
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

  /// Records that a row, whose values are among the cells, no longer has the tuple.
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

  /// Records that the row now has the tuple.
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

  /// Returns the weight of the missing tuple at an index.
  func weight(at place: Int) -> Int32 { weights[missing.tuple(at: place)] }

  /// Increases the weight of every missing tuple.
  mutating func weighMissing() {
    for place in 0..<missing.count { weights[missing.tuple(at: place)] += 1 }
  }
}

/// The wanted tuples that no row has, unordered, with an index by value.
///
/// Values are numbered among the values of all factors (`TupleTable.firstValue`). Each value of a tuple is a node in the linked list of
/// that value, so tuples can be added, removed and found by value without touching any other.
struct MissingTuples {
  /// The padding after the last value of a tuple, and the end of a list.
  static let none: Int32 = -1

  /// The number of entries per tuple in `values`: the largest strength.
  let width: Int
  private var tuples: [Int32] = []
  private var values: [Int32] = []
  /// The indices of the next and previous occurrence of the same value, for each index in `values`.
  private var next: [Int32] = []
  private var previous: [Int32] = []
  /// The index of the first occurrence of each value.
  private var first: [Int32]

  init(width: Int, valueCount: Int) {
    self.width = width
    first = Array(repeating: Self.none, count: valueCount)
  }

  var count: Int { tuples.count }
  var isEmpty: Bool { tuples.isEmpty }

  /// Appends a tuple; `width` calls of `append(value:)` must follow, padded with `none`.
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

  /// Removes the tuple at an index, to which the last one moves.
  ///
  /// - Returns: The tuple that is now at the index, or the removed one if it was the last.
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

  /// Sets the successor of `front`, or the beginning of the value's list if `front` is `none`.
  private mutating func link(_ front: Int32, of value: Int32, to behind: Int32) {
    if front == Self.none { first[Int(value)] = behind } else { next[Int(front)] = behind }
  }

  func tuple(at place: Int) -> Int { Int(tuples[place]) }

  /// Returns a value of the tuple at an index, or `none`.
  func value(_ offset: Int, at place: Int) -> Int32 { values[place * width + offset] }

  /// Calls `body` with the index of each tuple that has a value.
  ///
  /// Complexity: O(number of such tuples).
  func forEachPlace(of value: Int32, _ body: (Int) -> Void) {
    var index = first[Int(value)]
    while index != Self.none {
      body(Int(index) / width)
      index = next[Int(index)]
    }
  }
}

/// A missing tuple to bring in, and the other missing tuples that share one of its values.
struct TupleWishes {
  /// The values of the drawn tuple, numbered among the values of all factors.
  private(set) var values: [Int32] = []

  /// For each value of the drawn tuple, the index in `weights` and `ends` of the first missing tuple that shares it, followed by their
  /// total number.
  private var firstSharing: [Int] = []
  private var weights: [Int32] = []
  /// The end of each tuple's other values in `partners`.
  private var ends: [Int] = []
  /// The other values, numbered among the values of all factors.
  private var partners: [Int32] = []

  /// The number of missing tuples looked at by all draws so far.
  private(set) var looks = 0

  /// The number of missing tuples that share a value, counted once for each value they share.
  var count: Int { weights.count }

  /// Draws the missing tuple at an index.
  ///
  /// Complexity: O(`count` · strength); tuples that share no value are not looked at.
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

  /// Returns the weight of the missing tuples that a row would have with one of the drawn tuple's values.
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
