import Combinatorics
import Testing

struct UsefulFirstTests {
  @Test(arguments: [[4, 3, 3, 2], [2, 2, 2, 2, 2, 2], [5, 4, 3, 2, 2], manyValues])
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
    var seen: Set<[Int]> = []
    func newTuples(_ row: [Int]) -> Set<[Int]> {
      var tuples: Set<[Int]> = []
      for group in request.groups {
        let strength = min(group.strength, group.factors.count)
        for choice in 0..<(1 << sizes.count)
        where strength > 0 && choice.nonzeroBitCount == strength {
          let subset = sizes.indices.filter { choice >> $0 & 1 == 1 }
          guard subset.allSatisfy({ group.factors.contains($0) && request.isAsked[$0][row[$0]] })
          else { continue }
          tuples.insert(subset.flatMap { [$0, row[$0]] })
        }
      }
      return tuples.subtracting(seen)
    }
    for place in rows.indices {
      let most = rows[place...].map { newTuples($0).count }.max()
      #expect(newTuples(rows[place]).count == most)
      seen.formUnion(newTuples(rows[place]))
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
