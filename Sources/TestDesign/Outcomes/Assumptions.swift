import Combinatorics
import Specification

/// The factors that vary for an operation value and that no winning rule reads, not even with `any`.
struct UnreadFactors {
  /// In the order of declaration.
  var factors: [Int]
  /// The invalid values of these factors that occur; factors without any are left out.
  var invalid: [Assumption.InvalidValues]
}

extension AnalysedSpecification {
  /// Returns at most one assumption per operation value, in the order of declaration.
  ///
  /// A factor with a single possible value for the operation is not assumed to make no difference, and `any` in a rule confirms an
  /// assumption. `unread` is indexed by operation value.
  func assumptions(_ unread: [UnreadFactors?]) -> [Assumption] {
    let reading = FactorReading(specification)
    var readAnywhere: Set<Int> = []
    for rule in specification.rules.indices {
      for values in reading.factors(ofRule: rule, countingAny: true).values {
        readAnywhere.formUnion(values)
      }
    }
    return unread.enumerated().compactMap { value, unread in
      guard let unread else { return nil }
      let factors = unread.factors.filter(readAnywhere.contains)
      guard !factors.isEmpty || !unread.invalid.isEmpty else { return nil }
      return Assumption(operationValue: value, factors: factors, invalid: unread.invalid)
    }
  }

  /// Returns the unread factors by operation value; `nil` if no rule wins or no combination is possible.
  func unreadFactors() throws(LimitExceeded) -> [UnreadFactors?] {
    let space = regions.space
    let lowered = space.lowered
    var all: [UnreadFactors?] = []
    for (value, read) in try regions.readFactors(countingAny: true).enumerated() {
      guard let read, let possible = try space.rows.support(in: lowered.cube(ofValue: value)) else {
        all.append(nil)
        continue
      }
      var unread = UnreadFactors(factors: [], invalid: [])
      for (factor, declared) in specification.factors.enumerated()
      where !read.contains(factor) && declared.comparison == nil {
        let occurring = possible.values(of: factor).filter { $0 != lowered.notApplicable(factor) }
        guard occurring.count > 1 else { continue }
        unread.factors.append(factor)
        let invalid = occurring.filter { declared.values[$0].isInvalid }
        if !invalid.isEmpty { unread.invalid.append(.init(factor: factor, values: invalid)) }
      }
      all.append(unread)
    }
    return all
  }
}
