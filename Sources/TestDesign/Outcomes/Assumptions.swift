import Combinatorics
import Specification

/// The factors that can differ with a value of the operation and that no rule reads that wins there, not even by `any`.
struct UnreadFactors {
  /// In the order of declaration.
  var factors: [Int]
  /// Their invalid values that occur; factors without any are left out.
  var invalid: [Assumption.InvalidValues]
}

extension AnalysedSpecification {
  /// What the spec takes for granted, by value of the operation in the order of declaration; values of which nothing is assumed are left out.
  ///
  /// Only what can differ counts: a factor of which a single value occurs with the operation is not an assumption. `any` in a rule confirms one.
  ///
  /// - Parameter unread: By value of the operation.
  /// - Returns: At most one for each.
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

  /// By value of the operation; `nil` if no rule wins or nothing can happen.
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
