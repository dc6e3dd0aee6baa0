import Specification

@testable import TestDesign

/// The question ids of a spec by their meaning in names.
struct QuestionMeanings {
  /// The ids of undefined and contradictory combinations.
  var questions: [String: String] = [:]
  /// The ids of all other findings.
  var others: Set<String> = []

  init(_ analysed: AnalysedSpecification) {
    let specification = analysed.specification
    let operations = specification.operationValues.map(\.id)
    for finding in analysed.analysis.findings {
      switch finding.code {
      case .undefinedCombination, .contradictoryRules:
        let literals = (finding.cube?.literals ?? []).map { literal in
          let isOperation = literal.factor == specification.operationFactor
          let name = isOperation ? "operation" : specification.factors[literal.factor].name
          let ids =
            isOperation ? operations : specification.factors[literal.factor].values.map(\.id)
          let values = literal.values.map { ids[$0] }.sorted()
          return "\(name): \(values)\(literal.allowsNotApplicable ? " or none" : "")"
        }
        // The nearest rule of an undefined combination is not part of the meaning; of a decision, the rules are the whole meaning.
        let isDecision = finding.code == .contradictoryRules
        let rules = finding.rules.map { Self.meaning(of: specification.rules[$0], specification) }
        let meaning = isDecision ? rules.sorted() : literals.sorted()
        questions["\(finding.code) \(meaning)"] = finding.id
      // The statements about parts of a condition depend on its form, such as `not`.
      case .partlyUnreachable: break
      // Words of labels raise topics.
      case .unconsideredOperation: break
      default:
        others.insert(finding.id)
      }
    }
  }

  /// Returns the name of a rule, or its content if it has none.
  private static func meaning(of rule: Rule, _ specification: Specification) -> String {
    guard !rule.hasOwnID else { return rule.id }
    let operations = specification.operationValues.map(\.id)
    let alternatives = rule.when.alternatives.map { conjunction in
      conjunction.terms.map { term in
        let isOperation = term.factor == specification.operationFactor
        let factor = isOperation ? nil : specification.factors[term.factor]
        let ids = factor.map { $0.values.map(\.id) } ?? operations
        return "\(factor?.name ?? "operation"): \(term.values.map { ids[$0] }.sorted())"
      }.sorted()
    }
    return "\(alternatives) \(rule.results ?? [])"
  }
}
