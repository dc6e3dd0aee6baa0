import Combinatorics
import Specification

/// Expands an analysed spec into the smallest suite of cases, keeping the numbers of an earlier one.
struct CaseDesigner {
  let analysed: AnalysedSpecification
  let strength: Int
  private var lowered: LoweredSpecification { analysed.regions.space.lowered }
  private var store: DiagramStore { analysed.regions.space.store }

  /// Prepares the suite of a spec at a strength; strengths beyond the number of factors cover all of them together.
  init(_ analysed: AnalysedSpecification, strength: Int) {
    self.analysed = analysed
    self.strength = min(strength, analysed.regions.space.lowered.domains.count)
  }

  // MARK: The request

  /// What the suite must do, with the rows of earlier cases in front.
  func request(earlier: [[Int?]]) throws(LimitExceeded) -> CoveringRequest {
    let coverage = lowered.specification.coverage
    let everything = CoveringRequest.Group(
      factors: Array(0..<lowered.domains.count),
      strength: strength
    )
    return CoveringRequest(
      groups: [everything]
        + coverage.stronger.map {
          CoveringRequest.Group(factors: $0.factors, strength: $0.strength)
        },
      isAsked: (0..<lowered.domains.count).map { factor in
        (0..<lowered.domains.sizes[factor]).map { $0 != lowered.notApplicable(factor) }
      },
      weights: weights,
      fixed: earlier.map { CoveringRequest.FixedRow(values: $0, isDroppable: true) },
      targets: try targets()
    )
  }

  private var weights: [[Int]] {
    lowered.specification.factors.map { factor in
      factor.values.map(\.weight) + (factor.onlyWhen == nil ? [] : [1])
    } + [lowered.operationValues.map { $0.variant?.weight ?? 1 }]
  }

  /// What some case must meet: included cases, questions and contradictions, and where each rule wins.
  private func targets() throws(LimitExceeded) -> [Diagram] {
    var targets: [Diagram] = []
    for include in lowered.specification.coverage.include {
      let rows = try store.diagram(of: lowered.cube(of: include.row))
      targets.append(try store.intersection(analysed.regions.space.all, rows))
    }
    targets += analysed.questions.map(\.rows)
    return targets + analysed.regions.wins.filter { $0 != .empty }
  }

  // MARK: The matrix

  func matrix(
    earlier: EarlierSuite?,
    effort: CoveringEffort?,
    monitor: CoveringMonitor?
  ) throws(LimitExceeded) -> TestMatrix {
    let still = (earlier?.cases ?? []).sorted { $0.number < $1.number }.compactMap { old in
      row(of: old).map { (old: old, row: $0) }
    }
    var request = try request(earlier: still.map(\.row))
    request.effort = effort
    let suite = try coveringArray(
      space: analysed.regions.space.all,
      in: store,
      request: request,
      monitor: monitor
    )
    let dropped = Set(suite.dropped)
    let kept = still.indices.filter { !dropped.contains($0) }.map { still[$0].old }
    var lastNumber = max(
      earlier?.lastNumber ?? 0,
      earlier?.cases.map(\.number).max() ?? 0,
      earlier?.retired.map(\.number).max() ?? 0
    )
    var cases: [TestCase] = []
    for (index, row) in suite.rows.enumerated() {
      if index < kept.count {
        cases.append(testCase(kept[index].number, row, before: kept[index]))
      } else {
        lastNumber += 1
        cases.append(testCase(lastNumber, row, before: nil))
      }
    }
    let stands = Set(kept.map(\.number))
    let retired =
      (earlier?.retired ?? [])
      + (earlier?.cases ?? []).filter { !stands.contains($0.number) }.map {
        TestMatrix.Retired(number: $0.number, id: $0.id)
      }
    return TestMatrix(
      strength: strength,
      cases: cases,
      retired: retired.sorted { $0.number < $1.number },
      lastNumber: lastNumber,
      isOptimal: suite.isOptimal
    )
  }

  /// An earlier case in today's numbers: `nil` for a factor that it does not know; a value that is gone makes it impossible.
  func row(of earlier: EarlierSuite.Case) -> [Int?]? {
    var row: [Int?] = []
    for (number, factor) in lowered.specification.factors.enumerated() {
      guard let entry = earlier.setup[factor.name] else {
        row.append(nil)
        continue
      }
      guard let id = entry else {
        guard let notApplicable = lowered.notApplicable(number) else { return nil }
        row.append(notApplicable)
        continue
      }
      guard let value = factor.values.firstIndex(where: { $0.id == id }) else { return nil }
      row.append(value)
    }
    guard let operation = lowered.operationValues.firstIndex(where: { $0.id == earlier.operation })
    else { return nil }
    return row + [operation]
  }

  // MARK: Cases

  func testCase(_ number: Int, _ row: [Int], before: EarlierSuite.Case?) -> TestCase {
    let specification = lowered.specification
    let regions = analysed.regions
    let status = regions.status(row)
    let rules = regions.winners(row)
    let combination = lowered.combination(row)
    var expected: [String] = []
    if status == .defined || status == .contradictory {
      for result in rules.flatMap({ specification.expectations[$0].results ?? [] })
      where !expected.contains(result) {
        expected.append(result)
      }
    }
    let isInvalid =
      lowered.operationValues[combination.operation].isInvalid
      || combination.values.enumerated().contains { factor, value in
        value.map { specification.factors[factor].values[$0].isInvalid } ?? false
      }
    let digits = String(number)
    var testCase = TestCase(
      number: number,
      id: specification.id + "-" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits,
      state: .new,
      combination: combination,
      status: status,
      expected: expected,
      rules: rules,
      questions: questions(row, status: status, rules: rules),
      isInvalid: isInvalid,
      priority: rules.compactMap { specification.expectations[$0].priority }.min(by: <)?.rawValue
    )
    if let before { testCase.state = isSame(testCase, before) ? .kept : .changed }
    return testCase
  }

  /// The findings that a row meets.
  private func questions(_ row: [Int], status: TestCase.Status, rules: [Int]) -> [String] {
    switch status {
    case .defined:
      return []
    case .undecided:
      return rules.compactMap { analysed.undecidedIDs[$0] }
    case .undefined, .contradictory:
      return zip(analysed.questions, analysed.questionIDs).filter { question, _ in
        store.contains(question.rows, row: row)
      }.map(\.1)
    }
  }

  private func isSame(_ now: TestCase, _ before: EarlierSuite.Case) -> Bool {
    let setup = lowered.specification.factors.enumerated().allSatisfy { number, factor in
      let id = now.combination.values[number].map { factor.values[$0].id }
      return before.setup[factor.name] == .some(id)
    }
    return setup && before.setup.count == lowered.specification.factors.count
      && now.expected == before.expected && now.status.rawValue == before.status
  }
}

extension Expectation.Priority {
  /// The higher priority first.
  fileprivate static func < (left: Self, right: Self) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}
