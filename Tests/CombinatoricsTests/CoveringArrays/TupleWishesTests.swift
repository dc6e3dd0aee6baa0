import Testing

@testable import Combinatorics

/// Weights of missing tuples by sampling, against listing all of them, and their cost.
struct TupleWishesTests {
  private static func table(_ sizes: [Int], strength: Int) throws -> TupleTable {
    try TupleTable(
      CoveringModel(sizes: sizes, strength: strength).request,
      domains: Domains(sizes: sizes),
      limits: CoveringLimits()
    )
  }

  /// Rows are added and removed; at each step the wishes of every missing tuple equal those of a full scan.
  @Test(arguments: 0..<40)
  func wishesAreThoseOfAllMissingTuples(seed: Int) throws {
    var random = TestRandom(seed)
    let sizes = (0..<(3 + random.below(3))).map { _ in 2 + random.below(2) }
    let table = try Self.table(sizes, strength: 2 + random.below(2))
    let rows = (0..<4).map { _ in sizes.map { random.below($0) } }
    let cells = rows.flatMap { $0.map(Int32.init) }
    var accounts = TupleAccounts(rows, table)
    var isThere = rows.map { _ in true }
    for _ in 0..<12 {
      let row = random.below(rows.count)
      for subset in 0..<table.subsetCount {
        let tuple = table.tuple(of: subset, in: rows[row])
        if isThere[row] {
          accounts.leave(tuple, subset, row, cells)
        } else {
          accounts.enter(tuple, subset, row)
        }
      }
      isThere[row].toggle()
      let missing = accounts.missing
      let values = (0..<missing.count).map { place in
        (0..<missing.width).map { missing.value($0, at: place) }
      }
      for (place, own) in values.enumerated() {
        var wishes = TupleWishes()
        wishes.draw(place, of: accounts)
        let sharing = own.reduce(0) { sum, value in sum + values.count { $0.contains(value) } }
        #expect(wishes.count == sharing)
      }
    }
  }

  /// Without one row of k factors, C(k, 2) pairs are missing, of which a sampled one shares a value with 2 (k - 1).
  @Test func aDrawLooksOnlyAtWhatSharesAValue() throws {
    func cost(_ factors: Int) throws -> (missing: Int, looks: Int) {
      let table = try Self.table(Array(repeating: 2, count: factors), strength: 2)
      let row = Array(repeating: 0, count: factors)
      var accounts = TupleAccounts([row], table)
      for subset in 0..<table.subsetCount {
        accounts.leave(table.tuple(of: subset, in: row), subset, 0, row.map(Int32.init))
      }
      var wishes = TupleWishes()
      wishes.draw(0, of: accounts)
      return (accounts.missing.count, wishes.looks)
    }
    let (once, twice) = (try cost(40), try cost(57))
    #expect(twice.missing >= 2 * once.missing)
    #expect(Double(twice.looks) < 1.5 * Double(once.looks), "\(once) and \(twice)")
  }
}
