package import Combinatorics
import Specification

extension AnalysedSpecification {
  /// What the spec takes for granted, by value of the operation in the order of declaration; values of which nothing is assumed are left out.
  ///
  /// Only what can differ counts: a factor of which a single value occurs with the operation is no assumption. `any` in a rule confirms one.
  ///
  /// - Throws: `LimitExceeded` where the decision diagrams outgrow their limit.
  package func assumptions() throws(LimitExceeded) -> [Assumption] {
    let space = regions.space
    let lowered = space.lowered
    let operationFactor = lowered.operationFactor
    let reading = FactorReading(specification)
    var readAnywhere: Set<Int> = []
    for rule in specification.rules.indices {
      for values in reading.factors(ofRule: rule, countingAny: true).values { readAnywhere.formUnion(values) }
    }
    var assumptions: [Assumption] = []
    for (value, read) in try readFactors(countingAny: true).enumerated() {
      guard let read else { continue }
      var cube = Cube(full: lowered.domains)
      cube.restrict(operationFactor, to: [value])
      guard let possible = try space.rows.support(in: cube) else { continue }
      var assumption = Assumption(operationValue: value, factors: [], invalid: [])
      for (factor, declared) in specification.factors.enumerated() where !read.contains(factor) {
        let occurring = possible.values(of: factor).filter { $0 != lowered.notApplicable(factor) }
        guard occurring.count > 1 else { continue }
        if readAnywhere.contains(factor) { assumption.factors.append(factor) }
        let invalid = occurring.filter { declared.values[$0].isInvalid }
        if !invalid.isEmpty { assumption.invalid.append(.init(factor: factor, values: invalid)) }
      }
      if !assumption.factors.isEmpty || !assumption.invalid.isEmpty {
        assumptions.append(assumption)
      }
    }
    return assumptions
  }
}
