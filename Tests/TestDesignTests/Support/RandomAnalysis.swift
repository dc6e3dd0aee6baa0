import Diagnostics
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// A random spec as analysed by the engine, and the oracle that lists its combinations.
struct RandomAnalysis {
  let analysed: AnalysedSpecification
  let oracle: Oracle

  /// Creates the spec of a seed, every third with a pack, or `nil` if only its space shows that it is invalid.
  init?(seed: UInt64) throws {
    let abstract = RandomSpec.make(seed: seed, hasPack: seed.isMultiple(of: 3))
    let read = ReadSpec(abstract)
    var specification = try #require(read.specification, "\(read.mistakes)")
    specification.coverage.strength = abstract.strength
    guard let analysed = try analyse(specification, today: testDay).value else { return nil }
    self.analysed = analysed
    oracle = Oracle(abstract)
  }

  func combination(_ point: Int) -> Combination {
    let numbers = oracle.combination(point)
    return Combination(values: Array(numbers.dropLast()), operation: (numbers.last ?? nil) ?? 0)
  }

  /// Returns the combination as a row of a suite without open cells.
  func row(_ point: Int) -> PartialCombination {
    PartialCombination(
      values: oracle.combination(point).map { $0.map { .value($0) } ?? .notApplicable }
    )
  }
}
