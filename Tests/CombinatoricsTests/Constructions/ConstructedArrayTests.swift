import Combinatorics
import Testing

struct ConstructedArrayTests {
  /// A model and the most rows it may have.
  struct Bound: Sendable, CustomTestStringConvertible {
    let sizes: [Int]
    let rows: Int

    init(_ groups: [(size: Int, count: Int)], _ rows: Int) {
      sizes = groups.flatMap { Array(repeating: $0.size, count: $0.count) }
      self.rows = rows
    }

    init(_ size: Int, _ count: Int, _ rows: Int) { self.init([(size, count)], rows) }

    var testDescription: String { "\(sizes.count) factors in \(rows) rows" }
  }

  @Test(
    arguments: [
      Bound(2, 4, 5), Bound(2, 10, 6), Bound(2, 11, 7), Bound(2, 35, 8), Bound(2, 100, 10),
      Bound(2, 126, 10),
      Bound(2, 127, 11), Bound(3, 4, 9), Bound(3, 5, 11), Bound(3, 7, 12), Bound(3, 13, 15),
      Bound(3, 20, 15),
      Bound(3, 50, 21), Bound(3, 100, 24), Bound(4, 5, 16), Bound(4, 6, 19), Bound(4, 20, 28),
      Bound(4, 40, 32), Bound(4, 100, 40),
      Bound(5, 6, 25),
      Bound(5, 10, 36), Bound(5, 20, 45), Bound(6, 3, 36), Bound(6, 8, 46), Bound(6, 20, 66),
      Bound(7, 8, 49),
      Bound(7, 10, 61),
      Bound(8, 9, 64), Bound(8, 10, 78), Bound(8, 20, 115), Bound(9, 10, 81), Bound(10, 10, 118),
      Bound(10, 20, 155),
      Bound(12, 4, 144), Bound(15, 15, 253),
    ])
  func uniformModelsReachTheSizesOfTheTables(bound: Bound) throws {
    let rows = try #require(constructedArray(sizes: bound.sizes))
    #expect(rows.count <= bound.rows)
    #expect(firstUncovered(rows: rows, sizes: bound.sizes) == nil)
  }

  @Test(
    arguments: [
      // TCAS, then models whose two largest factors decide.
      Bound([(10, 2), (4, 1), (3, 2), (2, 7)], 100),
      Bound((2...10).map { ($0, 1) }, 90),
      Bound([(31, 1), (17, 1), (13, 1), (11, 1), (6, 2), (5, 1), (3, 1), (2, 6)], 527),
      Bound([(13, 1), (10, 1), (7, 1), (6, 2), (5, 2), (4, 1), (3, 7), (2, 5)], 130),
      Bound([(7, 1), (5, 1), (4, 1)], 35),
      // One large factor, vectors of differences for the others.
      Bound([(30, 1), (2, 100)], 60), Bound([(7, 1), (3, 10)], 21), Bound([(8, 1), (4, 6)], 32),
      Bound([(6, 1), (3, 4)], 18),
      // Three factors of two values share a column of four.
      Bound([(4, 15), (3, 17), (2, 29)], 32),
    ])
  func mixedModelsShareColumns(bound: Bound) throws {
    let rows = try #require(constructedArray(sizes: bound.sizes))
    #expect(rows.count <= bound.rows)
    #expect(firstUncovered(rows: rows, sizes: bound.sizes) == nil)
  }

  @Test(arguments: 2...9)
  func everyPairOfUniformModelsIsCovered(values: Int) throws {
    for factors in [1, 2, 3, 5, 8, 11, 13] {
      let sizes = Array(repeating: values, count: factors)
      let rows = try #require(constructedArray(sizes: sizes))
      #expect(firstUncovered(rows: rows, sizes: sizes) == nil, "\(values)^\(factors)")
    }
  }

  @Test(arguments: 0..<30)
  func everyPairOfMixedModelsIsCovered(seed: Int) throws {
    var random = TestRandom(seed)
    let largest = 2 + random.below(10)
    let sizes = (0..<1 + random.below(24)).map { _ in 1 + random.below(largest) }
    let rows = try #require(constructedArray(sizes: sizes))
    #expect(firstUncovered(rows: rows, sizes: sizes) == nil, "\(sizes)")
    #expect(constructedArray(sizes: sizes) == rows)
  }

  @Test func smallModelsHaveTheObviousRows() {
    #expect(constructedArray(sizes: [3]) == [[0], [1], [2]])
    #expect(constructedArray(sizes: [1, 1]) == [[0, 0]])
    #expect(constructedArray(sizes: [5, 7])?.count == 35)
    #expect(constructedArray(sizes: [1, 2, 1])?.count == 2)
    #expect(constructedArray(sizes: [2, 100, 3])?.count == 300)
  }

  @Test func modelsBeyondReasonHaveNone() {
    #expect(constructedArray(sizes: []) == nil)
    #expect(constructedArray(sizes: [3, 0]) == nil)
    #expect(constructedArray(sizes: [3, -1]) == nil)
    #expect(constructedArray(sizes: [Int.max]) == nil)
    #expect(constructedArray(sizes: [Int.max, Int.max, 2]) == nil)
    #expect(constructedArray(sizes: Array(repeating: 100, count: 300)) == nil)
  }
}
