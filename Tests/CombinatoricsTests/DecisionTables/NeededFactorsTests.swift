import Testing

@testable import Combinatorics

/// The smallest sets of factors that decide, against all sets.
struct NeededFactorsTests {
  @Test func theFirstSmallestSetIsFound() throws {
    var sizes: Set<Int> = []
    for seed in 0..<400 {
      let sample = try RandomFunction(seed: seed)
      var random = TestRandom(seed + 1000)
      let candidates = random.some(below: sample.sizes.count)
      let (needed, _) = try sample.store.neededFactors(
        of: sample.diagram,
        preferring: candidates
      )
      let expected =
        sample.smallest(among: candidates) ?? sample.smallest(among: Array(sample.sizes.indices))
      #expect(needed.factors == expected, "seed \(seed)")
      #expect(needed.isSmallest)
      sizes.insert(needed.factors.count)
    }
    #expect(sizes.count > 3)
  }

  /// Without steps for a search none can be spared, and it says so.
  @Test func beyondItsStepsNoneCanBeSpared() throws {
    for seed in 0..<100 {
      let sample = try RandomFunction(seed: seed)
      let (needed, _) = try sample.store.neededFactors(
        of: sample.diagram,
        preferring: Array(sample.sizes.indices),
        searchSteps: 0
      )
      #expect(!needed.isSmallest)
      #expect(sample.decides(needed.factors))
      for factor in needed.factors {
        #expect(!sample.decides(needed.factors.filter { $0 != factor }), "seed \(seed)")
      }
    }
  }

  @Test func hittingSetsAreTheFirstSmallest() {
    var random = TestRandom(7)
    for _ in 0..<300 {
      let count = 1 + random.below(8)
      let sets = (0..<random.below(7)).map { _ in
        random.some(below: count).reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
      }
      var search = HittingSets(count)
      let hits = (UInt64(0)..<(1 << UInt64(count))).filter { hit in
        sets.allSatisfy { $0 & hit != 0 }
      }
      let least = hits.map(\.nonzeroBitCount).min()
      // Of equal sizes the first in the order of lists: that of the lowest bits.
      let first = hits.filter { $0.nonzeroBitCount == least }
        .map { hit in (0..<count).filter { hit & (1 << UInt64($0)) != 0 } }
        .min { $0.lexicographicallyPrecedes($1) }
      let found = search.smallest(sets).map { hit in
        (0..<count).filter { hit & (1 << UInt64($0)) != 0 }
      }
      #expect(found == first)
    }
  }
}
