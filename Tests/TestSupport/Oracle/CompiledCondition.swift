/// A compiled condition: it holds if, in an alternative, every named factor has one of the values of its mask.
struct CompiledCondition: Sendable {
  struct Entry: Sendable {
    var factor: Int
    /// Bit v is value v, the bit after the last value is *not applicable*.
    var mask: UInt64
  }

  var alternatives: [[Entry]]

  /// Compiles the condition; every factor that it names must be in `factors`.
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

  var factors: Set<Int> { Set(alternatives.joined().map(\.factor)) }

  /// True if it holds in a combination in which at least its factors are known.
  func holds(in combination: [Int]) -> Bool {
    alternatives.isEmpty
      || alternatives.contains { entries in
        entries.allSatisfy { $0.mask & (1 << UInt64(combination[$0.factor])) != 0 }
      }
  }
}
