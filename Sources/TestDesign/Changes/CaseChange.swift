import Specification
import Text

/// The change of a case between two generations.
package struct CaseChange: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case added
    case retired
    /// The expected result or its status has changed.
    case result = "expectation"
    /// The expected result is the same, but the setup names more or fewer values.
    case setup
    /// Only the wording of the result or of labels differs.
    case reworded
    case kept
  }

  /// The validity of a tester's earlier result.
  package enum Standing: String, Sendable {
    case stands
    /// The earlier setup was less exact.
    case checkAgain = "check-again"
    case void
  }

  /// The labels of a factor and its value; the value is `nil` if the factor does not apply.
  package struct Setting: Hashable, Sendable {
    package var factor: String
    package var value: String?
  }

  /// A part of the operation whose outcome has changed.
  package struct Part: Hashable, Sendable {
    package var label: String
    /// `nil` if the part was not visible.
    package var before: Outcome?
    /// `nil` if the part is not visible.
    package var after: Outcome?
  }

  /// The expected result of a case.
  package struct Outcome: Hashable, Sendable {
    /// `defined`, `undefined`, `undecided` or `contradictory`.
    package var status: String
    package var expected: [String]
  }

  package var kind: Kind
  /// The validity of recorded test results; `nil` for a case that is added or retired.
  package var standing: Standing?
  package var id: String
  /// True for an end-to-end case.
  package var isFlow = false
  /// The label of the operation; for a retired case, the earlier label.
  package var operation: String
  /// In the order of the factors; for a retired case, the earlier setup.
  package var setup: [Setting]
  /// The settings that are new to the case: indices into `setup`; empty for added and retired cases.
  package var newSettings: [Int]
  /// `nil` for an added case.
  package var before: Outcome?
  /// `nil` for a retired case.
  package var after: Outcome?
  /// The parts whose outcome has changed; empty for an operation without parts.
  package var parts: [Part] = []
}

/// Compares single cases, and describes their changes with labels.
struct CaseComparison {
  let names: EarlierNames
  private let specification: Specification
  /// The label of the case operation, by operation value.
  private let operations: [String]
  private let operationValues: [OperationValue]
  /// The labels of earlier factors and values, by name and id.
  private var factorLabels: [String: String] = [:]
  private var valueLabels: [String: [String: String]] = [:]
  /// The order in which a retired case names its factors.
  private let earlierOrder: [String]

  init(_ earlier: EarlierSuite, _ specification: Specification) {
    self.specification = specification
    names = EarlierNames(earlier.factors, in: specification)
    let wording = Wording(specification)
    operationValues = specification.operationValues
    operations = specification.caseOperationOfValue.map(wording.caseOperation)
    let factors =
      earlier.factors.isEmpty ? EarlierFactor.all(of: specification) : earlier.factors
    earlierOrder = factors.map(\.name).filter { $0 != EarlierFactor.operation }
    for factor in factors {
      factorLabels[factor.name] = factor.label
      valueLabels[factor.name] =
        Dictionary(factor.values.map { ($0.id, $0.label) }) { first, _ in first }
    }
  }

  /// Returns the change of a case, which is added if there was none before.
  func change(
    from before: EarlierSuite.Case?,
    to now: TestCase
  ) -> CaseChange {
    var change = CaseChange(
      kind: .added,
      id: now.id,
      operation: operations[now.combination.operation],
      setup: settings(of: now.combination),
      newSettings: [],
      after: now.outcome
    )
    guard let before else { return change }
    change.before = before.outcome
    let setup = names.setup(of: before)
    change.newSettings = now.combination.values.indices.filter { factor in
      setup?.values[factor] != now.combination.values[factor].map(EarlierSetup.Entry.value)
        ?? .notApplicable
    }
    change.parts = parts(from: before, to: now)
    if !isSameInOtherWords(before, now, change.parts) {
      (change.kind, change.standing) = (.result, .void)
    } else if case let recounted = recounted(now.combination), !recounted.isEmpty {
      (change.kind, change.standing) = (.setup, .checkAgain)
      change.newSettings = Set(change.newSettings + recounted).sorted()
    } else if setup?.isSame(as: now.combination) != true {
      // A test with an additional factor covered the case; one with a factor fewer may have used any of its values.
      (change.kind, change.standing) = (
        .setup, change.newSettings.isEmpty ? .stands : .checkAgain
      )
    } else {
      change.standing = .stands
      let isWordForWord =
        before.expected == now.expected && settings(of: before) == change.setup
        && operation(of: before) == change.operation
      change.kind = isWordForWord ? .kept : .reworded
    }
    return change
  }

  /// Returns the factors whose value has the same number in another unit: 50 MB, formerly 50 KB.
  private func recounted(_ combination: Combination) -> [Int] {
    combination.values.indices.filter { factor in
      let declared = specification.factors[factor]
      guard let value = combination.values[factor], declared.values[value].number != nil,
        let was = valueLabels[declared.name]?[declared.values[value].id]
      else { return false }
      return was != declared.values[value].label
    }
  }

  /// Returns the change of an end-to-end case, whose parts are its steps.
  func change(from before: EarlierSuite.Case?, to flow: Flow) -> CaseChange {
    let now = EarlierSuite.Case(flow, of: specification)
    var change = CaseChange(
      kind: .added,
      id: flow.id,
      isFlow: true,
      operation: flow.title,
      setup: [],
      newSettings: [],
      before: before?.outcome,
      after: now.outcome
    )
    guard let before else { return change }
    change.parts = zip(before.parts, now.parts).enumerated().compactMap { place, parts in
      let (was, outcome) = (parts.0.outcome, parts.1.outcome)
      let operation = operations[flow.steps[place].combination.operation]
      return was.isSame(as: outcome)
        ? nil : .init(label: "\(place + 1). \(operation)", before: was, after: outcome)
    }
    guard change.parts.isEmpty else {
      (change.kind, change.standing) = (.result, .void)
      return change
    }
    for combination in flow.steps.map(\.combination) {
      let settings = settings(of: combination)
      for setting in recounted(combination).map({ settings[$0] })
      where !change.setup.contains(where: { $0.factor == setting.factor }) {
        change.setup.append(setting)
      }
    }
    change.newSettings = Array(change.setup.indices)
    let isWordForWord = before.expected == now.expected && before.operation == now.operation
    (change.kind, change.standing) =
      change.setup.isEmpty ? (isWordForWord ? .kept : .reworded, .stands) : (.setup, .checkAgain)
    return change
  }

  func retired(_ before: EarlierSuite.Case, isFlow: Bool) -> CaseChange {
    CaseChange(
      kind: .retired,
      id: before.id,
      isFlow: isFlow,
      operation: operation(of: before),
      setup: settings(of: before),
      newSettings: [],
      before: before.outcome
    )
  }

  /// True if the expected results are the same, apart from appearance and order.
  private func isSameInOtherWords(
    _ before: EarlierSuite.Case,
    _ now: TestCase,
    _ parts: [CaseChange.Part]
  ) -> Bool {
    if !before.parts.isEmpty, !now.parts.isEmpty { return parts.isEmpty }
    return before.outcome.isSame(as: now.outcome)
  }

  /// Returns the parts whose outcome differs, those of today first; none if only one side has parts.
  private func parts(from before: EarlierSuite.Case, to now: TestCase) -> [CaseChange.Part] {
    guard !before.parts.isEmpty, !now.parts.isEmpty else { return [] }
    var rest = before.parts
    var changes: [CaseChange.Part] = []
    for part in now.parts {
      let value = operationValues[part.operationValue]
      let was = rest.firstIndex { $0.id == value.variant?.id }.map { rest.remove(at: $0).outcome }
      let outcome = CaseChange.Outcome(status: part.status.rawValue, expected: part.expected)
      guard was?.isSame(as: outcome) != true else { continue }
      changes.append(
        CaseChange.Part(label: value.variantLabel ?? value.id, before: was, after: outcome)
      )
    }
    return changes
      + rest.map { CaseChange.Part(label: $0.id, before: $0.outcome, after: nil) }
  }

  private func settings(of combination: Combination) -> [CaseChange.Setting] {
    zip(specification.factors, combination.values).map { factor, value in
      CaseChange.Setting(factor: factor.label, value: value.map { factor.values[$0].label })
    }
  }

  private func settings(of earlier: EarlierSuite.Case) -> [CaseChange.Setting] {
    let order = earlierOrder.filter { earlier.setup[$0] != nil }
    let others = earlier.setup.keys.filter { !earlierOrder.contains($0) }.sorted()
    return (order + others).map { name in
      let id = earlier.setup[name] ?? nil
      return CaseChange.Setting(
        factor: factorLabels[name] ?? name,
        value: id.map { valueLabels[name]?[$0] ?? $0 }
      )
    }
  }

  private func operation(of earlier: EarlierSuite.Case) -> String {
    valueLabels[EarlierFactor.operation]?[earlier.operation] ?? earlier.operation
  }
}

extension EarlierSuite.Case {
  fileprivate var outcome: CaseChange.Outcome { .init(status: status, expected: expected) }
}

extension EarlierSuite.Case.Part {
  fileprivate var outcome: CaseChange.Outcome { .init(status: status, expected: expected) }
}

extension TestCase {
  fileprivate var outcome: CaseChange.Outcome {
    .init(status: status.rawValue, expected: expected)
  }
}

extension CaseChange.Outcome {
  /// True if the status and the results are the same, apart from appearance and order.
  fileprivate func isSame(as other: Self) -> Bool {
    status == other.status
      && Set(expected.map(FoldedText.init)) == Set(other.expected.map(FoldedText.init))
  }
}
