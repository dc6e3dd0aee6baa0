package import Combinatorics
import Specification

extension AnalysedSpecification {
  /// The suite of the spec.
  ///
  /// - Parameters:
  ///   - earlier: What the last generation left: its cases keep their numbers while something needs them.
  ///   - strength: 1 to 6; `nil` for what the spec asks for.
  ///   - effort: How long the suite is made smaller; `nil` for not at all.
  ///   - monitor: Follows the work and may end it early.
  /// - Returns: Earlier cases under their numbers, then new ones.
  /// - Throws: `LimitExceeded` where there are too many tuples to cover.
  package func cases(
    earlier: EarlierSuite?,
    strength: Int? = nil,
    effort: CoveringEffort? = nil,
    monitor: CoveringMonitor? = nil
  ) throws(LimitExceeded) -> TestMatrix {
    try CaseDesigner(self, strength: strength ?? specification.coverage.strength)
      .matrix(earlier: earlier, effort: effort, monitor: monitor)
  }

  /// What an independent checker has against a suite; nothing when it is complete and all its cases are in the space.
  package func verify(_ matrix: TestMatrix) throws(LimitExceeded) -> [String] {
    let lowered = regions.space.lowered
    let checker = CoverageChecker(
      space: regions.space.all,
      in: regions.space.store,
      request: try CaseDesigner(self, strength: matrix.strength).request(earlier: [])
    )
    let rows = matrix.cases.map { lowered.row($0.combination) }
    return checker.complaints(about: Suite(rows: rows, fixedCount: 0)).map { complaint in
      switch complaint {
      case .rowOutsideSpace(let row):
        "\(matrix.cases[row].id) cannot happen"
      case .tupleMissed(let factors, let values):
        "no case has " + zip(factors, values).map(name).joined(separator: ", ")
      case .targetMissed(let target):
        "no case meets \(name(ofTarget: target))"
      case .fixedRowMissing(let row), .fixedRowDropped(let row):
        "the earlier case in place \(row + 1) is missing"
      case .noRows:
        "there is no case, though there are combinations"
      }
    }
  }

  private func name(factor: Int, value: Int) -> String {
    let lowered = regions.space.lowered
    guard factor != lowered.operationFactor else {
      return "operation: \(lowered.operationValues[value].id)"
    }
    let declared = specification.factors[factor]
    return "\(declared.name): \(declared.values[value].id)"
  }

  /// Targets are the included cases, then the questions, then the rules that win somewhere.
  private func name(ofTarget target: Int) -> String {
    let includes = specification.coverage.include.count
    if target < includes { return "the included case \(target + 1)" }
    if target < includes + questionIDs.count { return questionIDs[target - includes] }
    let rules = regions.wins.indices.filter { regions.wins[$0] != .empty }
    return
      "the rule `\(specification.expectations[rules[target - includes - questionIDs.count]].id)`"
  }
}
