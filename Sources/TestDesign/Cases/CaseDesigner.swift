package import Combinatorics
package import Specification

extension AnalysedSpecification {
  /// The suite of the spec.
  ///
  /// - Parameters:
  ///   - earlier: What the last generation left: its cases keep their numbers while something needs them.
  ///   - depth: How much the suite holds; `nil` for what the spec asks for.
  ///   - strength: 1 to 6; `nil` for what the spec asks for.
  ///   - effort: How long the suite is made smaller; `nil` for not at all.
  ///   - monitor: Follows the work and may end it early.
  /// - Returns: Earlier cases under their numbers, then new ones.
  /// - Throws: `LimitExceeded` where there are too many tuples to cover.
  package func cases(
    earlier: EarlierSuite?,
    depth: Depth? = nil,
    strength: Int? = nil,
    effort: CoveringEffort? = nil,
    monitor: CoveringMonitor? = nil
  ) throws(LimitExceeded) -> TestMatrix {
    try CaseDesigner(self, strength: strength ?? specification.coverage.strength)
      .matrix(earlier: earlier, effort: effort, monitor: monitor)
  }
}

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
        + coverage.every.map {
          CoveringRequest.Group(factors: $0.factors, strength: $0.factors.count)
        },
      isAsked: (0..<lowered.domains.count).map { factor in
        (0..<lowered.domains.sizes[factor]).map(lowered.values(of: factor).contains)
      },
      weights: lowered.domains.sizes.map { Array(repeating: 1, count: $0) },
      fixed: earlier.map { CoveringRequest.FixedRow(values: $0, isDroppable: true) },
      targets: try targets()
    )
  }

  /// What some case must meet: included cases, questions and contradictions, and where each rule wins.
  private func targets() throws(LimitExceeded) -> [Diagram] {
    let includes = try analysed.regions.space.includedCases()
    return includes + analysed.openTargets.map(\.rows)
      + analysed.regions.wins.filter { $0 != .empty }
  }

  // MARK: The matrix

  func matrix(
    earlier: EarlierSuite?,
    effort: CoveringEffort?,
    monitor: CoveringMonitor?
  ) throws(LimitExceeded) -> TestMatrix {
    let names = EarlierNames(earlier?.factors ?? [], in: lowered.specification)
    let still = (earlier?.cases ?? []).sorted { $0.number < $1.number }.compactMap { old in
      names.setup(of: old).map { Standing(old: old, setup: $0) }
    }
    var request = try request(earlier: still.map { row(of: $0.setup) })
    request.effort = effort
    let renewal = SuiteRenewal(
      space: analysed.regions.space.rows,
      request: request,
      monitor: monitor
    )
    var outcome = try renewal.keepingAll()
    if !isUnchanged(outcome, earlier, still) { outcome = renewal.smaller(than: outcome) }
    let suite = outcome.suite
    let kept = outcome.kept.map { still[$0] }
    var lastNumber = max(
      earlier?.lastNumber ?? 0,
      earlier?.cases.map(\.number).max() ?? 0,
      earlier?.retired.map(\.number).max() ?? 0
    )
    var cases: [TestCase] = []
    for (index, row) in suite.rows.enumerated() {
      if index < kept.count {
        cases.append(testCase(kept[index].old.number, row, before: kept[index]))
      } else {
        lastNumber += 1
        cases.append(testCase(lastNumber, row, before: nil))
      }
    }
    let stands = Set(kept.map(\.old.number))
    let retired =
      (earlier?.retired ?? [])
      + (earlier?.cases ?? []).filter { !stands.contains($0.number) }.map {
        TestMatrix.Retired(number: $0.number, id: $0.id)
      }
    return TestMatrix(
      strength: strength,
      cases: try analysed.titled(
        cases,
        earlier: analysed.standingTitles(of: cases, in: earlier)
      ),
      retired: retired.sorted { $0.number < $1.number },
      lastNumber: lastNumber,
      isOptimal: suite.isOptimal
    )
  }

  /// Whether a suite is the earlier one, case for case.
  private func isUnchanged(
    _ outcome: SuiteRenewal.Outcome,
    _ earlier: EarlierSuite?,
    _ still: [Standing]
  ) -> Bool {
    outcome.suite.rows.count == outcome.kept.count
      && outcome.kept.count == earlier?.cases.count ?? 0
      && zip(outcome.kept, outcome.suite.rows).allSatisfy { index, row in
        still[index].setup.isSame(as: lowered.combination(row))
      }
  }

  /// The row that an earlier case asks for: `nil` in a place that it leaves open, since it does not know the factor or the factor now
  /// always applies; no row where a value of it is gone.
  private func row(of earlier: EarlierSetup) -> [Int?] {
    earlier.values.enumerated().map { number, entry -> Int? in
      switch entry {
      case .value(let value): value
      case .notApplicable: lowered.notApplicable(number)
      case .unknown: nil
      }
    } + [earlier.operation]
  }

  // MARK: Cases

  /// A row as a new case.
  func newCase(_ number: Int, _ row: [Int]) -> TestCase { testCase(number, row, before: nil) }

  private func testCase(_ number: Int, _ row: [Int], before: Standing?) -> TestCase {
    let specification = lowered.specification
    let regions = analysed.regions
    let rules = regions.winners(row)
    let status = regions.status(ofWinners: rules)
    let combination = lowered.combination(row)
    var expected: [String] = []
    if status == .defined || status == .contradictory {
      for result in rules.flatMap({ specification.rules[$0].results ?? [] })
      where !expected.contains(result) {
        expected.append(result)
      }
    }
    let isInvalid =
      lowered.operationValues[combination.operation].isInvalid
      || combination.values.enumerated().contains { factor, value in
        value.map { specification.factors[factor].values[$0].isInvalid } ?? false
      }
    let isFailure =
      specification.operations[lowered.operationValues[combination.operation].operation].isFailure
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
      kind: isInvalid ? .invalidInput : isFailure ? .failure : .normal,
      priority: rules.compactMap { specification.rules[$0].priority }.min(by: <)?.rawValue
    )
    if let before { testCase.state = before.isSame(as: testCase) ? .kept : .changed }
    return testCase
  }

  /// The findings that a row meets.
  private func questions(_ row: [Int], status: CombinationStatus, rules: [Int]) -> [String] {
    switch status {
    case .defined:
      return []
    case .undecided:
      return rules.compactMap { analysed.undecidedIDs[$0] }
    case .undefined:
      return zip(analysed.questions, analysed.questionIDs).filter { question, _ in
        store.contains(question.rows, row: row)
      }.map(\.1)
    case .contradictory:
      return zip(analysed.decisions, analysed.decisionIDs).filter { decision, _ in
        !decision.rules.allSatisfy { !rules.contains($0) }
      }.map(\.1)
    }
  }
}

/// An earlier case of which every value is still there.
private struct Standing {
  var old: EarlierSuite.Case
  var setup: EarlierSetup

  func isSame(as now: TestCase) -> Bool {
    setup.isSame(as: now.combination) && now.expected == old.expected
      && now.status.rawValue == old.status
  }
}

extension Rule.Priority {
  /// The higher priority first.
  fileprivate static func < (left: Self, right: Self) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}
