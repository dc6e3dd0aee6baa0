import Specification
import TestSupport
import Testing

@testable import TestDesign

struct OutcomeTableOracleTests {
  /// `SPECMATRIX_SEEDS=1000` reproduces the number in the issue.
  @Test(arguments: 0..<4)
  func `a table says of every combination what brute force says`(part: Int) throws {
    var tables = 0
    var complaints: [String] = []
    for seed in stride(from: part, to: Seeds.share(640), by: 4) {
      guard let analysed = try SuiteSpecs.random(seed: UInt64(seed)) else { continue }
      let reference = OutcomeTableReference(analysed)
      for table in try analysed.outcomeTables() {
        #expect(table.isSmallest && table.listsCells, "seed \(seed)")
        tables += 1
        complaints += reference.complaints(Self.plain(table)).map {
          "seed \(seed), \(table.operation): \($0)"
        }
      }
    }
    #expect(Array(complaints.prefix(10)) == [], "\(complaints.count)")
    #expect(tables > 0)
  }

  private static func plain(_ table: OutcomeTable) -> PlainOutcomeTable {
    PlainOutcomeTable(
      operation: table.operation,
      factors: table.factors,
      cells: table.cells.map { cell in
        let outcome: PlainOutcomeTable.Outcome =
          switch cell.outcome {
          case .defined(let results): .defined(results)
          case .undefined: .undefined
          case .undecided(let rules): .undecided(Set(rules))
          case .contradictory(let results): .contradictory(Set(results))
          }
        return PlainOutcomeTable.Cell(
          values: cell.values,
          outcome: outcome,
          rules: Set(cell.rules),
          questions: Set(cell.questions),
          combinations: cell.combinations.flatMap { Int($0) }
        )
      }
    )
  }

  // MARK: The reference itself

  /// Returns a table built by listing: a cell for each tuple of values of the fewest factors.
  private static func listed(
    _ reference: OutcomeTableReference,
    _ operation: Int,
    factors: [Int]
  ) -> PlainOutcomeTable {
    var cells: [[Int]: PlainOutcomeTable.Cell] = [:]
    for combination in reference.combinations(operation) {
      let values = factors.map { combination.row[$0] }
      var cell =
        cells[values]
        ?? PlainOutcomeTable.Cell(
          values: values.map { [$0] },
          outcome: combination.outcome,
          rules: [],
          questions: [],
          combinations: 0
        )
      cell.rules.formUnion(combination.point.winners)
      cell.questions.formUnion(reference.questions(combination))
      cell.combinations = (cell.combinations ?? 0) + 1
      cells[values] = cell
    }
    return PlainOutcomeTable(
      operation: operation,
      factors: factors,
      cells: cells.keys.sorted { $0.lexicographicallyPrecedes($1) }.compactMap { cells[$0] }
    )
  }

  @Test func `the reference has nothing against a listed table`() throws {
    var tables = 0
    for seed in 0..<20 {
      guard let analysed = try SuiteSpecs.random(seed: UInt64(seed)) else { continue }
      let reference = OutcomeTableReference(analysed)
      for operation in analysed.specification.operations.indices {
        let all = reference.combinations(operation)
        guard !all.isEmpty, let fewest = reference.fewest(operation) else { continue }
        let factors = SuiteReference.choices(of: fewest.count, from: fewest.of.sorted()[...])
          .first { reference.determine($0, all) }
        let table = Self.listed(reference, operation, factors: try #require(factors))
        #expect(reference.complaints(table) == [], "seed \(seed)")
        tables += 1
      }
    }
    #expect(tables > 20)
  }

  @Test func `the reference names each fault`() throws {
    let analysed = try analysed(
      spec(
        """
        states: {plan: [free, premium], login: [guest, member], weather: [rain, sun]}
        operations: [go]
        rules:
          go:
            - when: {plan: free}
              then: A
            - when: {plan: premium, login: member}
              then: B
        """
      )
    )
    let reference = OutcomeTableReference(analysed)
    let good = Self.listed(reference, 0, factors: [0, 1])
    #expect(reference.complaints(good) == [])
    // free/guest, free/member, premium/guest, premium/member
    #expect(good.cells.count == 4)
    func complaints(_ change: (inout PlainOutcomeTable) -> Void) -> String {
      var table = good
      change(&table)
      return reference.complaints(table).joined(separator: "\n")
    }
    #expect(complaints { $0.cells.removeLast() }.contains("0 cells hold plan=premium"))
    #expect(complaints { $0.cells[0].values[1] = [0, 1] }.contains("cells 0 and 1 overlap"))
    #expect(complaints { $0.cells[0].outcome = .undefined }.contains("cell 0 has another outcome"))
    #expect(complaints { $0.cells[1].combinations = 3 }.contains("counts 3 combinations, not 2"))
    #expect(complaints { $0.cells[3].rules = [0] }.contains("cell 3 names the rules [0]"))
    #expect(complaints { $0.cells[2].questions = [] }.contains("cell 2 names the questions []"))
    let wide = Self.listed(reference, 0, factors: [0, 1, 2])
    #expect(reference.complaints(wide).first == "the table has 3 factors, 2 are needed")
  }
}
