/// A condition in numbers: it holds where, in one of the alternatives, every factor named has one of the values of its mask.
struct CompiledCondition: Sendable {
  struct Entry: Sendable {
    var factor: Int
    /// Bit v stands for value number v, the bit after the last value for *not applicable*.
    var mask: UInt64
  }

  var alternatives: [[Entry]]

  /// Reads the condition word by word; every factor that it names must be one of `factors`.
  init(
    _ condition: AbstractCondition,
    factors: [AbstractFactor],
    values: [[AbstractValue]],
    in place: AbstractCondition.Place
  ) {
    alternatives = condition.alternatives.map { entries in
      entries.map { entry in
        guard let factor = factors.firstIndex(where: { $0.name == entry.factor }) else {
          preconditionFailure("a condition names the unknown factor \(entry.factor)")
        }
        let mask = AbstractCondition.mask(entry.test, of: values[factor], in: place)
        return Entry(factor: factor, mask: mask)
      }
    }
  }

  /// The factors that it names.
  var factors: Set<Int> { Set(alternatives.joined().map(\.factor)) }

  /// True if it holds in a combination of which at least the factors it names are known.
  func holds(in combination: [Int]) -> Bool {
    alternatives.isEmpty
      || alternatives.contains { entries in
        entries.allSatisfy { $0.mask & (1 << UInt64(combination[$0.factor])) != 0 }
      }
  }
}
