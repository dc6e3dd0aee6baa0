import Combinatorics
import Specification
import Text

/// Turns rows into cases: expected results, deciding rules and open questions.
struct CaseWriter {
  private let analysed: AnalysedSpecification
  private let specification: Specification
  private let wording: Wording
  private let operations: [OperationRows]
  private var lowered: LoweredSpecification { analysed.regions.space.lowered }

  /// Creates a writer.
  ///
  /// Without `operations` it can only write outcomes.
  init(_ analysed: AnalysedSpecification, _ operations: [OperationRows]) {
    self.analysed = analysed
    self.operations = operations
    specification = analysed.specification
    wording = analysed.wording
  }

  /// Returns a row as a case, without id and code if it is new.
  ///
  /// The row holds the first value of an operation with parts. `place` is an index into `Specification.caseOperations`, `depth` the least
  /// depth that contains the case, and `before` the earlier case that it continues.
  func testCase(
    _ row: [Int],
    of place: Int,
    _ depth: Depth,
    before: StandingCases.Case? = nil
  ) -> TestCase {
    let operation = operations[place].operation
    let parts = outcomes(row, of: operation)
    let rules = parts.flatMap(\.rules)
    var testCase = TestCase(
      id: before?.old.id ?? "",
      code: before?.old.code ?? "",
      state: .new,
      depth: depth,
      combination: lowered.combination(row),
      parts: operation.hasParts ? parts : [],
      status: (parts.first { $0.status == .defined } ?? parts.first)?.status ?? .undefined,
      expected: expected(parts, of: operation),
      rules: Set(rules).sorted(),
      questions: parts.flatMap(\.questions).withoutRepetitions,
      kind: kind(of: row, place),
      priority: priority(rules, depth, specification.operations[operation.operation])
    )
    testCase.triggers = operations[place].triggers
      .filter { operations[place].store.contains($0.rows, row: row) }.map(\.operation)
    if let before { testCase.state = before.isSame(as: testCase) ? .kept : .changed }
    return testCase
  }

  /// Returns the outcome of each value of the operation that can happen in the row.
  func outcomes(_ row: [Int], of operation: CaseOperation) -> [TestCase.Part] {
    operation.values.compactMap { value in
      var row = row
      row[lowered.operationFactor] = value
      guard !operation.hasParts || analysed.regions.space.rows.contains(row: row) else {
        return nil
      }
      let rules = analysed.regions.winners(row)
      let status = analysed.regions.status(ofWinners: rules)
      let isDecided = status == .defined || status == .contradictory
      return TestCase.Part(
        operationValue: value,
        status: status,
        expected: isDecided
          ? (rules + (status == .defined ? analysed.regions.additions(row) : []))
            .flatMap { specification.rules[$0].results ?? [] }.withoutRepetitions : [],
        rules: rules,
        questions: questions(row, status: status, rules: rules)
      )
    }
  }

  /// Returns all expected results; those of parts are prefixed with their labels.
  func expected(_ parts: [TestCase.Part], of operation: CaseOperation) -> [String] {
    guard operation.hasParts else { return parts.flatMap(\.expected) }
    return parts.flatMap { part in
      let label = lowered.operationValues[part.operationValue].variantLabel?.onOneLine ?? ""
      return part.expected.map { wording.labelled(label, $0) }
    }
  }

  /// Returns the highest priority of the rules.
  ///
  /// Without one it is high for rules of the spec's own operations, medium for operations of the catalogue, and low for cases beyond a
  /// review.
  private func priority(_ rules: [Int], _ depth: Depth, _ operation: Operation) -> Rule.Priority {
    rules.compactMap { specification.rules[$0].priority }.min(by: <)
      ?? (depth > .review ? .low : operation.catalogueEntry == nil ? .high : .medium)
  }

  private func kind(of row: [Int], _ place: Int) -> CaseKind {
    let operation = operations[place].operation
    let declared = specification.operations[operation.operation]
    if declared.isFailure { return .failure }
    if declared.catalogueEntry?.interrupts ?? false { return .interruption }
    let holdsInvalid = operations[place].reads.contains { factor in
      row[factor] != lowered.notApplicable(factor)
        && specification.factors[factor].values[row[factor]].isInvalid
    }
    return holdsInvalid || lowered.operationValues[operation.value].isInvalid
      || analysed.unnamedInvalid.contains { isMet($0.unnamed, by: row) }
      ? .invalidInput : .normal
  }

  /// True if the row has an invalid value and it is an open question whether that is treated like any other.
  private func isMet(_ unnamed: UnnamedInvalid, by row: [Int]) -> Bool {
    unnamed.values.contains(row[unnamed.factor])
      && analysed.regions.space.store.contains(unnamed.rows, row: row)
  }

  /// Returns the ids of the findings that apply to the row.
  private func questions(_ row: [Int], status: CombinationStatus, rules: [Int]) -> [String] {
    switch status {
    case .defined:
      return analysed.unnamedInvalid.filter { isMet($0.unnamed, by: row) }.map(\.id)
    case .undecided:
      return rules.compactMap { analysed.undecidedIDs[$0] }
    case .undefined:
      let store = analysed.regions.space.store
      return zip(analysed.questions, analysed.questionIDs).filter { question, _ in
        store.contains(question.rows, row: row)
      }.map(\.1)
    case .contradictory:
      let store = analysed.regions.space.store
      return zip(analysed.contradictions, analysed.contradictionIDs).filter { contradiction, _ in
        contradiction.rules.count(where: rules.contains) > 1
          && store.contains(contradiction.rows, row: row)
      }.map(\.1)
    }
  }
}

extension AnalysedSpecification {
  /// Charges the budget for writing a case, which is compared with every question.
  func chargeCase() throws(LimitExceeded) {
    try regions.space.charge(comparisons: 10 + questions.count + contradictions.count)
  }
}

extension Rule.Priority {
  /// Orders by declaration, the highest priority first.
  fileprivate static func < (left: Self, right: Self) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}
