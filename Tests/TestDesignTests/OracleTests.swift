import TestSupport
import Testing

@testable import TestDesign

/// The engine's answers against an oracle that lists every combination.
///
/// Seeds of the ordinary test run are 20; `SPECMATRIX_SEEDS=2000` in release makes the long one. Shares are judged over all seeds together.
struct OracleTests {
  @Test func agreesWithBruteForce() async throws {
    let tally = try await Tally.over(Seeds.count) { try $1.compareWithOracle(seed: $0) }
    #expect(Array(tally.differences.prefix(10)) == [])
    print("oracle:", tally.summary)
  }

  /// The same where the project has a pack: its states and operations, what it says cannot happen, and its house rules.
  @Test func agreesWithBruteForceInAHouse() async throws {
    let tally = try await Tally.over(Seeds.count) {
      try $1.compareWithOracle(seed: $0, hasPack: true)
    }
    #expect(Array(tally.differences.prefix(10)) == [])
    print("in a house:", tally.summary)
  }

  /// The same with what is impossible apart, as those of a spec are that entangles too many factors: with none joined, and with some.
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
