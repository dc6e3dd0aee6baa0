import Diagnostics
import Specification
import TestSupport
import Testing
import YAMLSyntax

@testable import TestDesign

/// The engine's answers against an oracle that lists every combination.
struct OracleTests {
  /// Seeds of the ordinary test run; `SPECMATRIX_SEEDS=2000` in release makes the long one.
  @Test(arguments: 0..<4)
  func agreesWithBruteForce(part: Int) throws {
    var tally = OracleTally()
    let seeds = OracleTally.seedCount
    for seed in stride(from: part, to: seeds, by: 4) {
      try tally.compare(seed: UInt64(seed))
    }
    #expect(tally.differences.isEmpty, "\(tally.differences.prefix(10))")
    #expect(Double(tally.questions) <= 1.01 * Double(tally.fewest))
    print(tally.summary)
  }

  /// The same with the constraints apart, as those of a spec are that entangles too many factors: with none joined, and with some.
  @Test(arguments: [0, 4, 10])
  func agreesWithBruteForceApart(relaxationSize: Int) throws {
    var tally = OracleTally(relaxationSize: relaxationSize)
    for seed in 0..<OracleTally.seedCount { try tally.compare(seed: UInt64(seed)) }
    #expect(Array(tally.differences.prefix(10)) == [])
    #expect(tally.apart > tally.specs / 8)
    print("apart: \(tally.apart)", tally.summary)
  }
}
