import Diagnostics
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// A random spec as the engine sees it, and the oracle that lists its combinations.
struct RandomAnalysis {
  let analysed: AnalysedSpecification
  let oracle: Oracle

  /// Every third spec has a pack; `nil` for seeds whose spec only its space shows to be wrong.
  init?(seed: UInt64) throws {
    let abstract = RandomSpec.make(seed: seed, hasPack: seed.isMultiple(of: 3))
    let read = ReadSpec(abstract)
    var specification = try #require(read.specification, "\(read.mistakes)")
    specification.coverage.strength = abstract.strength
    guard let analysed = try analyse(specification, today: testDay).value else { return nil }
    self.analysed = analysed
    oracle = Oracle(abstract)
  }

  /// The combination with a number of the oracle.
  func combination(_ point: Int) -> Combination {
    let numbers = oracle.combination(point)
    return Combination(values: Array(numbers.dropLast()), operation: (numbers.last ?? nil) ?? 0)
  }

  /// The same as a row of a suite in which all is known.
  func row(_ point: Int) -> PartialCombination {
    PartialCombination(
      values: oracle.combination(point).map { $0.map { .value($0) } ?? .notApplicable }
    )
  }
}
