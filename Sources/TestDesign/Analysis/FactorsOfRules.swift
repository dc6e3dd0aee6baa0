import Combinatorics
import Specification

extension RuleRegions {
  /// The factors that the rules read that win for each value of the operation.
  ///
  /// - Parameter countsAny: True if `any` names a factor, too.
  /// - Returns: By value of the operation; `nil` where no rule wins.
  /// - Throws: `LimitExceeded` where the search for a row took too long.
  func readFactors(countingAny countsAny: Bool = false) throws(LimitExceeded) -> [Set<Int>?] {
    let lowered = space.lowered
    let reading = FactorReading(lowered.specification)
    var read: [Set<Int>?] = Array(repeating: nil, count: lowered.operationValues.count)
    for rule in lowered.specification.rules.indices {
      let factors = reading.factors(ofRule: rule, countingAny: countsAny)
      let wins = try space.rows(of: wins[rule]).support(in: Cube(full: lowered.domains))
      for value in wins?.values(of: lowered.operationFactor) ?? [] {
        read[value] = (read[value] ?? []).union(factors[value] ?? [])
      }
    }
    return read
  }
}
