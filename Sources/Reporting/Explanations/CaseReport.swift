import Diagnostics
import Specification
package import TestDesign
import Text

/// Why a case expects what it expects, for `explain CASE-ID`.
package struct CaseReport {
  private let specification: Specification
  private let analysis: Analysis
  private let stored: EarlierSuite.Case
  private let combination: Combination
  /// With the value of the operation that each is about: one, or one for each part.
  private let explanations: [(operationValue: Int, explanation: CaseExplanation)]

  package init(
    _ analysed: AnalysedSpecification,
    case stored: EarlierSuite.Case,
    _ combination: Combination,
    _ explanations: [(operationValue: Int, explanation: CaseExplanation)]
  ) {
    specification = analysed.specification
    analysis = analysed.analysis
    self.stored = stored
    self.combination = combination
    self.explanations = explanations
  }

  /// The explanation within so many columns.
  package func text(columns: Int, usesColor: Bool = false) -> String {
    var text = TerminalText(columns: columns, usesColor: usesColor)
    text.heading("\(stored.id): \(specification.feature)")
    text.combination(combination, of: specification)
    let hasParts = specification.caseOperationOfValue[combination.operation].hasParts
    for (value, explanation) in explanations {
      if hasParts {
        text.heading(specification.operationValues[value].variantLabel ?? "", .strong)
      }
      explain(explanation, &text)
    }
    if hasChanged(hasParts: hasParts) {
      text.heading("The spec has changed since this case was generated; generate again.", .open)
    }
    return text.text
  }

  private func explain(_ explanation: CaseExplanation, _ text: inout TerminalText) {
    verdict(of: explanation, &text)
    if !explanation.overridden.isEmpty {
      text.heading("also matches, but gives way:")
      for overridden in explanation.overridden {
        text.rule(overridden.rule, of: specification, note: reason(overridden))
      }
    }
    if !explanation.near.isEmpty {
      text.heading("almost matches:")
      for near in explanation.near { text.item(near.phrase) }
    }
  }

  /// True if the case says something else than its explanations.
  private func hasChanged(hasParts: Bool) -> Bool {
    let were =
      hasParts
      ? stored.parts.map { ($0.id, $0.status, $0.expected) }
      : [("", stored.status, stored.expected)]
    let are = explanations.map { value, explanation in
      (
        hasParts ? specification.operationValues[value].variant?.id ?? "" : "",
        explanation.status.rawValue, expected(explanation)
      )
    }
    return were.count != are.count || !zip(were, are).allSatisfy { $0 == $1 }
  }

  private func verdict(of explanation: CaseExplanation, _ text: inout TerminalText) {
    switch explanation.status {
    case .undefined:
      text.heading("undefined: no rule matches", .error)
    case .undecided:
      text.heading("undecided by a rule:", .open)
    case .contradictory:
      text.heading(
        "contradictory: several rules match, none is an exception or comes first, and they disagree:",
        .error
      )
    case .defined:
      let count = explanation.winners.count
      text.heading(count == 1 ? "decided by:" : "decided by \(count) rules that agree:")
    }
    for rule in explanation.winners { text.rule(rule, of: specification) }
    if !explanation.additions.isEmpty { text.heading("on top:") }
    for rule in explanation.additions { text.rule(rule, of: specification) }
    for finding in analysis.findings where explanation.questions.contains(finding.id) {
      text.item("\(finding.id) \(finding.message)")
    }
  }

  /// The rules that take its place and why.
  private func reason(_ overridden: CaseExplanation.Overridden) -> String {
    let reasons = overridden.by.map { by in
      let name = specification.rules[by.rule].nameInText
      return switch by.reason {
      case .isException:
        "\(name) is the exception: on this operation it covers a part of what this rule covers"
      case .comesFirst: "\(name) comes before it in `precedence`"
      case .isOfSpec: "\(name) is a rule of the spec, and those go before house rules"
      }
    }
    return reasons.joined(separator: "; ")
  }

  private func expected(_ explanation: CaseExplanation) -> [String] {
    guard explanation.status == .defined || explanation.status == .contradictory else { return [] }
    var expected: [String] = []
    let rules = explanation.winners + (explanation.status == .defined ? explanation.additions : [])
    for result in rules.flatMap({ specification.rules[$0].results ?? [] })
    where !expected.contains(result) {
      expected.append(result)
    }
    return expected
  }
}

/// What decides on an operation, a variant or a part, for `explain show/name`.
package struct OperationReport {
  private let specification: Specification
  private let analysis: Analysis
  private let explanation: OperationExplanation
  /// The cases of the suite generated last that do it.
  private let cases: [String]

  package init(
    _ analysed: AnalysedSpecification,
    _ explanation: OperationExplanation,
    cases: [String]
  ) {
    specification = analysed.specification
    analysis = analysed.analysis
    self.explanation = explanation
    self.cases = cases
  }

  /// The explanation within so many columns.
  package func text(columns: Int, usesColor: Bool = false) -> String {
    var text = TerminalText(columns: columns, usesColor: usesColor)
    let value = specification.operationValues[explanation.operationValue]
    let operation = specification.operations[value.operation]
    let wording = Wording(specification)
    text.heading("\(value.id): \(wording.operation(explanation.operationValue))")
    let span = value.variant?.span ?? operation.span
    var facts = [
      ("at", "\(specification.path):\(span.start.line):\(span.start.column)"),
      (
        "reads",
        explanation.reads.isEmpty
          ? "nothing: the same whatever else is"
          : explanation.reads.map { specification.factors[$0].label }.joined(separator: ", ")
      ),
    ]
    if operation.hasParts {
      facts.insert(("is", "a part of `\(operation.id)`: a case looks at all of them"), at: 0)
    }
    text.pairs(facts)
    if explanation.rules.isEmpty {
      text.heading("no rule decides on it", .error)
    } else {
      text.heading("decided by:")
      for rule in explanation.rules { text.rule(rule, of: specification) }
    }
    let open = analysis.findings.filter { explanation.questions.contains($0.id) }
    if !open.isEmpty {
      text.heading("open:", .open)
      for finding in open { text.item("\(finding.id) \(finding.message)") }
    }
    if !cases.isEmpty {
      text.heading("tested by \(counted(cases.count, "case")) of the suite generated last:")
      text.item(cases.joined(separator: ", "))
    }
    return text.text
  }
}
