import Combinatorics
import Specification

extension RuleRegions {
  /// By value of the operation: the factors that the rules read that win for it; `nil` where none wins.
  ///
  /// - Parameter countsAny: Whether `any` names a factor, too.
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
