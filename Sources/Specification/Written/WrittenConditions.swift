import Diagnostics
import YAMLSyntax

/// A condition as it is written, before the names in it are looked up.
struct WrittenCondition {
  /// Never empty; each holds where all its terms do.
  var alternatives: [[WrittenTerm]]
  var span: SourceSpan
}

/// What a condition says of one factor.
struct WrittenTerm {
  /// Which values are meant.
  enum Choice {
    /// Texts of which one must hold; never empty.
    case texts([ConditionText])
    /// The valid values that none of the keys beside `others` covers.
    ///
    /// - Parameters:
    ///   - beside: The keys beside it.
    ///   - span: The word.
    case others(beside: [ConditionText], span: SourceSpan)
    /// The same as `texts`, of the factor `operation`.
    case operations([OperationText])
  }

  /// The name that conditions give to the operation.
  static let operationName = "operation"

  var factor: String
  var choice: Choice
  /// The factor's name.
  var span: SourceSpan
}

/// Whether a condition may name the operation.
enum OperationNaming {
  case allowed
  /// Not, for this reason.
  case refused(String)
}

extension SyntaxReader {
  /// A map of factors to what they may be, or a list of such maps.
  mutating func condition(
    _ node: SyntaxNode,
    _ subject: String,
    operation: OperationNaming = .allowed
  ) -> WrittenCondition? {
    switch node.content {
    case .mapping(let entries):
      guard let terms = terms(entries, of: node, subject, operation) else { return nil }
      return WrittenCondition(alternatives: [terms], span: node.span)
    case .sequence:
      guard let items = filledList(node, subject) else { return nil }
      let alternatives = items.compactMap { item in
        mapping(item, "an alternative of \(subject)").flatMap {
          terms($0, of: item, subject, operation)
        }
      }
      guard alternatives.count == items.count else { return nil }
      return WrittenCondition(alternatives: alternatives, span: node.span)
    case .scalar:
      wrongType(
        node,
        subject,
        expected: "a map of factors to values",
        help: ["for example `{plan: free}`"]
      )
      return nil
    }
  }

  private mutating func terms(
    _ entries: [SyntaxEntry],
    of node: SyntaxNode,
    _ subject: String,
    _ operation: OperationNaming
  ) -> [WrittenTerm]? {
    if entries.isEmpty {
      report(.emptyCondition, "\(subject) must name at least one factor", at: node.span)
      return nil
    }
    let terms = entries.enumerated().compactMap { number, entry -> WrittenTerm? in
      if entry.value.isNull, number > 0, reportSplit(entry, behind: entries[number - 1]) {
        return nil
      }
      if entry.key == WrittenTerm.operationName, case .refused(let reason) = operation {
        report(
          .unknownFactor,
          "\(subject) must not name `operation`",
          at: entry.keySpan,
          help: [reason]
        )
        return nil
      }
      return choice(entry).map {
        WrittenTerm(factor: entry.key, choice: $0, span: entry.keySpan)
      }
    }
    return terms.count == entries.count ? terms : nil
  }

  /// Reports a value that a comma in braces made an entry of its own: `{plan: free, premium}`.
  private mutating func reportSplit(_ entry: SyntaxEntry, behind previous: SyntaxEntry) -> Bool {
    guard let value = previous.value.writtenScalar?.text,
      previous.keySpan.start.line == entry.keySpan.start.line
    else { return false }
    report(
      .wrongType,
      "`\(entry.key)` has no value: in braces a comma separates entries",
      at: entry.keySpan,
      help: ["several values have brackets: `\(previous.key): [\(value), \(entry.key)]`"]
    )
    return true
  }

  /// What stands behind a factor: a text, or a list of texts.
  private mutating func choice(_ entry: SyntaxEntry) -> WrittenTerm.Choice? {
    let isOperation = entry.key == WrittenTerm.operationName
    let subject = isOperation ? "`operation`" : "the condition on `\(entry.key)`"
    var items = [entry.value]
    switch entry.value.content {
    case .scalar: break
    case .sequence:
      guard let list = filledList(entry.value, subject) else { return nil }
      items = list
    case .mapping:
      wrongType(
        entry.value,
        subject,
        expected: "a value or a list of values",
        help: ["the forms are `free`, `not free`, `2..5`, `60..`, `valid`, `invalid`, `any`"]
      )
      return nil
    }
    if isOperation {
      let texts = items.compactMap { item in
        scalar(item, subject).flatMap { operationText($0, at: item.span, subject) }
      }
      return texts.count == items.count ? .operations(texts) : nil
    }
    let texts = items.compactMap { item in
      scalar(item, subject).flatMap { conditionText($0, at: item.span, subject) }
    }
    return texts.count == items.count ? .texts(texts) : nil
  }

  private mutating func scalar(_ node: SyntaxNode, _ subject: String) -> String? {
    if let scalar = node.writtenScalar { return scalar.text }
    wrongType(
      node,
      node.isNull ? subject : "an item of \(subject)",
      expected: "a value",
      help: node.isNull ? ["to say that it makes no difference write `any`"] : []
    )
    return nil
  }
}
