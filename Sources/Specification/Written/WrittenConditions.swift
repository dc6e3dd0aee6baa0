import Diagnostics
import YAMLSyntax

/// A condition as written, before the names in it are resolved.
struct WrittenCondition {
  /// The alternatives, never empty; each holds if all its terms do.
  var alternatives: [[WrittenTerm]]
  var span: SourceSpan
}

struct WrittenTerm {
  enum Choice {
    /// Texts one of which must hold; never empty.
    case texts([ConditionText])
    /// The valid values that no key beside `others` covers; the place is that of the word.
    case others(beside: [ConditionText], span: SourceSpan)
    /// Texts for the factor `operation`.
    case operations([OperationText])
    /// A value that could not be read; the names beside it are still looked up.
    case unreadable
  }

  static let operationName = "operation"

  var factor: String
  var choice: Choice
  var span: SourceSpan

  /// The texts of the value, or of the keys beside `others`; empty for operations.
  var conditionTexts: [ConditionText] {
    switch choice {
    case .texts(let texts), .others(let texts, _): texts
    case .operations, .unreadable: []
    }
  }

  var isCompared: Bool { conditionTexts.contains { $0.comparison != nil } }
}

extension SyntaxReader {
  /// Reads a map from factors to values, or a list of such maps; `refusal` is the help if it must not name the operation.
  func condition(
    _ node: SyntaxNode,
    _ subject: String,
    refusingOperation refusal: String? = nil,
    on lines: [String: NumberLine]
  ) -> WrittenCondition? {
    switch node.content {
    case .mapping:
      guard let terms = terms(of: node, subject, refusal, lines) else { return nil }
      return WrittenCondition(alternatives: [terms], span: node.span)
    case .sequence:
      guard let items = filledList(node, subject) else { return nil }
      return items.mapAll { item in
        mapping(item, "an alternative of \(subject)").flatMap { _ in
          terms(of: item, subject, refusal, lines)
        }
      }.map { WrittenCondition(alternatives: $0, span: node.span) }
    case .scalar:
      let right = (node.writtenScalar?.text).flatMap(ForeignCondition(lines: lines).expression)
        .map { "{\($0)}" }
      return wrongType(
        node,
        subject,
        expected: "a map of factors to values",
        help: [
          right.map { "write `\($0)`" } ?? "write factors with their values, such as `\(condition)`"
        ],
        right: right
      )
    }
  }

  private func terms(
    of node: SyntaxNode,
    _ subject: String,
    _ refusal: String?,
    _ lines: [String: NumberLine]
  ) -> [WrittenTerm]? {
    let entries = node.entries
    if entries.isEmpty {
      return reject(.emptyCondition, "\(subject) must name at least one factor", at: node.span)
    }
    let foreign = ForeignCondition(lines: lines)
    if let (joint, right) = foreign.joint(in: node) {
      return reportForeign(subject, at: joint.keySpan, right, inPlaceOf: node.span)
    }
    return entries.enumerated().mapAll { number, entry -> WrittenTerm? in
      if entry.value.isNull, let right = foreign.expression(entry.key) {
        return reportForeign(subject, at: entry.keySpan, right, inPlaceOf: entry.keySpan)
      }
      if entry.value.isNull, let parted = parted(number, of: entries) {
        let message = "`\(parted.part.key)` has no value"
        return reject(.wrongType, message, at: parted.part.keySpan, help: [parted.help])
      }
      if entry.key == WrittenTerm.operationName, let refusal {
        let message = "\(subject) must not name `operation`"
        return reject(.unknownFactor, message, at: entry.keySpan, help: [refusal])
      }
      let choice = choice(entry, foreign) ?? .unreadable
      return WrittenTerm(factor: entry.key, choice: choice, span: entry.keySpan)
    }
  }

  private func reportForeign<Value>(
    _ subject: String,
    at place: SourceSpan,
    _ right: String,
    inPlaceOf wrong: SourceSpan
  ) -> Value? {
    reject(
      .unreadableCondition,
      "\(subject) uses the syntax of another language",
      at: place,
      help: ["write `\(right)`"],
      repair: right.contains("…") ? nil : Diagnostic.Repair(right, at: wrong)
    )
  }

  /// Reads the value of a factor: a text, or a list of texts.
  private func choice(_ entry: SyntaxEntry, _ foreign: ForeignCondition) -> WrittenTerm.Choice? {
    let isOperation = entry.key == WrittenTerm.operationName
    let subject = isOperation ? "`operation`" : "the condition on `\(entry.key)`"
    let (node, right) = (entry.value, foreign.value(entry.value, of: entry.key))
    var items = [node]
    switch node.content {
    case .scalar:
      if let right { return reportForeign(subject, at: node.span, right, inPlaceOf: node.span) }
    case .sequence:
      guard let list = filledList(node, subject) else { return nil }
      items = list
    case .mapping:
      return wrongType(
        node,
        subject,
        expected: "a value or a list of values",
        help: [
          right.map { "write `\($0)`" }
            ?? "the forms are `free`, `not free`, `2..5`, `60..`, `valid`, `invalid`, `any`"
        ],
        right: right
      )
    }
    func texts<Text>(_ text: (ConditionReader) -> Text?) -> [Text]? {
      items.mapAll { item in
        scalar(item, subject).flatMap {
          text(reader($0, at: item.span, subject, on: foreign.lines[entry.key]))
        }
      }
    }
    return isOperation
      ? texts { $0.operations() }.map { .operations($0) }
      : texts { $0.condition() }.map { .texts($0) }
  }

  func reader(
    _ text: String,
    at span: SourceSpan,
    _ subject: String,
    on line: NumberLine? = nil
  ) -> ConditionReader {
    ConditionReader(text: text, span: span, subject: subject, line: line, read: self)
  }

  private func scalar(_ node: SyntaxNode, _ subject: String) -> String? {
    if let scalar = node.writtenScalar { return scalar.text }
    return wrongType(
      node,
      node.isNull ? subject : "an item of \(subject)",
      expected: "a value",
      help: node.isNull ? ["to say that it makes no difference write `any`"] : []
    )
  }
}
