import Combinatorics
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// The cost is linear in the spec, not quadratic: steps are counted for n and 2n.
struct GrowthTests {
  /// A rule and its operation by number.
  private typealias Rule = (operation: Int, text: String)

  /// Returns a spec of three factors and some operations with these rules in order.
  private static func text(side: Int, operations: Int, rules: [Rule]) -> String {
    let lines = Dictionary(grouping: rules, by: \.operation).sorted { $0.key < $1.key }
      .flatMap { operation, rules in ["  op\(operation):"] + rules.map { "    - " + $0.text } }
    return spec(
      """
      states:
        a: \(values("a", side))
        b: \(values("b", side))
        c: \(values("c", 4))
      operations:
      \((0..<operations).map { "  op\($0): Operation \($0)" }.joined(separator: "\n"))
      rules:
      \(lines.joined(separator: "\n"))
      """
    )
  }

  /// Returns rules no two of which overlap.
  private static func disjoint(_ count: Int) -> String {
    text(
      side: 20,
      operations: 8,
      rules: (0..<count).map { rule in
        let place = rule / 8
        return (
          rule % 8, "{when: {a: a\(place / 20), b: b\(place % 20)}, then: Result \(rule)}"
        )
      }
    )
  }

  /// Returns a general rule for each operation, exceptions of it, and exceptions of these.
  private static func exceptions(_ count: Int) -> String {
    let general: [Rule] = (0..<8).flatMap { operation in
      [(operation, "{then: General \(operation)}")]
        + (0..<20).map { (operation, "{when: {a: a\($0)}, then: Middle \($0)}") }
    }
    return text(
      side: 20,
      operations: 8,
      rules: general
        + (0..<count).map { rule in
          let place = rule / 8
          return (
            rule % 8, "{when: {a: a\(place / 20), b: b\(place % 20)}, then: Result \(rule)}"
          )
        }
    )
  }

  /// Returns rules each of which contradicts one other, 16 for each operation: beyond the budget, only a part is listed per operation.
  private static func contradicting(_ count: Int) -> String {
    text(
      side: 8,
      operations: count / 16,
      rules: (0..<count).map { rule in
        let place = rule % 16 / 2
        let values = rule % 2 == 0 ? "[c0, c1]" : "[c1, c2]"
        return (rule / 16, "{when: {a: a\(place), c: \(values)}, then: Result \(rule)}")
      }
    )
  }

  /// Returns groups of eight rules that all disagree, in as many operations as needed.
  private static func clashing(_ count: Int) -> String {
    let factors = (0..<8).map { "f\($0): [x, y]" }.joined(separator: ", ")
    let operations = (0..<(count / 8)).map { "o\($0): Tap \($0)" }.joined(separator: ", ")
    let rules = (0..<(count / 8)).map { operation in
      "  o\(operation):\n"
        + (0..<8).map { "    - {when: {f\($0): x}, then: Result \(operation * 8 + $0)}\n" }.joined()
    }
    return spec(
      "states: {\(factors)}\noperations: {\(operations)}\nrules:\n\(rules.joined())"
    )
  }

  @Test func `twice the decisions take about twice the steps`() throws {
    try expectLinear(from: 160) { count in
      let analysed = try analysed(Self.clashing(count))
      let decisions = analysed.analysis.findings.filter { $0.code == .contradictoryRules }
      #expect(decisions.count == count / 8)
      #expect(decisions.allSatisfy { $0.question?.disagreements.count == 28 })
      return analysed.steps.diagramWork
    }
  }

  /// Returns one rule and one question for each operation.
  private static func open(_ count: Int) -> String {
    text(
      side: 9,
      operations: count,
      rules: (0..<count).map { number in
        // Equal holes of several operations would be one question.
        let values = (0..<9).filter { (number + 1) >> $0 & 1 == 1 }.map { "a\($0)" }
        return (
          number, "{when: {a: [\(values.joined(separator: ", "))]}, then: Result \(number)}"
        )
      }
    )
  }

  enum Rules: CaseIterable {
    case disjoint, exceptions, contradicting

    func text(_ count: Int) -> String {
      switch self {
      case .disjoint: GrowthTests.disjoint(count)
      case .exceptions: GrowthTests.exceptions(count)
      case .contradicting: GrowthTests.contradicting(count)
      }
    }
  }

  @Test(arguments: Rules.allCases)
  func `twice the rules take about twice the steps`(rules: Rules) throws {
    try expectLinearAnalysis(from: 400) { try analysed(rules.text($0)) }
  }

  /// Returns a general rule and exceptions of it, each of which overlaps the next ones.
  private static func overlapping(_ count: Int) -> String {
    let factors = (0..<(count + 3)).map { "  f\($0): [x, y, z]\n" }.joined()
    let rules = (0..<count).map {
      "    - {when: {f\($0): x, f\($0 + 1): y, f\($0 + 3): z}, then: Refused}\n"
    }
    return spec(
      "states:\n\(factors)operations: [go]\nrules:\n  go:\n    - then: Done\n\(rules.joined())"
    )
  }

  @Test func `twice the overlapping exceptions take about twice the steps`() throws {
    try expectLinear(from: 30) { count in
      let regions = try analysed(Self.overlapping(count)).regions
      #expect(regions.defined != nil)
      return regions.space.store.nodeCount
    }
  }

  /// Returns a hole of three factors: everything but one value of each.
  private static func corner(_ values: Int) -> String {
    let factors = ["a", "b", "c"].map { "\($0): \(TestDesignTests.values($0, values))" }
    let rules = ["a", "b", "c"].map { "    - {when: {\($0): \($0)0}, then: Done}\n" }
    return spec(
      "states: {\(factors.joined(separator: ", "))}\noperations: [go]\nrules:\n  go:\n\(rules.joined())"
    )
  }

  @Test func `twice the values of a hole take about twice the steps`() throws {
    try expectLinear(from: 100) { count in
      let analysed = try analysed(Self.corner(count))
      #expect(analysed.questions.map { $0.condition.namedFactors.count } == [3])
      return analysed.regions.space.store.budget.steps
    }
  }

  @Test func `twice the findings take about twice the steps`() throws {
    try expectLinearAnalysis(from: 150) { count in
      let analysed = try analysed(Self.open(count))
      // And the one question about the unread factor.
      #expect(analysed.analysis.findings.count == count + 1)
      return analysed
    }
  }

  @Test func `twice the factors take about twice the steps`() throws {
    try expectLinearAnalysis(from: 100) { count in
      let factors = (0..<count).map { "  f\($0): [x\($0), y\($0), z\($0)]" }.joined(separator: "\n")
      let rules = (0..<20).map {
        "    - {when: {f\($0 * 5): x\($0 * 5)}, then: Done}"
      }.joined(separator: "\n")
      return try analysed(
        spec("states:\n\(factors)\noperations: [submit]\nrules:\n  submit:\n\(rules)\n")
      )
    }
  }

  /// Each part reads its own factor.
  @Test func `parts that have nothing to do with each other are not combined`() throws {
    try expectLinear(from: 15, most: 2.6 * 2.6) { count in
      let numbers = 0..<count
      let analysed = try analysed(
        spec(
          """
          data: {\(numbers.map { "f\($0): [x\($0), y\($0)]" }.joined(separator: ", "))}
          operations: {show: {label: Look, parts: {\(numbers.map { "p\($0): Part \($0)" }.joined(separator: ", "))}}}
          rules:
          \(numbers.map { "  show/p\($0): {f\($0): {x\($0): Plain \($0), y\($0): Red \($0)}}" }.joined(separator: "\n"))
          """
        )
      )
      let before = analysed.regions.space.store.budget.steps
      #expect(try analysed.outcomeTables()[0].cellCount == 2 * count)
      return analysed.regions.space.store.budget.steps - before
    }
  }

  enum Suite: CaseIterable {
    case values, rules, questions, operations

    func text(_ count: Int) -> String {
      switch self {
      case .values:
        spec(
          "states: {a: \(TestDesignTests.values("a", count)), b: [no, yes]}\noperations: {op0: Tap}\nrules:\n  op0:\n"
            + (0..<count).map { "    - {when: {a: a\($0)}, then: Result \($0)}\n" }.joined()
        )
      case .rules:
        GrowthTests.text(
          side: 40,
          operations: 1,
          rules: (0..<count).map { rule in
            (0, "{when: {a: a\(rule / 40), b: b\(rule % 40)}, then: Result \(rule)}")
          } + [(0, "{then: Nothing}")]
        )
      case .questions: GrowthTests.open(count)
      case .operations:
        GrowthTests.text(
          side: 3,
          operations: count,
          rules: (0..<count).flatMap { number in
            (0..<3).map { (number, "{when: {a: a\($0)}, then: Result \($0) of \(number)}") }
          }
        )
      }
    }
  }

  @Test(arguments: Suite.allCases)
  func `a suite of twice the size takes about twice the steps`(suite: Suite) throws {
    try expectLinear(from: 100) { count in
      let analysed = try analysed(suite.text(count))
      let store = analysed.regions.space.store
      let before = store.work
      #expect(try analysed.cases(earlier: nil).cases.count >= count)
      return store.work - before
    }
  }

  /// In a long list under `first`, each rule is shown against the next ones, not against all others.
  @Test func `the cases of a list under first grow with its rules`() throws {
    try expectLinear(from: 12) { count in
      let states = (0..<count).map { "  f\($0): [x, y]\n" }.joined()
      let rules = (0..<count).map { "      - {when: {f\($0): x}, then: Result \($0)}\n" }.joined()
      let analysed = try analysed(
        spec(
          "states:\n\(states)operations: {go: Go}\nrules:\n  go:\n    first:\n\(rules)      - {then: Nothing}"
        )
      )
      return try analysed.cases(earlier: nil, depth: .review, strength: 2, effort: .normal)
        .cases.count
    }
  }

  /// Another usual value of an unread factor, or another factor: every row has an earlier case in its place.
  @Test(arguments: ["b: [yes, no]", "b: [no, yes], c: [no, yes]"])
  func `cases stay where rows move`(factors: String) throws {
    let text = Suite.values.text(20)
    let old = try analysed(text)
    let suite = EarlierSuite(try old.cases(earlier: nil), of: old.specification, old.analysis)
    let new = try analysed(text.replacing("b: [no, yes]", with: factors))
    let ids = Set(try new.cases(earlier: suite).cases.map(\.id))
    #expect(ids.count >= 20 && ids.isSubset(of: suite.cases.map(\.id)))
  }

  @Test func `twice the earlier cases take about twice the look-ups`() {
    expectLinear(from: 400) { count in
      var rows = OpenRows()
      for number in 0..<count {
        rows.add(number, [number, nil, number % 3 == 0 ? nil : number % 2, 0])
      }
      var steps = 0
      for number in 0..<count {
        let found = rows.numbers(of: [number, 1, number % 2, 0], steps: &steps)
        #expect(found == [number])
      }
      return steps
    }
  }

  @Test func `twice the cases ask about twice the conditions`() throws {
    try expectLinear(from: 400) { count in
      let regions = try analysed(Self.disjoint(count)).regions
      let store = regions.space.store
      var steps = 0
      for rows in regions.matches {
        let row = try #require(store.anyRow(of: rows))
        _ = regions.index.parts(matching: row, steps: &steps)
      }
      return steps
    }
  }

  @Test func `more values or factors than a sheet can show add no cells`() throws {
    func coverage(factors: Int, values: Int) throws -> PairCoverage {
      let states = (0..<factors).map { factor in
        "  f\(factor): [\((0..<values).map { "v\(factor)x\($0)" }.joined(separator: ", "))]"
      }
      let analysed = try analysed(
        spec(
          "states:\n\(states.joined(separator: "\n"))\noperations: [submit]\n"
            + "rules: {submit: Done}\n"
        )
      )
      return try analysed.pairCoverage(of: try analysed.cases(earlier: nil, strength: 1))
    }
    let few = try coverage(factors: 2, values: 40)
    #expect(few.cellCount == 81 * 81)
    #expect(few.leftOut == nil)
    let many = try coverage(factors: 2, values: 200)
    let twice = try coverage(factors: 2, values: 400)
    #expect(many.cellCount == 9)
    #expect(twice.cellCount == 9)
    #expect(twice.leftOut == PairCoverage.LeftOut(values: 801, factors: 0))
    #expect(twice.shares[0][1] == PairCoverage.Share(covered: 400, possible: 160_000))
    #expect(twice.shares[0][2] == PairCoverage.Share(covered: 400, possible: 400))
    let wide = try coverage(factors: 160, values: 2)
    #expect(wide.cellCount == PairCoverage.maxValues * PairCoverage.maxValues)
    #expect(wide.leftOut == PairCoverage.LeftOut(values: 321, factors: 11))
    #expect(wide.factors.last == 160)
  }

  @Test func `pairs of a suite's own are found as by counting`() {
    var random = TestSupport.SplitMix64(seed: 9)
    for _ in 0..<20 {
      let sizes = [2, 3, 5, 2]
      let asked = sizes.map { size in (0..<size).map { $0 != 4 } }
      let rows = (0..<12).map { _ in sizes.map { random.below($0) } }
      var left = Array(rows.indices)
      var pairs = OwnPairs(rows, isAsked: asked)
      while let row = left.first {
        for candidate in left {
          #expect(pairs.own[candidate] == own(candidate, among: left, rows, asked))
        }
        pairs.remove(row)
        left.removeFirst()
      }
    }
  }

  private func own(_ row: Int, among left: [Int], _ rows: [[Int]], _ asked: [[Bool]]) -> Int {
    let factors = asked.indices
    return factors.reduce(0) { sum, first in
      sum
        + factors.filter { second in
          first < second && asked[first][rows[row][first]] && asked[second][rows[row][second]]
            && left.count {
              rows[$0][first] == rows[row][first] && rows[$0][second] == rows[row][second]
            } == 1
        }.count
    }
  }
}
