import Diagnostics
import YAMLSyntax

/// The keys of what cannot happen.
enum ImpossibleKey: String, CaseIterable {
  case when, because
}

/// The keys of a question beside the matrix.
enum QuestionKey: String, CaseIterable {
  case question, operation, options, ask, until, then, source
}

/// What cannot happen as it is written.
struct WrittenImpossibility {
  var when: WrittenCondition
  var because: String?
  var span: SourceSpan
}

extension SyntaxReader {
  /// The entries of `impossible`.
  mutating func impossible(_ node: SyntaxNode) -> [WrittenImpossibility] {
    (list(node, "`impossible`", item: "{when: …, because: …}") ?? []).enumerated().compactMap {
      number,
      item in
      let subject = "entry \(number + 1) of `impossible`"
      let help = ["for example `{when: {plan: free, login: guest}, because: guests have no plan}`"]
      if isNested(item, ImpossibleKey.self), case .mapping(let entries) = item.content {
        report(
          .missingKey,
          "\(subject) has no `when`",
          at: entries[0].keySpan,
          help: ["put the condition under it: `{when: {\(entries[0].key): …}, because: …}`"]
        )
        return nil
      }
      guard let fields = fields(of: item, ImpossibleKey.self, subject: subject, help: help) else {
        return nil
      }
      let because = text(fields[.because], fields.name(.because))
      guard
        let node = fields[.when]
          ?? (fields.hasUnknownKeys ? nil : required(.when, of: fields, help: help)),
        let when = condition(node, fields.name(.when))
      else { return nil }
      return WrittenImpossibility(when: when, because: because, span: item.span)
    }
  }

  /// The entries of `questions`.
  mutating func teamQuestions(_ node: SyntaxNode) -> [TeamQuestion] {
    (list(node, "`questions`", item: "question: …") ?? []).enumerated().compactMap { number, item in
      let subject = "entry \(number + 1) of `questions`"
      guard
        let fields = fields(
          of: item,
          QuestionKey.self,
          subject: subject,
          help: ["write `- question: …`"]
        ),
        let question = fields[.question]
          ?? (fields.hasUnknownKeys ? nil : required(.question, of: fields))
      else { return nil }
      let asked = openQuestion(
        question,
        options: fields[.options],
        ask: fields[.ask],
        until: fields[.until],
        subject: subject
      )
      let operation = fields[.operation].flatMap { name($0, fields.name(.operation)) }
      let decision = fields[.then].flatMap { results($0, fields.name(.then)) } ?? []
      let source = text(fields[.source], fields.name(.source))
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
