import Specification

/// A spec's conditions and rules on one line each, so that a test shows what was meant beside what was written.
extension Specification {
  /// A condition: `operation=back & login=guest|member or …`; a `–` stands for not applicable.
  func inWords(_ condition: Condition) -> String {
    condition.alternatives.map { $0.terms.map(inWords).joined(separator: " & ") }
      .joined(separator: " or ")
  }

  /// A row of `cases`, or one alternative of a condition.
  func inWords(_ conjunction: Conjunction) -> String {
    conjunction.terms.map(inWords).joined(separator: " & ")
  }

  /// A rule without its id: `operation=back & login=guest → One + Two`, a question with `?` before it, results with a placeholder with `…`.
  func inWords(_ rule: Rule) -> String {
    let outcome =
      switch rule.outcome {
      case .then(let results): results.map(\.text).joined(separator: " + ")
      case .placeholder(let open): "…" + open.results.map(\.text).joined(separator: " + ")
      case .question(let question): "?" + question.text
      }
    return "\(inWords(rule.when)) → \(outcome)"
  }

  /// All rules of the spec, with their ids.
  var rulesInWords: [String] { rules.map { "\($0.id): \(inWords($0))" } }

  private func inWords(_ term: Term) -> String {
    let isOperation = term.factor == operationFactor
    let name = isOperation ? "operation" : factors[term.factor].name
    let ids = isOperation ? operationValues.map(\.id) : factors[term.factor].values.map(\.id)
    let values = term.values.map { ids[$0] } + (term.allowsNotApplicable ? ["–"] : [])
    return "\(name)=\(values.joined(separator: "|"))"
  }
}

extension Sequence<FactorValue> {
  /// The ids, an invalid one with a `!` behind it: `0! 1 2 4 5!`.
  var inWords: String { map { $0.id + ($0.isInvalid ? "!" : "") }.joined(separator: " ") }
}
