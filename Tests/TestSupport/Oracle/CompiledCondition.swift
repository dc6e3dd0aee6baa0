/// A condition in numbers: it holds where, in one of the alternatives, every factor named has one of the values of its mask.
struct CompiledCondition: Sendable {
  struct Entry: Sendable {
    var factor: Int
    /// Bit v stands for value number v, the bit after the last value for *not applicable*.
    var mask: UInt64
  }

  var alternatives: [[Entry]]

  /// Reads the condition word by word, as the page's table of conditions says.
  init(_ condition: AbstractCondition, factors: [AbstractFactor], values: [[AbstractValue]]) {
    alternatives = condition.alternatives.map { entries in
      entries.map { entry in
        guard let factor = factors.firstIndex(where: { $0.name == entry.factor }) else {
          preconditionFailure("a condition names the unknown factor \(entry.factor)")
        }
        var mask: UInt64 = 0
        for (number, value) in values[factor].enumerated() where Self.allows(entry.test, value) {
          mask |= 1 << UInt64(number)
        }
        if case .applies(false) = entry.test { mask = 1 << UInt64(values[factor].count) }
        return Entry(factor: factor, mask: mask)
      }
    }
  }

  private static func allows(_ test: AbstractCondition.Test, _ value: AbstractValue) -> Bool {
    func isNamed(_ id: String) -> Bool { value.id == id || value.id.hasPrefix(id + "/") }
    switch test {
    case .value(let id): return isNamed(id)
    case .oneOf(let ids): return ids.contains(where: isNamed)
    case .notValue(let id): return !isNamed(id)
    case .notOneOf(let ids): return !ids.contains(where: isNamed)
    case .onlyValid: return !value.isInvalid
    case .onlyInvalid: return value.isInvalid
    case .between(let from, let to):
      guard let number = value.number else { return false }
      return (from.map { $0.number <= number } ?? true) && (to.map { number <= $0.number } ?? true)
    case .applies(let applies): return applies
    }
  }

  /// The factors that it names.
  var factors: Set<Int> { Set(alternatives.joined().map(\.factor)) }

  /// Whether it holds in a combination of which at least the factors it names are known.
  func holds(in combination: [Int]) -> Bool {
    alternatives.isEmpty
      || alternatives.contains { entries in
        entries.allSatisfy { $0.mask & (1 << UInt64(combination[$0.factor])) != 0 }
      }
  }
}
