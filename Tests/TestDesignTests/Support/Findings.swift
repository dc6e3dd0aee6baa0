import Specification

@testable import TestDesign

extension AnalysedSpecification {
  /// Returns the numbers of a factor in undefined questions, ascending, each class once.
  func undefinedNumbers(of factor: String) -> [ClosedRange<Int>] {
    guard let number = specification.factors.firstIndex(where: { $0.name == factor }) else {
      return []
    }
    let values = specification.factors[number].values
    return Self.classes(
      analysis.findings.filter { $0.code == .undefinedCombination }.flatMap { finding in
        let literal = finding.cube?.literals.first { $0.factor == number }
        return (literal?.values ?? Array(values.indices)).compactMap { values[$0].numbers }
      }
    )
  }

  /// The same for the variants of all operations.
  var undefinedVariants: [ClosedRange<Int>] {
    let values = specification.operationValues
    return Self.classes(
      analysis.findings.filter { $0.code == .undefinedCombination }.flatMap { finding in
        (finding.cube?.literals.first?.values ?? []).compactMap { values[$0].variant?.numbers }
      }
    )
  }

  private static func classes(_ numbers: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
    Set(numbers).sorted { $0.lowerBound < $1.lowerBound }
  }
}

extension Analysis {
  var openFindings: [Finding] { findings.filter { $0.code != .unconfirmedDecision } }
}
