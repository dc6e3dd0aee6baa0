import Combinatorics
import Specification
import Text

/// The digest of what a person agrees to with an operation: its outcomes, and the factors assumed to make no difference.
///
/// It is independent of all orders: factors and values are named by id and sorted, and numbers by the intervals with one outcome, so that a
/// threshold for another operation has no effect. Results and the questions of rules count by their texts. A factor, value or variant with
/// a new id counts as another one.
struct OutcomeFingerprint {
  private let lowered: LoweredSpecification

  private var regions: RegionDigest { RegionDigest(lowered) }

  init(_ lowered: LoweredSpecification) { self.lowered = lowered }

  /// Returns sixteen hexadecimal digits for an operation.
  ///
  /// `reading` are the factors that the operation reads, `unread` those assumed to make no difference, by operation value. Throws
  /// `LimitExceeded` if the walk takes too long.
  func digest(
    _ outcomes: OutcomeRegions,
    reading: Set<Int>,
    unread: [(operationValue: Int, factors: UnreadFactors?)]
  ) throws(LimitExceeded) -> String {
    let digest = try regions.digest(
      outcomes.function,
      outcomes.outcomes.map(text),
      reading: reading.sorted(),
      outcomes.store
    )
    let lines = unread.map { value, factors in
      ([lowered.operationValues[value].id] + (factors.map(text) ?? [])).map(RegionDigest.quoted)
        .joined()
    }
    return TextDigest.whole((lines.sorted() + [digest]).joined(separator: "\n"))
  }

  private func text(_ outcome: OutcomeTable.Outcome) -> String {
    switch outcome {
    case .defined(let results): "=" + RegionDigest.listed(results)
    case .undefined: "?"
    case .undecided(let rules): "…" + rules.map(question).sorted().joined()
    case .contradictory(let results): "!" + results.map(RegionDigest.listed).sorted().joined()
    }
  }

  private func question(_ rule: Int) -> String {
    RegionDigest.listed(lowered.specification.rules[rule].openTexts)
  }

  private func text(_ unread: UnreadFactors) -> [String] {
    let factors = unread.factors.map(regions.name).sorted()
    // The end of a range does not matter for an operation that does not read the factor.
    let invalid = unread.invalid.flatMap { entry in
      let values = lowered.specification.factors[entry.factor].values
      return entry.values.map { value in
        regions.name(entry.factor) + ":" + (values[value].numbers == nil ? values[value].id : "")
      }
    }
    return ["\(factors.count)"] + factors + Set(invalid).sorted()
  }
}
