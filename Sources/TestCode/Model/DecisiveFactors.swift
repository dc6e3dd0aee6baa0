import Specification
import TestDesign

/// The factors on which it depends what is expected of a case: those that the rules name that decide it, or the questions that are open.
///
/// No other rule, and nothing that is usual, changes them.
struct DecisiveFactors {
  private let specification: Specification
  /// Where a question is open, by its id.
  private let regions: [String: [NamedCube]]

  init(_ analysed: AnalysedSpecification) {
    specification = analysed.specification
    regions = analysed.analysis.findings.reduce(into: [:]) { regions, finding in
      regions[finding.id] = finding.question?.region
    }
  }

  /// Ascending.
  func factors(of testCase: TestCase, _ outcomes: [DecisionTree.Outcome]) -> [Int] {
    let values = testCase.combination.values
    let factors = outcomes.flatMap { outcome -> [Int] in
      switch outcome {
      case .expected(let rule, _): self.factors(ofRule: rule, values)
      case .open(let ids): ids.flatMap { self.factors(of: regions[$0] ?? [], values) }
      case .contradictory: testCase.rules.flatMap { self.factors(ofRule: $0, values) }
      case .impossible: []
      }
    }
    return Set(factors.filter(values.indices.contains)).sorted()
  }

  private func factors(ofRule number: Int, _ values: [Int?]) -> [Int] {
    let alternatives = specification.rules[number].when.alternatives.map { alternative in
      alternative.terms.filter { !$0.isAny && values.indices.contains($0.factor) }
    }
    let holding = alternatives.first { terms in
      terms.allSatisfy { term in values[term.factor].map(term.values.contains) == true }
    }
    return (holding ?? []).map(\.factor)
  }

  private func factors(of region: [NamedCube], _ values: [Int?]) -> [Int] {
    let around = region.first { cube in
      cube.literals.allSatisfy { literal in
        guard values.indices.contains(literal.factor) else { return true }
        return values[literal.factor].map(literal.values.contains) ?? literal.allowsNotApplicable
      }
    }
    return (around?.literals ?? []).map(\.factor)
  }
}

extension Rule {
  /// True if it says what happens.
  var decides: Bool { if case .then = outcome { true } else { false } }
}
