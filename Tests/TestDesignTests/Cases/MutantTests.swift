import Specification
import TestSupport
import Testing

@testable import TestDesign

/// The share of implementation slips that a suite detects; `SPECMATRIX_SEEDS=500` reproduces the numbers of the issue.
struct MutantTests {
  @Test func `suites notice slips`() async throws {
    let tally = try await Tally.over(Seeds.share(160)) { seed, tally in
      try Self.compare(seed: seed, &tally)
    }
    let mutants = tally["mutants"]
    #expect(mutants > Seeds.share(160))
    // With few mutants, the shares vary more.
    let slack = mutants < 1000 ? 0.04 : 0
    for (depth, goal) in zip(Depth.allCases, [0.68, 0.97, 0.98]) {
      let share = Double(tally["noticed at \(depth)"]) / Double(max(1, mutants))
      #expect(share >= goal - slack, "\(depth)")
    }
    print(tally.summary)
  }

  private static func compare(seed: UInt64, _ tally: inout Tally) throws {
    guard let analysed = try SuiteSpecs.random(seed: seed) else { return }
    let original = ReferenceSpace(analysed.specification, blocks: .whole)
    let suites = try Depth.allCases.map { depth in
      rows(try analysed.cases(earlier: nil, depth: depth, strength: 2), original)
    }
    var random = SplitMix64(seed: seed)
    var made = 0
    // Not every random slip is possible.
    for _ in 0..<60 where made < 10 {
      var specification = analysed.specification
      guard case let (rule, slip)? = SpecificationMutant.mutate(&specification, &random) else {
        continue
      }
      made += 1
      let operations = Set(
        specification.rules[rule].when.alternatives.flatMap { alternative in
          alternative.terms.filter { $0.factor == original.operationFactor }.flatMap(\.values)
        }.map { original.operationValues[$0].operation }
      )
      let mutant = ReferenceSpace(original, rules: specification.rules, operations: operations)
      let changed = Set(
        original.operationValues.indices.flatMap { value in
          zip(original.points(value), mutant.points(value)).compactMap { one, other in
            one.status == .defined && original.results(one) != mutant.results(other)
              ? one.values + [value] : nil
          }
        }
      )
      guard !changed.isEmpty else { continue }
      tally.count("mutants")
      for (depth, rows) in zip(Depth.allCases, suites) where rows.contains(where: changed.contains)
      {
        tally.count("noticed at \(depth)")
      }
      if !suites[1].contains(where: changed.contains) { tally.count("\(slip) missed at relevant") }
    }
  }

  /// Returns the rows of a suite; a whole operation has one for each part.
  private static func rows(_ matrix: TestMatrix, _ space: ReferenceSpace) -> [[Int]] {
    matrix.cases.flatMap { testCase in
      space.caseOperationOfValue[testCase.combination.operation].values.map {
        space.row(testCase.combination, $0)
      }
    }
  }
}
