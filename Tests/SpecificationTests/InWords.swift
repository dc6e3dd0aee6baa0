import Diagnostics
import Specification
import YAMLSyntax

/// The parsed spec in lines, so that a record shows the meaning beside the text.
extension Specification {
  var inWords: [String] {
    let head: [(String, String?)] = [
      ("id", id), ("feature", "\(feature) \(featureSpan.place)"), ("language", language.rawValue),
      ("owner", owner), ("sources", sources.inList), ("start", start),
      ("traits", traits.map { "\($0)" }), ("strength", "\(coverage.strength)"),
    ]
    return facts(head) + factors.flatMap(inWords)
      + operations.flatMap(inWords)
      + dismissed.map { "dismissed \($0.id) \($0.span.place): \($0.reason)" }
      + impossible.map {
        "impossible \($0.span.place): \(inWords($0.when))"
          + facts([("because", $0.because), ("house", $0.house?.inWords)]).inBraces
      }
      + rules.map(inFull)
      + precedence.map { list in
        let names = list.entries.map { entry in
          "\(entry.rule.map { rules[$0].id } ?? "others") \(entry.span.place)"
        }
        return "precedence \(list.span.place): \(names.joined(separator: ", "))"
      }
      + questions.map { question in
        "question" + inWords(question.question)
          + facts([
            ("operation", question.operation), ("decision", question.decision.inList),
            ("source", question.source), ("house", question.house?.inWords),
          ]).inBraces
      } + casesInWords
  }

  private var casesInWords: [String] {
    coverage.every.map { group in
      let names = group.factors.map { $0 == operationFactor ? "operation" : factors[$0].name }
      return "every: \(names.joined(separator: ", "))"
    }
      + coverage.include.map {
        "case: \(inWords($0.row))" + facts([("because", $0.because)]).inBraces
      }
  }

  /// The conditions of rules, cases, impossible combinations, and applicability.
  var conditionsInWords: [String] {
    rules.map { "rule: \(inWords($0.when))" } + impossible.map { "impossible: \(inWords($0.when))" }
      + factors.compactMap { factor in
        factor.onlyWhen.map { "\(factor.name) only_when: \(inWords($0))" }
      }
      + operations.compactMap { operation in
        operation.onlyWhen.map { "\(operation.id) only_when: \(inWords($0))" }
      } + casesInWords
  }

  private func inWords(_ factor: Factor) -> [String] {
    let more = facts([
      ("usual", factor.values[factor.usual].id), ("yes or no", factor.isYesNo ? "true" : nil),
      ("start", factor.start.map { "\($0.map { factor.values[$0].id })" }),
      ("only_when", factor.onlyWhen.map(inWords)), ("note", factor.note), ("how", factor.how),
      ("compares", factor.comparison.map { "\(factors[$0.left].name), \(factors[$0.right].name)" }),
    ])
    return ["\(factor.kind) \(factor.name) \(factor.span.place): \(factor.label)\(more.inBraces)"]
      + factor.values.map { "  " + inWords($0) }
  }

  private func inWords(_ operation: Operation) -> [String] {
    let more = facts([
      ("own label", operation.hasOwnLabel ? "true" : nil),
      ("parts", operation.hasParts ? "true" : nil), ("entry", operation.catalogueEntry?.id),
      ("asks", operation.catalogueEntry?.question(language)),
      ("only_when", operation.onlyWhen.map(inWords)), ("note", operation.note),
      ("how", operation.how),
    ])
    return ["operation \(operation.id) \(operation.span.place): \(operation.label)\(more.inBraces)"]
      + operation.variants.map { "  " + inWords($0) }
  }

  private func inWords(_ value: FactorValue) -> String {
    let sample = value.sample.map { $0.count > 20 ? "\($0.count) characters" : "“\($0)”" }
    return "\(value.id)\(value.isInvalid ? "!" : ""): \(value.label)"
      + facts([
        ("own label", value.hasOwnLabel ? "true" : nil), ("number", value.number.map { "\($0)" }),
        ("class", value.numbers.map { "\($0)" }), ("sample", sample), ("note", value.note),
        ("only_when", value.onlyWhen.map(inWords)), ("how", value.how),
      ]).inBraces
  }

  private func inFull(_ rule: Rule) -> String {
    let moves = rule.becomes.map { move in
      switch move.target {
      case .value(let value):
        "\(factors[move.factor].name)=\(factors[move.factor].values[value].id)"
      case .any: "\(factors[move.factor].name)=any"
      case .step(let step): "\(factors[move.factor].name)\(step < 0 ? "" : "+")\(step)"
      }
    }
    let terms = rule.when.alternatives.flatMap(\.terms).map(\.span.place)
    let path = rule.path.map { step in
      switch step {
      case .key(let key): key
      case .item(let item): "\(item)"
      }
    }
    let more: [(String, String?)] = [
      ("own id", rule.hasOwnID ? "true" : nil), ("adds", rule.isAddition ? "true" : nil),
      ("becomes", moves.inList), ("because", rule.because), ("priority", rule.priority?.rawValue),
      ("source", rule.source), ("first", rule.order.map { $0.because ?? "true" }),
      ("house", rule.house?.inWords), ("path", path.joined(separator: " / ")),
      ("terms", terms.joined(separator: " ")),
    ]
    var words = "rule \(rule.id) \(rule.span.place): \(inWords(rule))"
    if case .question(let question) = rule.outcome { words += inWords(question) }
    return words + facts(more).inBraces
  }

  private func inWords(_ question: Rule.OpenQuestion) -> String {
    " \(question.span.place): \(question.text)"
      + facts([
        ("options", question.options.isEmpty ? nil : "\(question.options)"), ("ask", question.ask),
        ("until", question.until.map { "\($0)" }),
      ]).inBraces
  }

  private func facts(_ facts: [(name: String, value: String?)]) -> [String] {
    facts.compactMap { fact in fact.value.map { "\(fact.name): \($0)" } }
  }

  /// Returns a condition as `operation=back & login=guest|member or …`, with `–` for not applicable.
  func inWords(_ condition: Condition) -> String {
    condition.alternatives.map { $0.terms.map(inWords).joined(separator: " & ") }
      .joined(separator: " or ")
  }

  /// Returns a row of `cases`, or one alternative of a condition.
  func inWords(_ conjunction: Conjunction) -> String {
    conjunction.terms.map(inWords).joined(separator: " & ")
  }

  /// Returns a rule without its id: `operation=back & login=guest → One + Two`, `?` before a question, `…` for placeholders.
  func inWords(_ rule: Rule) -> String {
    let outcome =
      switch rule.outcome {
      case .then(let results): results.map(\.text).joined(separator: " + ")
      case .placeholder(let open): "…" + open.results.map(\.text).joined(separator: " + ")
      case .question(let question): "?" + question.text
      }
    return "\(inWords(rule.when)) → \(outcome)"
  }

  /// All rules of the spec with their ids.
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
  /// The ids, invalid ones followed by `!`: `0! 1 2 4 5!`.
  var inWords: String { map { $0.id + ($0.isInvalid ? "!" : "") }.joined(separator: " ") }
}

extension [String] {
  fileprivate var inList: String? { isEmpty ? nil : joined(separator: ", ") }

  fileprivate var inBraces: String { isEmpty ? "" : " {\(joined(separator: "; "))}" }
}

extension HouseOrigin {
  fileprivate var inWords: String { "\(path):\(line)" }
}

extension SourceSpan {
  fileprivate var place: String { "\(start.line):\(start.column)" }
}
