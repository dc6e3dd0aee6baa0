import Specification

/// The values of one spec by their numbers in another, where the one became the other by an edit: what has the same name is the same.
///
/// An operation that is left out takes its values along, and those that only its own conditions cut out of a range.
struct ValueNumbers {
  /// By factor, the operation last: its number now, and those of its values; `nil` for what is gone.
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

  /// What a literal says now; `nil` where its factor is gone.
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

  /// What a condition says now; `nil` where something that it must name is gone.
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

  /// The number of a factor now; `nil` where it is gone.
  func factor(_ number: Int) -> Int? { factors[number].now }
}

/// The numbers that rules and values of a spec have after some edits of it.
struct SpecificationNumbers {
  /// By rule of the first spec.
  private var rules: [Int?]
  /// By rule: those that answers have put behind it.
  private var behind: [Int: [Int]] = [:]
  private(set) var values: ValueNumbers

  /// Nothing has been edited.
  init(of specification: Specification) {
    rules = Array(specification.rules.indices)
    values = ValueNumbers(from: specification, to: specification)
  }

  /// Takes one more edit into account.
  ///
  /// - Parameters:
  ///   - next: By rule before the edit that is still there: its number after it.
  ///   - added: The numbers of new rules, and of those before the edit behind which they belong.
  ///   - values: Those of the first spec after the edit.
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

  /// The numbers of rules now that are still there, with those that answers have put behind them.
  func near(_ old: [Int]) -> [Int] {
    old.compactMap { rules[$0] }.flatMap { [$0] + (behind[$0] ?? []) }
  }

  /// The numbers of rules now; `nil` where one of them is gone.
  func rules(_ old: [Int]) -> [Int]? {
    let new = old.compactMap { rules[$0] }
    return new.count == old.count ? new : nil
  }

  func rule(_ old: Int) -> Int? { rules[old] }
}

extension SpecificationChange {
  /// The same change after some edits; `nil` where what it is about is gone.
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
      // Where another answer has left the operation out, the rules have gone with it.
      dismissal.rules = dismissal.rules.compactMap(numbers.rule)
      return .dismiss(dismissal)
    case .changeFields, .addQuestion, .addOwner, .select, .leaveOut, .putOff: return self
    }
  }
}
