import Specification

/// Maps factor and value indices of a spec to those after an edit, by name.
///
/// If an operation is dismissed, its values disappear, and so do values that only its own conditions separate in a range.
struct ValueNumbers {
  /// The new index of each factor, the operation last, and of its values; `nil` for those that are gone.
  private let factors: [(now: Int?, values: [Int?])]

  init(from old: Specification, to new: Specification) {
    func numbers(_ old: [String], _ new: [String]) -> [Int?] {
      guard old != new else { return Array(old.indices) }
      let now = Dictionary(zip(new, new.indices)) { first, _ in first }
      return old.map { now[$0] }
    }
    let names = numbers(old.factors.map(\.name), new.factors.map(\.name))
    factors =
      zip(old.factors, names).map { factor, now in
        (now, now.map { numbers(factor.values.map(\.id), new.factors[$0].values.map(\.id)) } ?? [])
      }
      + [
        (
          new.operationFactor,
          numbers(old.operationValues.map(\.id), new.operationValues.map(\.id))
        )
      ]
  }

  /// Translates a literal, or returns `nil` if its factor is gone.
  func renumbered(_ literal: NamedCube.Literal) -> NamedCube.Literal? {
    let factor = factors[literal.factor]
    return factor.now.map { now in
      NamedCube.Literal(
        factor: now,
        values: literal.values.compactMap { factor.values[$0] }.sorted(),
        allowsNotApplicable: literal.allowsNotApplicable
      )
    }
  }

  /// Translates a condition, or returns `nil` if something that it must name is gone.
  func renumbered(_ condition: WrittenCube) -> WrittenCube? {
    let operations = values(condition.operations, of: factors.count - 1)
    var alternatives: [[WrittenCube.Entry]] = []
    for entries in condition.alternatives {
      var new: [WrittenCube.Entry] = []
      for entry in entries {
        guard let factor = factors[entry.factor].now else { return nil }
        let values = values(entry.values, of: entry.factor)
        guard !values.isEmpty else { return nil }
        new.append(WrittenCube.Entry(factor: factor, values: values))
      }
      alternatives.append(new)
    }
    return operations.isEmpty
      ? nil : WrittenCube(operations: operations, alternatives: alternatives)
  }

  private func values(_ old: [Int], of factor: Int) -> [Int] {
    old.compactMap { factors[factor].values[$0] }.sorted()
  }

  /// Returns the new index of a factor, or `nil` if it is gone.
  func factor(_ number: Int) -> Int? { factors[number].now }
}

/// Maps rule and value indices of a spec to those after a series of edits.
struct SpecificationNumbers {
  /// By rule of the first spec.
  private var rules: [Int?]
  /// The rules that answers have added after each rule.
  private var behind: [Int: [Int]] = [:]
  private(set) var values: ValueNumbers

  /// Creates the identity mapping.
  init(of specification: Specification) {
    rules = Array(specification.rules.indices)
    values = ValueNumbers(from: specification, to: specification)
  }

  /// Updates the mapping after another edit.
  ///
  /// `next` maps the rules before the edit that still exist to their new indices. `added` are the new rules, each with the earlier rules
  /// after which it was placed. `values` maps the values of the first spec to those after the edit.
  mutating func follow(
    rules next: [Int: Int],
    added: [(number: Int, near: [Int])],
    _ values: ValueNumbers
  ) {
    rules = rules.map { $0.flatMap { next[$0] } }
    var behind: [Int: [Int]] = [:]
    for (rule, others) in self.behind {
      if let rule = next[rule] { behind[rule] = others.compactMap { next[$0] } }
    }
    for (number, near) in added {
      for rule in near {
        if let rule = next[rule] { behind[rule, default: []].append(number) }
      }
    }
    self.behind = behind
    self.values = values
  }

  /// Returns the new indices of those rules that still exist, with the rules that answers have added after them.
  func near(_ old: [Int]) -> [Int] {
    old.compactMap { rules[$0] }.flatMap { [$0] + (behind[$0] ?? []) }
  }

  /// Returns the new indices of the rules, or `nil` if one of them is gone.
  func rules(_ old: [Int]) -> [Int]? {
    let new = old.compactMap { rules[$0] }
    return new.count == old.count ? new : nil
  }

  func rule(_ old: Int) -> Int? { rules[old] }
}

extension SpecificationChange {
  /// Translates the change to the spec after some edits, or returns `nil` if its subject is gone.
  func renumbered(_ numbers: SpecificationNumbers) -> SpecificationChange? {
    switch self {
    case .addRule(var rule):
      guard let condition = numbers.values.renumbered(rule.rule.condition) else { return nil }
      rule.rule.condition = condition
      rule.near = numbers.near(rule.near)
      return .addRule(rule)
    case .addImpossible(let entry, let condition):
      return numbers.values.renumbered(condition).map { .addImpossible(entry, $0) }
    case .changeRule(let rule, let fields):
      return numbers.rule(rule).map { .changeRule($0, fields) }
    case .removeRule(let rule): return numbers.rule(rule).map { .removeRule($0) }
    case .addPrecedence(let lists, let origin):
      let new = lists.compactMap(numbers.rules)
      return new.count == lists.count ? .addPrecedence(new, origin) : nil
    case .confirm(let rule, let factors, let note):
      let new = factors.compactMap(numbers.values.factor)
      guard let rule = numbers.rule(rule), new.count == factors.count else { return nil }
      return .confirm(rule: rule, factors: new, note: note)
    case .dismiss(var dismissal):
      // If another answer has dismissed the operation, its rules are already gone.
      dismissal.rules = dismissal.rules.compactMap(numbers.rule)
      return .dismiss(dismissal)
    case .changeFields, .addQuestion, .addOwner, .select, .leaveOut, .putOff: return self
    }
  }
}
