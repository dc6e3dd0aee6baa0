import Combinatorics
import Specification

extension RuleRegions {
  /// The factors that the rules read that win for each value of the operation, or that add something there.
  ///
  /// - Parameter countsAny: True if `any` names a factor, too.
  /// - Returns: By value of the operation; `nil` if no rule wins.
  /// - Throws: `LimitExceeded` if the search for a row took too long.
  func readFactors(countingAny countsAny: Bool = false) throws(LimitExceeded) -> [Set<Int>?] {
    let lowered = space.lowered
    let reading = FactorReading(lowered.specification)
    var read: [Set<Int>?] = Array(repeating: nil, count: lowered.operationValues.count)
    let won = lowered.specification.rules.indices.map { (rule: $0, rows: wins[$0]) }
    for (rule, rows) in won + additions {
      let factors = reading.factors(ofRule: rule, countingAny: countsAny)
      let support = try space.rows(of: rows).support(in: Cube(full: lowered.domains))
      for value in support?.values(of: lowered.operationFactor) ?? [] {
        read[value] = (read[value] ?? []).union(factors[value] ?? [])
      }
    }
    return read
  }
}
