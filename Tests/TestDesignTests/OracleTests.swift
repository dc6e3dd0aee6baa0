import TestSupport
import Testing

@testable import TestDesign

/// The engine against an oracle that lists every combination.
///
/// The default is 20 seeds; `SPECMATRIX_SEEDS=2000` in release mode makes the long run. Shares are judged over all seeds together.
struct OracleTests {
  @Test func agreesWithBruteForce() async throws {
    let tally = try await Tally.over(Seeds.count) { try $1.compareWithOracle(seed: $0) }
    #expect(Array(tally.differences.prefix(10)) == [])
    print("oracle:", tally.summary)
  }

  /// The same with a pack: its states and operations, impossibilities and house rules.
  @Test func agreesWithBruteForceInAHouse() async throws {
    let tally = try await Tally.over(Seeds.count) {
      try $1.compareWithOracle(seed: $0, hasPack: true)
    }
    #expect(Array(tally.differences.prefix(10)) == [])
    print("in a house:", tally.summary)
  }

  /// The same with separate constraints, as in a spec that entangles too many factors: none joined, and some.
  @Test(arguments: [0, 4, 7])
  func agreesWithBruteForceApart(relaxationSize: Int) async throws {
    let tally = try await Tally.over(Seeds.count) {
      try $1.compareWithOracle(seed: $0, relaxationSize: relaxationSize)
    }
    #expect(Array(tally.differences.prefix(10)) == [])
    #expect(tally["specs apart"] > tally["specs"] / 8)
    print("apart:", tally.summary)
  }
}
