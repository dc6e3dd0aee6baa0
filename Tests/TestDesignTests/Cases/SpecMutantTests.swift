import Combinatorics
import Foundation
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// The share of implementation slips that the suites of samples and first specs detect; `SPECMATRIX_SEEDS=150` for figures.
struct SpecMutantTests {
  private static let paths =
    SuiteSpecs.samples.filter { $0 != "specs/complete.yaml" }
    + [
      "blood-fridge-board", "hot-work-permit", "kobo-yoyaku", "reef-doser", "sodai-gomi-form",
      "wristband-refunds",
    ].map { "Tests/Trial/\($0)/tree.yaml" }

  @Test func `suites of specs notice slips`() throws {
    var tally = Tally()
    for path in Self.paths {
      var own = Tally()
      try Self.compare(path, draws: Seeds.share(60), &own)
      print("\(path):", own.summary)
      tally.add(own)
    }
    print("all:", tally.summary)
    #expect(tally["mutants"] > 0)
    #expect(tally["noticed at relevant"] * 10 >= tally["mutants"] * 8)
  }

  private static func compare(_ path: String, draws: Int, _ tally: inout Tally) throws {
    let analysed = try SuiteSpecs.analysed(path)
    let original = try Outcomes(analysed.regions)
    let suites = try [Depth.review, .relevant].map { depth in
      rows(try analysed.cases(earlier: nil, depth: depth, strength: 2), analysed)
    }
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
      tally.count("mutants")
      tally.count("\(slip)")
      for (depth, rows) in zip([Depth.review, .relevant], suites)
      where rows.contains(where: { store.contains(changed, row: $0) }) {
        tally.count("noticed at \(depth)")
        tally.count("\(slip) noticed at \(depth)")
      }
    }
  }

  /// Returns the rows of a suite; a whole operation has one for each part.
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

  /// The region of each result that is the only expectation.
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

    /// Returns the rows in which one result is expected and a mutant gives another one or none.
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
