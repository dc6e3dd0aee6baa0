import Specification
import TestSupport
import Testing

@testable import TestCode
@testable import TestDesign

/// The decisions of the code against the analysis and against brute force.
struct DecisionTests {
  /// All combinations if `SPECMATRIX_SEEDS` is set, otherwise at most 20,000.
  @Test(arguments: CodeSpecs.samples)
  func `a sample is decided as the analysis decides it`(path: String) throws {
    let analysed = try CodeSpecs.sample(path)
    var comparison = DecisionComparison(analysed, try CodeSpecs.model(of: analysed))
    let setups = SetupList(analysed.specification)
    let operations = analysed.specification.operationValues.indices
    let limit = Seeds.isAsked ? .max : 20_000 / operations.count
    for number in setups.numbers(atMost: limit) {
      for operation in operations {
        comparison.compare(setups.values(number), operation)
      }
    }
    if setups.count <= limit { comparison.compareNames() }
    #expect(Array(comparison.complaints.prefix(10)) == [], "\(comparison.complaints.count)")
    #expect(comparison.combinations > 100)
    print("decided \(path): \(comparison.combinations) of \(setups.count * operations.count)")
  }

  @Test(arguments: CodeSpecs.comparing.keys.sorted())
  func `comparisons are decided as the analysis decides them`(id: String) throws {
    let analysed = try CodeSpecs.comparing(id)
    let model = try CodeSpecs.model(of: analysed)
    var comparison = DecisionComparison(analysed, model)
    let setups = SetupList(analysed.specification)
    for number in setups.numbers(atMost: 2_000) {
      for operation in analysed.specification.operationValues.indices {
        comparison.compare(setups.values(number), operation)
      }
    }
    #expect(Array(comparison.complaints.prefix(10)) == [], "\(comparison.complaints.count)")
    #expect(comparison.combinations > 100)
  }

  /// `SPECMATRIX_SEEDS=200` reproduces the number in the issue.
  @Test func `random specs are decided as brute force decides them`() throws {
    var specs = 0
    var combinations = 0
    for seed in 0..<Seeds.count {
      guard let (analysed, oracle) = try CodeSpecs.random(seed: seed) else { continue }
      var comparison = DecisionComparison(analysed, try CodeSpecs.model(of: analysed))
      for (point, combination) in oracle.combinations.enumerated() {
        guard let operation = combination.last ?? nil else { continue }
        comparison.compare(Array(combination.dropLast()), operation)
        comparison.compare(Array(combination.dropLast()), operation, oracle, point)
      }
      comparison.compareNames()
      #expect(Array(comparison.complaints.prefix(3)) == [], "seed \(seed)")
      #expect(comparison.combinations == oracle.count, "seed \(seed)")
      specs += 1
      combinations += comparison.combinations
    }
    #expect(specs > Seeds.count / 2 && combinations > 1000)
    print("decided \(specs) random specs: \(combinations) combinations")
  }

  @Test func `a tree that says something else is noticed`() throws {
    let analysed = try CodeSpecs.sample("specs/complete.yaml")
    let model = try CodeSpecs.model(of: analysed)
    let changed = try CodeSpecs.sample(
      "specs/complete.yaml",
      replacing: [("The total falls by", "The total grows by")]
    )
    var comparison = DecisionComparison(changed, model)
    let setups = SetupList(analysed.specification)
    for number in 0..<setups.count {
      for operation in analysed.specification.operationValues.indices {
        comparison.compare(setups.values(number), operation)
      }
    }
    #expect(!comparison.complaints.isEmpty)
  }
}

/// Compares the trees of a model with an analysis, combination by combination.
struct DecisionComparison {
  private let analysed: AnalysedSpecification
  private let verdicts: Verdicts
  private let model: CodeModel
  private(set) var combinations = 0
  private(set) var complaints: [String] = []
  /// The questions that the combinations meet, by operation and open part.
  private var met: [Int: [[String]: Set<String>]] = [:]
  /// The rules that are named, and those that win somewhere, by operation.
  private var named: [Int: Set<Int>] = [:]
  private var deciding: [Int: Set<Int>] = [:]

  init(_ analysed: AnalysedSpecification, _ model: CodeModel) {
    self.analysed = analysed
    verdicts = Verdicts(analysed)
    self.model = model
  }

  private var rules: [Rule] { analysed.specification.rules }

  /// Compares with the analysis, if the combination can occur.
  mutating func compare(_ values: [Int?], _ operation: Int) {
    let combination = Combination(values: values, operation: operation)
    guard let verdict = verdicts.verdict(on: combination) else { return }
    combinations += 1
    let outcome = model.decisions[operation].outcome(of: values, in: analysed.specification)
    func complain(_ expected: String) {
      complaints.append("\(values) \(operation): \(outcome), not \(expected)")
    }
    switch verdict.status {
    case .defined:
      guard case .expected(let rule, let results) = outcome else { return complain("decided") }
      let winners = verdict.winners
      if winners.isEmpty || winners.contains(where: { self.results(of: $0) != results }) {
        complain("what \(winners) say")
      }
      if self.results(of: rule) != results { complain("what rule \(rule) says") }
      if winners.contains(rule) { deciding[operation, default: []].insert(rule) }
      named[operation, default: []].insert(rule)
    case .undefined, .undecided:
      guard case .open(let ids) = outcome else { return complain("open") }
      if !Set(verdict.questions).isSubset(of: ids) { complain("\(verdict.questions)") }
      met[operation, default: [:]][ids, default: []].formUnion(verdict.questions)
    case .contradictory:
      guard case .contradictory(let sides) = outcome else { return complain("contradictory") }
      let said = Set(verdict.winners.map(results))
      if Set(sides) != said || sides.count != said.count { complain("\(said)") }
    }
  }

  mutating func compare(_ values: [Int?], _ operation: Int, _ oracle: Oracle, _ point: Int) {
    let outcome = model.decisions[operation].outcome(of: values, in: analysed.specification)
    let said = Set(
      oracle.winners(of: point).compactMap { rule -> [String]? in
        if case .then(let results) = oracle.rules[rule].outcome { results } else { nil }
      }
    )
    let isSame =
      switch (oracle.status(of: point), outcome) {
      case (.defined, .expected(_, let results)): said == [results]
      case (.undefined, .open), (.undecided, .open): true
      case (.contradictory, .contradictory(let sides)): Set(sides) == said
      default: false
      }
    if !isSame {
      let expected = "\(oracle.status(of: point)) \(said)"
      complaints.append("\(oracle.describe(point)): \(outcome), not \(expected)")
    }
  }

  /// Expects, after all combinations, no named question that none meets and no named rule that never wins.
  mutating func compareNames() {
    for (operation, rules) in named.sorted(by: { $0.key < $1.key }) {
      let idle = rules.subtracting(deciding[operation] ?? []).sorted()
      if !idle.isEmpty { complaints.append("operation value \(operation): rules \(idle)") }
    }
    for (operation, open) in met.sorted(by: { $0.key < $1.key }) {
      for (ids, questions) in open where questions != Set(ids) {
        complaints.append("operation value \(operation): \(ids), not \(questions.sorted())")
      }
    }
  }

  private func results(of rule: Int) -> [String] {
    if case .then(let results) = rules[rule].outcome { results.map(\.text) } else { [] }
  }
}
