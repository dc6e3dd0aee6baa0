import Diagnostics
import Specification
import TestSupport
import Testing
import YAMLSyntax

@testable import TestDesign

/// The engine's answers against an oracle that lists every combination.
///
/// Seeds of the ordinary test run are 200; `SPECMATRIX_SEEDS=2000` in release makes the long one.
struct OracleTests {
  /// Shares are judged over all seeds together: of fifty specs one alone would decide.
  @Test func agreesWithBruteForce() async throws {
    let tallies = try await withThrowingTaskGroup { group in
      for part in 0..<4 {
        group.addTask {
          var tally = OracleTally()
          for seed in stride(from: part, to: Seeds.count, by: 4) {
            try tally.compare(seed: UInt64(seed))
          }
          return tally
        }
      }
      return try await group.reduce(into: [OracleTally]()) { $0.append($1) }
    }
    #expect(tallies.flatMap { $0.differences.prefix(10) } == [])
    for tally in tallies { print(tally.summary) }
  }

  /// The same where the project has a pack: its states and operations, what it says cannot happen, and its house rules.
  @Test(arguments: 0..<4)
  func agreesWithBruteForceInAHouse(part: Int) throws {
    var tally = OracleTally(hasPack: true)
    for seed in stride(from: part, to: Seeds.count, by: 4) {
      try tally.compare(seed: UInt64(seed))
    }
    #expect(Array(tally.differences.prefix(10)) == [])
    print("in a house:", tally.summary)
  }

  /// The same with what is impossible apart, as those of a spec are that entangles too many factors: with none joined, and with some.
  @Test(arguments: [0, 4, 7])
  func agreesWithBruteForceApart(relaxationSize: Int) throws {
    var tally = OracleTally(relaxationSize: relaxationSize)
    for seed in 0..<Seeds.count { try tally.compare(seed: UInt64(seed)) }
    #expect(Array(tally.differences.prefix(10)) == [])
    #expect(tally.apart > tally.specs / 8)
    print("apart: \(tally.apart)", tally.summary)
  }
}
