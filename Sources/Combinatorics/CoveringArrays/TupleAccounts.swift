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
    missing = MissingTuples(width: strengths.max() ?? 1)
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

  /// Whether some row must have the tuple.
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
