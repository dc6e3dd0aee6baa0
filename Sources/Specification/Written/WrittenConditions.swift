import Diagnostics
import YAMLSyntax

/// A condition as it is written, before the names in it are looked up.
struct WrittenCondition {
  /// Never empty; each holds if all its terms do.
  var alternatives: [[WrittenTerm]]
  var span: SourceSpan
}

struct WrittenTerm {
  enum Choice {
    /// Texts of which one must hold; never empty.
    case texts([ConditionText])
    /// The valid values that none of the keys beside `others` covers; the place is that of the word.
    case others(beside: [ConditionText], span: SourceSpan)
    /// The same as `texts`, of the factor `operation`.
    case operations([OperationText])
    /// A value that could not be read; the names beside it are still looked up.
    case unreadable
  }

  /// The name that conditions give to the operation.
  static let operationName = "operation"

  var factor: String
  var choice: Choice
  var span: SourceSpan

  /// What it says, and what the keys beside it do; nothing of the operation.
  var conditionTexts: [ConditionText] {
    switch choice {
    case .texts(let texts), .others(let texts, _): texts
    case .operations, .unreadable: []
    }
  }

  var isCompared: Bool { conditionTexts.contains { $0.comparison != nil } }
}

extension SyntaxReader {
  /// A map of factors to what they may be, or a list of such maps, with the reason why it must not name the operation.
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
      let right = (node.writtenScalar?.text).flatMap {
        ForeignKeys.conditions($0) { (lines[$0]?.scale ?? .integer).beyond($1, isMore: $2) }
      }
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
    if let joint = entries.first(where: { Self.joints[$0.key.lowercased()] != nil }),
      !joint.value.items.isEmpty, joint.value.items.allSatisfy({ !$0.entries.isEmpty })
    {
      return reportJoint(joint, in: node, subject, lines)
    }
    return entries.enumerated().mapAll { number, entry -> WrittenTerm? in
      if entry.value.isNull, reportSign(entry, on: lines) { return nil }
      if entry.value.isNull, number > 0, reportSplit(entry, behind: entries[number - 1]) {
        return nil
      }
      if entry.key == WrittenTerm.operationName, let refusal {
        let message = "\(subject) must not name `operation`"
        return reject(.unknownFactor, message, at: entry.keySpan, help: [refusal])
      }
      let choice = choice(entry, on: lines[entry.key]) ?? .unreadable
      return WrittenTerm(factor: entry.key, choice: choice, span: entry.keySpan)
    }
  }

  /// Keys that join conditions in other formats; true for those of which one must hold.
  private static let joints = [
    "and": false, "all": false, "all_of": false, "allof": false, "or": true, "any": true,
    "any_of": true, "anyof": true,
  ]

  /// Reports conditions that are joined by a key: maps and lists do without.
  private func reportJoint<Nothing>(
    _ joint: SyntaxEntry,
    in node: SyntaxNode,
    _ subject: String,
    _ lines: [String: NumberLine]
  ) -> Nothing? {
    func text(_ entries: [SyntaxEntry]) -> String {
      entries.map { entry in
        let texts = entry.value.items.compactMap { $0.writtenScalar?.text.asFlowScalar }
        let value = entry.value.writtenScalar.map { scalar in
          ForeignKeys.condition(scalar.text) {
            (lines[entry.key]?.scale ?? .integer).beyond($0, isMore: $1)
          } ?? scalar.text.asFlowScalar
        }
        return "\(entry.key.asFlowScalar): "
          + (value ?? (texts.isEmpty ? "…" : "[\(texts.joined(separator: ", "))]"))
      }.joined(separator: ", ")
    }
    let others = node.entries.filter { $0.key != joint.key }
    let maps = joint.value.items.map(\.entries)
    let isEither = Self.joints[joint.key.lowercased()] ?? false
    let right =
      isEither
      ? "[\(maps.map { "{\(text(others + $0))}" }.joined(separator: ", "))]"
      : "{\(text(others + maps.flatMap(\.self)))}"
    return reject(
      .unreadableCondition,
      "\(subject) has no `\(joint.key)`: a map holds if all of it does, a list of maps if one of them does",
      at: joint.keySpan,
      help: ["write `\(right)`"],
      repair: right.contains("…") ? nil : Diagnostic.Repair(right, at: node.span)
    )
  }

  /// Reports a condition in signs in place of a factor and its value: `{card != valid}`.
  private func reportSign(_ entry: SyntaxEntry, on lines: [String: NumberLine]) -> Bool {
    let right = ForeignKeys.conditions(entry.key) {
      (lines[$0]?.scale ?? .integer).beyond($1, isMore: $2)
    }
    guard let text = right?.dropFirst().dropLast() else { return false }
    report(
      .unreadableCondition,
      "`\(entry.key)` is not a factor with a value",
      at: entry.keySpan,
      help: ["write `\(text)`"],
      repair: Diagnostic.Repair(String(text), at: entry.keySpan)
    )
    return true
  }

  /// Reports a value that a comma in braces made an entry of its own: `{plan: free, premium}`.
  private func reportSplit(_ entry: SyntaxEntry, behind previous: SyntaxEntry) -> Bool {
    guard let value = previous.value.writtenScalar?.text,
      previous.keySpan.start.line == entry.keySpan.start.line
    else { return false }
    let isNegated = value.hasPrefix("not ")
    let written = isNegated ? "\"\(value), \(entry.key)\"" : "[\(value), \(entry.key)]"
    report(
      .wrongType,
      "`\(entry.key)` has no value: in braces a comma separates entries",
      at: entry.keySpan,
      help: [
        "several values need \(isNegated ? "quotes" : "brackets"): `\(previous.key): \(written)`"
      ]
    )
    return true
  }

  /// What stands behind a factor: a text, or a list of texts.
  private func choice(_ entry: SyntaxEntry, on line: NumberLine?) -> WrittenTerm.Choice? {
    let isOperation = entry.key == WrittenTerm.operationName
    let subject = isOperation ? "`operation`" : "the condition on `\(entry.key)`"
    var items = [entry.value]
    switch entry.value.content {
    case .scalar(let scalar):
      guard !isOperation, let values = ForeignKeys.alternatives(scalar.text),
        NumberSlip(scalar.text, on: line) == nil
      else { break }
      return reject(
        .unreadableCondition,
        "separate values with commas in \(subject), instead of `\(scalar.text)`",
        at: entry.value.span,
        help: ["write `[\(values.joined(separator: ", "))]`"],
        repair: Diagnostic.Repair("[\(values.joined(separator: ", "))]", at: entry.value.span)
      )
    case .sequence:
      guard let list = filledList(entry.value, subject) else { return nil }
      items = list
    case .mapping:
      return wrongType(
        entry.value,
        subject,
        expected: "a value or a list of values",
        help: Self.denial(entry.value).map { ["write `\($0)`"] } ?? [
          "the forms are `free`, `not free`, `2..5`, `60..`, `valid`, `invalid`, `any`"
        ],
        right: Self.denial(entry.value)
      )
    }
    func texts<Text>(_ read: (String, SourceSpan) -> Text?) -> [Text]? {
      items.mapAll { item in scalar(item, subject).flatMap { read($0, item.span) } }
    }
    return isOperation
      ? texts { operationText($0, at: $1, subject) }.map { .operations($0) }
      : texts { conditionText($0, at: $1, of: entry.key, on: line) }.map { .texts($0) }
  }

  /// What `{not: guest}` says in the language; `nil` for any other map.
  private static func denial(_ node: SyntaxNode) -> String? {
    guard node.entries.count == 1, let entry = node.entry("not") else { return nil }
    let items = entry.value.items.isEmpty ? [entry.value] : entry.value.items
    guard let values = items.mapAll({ $0.writtenScalar?.text }) else { return nil }
    let text = "not \(values.joined(separator: ", "))"
    return values.count > 1 ? "\"\(text)\"" : text
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
