import Diagnostics
import YAMLSyntax

enum ImpossibleKey: String, CaseIterable {
  case when, because
}

/// The keys of a map that may ask something.
protocol AskingKey: RawRepresentable<String>, CaseIterable {
  static var question: Self { get }
  static var options: Self { get }
  static var ask: Self { get }
  static var until: Self { get }
}

enum QuestionKey: String, AskingKey {
  case question, operation, options, ask, until, then, source
}

/// An impossibility as it is written.
struct WrittenImpossibility {
  var when: WrittenCondition
  var because: String?
  var span: SourceSpan
}

/// A rule as it is written, whichever of the three shapes it has, before the names in it are looked up.
struct WrittenRule {
  /// The key under `rules`.
  var operations: OperationText
  /// What the keys of the tree above it say, then what its `when` says; each alternative holds if all its terms do.
  var alternatives: [[WrittenTerm]]
  var becomes: [WrittenMove] = []
  /// All that needs no names: the rule with no condition and no moves, and without an id unless it has its own.
  var rule: Rule

  var subject: String { rule.hasOwnID ? "rule `\(rule.id)`" : "a rule" }
}

/// The keys of a rule; a map that has one of them is a rule, every other one a tree.
enum RuleKey: String, AskingKey {
  case when, then, adds, becomes, question, options, ask, until, because, id, priority, source
}

/// The keys of a list of which the first rule that fits decides.
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

/// What a rule says that a factor becomes, as it is written.
struct WrittenMove {
  var factor: String
  var text: String
  /// Where the factor is named, and where the value.
  var span: SourceSpan
  var valueSpan: SourceSpan

  /// A number more or less: `+1`, `-1`.
  var step: Int? { ["+1": 1, "-1": -1][text] }
}
