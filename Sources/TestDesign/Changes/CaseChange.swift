import Specification
import Text

/// The change of one case between two generations.
package struct CaseChange: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case added
    case retired
    /// Another result is expected, or whether one is expected at all has changed.
    case result = "expectation"
    /// The same is expected, but the setup says more or less than it did.
    case setup
    /// Only the wording differs: of the result, or of what it names.
    case reworded
    case kept
  }

  /// The validity of a tester's earlier result.
  package enum Standing: String, Sendable {
    case stands
    /// It was found under a setup that was less exact.
    case checkAgain = "check-again"
    case void
  }

  /// A factor and the value that it has, in what people read; no value where the factor does not apply.
  package struct Setting: Hashable, Sendable {
    package var factor: String
    package var value: String?
  }

  /// A part of the operation of which something else is expected than before.
  package struct Part: Hashable, Sendable {
    package var label: String
    /// `nil` where the part was not to be seen.
    package var before: Outcome?
    /// `nil` where the part is not to be seen.
    package var after: Outcome?
  }

  /// The expected result of a case.
  package struct Outcome: Hashable, Sendable {
    /// `defined`, `undefined`, `undecided` or `contradictory`.
    package var status: String
    package var expected: [String]
  }

  package var kind: Kind
  /// What results that testers have entered are worth; `nil` of a case that is added or retired.
  package var standing: Standing?
  package var id: String
  /// True of a case from end to end.
  package var isFlow = false
  /// The label of the operation; of a retired case as it was.
  package var operation: String
  /// In the order of the factors; of a retired case as it was.
  package var setup: [Setting]
  /// Which of the settings the case did not have before: indices in `setup`; empty of added and retired cases.
  package var newSettings: [Int]
  /// `nil` of an added case.
  package var before: Outcome?
  /// `nil` of a retired case.
  package var after: Outcome?
  /// The parts of which another result is expected; empty where the operation has none.
  package var parts: [Part] = []
}

/// Says of single cases what became of them, in the words that people read.
struct CaseComparison {
  let names: EarlierNames
  private let specification: Specification
  /// By value of the operation: what cases call it.
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

  /// What became of an existing case; `nil` for one that is new.
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
      // What was tested with a factor more was tested; with a factor fewer it was tested with any of its values.
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

  /// The factors whose number is the same in another unit: 50 MB, formerly 50 KB.
  private func recounted(_ combination: Combination) -> [Int] {
    combination.values.indices.filter { factor in
      let declared = specification.factors[factor]
      guard let value = combination.values[factor], declared.values[value].number != nil,
        let was = valueLabels[declared.name]?[declared.values[value].id]
      else { return false }
      return was != declared.values[value].label
    }
  }

  /// What became of a case from end to end, whose parts are its steps.
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

  /// True if the same is expected, the looks of the texts and the order of several results aside.
  private func isSameInOtherWords(
    _ before: EarlierSuite.Case,
    _ now: TestCase,
    _ parts: [CaseChange.Part]
  ) -> Bool {
    if !before.parts.isEmpty, !now.parts.isEmpty { return parts.isEmpty }
    return before.outcome.isSame(as: now.outcome)
  }

  /// The parts whose outcome differs, those of today first; none where only one side has parts.
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
  /// True if the same is expected, the looks of the texts and their order aside.
  fileprivate func isSame(as other: Self) -> Bool {
    status == other.status
      && Set(expected.map(FoldedText.init)) == Set(other.expected.map(FoldedText.init))
  }
}
