import Diagnostics
import Specification
package import TestDesign

/// Why a case expects what it expects, for `explain CASE-ID`.
package struct CaseReport {
  private let specification: Specification
  private let analysis: Analysis
  private let stored: EarlierSuite.Case
  private let combination: Combination
  private let explanation: CaseExplanation

  package init(
    _ analysed: AnalysedSpecification,
    case stored: EarlierSuite.Case,
    _ combination: Combination,
    _ explanation: CaseExplanation
  ) {
    specification = analysed.specification
    analysis = analysed.analysis
    self.stored = stored
    self.combination = combination
    self.explanation = explanation
  }

  /// The explanation within so many columns.
  package func text(columns: Int, usesColor: Bool = false) -> String {
    var text = TerminalText(columns: columns, usesColor: usesColor)
    text.heading("\(stored.id): \(specification.feature)")
    text.combination(combination, of: specification)
    verdict(&text)
    if !explanation.overridden.isEmpty {
      text.heading("matches too, and gives way:")
      for overridden in explanation.overridden {
        text.rule(overridden.rule, of: specification, note: reason(overridden))
      }
    }
    if !explanation.near.isEmpty {
      text.heading("almost matches:")
      for near in explanation.near { text.item(near.phrase) }
    }
    if stored.status != explanation.status.rawValue || stored.expected != expected {
      text.heading("The spec has changed since this case was generated; generate again.", .open)
    }
    return text.text
  }

  private func verdict(_ text: inout TerminalText) {
    switch explanation.status {
    case .undefined:
      text.heading("undefined: no rule matches", .error)
    case .undecided:
      text.heading("undecided, since a rule says so:", .open)
    case .contradictory:
      text.heading(
        "contradictory: rules match of which none overrides another, and they disagree:",
        .error
      )
    case .defined:
      let count = explanation.winners.count
      text.heading(count == 1 ? "decided by:" : "decided by \(count) rules that say the same:")
    }
    for rule in explanation.winners { text.rule(rule, of: specification) }
    for finding in analysis.findings where explanation.questions.contains(finding.id) {
      text.item("\(finding.id) \(finding.message)")
    }
  }

  /// The rules that take its place and why.
  private func reason(_ overridden: CaseExplanation.Overridden) -> String {
    let names = overridden.by.map { by in
      let id = specification.expectations[by.rule].id
      return by.saysSo
        ? "`\(id)` says that it overrides it"
        : "`\(id)` is the exception, it covers a proper part of what this covers"
    }
    return names.joined(separator: "; ")
  }

  private var expected: [String] {
    guard explanation.status == .defined || explanation.status == .contradictory else { return [] }
    var expected: [String] = []
    for result in explanation.winners.flatMap({ specification.expectations[$0].results ?? [] })
    where !expected.contains(result) {
      expected.append(result)
    }
    return expected
  }
}
