import Combinatorics
import Specification
import Text

/// The digest of what somebody agrees to who agrees to an operation: its outcomes, and what makes no difference to them.
///
/// It says the same in names that do not depend on the order of anything: factors and values by id, sorted; numbers by the intervals that have one
/// outcome, so that a threshold of another operation changes nothing; results by their texts; questions that a rule asks by theirs. A factor, a value or
/// a variant with another id is another one.
struct OutcomeFingerprint {
  private let lowered: LoweredSpecification

  private var regions: RegionDigest { RegionDigest(lowered) }

  init(_ lowered: LoweredSpecification) { self.lowered = lowered }

  /// The digest of an operation.
  ///
  /// - Parameters:
  ///   - outcomes: What happens on it.
  ///   - reading: The factors that the operation reads.
  ///   - unread: By value of the operation, what is taken to make no difference.
  /// - Returns: Sixteen hexadecimal digits.
  /// - Throws: `LimitExceeded` if the walk takes too long.
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
    // Where a range ends is nothing that an operation says which does not read it.
    let invalid = unread.invalid.flatMap { entry in
      let values = lowered.specification.factors[entry.factor].values
      return entry.values.map { value in
        regions.name(entry.factor) + ":" + (values[value].numbers == nil ? values[value].id : "")
      }
    }
    return ["\(factors.count)"] + factors + Set(invalid).sorted()
  }
}
