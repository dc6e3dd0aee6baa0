import Diagnostics
import YAMLSyntax

enum ImpossibleKey: String, CaseIterable {
  case when, because
}

/// The keys of a map that may contain a question.
protocol AskingKey: RawRepresentable<String>, CaseIterable {
  static var question: Self { get }
  static var options: Self { get }
  static var ask: Self { get }
  static var until: Self { get }
}

enum QuestionKey: String, AskingKey {
  case question, operation, options, ask, until, then, source
}

struct WrittenImpossibility {
  var when: WrittenCondition
  var because: String?
  var span: SourceSpan
}

/// A rule as written, in any of the three shapes, before the names in it are resolved.
struct WrittenRule {
  /// The key under `rules`.
  var operations: OperationText
  /// The terms of the keys above in a tree and of its `when`; each alternative holds if all its terms do.
  var alternatives: [[WrittenTerm]]
  var becomes: [WrittenMove] = []
  /// The parts without names: the rule without condition and moves, and with an id only if one is written.
  var rule: Rule

  var subject: String { rule.hasOwnID ? "rule `\(rule.id)`" : "a rule" }
}

/// The keys of a rule; a map without any of them is a tree.
enum RuleKey: String, AskingKey {
  case when, then, adds, becomes, question, options, ask, until, because, id, priority, source
}

/// The keys of a list whose first applicable rule decides.
enum OrderKey: String, CaseIterable {
  case first, because
}

extension SyntaxReader {
  func impossible(
    _ node: SyntaxNode,
    on lines: [String: NumberLine] = [:]
  ) -> [WrittenImpossibility] {
    let items = list(node, "`impossible`", item: "{when: …, because: …}") ?? []
    let help = ["for example `{when: {plan: free, login: guest}, because: guests have no plan}`"]
    return items.enumerated().compactMap { number, item in
      let subject = "entry \(number + 1) of `impossible`"
      if let first = item.entries.first,
        item.entries.allSatisfy({ ImpossibleKey(rawValue: $0.key) == nil })
      {
        return reject(
          .missingKey,
          "\(subject) has no `when`",
          at: first.keySpan,
          help: ["put the condition under it: `{when: {\(first.key): …}, because: …}`"]
        )
      }
      guard let fields = fields(of: item, ImpossibleKey.self, subject: subject, help: help) else {
        return nil
      }
      let because = fields.text(.because)
      guard let (_, node) = fields.one(of: .when, help: help),
        let when = condition(node, fields.name(.when), on: lines)
      else { return nil }
      return WrittenImpossibility(when: when, because: because, span: item.span)
    }
  }

  func teamQuestions(_ node: SyntaxNode) -> [TeamQuestion] {
    let items = list(node, "`questions`", item: "question: …") ?? []
    return items.enumerated().compactMap { number, item in
      let subject = "entry \(number + 1) of `questions`"
      let help = ["write `- question: …`"]
      guard let fields = fields(of: item, QuestionKey.self, subject: subject, help: help),
        let (_, question) = fields.one(of: .question, help: help)
      else { return nil }
      let asked = openQuestion(question, fields)
      let operation = fields[.operation].flatMap { name($0, fields.name(.operation)) }
      let decision = fields[.then].flatMap { results($0, fields.name(.then)) } ?? []
      let source = fields.text(.source)
      return asked.map {
        TeamQuestion(
          question: $0,
          operation: operation,
          operationSpan: fields[.operation]?.span,
          decision: decision.map(\.text),
          source: source
        )
      }
    }
  }
}

/// The change of a factor by a rule, as written.
struct WrittenMove {
  var factor: String
  var text: String
  /// The places of the factor and of the value.
  var span: SourceSpan
  var valueSpan: SourceSpan

  /// A step up or down: `+1`, `-1`.
  var step: Int? { ["+1": 1, "-1": -1][text] }
}
