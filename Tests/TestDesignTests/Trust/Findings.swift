import Diagnostics
import Specification
import Testing
import YAMLSyntax

@testable import TestDesign

/// The codes of all that is found in a spec without mistakes, sorted.
func codes(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> [String] {
  try analysed(text, sourceLocation: sourceLocation).analysis.openFindings.map(\.code.rawValue)
    .sorted()
}

/// All that is said of a text: what is wrong in it, with what to do, and if nothing is, what the analysis finds.
func remarks(_ text: String) throws -> [String] {
  let tree = parseYAML(SourceFile(path: "spec.yaml", text: text))
  var diagnostics = tree.diagnostics
  var findings: [Finding] = []
  if let root = tree.value {
    let decoded = decodeSpecification(root, path: "spec.yaml", catalogue: .standard)
    diagnostics += decoded.diagnostics
    if let specification = decoded.value, decoded.diagnostics.allSatisfy({ $0.severity != .error })
    {
      let checked = try analyse(specification, today: testDay)
      diagnostics += checked.diagnostics
      findings = checked.value?.analysis.findings ?? []
    }
  }
  return diagnostics.map { ([$0.message] + $0.help).joined(separator: "; ") }
    + findings.map { ([$0.message] + $0.help).joined(separator: "; ") }
}

/// The mistakes in a text that is YAML.
func mistakesWithPlaces(_ text: String) throws -> [Diagnostic] {
  let tree = parseYAML(SourceFile(path: "spec.yaml", text: text))
  let root = try #require(tree.value)
  return decodeSpecification(root, path: "spec.yaml", catalogue: .standard).diagnostics
}

/// The codes of the mistakes in a text that is YAML.
func mistakes(_ text: String) throws -> [String] { try mistakesWithPlaces(text).map(\.code) }

extension AnalysedSpecification {
  /// The numbers of a factor about which questions of what is undefined ask, ascending, each class once.
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

  /// The same of the variants of all operations.
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

  /// The ids of a factor's values.
  func values(of factor: String) -> [String] {
    specification.factors.first { $0.name == factor }?.values.map(\.id) ?? []
  }
}

extension Analysis {
  /// The findings but for decisions to confirm.
  var openFindings: [Finding] { findings.filter { $0.code != .unconfirmedDecision } }
}
