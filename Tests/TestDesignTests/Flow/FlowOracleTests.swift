import TestSupport
import Testing

@testable import TestDesign

/// The engine's findings about flows against a list of all states and combinations.
///
/// `SPECMATRIX_SEEDS=2000` in release mode makes the long run.
@Suite struct FlowOracleTests {
  private static let kinds = [
    "states behind two steps", "unreached values", "breaks", "rules never reached", "final values",
    "final states",
    "crossings", "combinations of several states", "combinations out of reach",
  ]

  /// Shares are judged over all seeds together.
  @Test func `flows are those of all states listed`() async throws {
    let seeds = Seeds.share(400)
    let tally = try await Tally.over(seeds) { seed, tally in
      guard let (text, analysed) = try FlowSpecs.analysed(seed: seed) else {
        return tally.count("seeds without a spec")
      }
      try tally.compareFlows(of: analysed, "seed \(seed)\n\(text)")
    }
    print("flows:", tally.summary)
    #expect(Array(tally.differences.prefix(10)) == [], "\(tally.differences.count)")
    for kind in Self.kinds { #expect(tally[kind] > 0, "\(kind)") }
    // Nearly every seed gives a spec, and differences between readings are the exception.
    #expect(tally["specs"] * 10 >= seeds * 9)
    let possible = tally["possible combinations of crossings"]
    #expect(tally["certain combinations of crossings"] * 4 > possible)
  }

  /// A start that nothing decides and nothing leads to is asked about, and is not yet a decision.
  @Test(arguments: [100, 597, 861, 933])
  func `a start in which everything is open is not called final`(seed: UInt64) throws {
    let (text, analysed) = try #require(try FlowSpecs.analysed(seed: seed))
    var tally = Tally()
    try tally.compareFlows(of: analysed, text)
    #expect(tally.differences == [])
  }

  @Test func `of seven operations that all cross, each is in five pairs at most`() throws {
    let ids = (0..<7).map { "o\($0)" }
    let values = (0..<7).map { "v\($0)" }.joined(separator: ", ")
    let operations = ids.map { "  \($0): Tap \($0)" }.joined(separator: "\n")
    let rules = ids.enumerated().map { number, id in
      "  \(id): [{when: {m: none}, then: Screen \(number) opens, becomes: {m: v\(number)}}]"
    }
    let analysed = try analysed(
      spec(
        "states:\n  m: {values: [none, \(values)], start: none}\noperations:\n\(operations)\nrules:\n"
          + rules.joined(separator: "\n")
      )
    )
    var tally = Tally()
    try tally.compareFlows(of: analysed, "seven operations")
    #expect(tally.differences == [])
    #expect(tally["crossings"] == 21)
    guard case .known(_, let settled?)? = analysed.reach else {
      Issue.record("reach is not known")
      return
    }
    for operation in ids.indices {
      let own = settled.crossings.count { $0.operations.contains(operation) }
      #expect(own <= 5, "\(ids[operation]) is in \(own)")
    }
    #expect(settled.crossings.count >= 5)
  }
}
