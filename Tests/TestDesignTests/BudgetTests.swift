import Combinatorics
import Diagnostics
import TestSupport
import Testing

@testable import TestDesign

/// Specs that are hard on purpose: every verdict is right, and without a verdict the analysis ends within its budget.
///
/// More of them, with time and memory, are in `Tests/AdversarialShapes`.
struct BudgetTests {
  // MARK: Shapes

  private static func factors(_ count: Int, _ size: Int) -> String {
    "states:\n" + (0..<count).map { "  x\($0): \(values("v", size))\n" }.joined()
  }

  private static func entry(_ values: [(factor: Int, value: Int)]) -> String {
    "  - when: {" + values.map { "x\($0.factor): v\($0.value)" }.joined(separator: ", ") + "}\n"
  }

  /// Returns factors that must differ across each edge.
  private static func colouring(_ count: Int, _ edges: [(Int, Int)], _ colours: Int) -> String {
    let entries = edges.flatMap { one, other in
      (0..<colours).map { entry([(one, $0), (other, $0)]) }
    }
    return spec(
      factors(count, colours)
        + "operations: [go]\nimpossible:\n\(entries.joined())rules:\n  go: Done\n"
    )
  }

  private static func allDifferent(_ count: Int, of size: Int) -> String {
    // The pairs of the first factors come first: in this order the diagram of the rest is largest.
    colouring(count, (0..<count).flatMap { last in (0..<last).map { ($0, last) } }, size)
  }

  private static func latin(_ side: Int) -> String {
    let cells = 0..<(side * side)
    let edges = cells.flatMap { one in
      cells.filter { $0 > one && ($0 / side == one / side || $0 % side == one % side) }
        .map { (one, $0) }
    }
    return colouring(side * side, edges, side)
  }

  private static func queens(_ count: Int) -> String {
    var entries: [String] = []
    for one in 0..<count {
      for other in (one + 1)..<count {
        for value in 0..<count {
          for taken in Set([value, value + other - one, value - other + one]).sorted()
          where (0..<count).contains(taken) {
            entries.append(entry([(one, value), (other, taken)]))
          }
        }
      }
    }
    return spec(
      factors(count, count)
        + "operations: [go]\nimpossible:\n\(entries.joined())rules:\n  go: Done\n"
    )
  }

  /// Returns a chain of bit sums, the last of which is the parity.
  private static func xorChain(_ length: Int) -> String {
    var entries: [String] = [entry([(0, 0), (length, 1)]), entry([(0, 1), (length, 0)])]
    for bit in 1..<length {
      let names = [length + bit - 1, bit, length + bit]
      for values in [[0, 0, 1], [0, 1, 0], [1, 0, 0], [1, 1, 1]] {
        entries.append(entry(Array(zip(names, values)).map { (factor: $0, value: $1) }))
      }
    }
    return spec(
      factors(2 * length, 2)
        + "operations: [go]\nimpossible:\n\(entries.joined())"
        + "rules:\n  go:\n    - {when: {x\(2 * length - 1): v0}, then: Even}\n"
    )
  }

  /// Returns a rule for every other row: as many questions are left, no two of which can be merged.
  private static func parity(_ bits: Int) -> String {
    let rules = (0..<(1 << bits)).filter { $0.nonzeroBitCount.isMultiple(of: 2) }.map { row in
      "    - {when: {"
        + (0..<bits).map { "x\($0): v\(row >> $0 & 1)" }.joined(separator: ", ")
        + "}, then: Result \(row)}\n"
    }
    return spec(factors(bits, 2) + "operations: [go]\nrules:\n  go:\n" + rules.joined())
  }

  /// Returns factors each of which applies if the previous one has its second value.
  private static func nested(_ depth: Int) -> String {
    let declared = (0..<depth).map { factor in
      let place = factor == 0 ? "" : ", only_when: {x\(factor - 1): v1}"
      return "  x\(factor): {values: [v0, v1]\(place)}\n"
    }
    return spec(
      "states:\n\(declared.joined())operations: [go]\n"
        + "rules:\n  go:\n    - {when: {x\(depth - 1): v1}, then: Done}\n"
    )
  }

  // MARK: Verdicts

  /// Known numbers: permutations, queens, Latin squares, colourings.
  @Test(
    arguments: [
      (allDifferent(6, of: 6), "720"), (allDifferent(4, of: 6), "360"), (queens(6), "4"),
      (latin(3), "12"), (colouring(5, (0..<5).map { ($0, ($0 + 1) % 5) }, 3), "30"),
    ]
  )
  func `what can happen is counted right`(text: String, combinations: String) throws {
    let counts = try analysed(text).analysis.counts
    #expect(counts.combinations == combinations)
    #expect(counts.defined == combinations)
  }

  @Test(
    arguments: [allDifferent(6, of: 5), queens(3), colouring(3, [(0, 1), (1, 2), (0, 2)], 2)]
  )
  func `what cannot happen is refused`(text: String) throws {
    let checked = try analyse(specification(text), today: testDay)
    #expect(checked.diagnostics.map(\.code) == ["no-combination"])
  }

  @Test func `half of a parity is open`() throws {
    let chain = try analysed(Self.xorChain(8)).analysis
    #expect(chain.counts.combinations == "256")
    #expect(chain.counts.undefined == "128")
    let rules = try analysed(Self.parity(5)).analysis
    #expect(rules.counts.undefined == "16")
    // An odd number of ones: each factor is asked about once, with the others at their usual values.
    #expect(rules.findings.count { $0.code == .undefinedCombination } == 5)
    #expect(rules.incomplete.isEmpty)
  }

  @Test func `nested places are counted right`() throws {
    let counts = try analysed(Self.nested(12)).analysis.counts
    #expect(counts.combinations == "13")
    #expect(counts.undefined == "12")
  }

  // MARK: Budgets

  /// A space that once took minutes without result: neither its diagram nor a search shows that it is empty.
  @Test(arguments: [300_000, 3_000_000])
  func `a spec without an answer ends within its budget`(limit: Int) throws {
    let lowered = LoweredSpecification(try specification(Self.allDifferent(13, of: 12)))
    let budget = StepBudget(limit: limit)
    #expect(throws: LimitExceeded.self) {
      _ = try analyse(try SpecificationSpace(lowered, budget: budget), today: testDay)
    }
    // Each store and each search charges its last steps at once.
    #expect(budget.steps < limit + limit / 2)
    let again = StepBudget(limit: limit)
    _ = try? analyse(try SpecificationSpace(lowered, budget: again), today: testDay)
    #expect(again.steps == budget.steps)
  }

  /// The suite and the tables get the rest of the analysis's budget.
  @Test func `the suite and the tables charge the same budget`() throws {
    let analysed = try analysed(Self.parity(6))
    let budget = analysed.regions.space.store.budget
    var before = budget.steps
    #expect(before > 0)
    let matrix = try analysed.cases(earlier: nil)
    #expect(budget.steps > before)
    before = budget.steps
    _ = try analysed.outcomeTables()
    #expect(budget.steps > before)
    before = budget.steps
    _ = try analysed.verify(matrix)
    #expect(budget.steps > before)
  }

  @Test func `a suite ends within the budget`() throws {
    let lowered = LoweredSpecification(try specification(Self.parity(6)))
    let whole = StepBudget(limit: .max)
    let free = try #require(
      try analyse(try SpecificationSpace(lowered, budget: whole), today: testDay).value
    )
    let analysis = whole.steps
    _ = try free.cases(earlier: nil)
    let limit = (analysis + whole.steps) / 2
    let budget = StepBudget(limit: limit)
    let tight = try #require(
      try analyse(try SpecificationSpace(lowered, budget: budget), today: testDay).value
    )
    #expect(tight.analysis.findings.map(\.id) == free.analysis.findings.map(\.id))
    #expect(throws: LimitExceeded.self) { _ = try tight.cases(earlier: nil) }
    #expect(budget.steps < limit + limit / 10)
  }

  /// All of it: pairs of rules or cases would take four times as many steps.
  @Test func `twice the rules take about twice the steps of the analysis and the suite`() throws {
    try expectLinear(from: 200) { count in
      let rules = (0..<count).map {
        "    - {when: {x0: v\($0 / 20), x1: v\($0 % 20)}, then: Result \($0)}\n"
      }
      let analysed = try analysed(
        spec(Self.factors(2, 20) + "operations: [go]\nrules:\n  go:\n" + rules.joined())
      )
      _ = try analysed.cases(earlier: nil)
      return analysed.regions.space.store.budget.steps
    }
  }
}
