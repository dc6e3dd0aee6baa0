import Combinatorics
import Diagnostics
import Specification
import TestSupport
import Testing

@testable import TestDesign

struct OutcomeTableTests {
  private static func outcome(
    _ winners: [Int],
    _ specification: Specification
  ) -> OutcomeTable.Outcome {
    let rules = specification.rules
    let open = winners.filter { rules[$0].results == nil }
    if !open.isEmpty { return .undecided(open) }
    var results: [[String]] = []
    for rule in winners {
      if let result = rules[rule].results, !results.contains(result) { results.append(result) }
    }
    return results.count > 1
      ? inOrder(.contradictory(results)) : results.first.map { .defined($0) } ?? .undefined
  }

  /// Returns the outcome with different results sorted by text.
  private static func inOrder(_ outcome: OutcomeTable.Outcome) -> OutcomeTable.Outcome {
    guard case .contradictory(let results) = outcome else { return outcome }
    return .contradictory(results.sorted { $0.lexicographicallyPrecedes($1) })
  }

  /// With separate constraints, nothing is counted and the table may be larger than needed, but the cells are right.
  @Test func apartTheCellsAreRight() throws {
    for seed in 0..<60 {
      let abstract = RandomSpec.make(seed: UInt64(seed))
      guard let read = ReadSpec(abstract).specification else { continue }
      let space = try SpecificationSpace(
        relaxing: LoweredSpecification(read),
        size: 1,
        nodeLimit: 100_000
      )
      guard !space.isJoined, let analysed = try analyse(space, today: testDay).value else {
        continue
      }
      let oracle = Oracle(abstract)
      let tables = try analysed.outcomeTables()
      for (point, numbers) in oracle.combinations.enumerated() {
        let value = (numbers.last ?? nil) ?? 0
        let table = tables[read.operationValues[value].operation]
        #expect(!table.isSmallest && table.cells.allSatisfy { $0.combinations == nil })
        let cells = table.cells.filter {
          table.holds($0, Array(numbers.dropLast()), operationValue: value, in: read)
        }
        #expect(
          cells.map { Self.inOrder($0.outcome) } == [Self.outcome(oracle.winners(of: point), read)],
          "seed \(seed)"
        )
      }
    }
  }

  @Test func aLargeTableIsFolded() throws {
    let rules = (0..<6).flatMap { a in
      (0..<6).filter { ($0 + a) % 4 != 0 }.map {
        "    - {when: {a: \(a), b: \($0)}, then: R\(a)\($0)}"
      }
    }
    let text =
      "states: {a: [0, 1, 2, 3, 4, 5], b: [0, 1, 2, 3, 4, 5], c: [x, y]}\noperations: [go]\nrules:\n  go:\n"
      + rules.joined(separator: "\n") + "\n    - {when: {a: 0, b: 0, c: x}, then: S}"
    let small = try analysed(spec(text)).outcomeTable(of: 0)
    #expect(!small.isFolded && small.cells.count <= OutcomeTable.foldLimit)
    let more = (0..<6).flatMap { a in
      (0..<6).map { "    - {when: {a: \(a), b: \($0), c: y}, then: T\(a)\($0)}" }
    }
    let large = try analysed(spec(text + "\n" + more.joined(separator: "\n"))).outcomeTable(of: 0)
    #expect(large.cells.count > OutcomeTable.foldLimit && large.isFolded)
    #expect(large.folds.reduce(0) { $0 + $1.cells } == large.cellCount)
    #expect(
      large.folds.reduce(0) { $0 + $1.open } == large.cells.count { !$0.outcome.isDefined }
    )
    #expect(large.folds.count <= OutcomeTable.foldLimit)
  }

  /// Forty states of five values, sixty rules.
  @Test func aSpecOfFortyFactorsHasItsTables() throws {
    let text = Self.large(factors: 40, operations: 20, rules: 60)
    let analysed = try analysed(spec(text))
    let tables = try analysed.outcomeTables()
    #expect(tables.count == 20 && tables.allSatisfy(\.isSmallest))
    #expect(tables.reduce(0) { $0 + $1.steps } < 500_000)
  }

  private static func large(factors: Int, operations: Int, rules: Int) -> String {
    var random = TestSupport.SplitMix64(seed: 5)
    func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    let states = (0..<factors).map { "  f\($0): [a, b, c, d, e]" }
    var lines = ["states:"] + states + ["operations:"]
    lines += (0..<operations).map { "  op\($0): Operation \($0)" }
    lines.append("rules:")
    for operation in 0..<operations {
      lines.append("  op\(operation):")
      for rule in stride(from: operation, to: rules, by: operations) {
        let first = below(factors)
        let second = (first + 1 + below(factors - 1)) % factors
        let value = ["a", "b", "c", "d"][below(4)]
        lines.append(
          "    - {when: {f\(first): \(value), f\(second): [a, b]}, then: Result \(rule)}"
        )
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Twice the rules take twice the steps, up to a logarithm.
  @Test(arguments: [1, 8])
  func workGrowsWithTheSpec(operations: Int) throws {
    try expectLinear(from: 240) { rules in
      let side = 30
      let text =
        "states:\n  a: \(values("a", side))\n  b: \(values("b", side))\noperations:\n"
        + (0..<operations).map { "  op\($0): Operation \($0)\n" }.joined() + "rules:\n"
        + (0..<operations).map { operation in
          "  op\(operation):\n"
            + (0..<(rules / operations)).map { rule in
              "    - {when: {a: a\(rule / side), b: b\(rule % side)}, then: Result \(rule)}\n"
            }.joined()
        }.joined()
      let analysed = try analysed(spec(text))
      let before = analysed.regions.space.store.work
      let tables = try analysed.outcomeTables()
      return tables.reduce(analysed.regions.space.store.work - before) { $0 + $1.steps }
    }
  }
}

extension OutcomeTable {
  /// True if a cell contains a combination.
  ///
  /// It is given by factor of the specification, `nil` for not applicable, and by the index in `Specification.operationValues`, which
  /// selects a part if the operation has parts.
  func holds(
    _ cell: Cell,
    _ values: [Int?],
    operationValue: Int,
    in specification: Specification
  ) -> Bool {
    zip(factors, cell.values).allSatisfy { factor, allowed in
      guard factor < specification.operationFactor else { return allowed.contains(operationValue) }
      return allowed.contains(values[factor] ?? specification.factors[factor].values.count)
    }
  }
}
