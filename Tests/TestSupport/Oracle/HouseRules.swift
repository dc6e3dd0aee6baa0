/// The part of a pack that applies to a spec: what names only factors, values and operations that it declares.
struct HouseRules {
  private(set) var rules: [AbstractRule] = []
  private(set) var impossible: [AbstractImpossibility] = []
  private let factors: [AbstractFactor]
  private let values: [[AbstractValue]]

  /// Selects from a pack for a spec with these factors (the operation last) and values.
  init(_ pack: AbstractPack, factors: [AbstractFactor], values: [[AbstractValue]]) {
    self.factors = factors
    self.values = values
    rules = pack.rules.map { rule in
      var rule = rule
      rule.when = cut(rule.when)
      return rule
    }.filter { rule in
      rule.operations.allSatisfy { isDeclared(.selector($0), in: values[factors.count - 1]) }
        && isDeclared(rule.when) && isSomewhere(rule.when, in: .rule)
    }
    impossible = pack.impossible.map { fact in
      var fact = fact
      fact.when = cut(fact.when)
      return fact
    }.filter { isDeclared($0.when) && isSomewhere($0.when, in: .fact) }
  }

  /// Returns the condition with closed interval ends clamped to the range of the factor, so that parts outside name no neighbour.
  private func cut(_ condition: AbstractCondition) -> AbstractCondition {
    var condition = condition
    for (alternative, entries) in condition.alternatives.enumerated() {
      for (place, entry) in entries.enumerated() {
        guard let factor = factors.firstIndex(where: { $0.name == entry.factor }) else { continue }
        let valid = values[factor].filter { !$0.isInvalid }.compactMap(\.number)
        guard let least = valid.min(), let greatest = valid.max() else { continue }
        condition.alternatives[alternative][place].test = entry.test.map { text in
          var text = text
          text.parts = text.parts.map { part in
            guard case .item(.interval(let from, let to)) = part else { return part }
            return .item(Self.cut(from, to, least: least, greatest: greatest))
          }
          return text
        }
      }
    }
    return condition
  }

  /// Returns the clamped interval; one entirely outside covers nothing, not even a neighbour.
  private static func cut(
    _ from: AbstractCondition.Bound?,
    _ to: AbstractCondition.Bound?,
    least: Int,
    greatest: Int
  ) -> AbstractCondition.Item {
    func bound(_ number: Int) -> AbstractCondition.Bound {
      AbstractCondition.Bound(number: number, text: "")
    }
    if (from?.number ?? .min) > greatest || (to?.number ?? .max) < least {
      return .interval(from: bound(.max), to: bound(.max))
    }
    return .interval(
      from: from.map { bound(max($0.number, least)) },
      to: to.map { bound(min($0.number, greatest)) }
    )
  }

  private func isDeclared(_ condition: AbstractCondition) -> Bool {
    condition.alternatives.joined().allSatisfy { entry in
      guard let factor = factors.firstIndex(where: { $0.name == entry.factor }) else {
        return false
      }
      return entry.test.flatMap(\.parts).allSatisfy { isDeclared($0, in: values[factor]) }
    }
  }

  /// True if a map of the condition leaves each factor a value of the spec.
  private func isSomewhere(
    _ condition: AbstractCondition,
    in place: AbstractCondition.Place
  ) -> Bool {
    condition.alternatives.isEmpty
      || condition.alternatives.contains { entries in
        entries.allSatisfy { entry in
          guard let factor = factors.firstIndex(where: { $0.name == entry.factor }) else {
            return false
          }
          return AbstractCondition.mask(entry.test, of: values[factor], in: place) != 0
        }
      }
  }

  /// True if the spec has the values; numbers in intervals may be outside of its range, to which they are clamped.
  private func isDeclared(
    _ part: AbstractCondition.Text.Part,
    in values: [AbstractValue]
  ) -> Bool {
    func has(_ id: String) -> Bool { values.contains { $0.id == id } }
    switch part {
    case .item(.id(let id)): return has(id) || (id == "0" && has("empty"))
    case .item: return true
    case .selector(let selector):
      if case .id(let variant)? = selector.variants {
        return has("\(selector.operation)/\(variant)")
      }
      return has(selector.operation)
        || values.contains { $0.id.hasPrefix(selector.operation + "/") }
    }
  }
}
