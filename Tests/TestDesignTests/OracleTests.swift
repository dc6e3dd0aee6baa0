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
}
