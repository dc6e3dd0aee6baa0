import Combinatorics
import Testing

/// The order of the rows that are not fixed.
struct UsefulFirstTests {
  @Test(arguments: [[4, 3, 3, 2], [2, 2, 2, 2, 2, 2], [5, 4, 3, 2, 2]])
  func eachRowHasMostNewPairsOfThoseLeft(sizes: [Int]) throws {
    let rows = try CoveringModel(sizes: sizes, strength: 2).prepared().suite().rows
    var seen: Set<[Int]> = []
    func newPairs(_ row: [Int]) -> Set<[Int]> {
      var pairs: Set<[Int]> = []
      for first in row.indices {
        for second in row.indices where second > first {
          pairs.insert([first, row[first], second, row[second]])
        }
      }
      return pairs.subtracting(seen)
    }
    for place in rows.indices {
      let most = rows[place...].map { newPairs($0).count }.max()
      #expect(newPairs(rows[place]).count == most)
      seen.formUnion(newPairs(rows[place]))
    }
  }

  @Test func doesNotSearchAmongTooManyTuples() throws {
    let model = try CoveringModel(sizes: [4, 4, 4, 4, 4], strength: 2).prepared()
    var limits = CoveringLimits()
    limits.searchTuples = 10
    let suite = try model.suite(limits: limits)
    #expect(suite.lowerBound == 0 && !suite.isOptimal)
    #expect(model.complaints(about: suite) == [])
  }
}
