import Combinatorics
import Diagnostics
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// What happens on an operation, as a table.
struct OutcomeTableTests {
  private static func lines(_ text: String, operation: Int = 0) throws -> [String] {
    let analysed = try analysed(spec(text))
    return try analysed.outcomeTable(of: operation).lines(analysed.specification)
  }

  @Test func whatMakesNoDifferenceIsNoColumn() throws {
    let lines = try Self.lines(
      """
      states: {login: [guest, member], plan: [free, premium]}
      operations: [submit, look]
      rules:
        submit: {login: {guest: A, member: B}}
        look: {plan: {free: C}}
      """
    )
    #expect(lines == ["login=guest | A", "login=member | B"])
  }

  @Test func anOperationWithOneOutcomeHasOneCell() throws {
    let text = "states: {login: [guest, member]}\noperations: [go]\nrules: {go: A}"
    #expect(try Self.lines(text) == ["| A"])
    #expect(try analysed(spec(text)).outcomeTable(of: 0).cells[0].combinations == "2")
  }

  @Test func variantsAreRows() throws {
    let lines = try Self.lines(
      """
      states: {transfer: [waiting, expired, taken]}
      operations: {network_error: {variants: [offline, timeout]}}
      rules:
        network_error/offline: A
        network_error/timeout: {transfer: {waiting: B}}
      """
    )
    #expect(
      lines == [
        "operation=network_error/offline transfer=* | A",
        "operation=network_error/timeout transfer=waiting | B",
        "operation=network_error/timeout transfer=expired,taken | ?",
      ]
    )
  }

  @Test func outcomesAreToldApartByWhatTheyAre() throws {
    let text = """
      states: {a: [1, 2, 3, 4, 5, 6]}
      operations: [go]
      rules:
        go:
          - {id: one, when: {a: [1, 2]}, then: A}
          - {id: two, when: {a: [2, 3]}, then: B}
          - {id: asks, when: {a: [4, 5]}, question: What now?}
          - {id: again, when: {a: [1, 6]}, then: A}
      """
    #expect(
      try Self.lines(text) == ["a=1,6 | A", "a=2 | ! A/B", "a=3 | B", "a=4,5 | open asks"]
    )
    let analysed = try analysed(spec(text))
    let table = try analysed.outcomeTable(of: 0)
    #expect(table.cells.map(\.rules) == [[0, 3], [0, 1], [1], [2]])
    #expect(table.cells.map(\.combinations) == ["2", "1", "1", "2"])
    #expect(table.cells.map(\.questions.count) == [0, 1, 0, 1])
  }

  @Test func aCellNamesWhatItIsInsteadOf() throws {
    let text = """
      states: {login: [guest, member], plan: [free, premium]}
      operations: [go]
      rules:
        go:
          - {id: general, then: A}
          - {id: exception, when: {login: guest}, then: B}
          - {id: special, when: {login: guest, plan: free}, then: C}
      """
    let table = try analysed(spec(text)).outcomeTable(of: 0)
    #expect(table.cells.map(\.rules) == [[2], [1], [0]])
    #expect(table.cells.map(\.insteadOf) == [[0, 1], [0], []])
  }

  /// A factor that a constraint makes as good as the one that rules name is no column.
  @Test func whatRulesNameComesFirst() throws {
    let lines = try Self.lines(
      """
      states: {copy: [x, y], login: [guest, member]}
      operations: [go]
      impossible: [{when: {copy: x, login: member}}, {when: {copy: y, login: guest}}]
      rules: {go: {login: {guest: A, member: B}}}
      """
    )
    #expect(lines == ["login=guest | A", "login=member | B"])
  }

  /// A value joins a cell only where that spares one: else it would have to be told by what does not apply.
  @Test func aValueStandsByItselfWhereNothingIsSpared() throws {
    let lines = try Self.lines(
      """
      states:
        identity: [verified, pending]
        limit: {values: [below, above], only_when: {identity: verified}}
      operations: [go]
      rules:
        go: {limit: {below: A, above: B}}
      """
    )
    #expect(lines == ["limit=below | A", "limit=above | B", "limit=– | ?"])
    let both = try Self.lines(
      """
      states:
        identity: [verified, pending, unverified]
        limit: {values: [below, above], only_when: {identity: verified}}
      operations: [go]
      rules:
        go:
          - {when: {limit: below}, then: A}
          - {when: {limit: above}, then: B}
          - {when: {identity: unverified}, then: C}
      """
    )
    #expect(
      both == [
        "identity=verified limit=below | A", "identity=verified limit=above | B",
        "identity=pending limit=* | ?", "identity=unverified limit=* | C",
      ]
    )
  }

  @Test func anOperationThatNeverHappensHasNoCell() throws {
    let text = """
      states: {a: [x, y]}
      operations: [go, {stop: {only_when: {a: y}}}]
      impossible: [{when: {a: y}}]
      rules: {go: A, stop: B}
      """
    let written = text.replacing(
      "operations: [go, {stop: {only_when: {a: y}}}]",
      with: "operations: {go: Go, stop: {label: Stop, only_when: {a: y}}}"
    )
    let table = try analysed(spec(written)).outcomeTable(of: 1)
    #expect(table.cells.isEmpty && table.cellCount == 0 && table.factors.isEmpty)
  }

  // MARK: Random specs

  @Test(arguments: 0..<4)
  func everyCombinationHasTheOutcomeOfItsCell(part: Int) throws {
    var seen = 0
    for seed in stride(from: part, to: 160, by: 4) {
      guard let sample = try RandomAnalysis(seed: UInt64(seed)) else { continue }
      let specification = sample.analysed.specification
      let tables = try sample.analysed.outcomeTables()
      let operationOf = specification.operationValues.map(\.operation)
      let combinations = sample.oracle.combinations.map { numbers in
        Combination(values: Array(numbers.dropLast()), operation: (numbers.last ?? nil) ?? 0)
      }
      for (point, combination) in combinations.enumerated() {
        let table = tables[operationOf[combination.operation]]
        let cells = table.cells.filter {
          table.holds(
            $0,
            combination.values,
            operationValue: combination.operation,
            in: specification
          )
        }
        #expect(cells.count == 1, "seed \(seed)")
        guard let cell = cells.first else { continue }
        let winners = sample.oracle.winners(of: point)
        #expect(Self.inOrder(cell.outcome) == Self.outcome(winners, specification), "seed \(seed)")
        #expect(winners.allSatisfy(cell.rules.contains))
        seen += 1
      }
      #expect(tables.allSatisfy { $0.isSmallest && $0.listsCells })
      for table in tables {
        #expect(
          table.cells.reduce(0) { $0 + (Int($1.combinations ?? "") ?? 0) }
            == combinations.count { operationOf[$0.operation] == table.operation }
        )
      }
    }
    #expect(seen > 1_000)
  }

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

  /// The outcome with different results in the order of their texts.
  private static func inOrder(_ outcome: OutcomeTable.Outcome) -> OutcomeTable.Outcome {
    guard case .contradictory(let results) = outcome else { return outcome }
    return .contradictory(results.sorted { $0.lexicographicallyPrecedes($1) })
  }

  // MARK: Sizes

  /// Where statements are apart nothing is counted and a smaller table may do, but cells are right.
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

  /// Twice the rules take twice the steps, and what a logarithm adds.
  @Test(arguments: [1, 8])
  func workGrowsWithTheSpec(operations: Int) throws {
    func steps(_ rules: Int) throws -> Int {
      let side = 30
      func values(_ name: String) -> String {
        "[" + (0..<side).map { "\(name)\($0)" }.joined(separator: ", ") + "]"
      }
      let text =
        "states:\n  a: \(values("a"))\n  b: \(values("b"))\noperations:\n"
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
    let (small, large) = (try steps(240), try steps(480))
    #expect(Double(large) / Double(small) < 2.6, "\(small) \(large)")
  }
}
