import Diagnostics
import Specification
import TestSupport
import Testing
import YAMLSyntax

@testable import TestDesign

/// Decisions against a list of every combination: those in which a rule wins over another one with a different result.
@Suite struct DecisionOracleTests {
  @Test(arguments: 0..<4)
  func `decisions are the stars of brute force`(part: Int) throws {
    var compared = 0
    for seed in stride(from: part, to: Seeds.share(400), by: 4) {
      let spec = RandomSpec.make(seed: UInt64(seed))
      guard let specification = ReadSpec(spec).specification,
        let analysed = try analyse(specification, today: testDay).value,
        analysed.regions.space.isJoined
      else { continue }
      let oracle = Oracle(spec)
      let stars = Self.stars(oracle)
      let found = analysed.analysis.decisions.filter {
        !Set($0.kinds).isDisjoint(with: [.exception, .order, .others])
      }
      for decision in found {
        let winner = try #require(decision.winner)
        let star = try #require(stars[winner], "seed \(seed): \(decision.sentence)")
        #expect(Set(decision.beaten) == Set(star.keys), "seed \(seed): \(decision.sentence)")
        let all = star.values.reduce(PointSet(capacity: oracle.count)) { $0.union($1) }
        #expect(decision.combinations == "\(all.count)", "seed \(seed): \(decision.sentence)")
        compared += 1
      }
      #expect(Set(found.map(\.winner)) == Set(stars.keys), "seed \(seed)")
    }
    #expect(compared >= Seeds.count / 20)
  }

  /// Returns the combinations by winner and overruled rule.
  private static func stars(_ oracle: Oracle) -> [Int: [Int: PointSet]] {
    var stars: [Int: [Int: PointSet]] = [:]
    for (winner, rule) in oracle.rules.enumerated() {
      for (loser, other) in oracle.rules.enumerated() where winner != loser {
        guard let said = results(rule), let unsaid = results(other), said != unsaid else {
          continue
        }
        guard let taken = oracle.taken[loser][winner] else { continue }
        let both = taken.intersection(oracle.won[winner])
        if !both.isEmpty { stars[winner, default: [:]][loser] = both }
      }
    }
    return stars
  }

  private static func results(_ rule: AbstractRule) -> [String]? {
    guard case .then(let results) = rule.outcome, !rule.isOpen else { return nil }
    return results
  }
}
