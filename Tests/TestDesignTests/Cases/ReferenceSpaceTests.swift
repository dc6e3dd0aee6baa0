import Specification
import TestSupport
import Testing

@testable import TestDesign

/// The reference for suites, against the oracle that reads the spec before it becomes a `Specification`.
struct ReferenceSpaceTests {
  @Test func `it says of every combination what the oracle says`() throws {
    var combinations = 0
    for seed in 0..<UInt64(Seeds.share(400)) {
      guard let analysed = try SuiteSpecs.random(seed: seed) else { continue }
      let oracle = Oracle(SuiteSpecs.abstract(seed: seed))
      let spaces = [
        ReferenceSpace(analysed.specification, blocks: .whole),
        ReferenceSpace(analysed.specification),
      ]
      let counts = spaces[0].counts
      let listed = oracle.combinations
      combinations += listed.count
      let sizes = spaces[0].operationValues.indices.map { spaces[0].points($0).count }
      #expect(sizes.reduce(0, +) == listed.count, "seed \(seed)")
      for (point, combination) in listed.enumerated() {
        let row = zip(combination, counts).map { $0 ?? $1 }
        for space in spaces {
          let said = space.point(row)
          guard said?.winners == oracle.winners(of: point),
            said?.status.rawValue == oracle.status(of: point).rawValue
          else {
            Issue.record("seed \(seed): \(oracle.describe(point)) is \(String(describing: said))")
            break
          }
        }
      }
    }
    #expect(combinations > 1000)
  }

  /// Feasible tuples of up to three factors, with linked blocks and with one block.
  @Test func `blocks hold what the whole holds`() throws {
    var asked = 0
    for seed in 0..<UInt64(Seeds.count) {
      guard let analysed = try SuiteSpecs.random(seed: seed) else { continue }
      let whole = ReferenceSpace(analysed.specification, blocks: .whole)
      let linked = ReferenceSpace(analysed.specification)
      #expect(whole.reads == linked.reads, "seed \(seed)")
      var random = SplitMix64(seed: seed)
      for _ in 0..<200 {
        let value = random.below(whole.operationValues.count)
        let factors = Array(analysed.specification.factors.indices)
        let tuple = random.sample(min(factors.count, random.below(4)), of: factors).map {
          (factor: $0, value: random.below(whole.counts[$0] + 1))
        }
        for standing in ReferenceSpace.Standing.allCases {
          let one = whole.isFeasible(value, tuple, standing)
          let other = linked.isFeasible(value, tuple, standing)
          #expect(one == other, "seed \(seed): \(value) \(tuple) \(standing)")
          asked += 1
        }
      }
    }
    #expect(asked > 1000)
  }

  /// A factor matters if replacing its value gives a possible row with other results.
  @Test func `it knows what matters`() throws {
    var seen = [false: 0, true: 0]
    for seed in 0..<UInt64(Seeds.count) {
      guard let analysed = try SuiteSpecs.random(seed: seed) else { continue }
      let whole = ReferenceSpace(analysed.specification, blocks: .whole)
      let linked = ReferenceSpace(analysed.specification)
      for value in whole.operationValues.indices {
        for point in whole.points(value) where point.status == .defined {
          let row = point.values + [value]
          let mattering = analysed.specification.factors.indices.map { factor in
            (0..<whole.counts[factor]).contains { other in
              var changed = row
              changed[factor] = other
              let said = whole.point(changed)
              return said.map { whole.outcome($0) != whole.outcome(point) } ?? false
            }
          }
          let part = linked.point(row).map { linked.mattering(row, $0) }
          #expect(whole.mattering(row, point) == mattering + [false], "seed \(seed)")
          #expect(part == mattering + [false], "seed \(seed), linked")
          for factor in mattering { seen[factor, default: 0] += 1 }
        }
      }
    }
    #expect(seen.values.allSatisfy { $0 > 1000 })
  }

  /// The reference and the analysis agree on what an operation reads.
  @Test func `it reads what the analysis reads`() throws {
    for path in SuiteSpecs.paths {
      let analysed = try SuiteSpecs.analysed(path)
      let read = try analysed.regions.readFactors().map { $0 ?? [] }
      #expect(ReferenceSpace(analysed.specification).reads == read, "\(path)")
    }
    for seed in 0..<UInt64(Seeds.share(400)) {
      guard let analysed = try SuiteSpecs.random(seed: seed) else { continue }
      let read = try analysed.regions.readFactors().map { $0 ?? [] }
      #expect(ReferenceSpace(analysed.specification).reads == read, "seed \(seed)")
    }
  }
}
