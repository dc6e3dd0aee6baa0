import Combinatorics
import Testing

struct UsefulFirstTests {
  @Test(arguments: [[4, 3, 3, 2], [2, 2, 2, 2, 2, 2], [5, 4, 3, 2, 2], manyValues])
  func eachRowHasMostNewPairsOfThoseLeft(sizes: [Int]) throws {
    let rows = try CoveringModel(sizes: sizes, strength: 2).prepared().suite().rows
    expectMostNewFirst(
      rows.map { row in
        row.indices.flatMap { first in
          row.indices.dropFirst(first + 1).map { [first, row[first], $0, row[$0]] }
        }
      }
    )
  }

  /// The tuples of each row are to be more new ones than those of any row behind it, or as many.
  private func expectMostNewFirst(_ rows: [[[Int]]]) {
    var seen: Set<[Int]> = []
    for place in rows.indices {
      let new = rows[place...].map { Set($0).subtracting(seen).count }
      #expect(new.first == new.max())
      seen.formUnion(rows[place])
    }
  }

  /// More values in total than a word has bits.
  private static let manyValues = Array(repeating: 3, count: 23)

  /// Groups of several strengths, and values that no group requests.
  @Test(arguments: 0..<40)
  func eachRowHasMostNewTuplesOfThoseLeft(seed: Int) throws {
    var random = TestRandom(seed)
    let sizes = (0..<6).map { _ in 1 + random.below(4) }
    var model = CoveringModel(sizes: sizes, strength: 1 + random.below(3))
    let factors = sizes.indices.filter { _ in random.chance(60) }
    model.request.groups.append(CoveringRequest.Group(factors: factors, strength: 3))
    for factor in sizes.indices where random.chance(30) {
      model.request.isAsked[factor][random.below(sizes[factor])] = false
    }
    let request = model.request
    let rows = try model.prepared().suite().rows
    let subsets = request.groups.flatMap { group in
      let strength = min(group.strength, group.factors.count)
      return (0..<(1 << sizes.count)).filter { strength > 0 && $0.nonzeroBitCount == strength }
        .map { choice in sizes.indices.filter { choice >> $0 & 1 == 1 } }
        .filter { $0.allSatisfy(group.factors.contains) }
    }
    expectMostNewFirst(
      rows.map { row in
        subsets.filter { $0.allSatisfy { request.isAsked[$0][row[$0]] } }
          .map { $0.flatMap { [$0, row[$0]] } }
      }
    )
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
