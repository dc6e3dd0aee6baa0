import Diagnostics
import Specification
import TestSupport
import Testing

@testable import TestDesign

@Suite struct AssumptionTests {
  /// Brute force over random specs: assumed factors make no difference.
  @Test func `an assumed factor changes neither result nor question`() throws {
    var held = 0
    for seed in UInt64(0)..<40 {
      guard let random = try RandomAnalysis(seed: seed) else { continue }
      let analysed = random.analysed
      let regions = analysed.regions
      guard regions.space.isJoined else { continue }
      let rows = random.oracle.combinations.indices.map {
        regions.space.lowered.row(random.combination($0))
      }
      for assumption in analysed.assumptions(try analysed.unreadFactors()) {
        for factor in assumption.factors {
          // Rows that differ only in this factor have the same deciding rules, if both are decided.
          var decidedBy: [[Int]: [Int]] = [:]
          for row in rows where row.last == assumption.operationValue {
            let winners = regions.winners(row)
            guard !winners.isEmpty else { continue }
            let notApplicable = regions.space.lowered.notApplicable(factor)
            guard row[factor] != notApplicable else { continue }
            var rest = row
            rest[factor] = -1
            if let before = decidedBy[rest] {
              #expect(before == winners, "seed \(seed)")
              held += 1
            } else {
              decidedBy[rest] = winners
            }
          }
        }
      }
    }
    #expect(held > 100)
  }
}
