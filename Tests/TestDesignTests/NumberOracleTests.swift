import TestSupport
import Testing

@testable import TestDesign

/// A verdict on values holds for every number: the engine against an oracle that knows no classes.
struct NumberOracleTests {
  @Test(arguments: 0..<4)
  func `the verdict holds for every number`(part: Int) throws {
    var tally = NumberTally()
    for seed in stride(from: part, to: NumberTally.seedCount, by: 4) {
      try tally.compare(seed: UInt64(seed))
    }
    #expect(Array(tally.differences.prefix(10)) == [])
    #expect(Array(tally.otherDecisions.prefix(5)) == [])
    #expect(tally.overlaps == 0, "specs \(tally.overlapping.prefix(12))")
    #expect(Double(tally.questions) <= 1.02 * Double(tally.fewest))
    print(tally.summary)
  }
}
