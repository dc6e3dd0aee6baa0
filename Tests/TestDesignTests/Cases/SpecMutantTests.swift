import Combinatorics
import Foundation
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// How many slips of an implementer the suites of the samples and of the trial notice: `SPECMATRIX_SEEDS=150` for figures.
struct SpecMutantTests {
  private static let paths =
    SuiteSpecs.paths.filter { $0.hasPrefix("specs") && $0 != "specs/complete.yaml" }
    + [
      "blood-fridge-board", "hot-work-permit", "kobo-yoyaku", "reef-doser", "sodai-gomi-form",
      "wristband-refunds",
    ].map { "Tests/Trial/\($0)/tree.yaml" }

  @Test func `suites of specs notice slips`() throws {
    var tallies: [SpecificationMutant.Slip: Tally] = [:]
    for path in Self.paths {
      let own = try Self.tallies(path, draws: Seeds.share(60))
      tallies.merge(own) { $0 + $1 }
      let all = own.values.reduce(Tally(), +)
      print("\(path): \(all.mutants) mutants, review \(all.review), relevant \(all.relevant)")
    }
    for slip in SpecificationMutant.Slip.allCases {
      let tally = tallies[slip] ?? Tally()
      print("\(slip): \(tally.mutants) mutants, review \(tally.review), relevant \(tally.relevant)")
    }
    let all = tallies.values.reduce(Tally(), +)
    #expect(all.mutants > 0)
    #expect(all.relevant * 10 >= all.mutants * 8)
  }

  private struct Tally {
    var mutants = 0
    var review = 0
    var relevant = 0

    static func + (left: Tally, right: Tally) -> Tally {
      Tally(
        mutants: left.mutants + right.mutants,
        review: left.review + right.review,
        relevant: left.relevant + right.relevant
      )
    }
  }

  private static func tallies(
    _ path: String,
    draws: Int
  ) throws -> [SpecificationMutant.Slip: Tally] {
    let analysed = try SuiteSpecs.analysed(path)
    let original = try Outcomes(analysed.regions)
    let suites = try [Depth.review, .relevant].map { depth in
      rows(try analysed.cases(earlier: nil, depth: depth, strength: 2), analysed)
    }
    var tallies: [SpecificationMutant.Slip: Tally] = [:]
    var random = TestSupport.SplitMix64(seed: 1)
    for _ in 0..<draws {
      var specification = analysed.specification
      guard case let (_, slip)? = SpecificationMutant.mutate(&specification, &random) else {
        continue
      }
      let space = try SpecificationSpace(LoweredSpecification(specification), budget: StepBudget())
      let mutant = try Outcomes(RuleRegions(space, precedence: Precedence(space.lowered)))
      let changed = try original.changed(in: mutant)
      guard changed != .empty else { continue }
      let store = analysed.regions.space.store
      let noticed = suites.map { rows in rows.contains { store.contains(changed, row: $0) } }
      tallies[slip, default: Tally()].mutants += 1
      if noticed[0] { tallies[slip, default: Tally()].review += 1 }
      if noticed[1] { tallies[slip, default: Tally()].relevant += 1 }
    }
    return tallies
  }

  /// The rows of a suite, of a whole operation one for each part.
  private static func rows(_ matrix: TestMatrix, _ analysed: AnalysedSpecification) -> [[Int]] {
    let operations = analysed.specification.caseOperationOfValue
    return matrix.cases.flatMap { testCase in
      operations[testCase.combination.operation].values.map { value in
        var row = analysed.regions.space.lowered.row(testCase.combination)
        row[row.count - 1] = value
        return row
      }
    }
  }

  /// Where each result alone is expected.
  private struct Outcomes {
    let store: DiagramStore
    let space: SpecificationSpace
    private var rows: [[String]: Diagram] = [:]

    init(_ regions: RuleRegions) throws {
      store = regions.space.store
      space = regions.space
      let defined = try #require(regions.defined)
      for (rule, number) in regions.resultNumbers.enumerated() {
        guard let number, let results = space.lowered.specification.rules[rule].results else {
          continue
        }
        rows[results] = defined[number]
      }
    }

    /// The rows in which one result is expected and a mutant gives another one or none.
    func changed(in mutant: Outcomes) throws -> Diagram {
      var changed: [Diagram] = []
      for (results, own) in rows.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        let other = try mutant.rows[results].map { try store.copy($0, of: mutant.store) }
        changed.append(try store.difference(own, other ?? .empty))
      }
      return try space.possible(try store.union(changed))
    }
  }
}
