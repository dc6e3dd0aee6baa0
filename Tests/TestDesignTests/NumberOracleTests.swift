import TestSupport
import Testing

@testable import TestDesign

/// A verdict on values holds for every number: the engine against an oracle that knows no classes.
///
/// Shares are judged over all seeds together: of forty specs one alone would decide.
struct NumberOracleTests {
  @Test func `the verdict holds for every number`() async throws {
    let tally = try await withThrowingTaskGroup { group in
      for part in 0..<4 {
        group.addTask {
          var tally = NumberTally()
          for seed in stride(from: part, to: Seeds.share(400), by: 4) {
            try tally.compare(seed: UInt64(seed))
          }
          return tally
        }
      }
      return try await group.reduce(into: NumberTally()) { $0.add($1) }
    }
    #expect(Array(tally.differences.prefix(10)) == [])
    #expect(Array(tally.otherDecisions.prefix(5)) == [])
    #expect(tally.overlaps == 0, "specs \(tally.overlapping.prefix(12))")
    print(tally.summary)
  }
}
