import Testing

@testable import Combinatorics

/// The smallest deciding sets of factors, against all sets.
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

  /// Without steps for a search, no factor is removed, and the result says so.
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
      // Among sets of equal size, the lexicographically first, that is the one with the lowest bits.
      let first = hits.filter { $0.nonzeroBitCount == least }
        .map { hit in (0..<count).filter { hit & (1 << UInt64($0)) != 0 } }
        .min { $0.lexicographicallyPrecedes($1) }
      let found = search.smallest(sets).map { hit in
        (0..<count).filter { hit & (1 << UInt64($0)) != 0 }
      }
      #expect(found == first)
    }
  }

  /// Sets with more nodes than steps are refused before the first step; a sufficient limit is never refused.
  @Test(arguments: 0..<50)
  func tooLargeSetsAreRefusedAtOnce(seed: Int) throws {
    var random = TestRandom(seed)
    let domains = Domains(sizes: Array(repeating: 3, count: 7))
    let sets = DiagramStore(domains: domains, order: Array(0..<7))
    var left = Diagram.full
    var regions: [Diagram] = []
    for _ in 0..<3 {
      let cubes = (0..<8).map { _ in
        (0..<2).reduce(into: Cube(full: domains)) { cube, _ in
          cube.restrict(random.below(7), to: [random.below(3)])
        }
      }
      regions.append(try sets.intersection(left, sets.diagram(of: cubes)))
      if random.chance(50) { left = try sets.difference(left, regions[regions.count - 1]) }
    }
    if random.chance(50) { regions.insert(left, at: 0) }
    let ample = LabelStore(for: sets)
    _ = try ample.membership(of: regions, within: .full, in: sets)
    let just = LabelStore(for: sets, stepLimit: ample.steps)
    _ = try just.membership(of: regions, within: .full, in: sets)

    let copy = DiagramStore(domains: domains, order: sets.order)
    var nodes = 0
    for region in regions {
      let before = copy.nodeCount
      _ = try copy.copy(of: region, from: sets)
      nodes = max(nodes, copy.nodeCount - before)
    }
    let scarce = LabelStore(for: sets, stepLimit: nodes)
    #expect(throws: LimitExceeded.self) {
      try scarce.membership(of: regions, within: .full, in: sets)
    }
    #expect(scarce.steps == 0)
  }
}
