import Diagnostics
import Text
import YAMLSyntax

/// What a condition says of a factor in a text: `free`, `free, premium`, `not free`, `2..5`, `60..`, `valid`.
///
/// Read without knowing the factor: whether it has such values is known only once all names are.
struct ConditionText {
  /// The text between two commas.
  enum Item: Equatable {
    case name(String)
    /// A closed interval, or one with an open end.
    case interval(from: String?, to: String?)
    case word(Word)
  }

  enum Word: String {
    /// All values that are valid, or invalid; every one and, if the factor does not apply, that.
    case valid, invalid, any
    /// In a tree: the valid values that no key beside it names.
    case others
  }

  /// Never empty, unless there is a comparison.
  var items: [Item]
  /// True if `not` stands in front: it governs all items.
  var isNegated = false
  /// What must hold besides: `more than free`.
  var comparison: WrittenComparison?
  var text: String
  var span: SourceSpan

  /// The text as a part of a derived id: `not free` gives `not-free`, `1..80` gives `1-80`, `09:30` gives `0930`.
  static func idPart(_ text: String) -> String {
    text.replacing("..", with: "-").replacing(":", with: "").split {
      $0.isWhitespace || ",/-".contains($0)
    }
    .joined(separator: "-")
  }
}

/// The number of another factor, as a condition compares with it.
struct WrittenComparison {
  var words: Comparison.Words
  var factor: String
  var isNegated: Bool

  var relations: Set<Comparison.Relation> {
    isNegated ? Set(Comparison.Relation.allCases).subtracting(words.relations) : words.relations
  }
}

/// Operations as the key of rules and the factor `operation` name them: `accept`, `add_item/81, add_item/emoji`.
struct OperationText {
  struct Selector: Equatable {
    var operation: String
    /// The part after the `/`; `nil` for the bare operation.
    var variant: ConditionText.Item?
    var text: String
  }

  /// Never empty.
  var selectors: [Selector]
  var isNegated = false
  var text: String
  var span: SourceSpan
}

extension SyntaxReader {
  /// Reads what a condition says of a factor.
  func conditionText(
    _ text: String,
    at span: SourceSpan,
    of factor: String,
    on line: NumberLine?
  ) -> ConditionText? {
    let subject = "the condition on `\(factor)`"
    if let (comparison, before) = comparison(in: text) {
      return self.comparison(comparison, behind: before, text, at: span, of: factor, on: line)
    }
    guard let (parts, isNegated) = parts(of: text, at: span, subject, on: line) else { return nil }
    var items: [ConditionText.Item] = []
    for part in parts {
      guard let item = item(part, at: span, subject, on: line) else { return nil }
      if isNegated, [.word(.valid), .word(.any), .word(.others)].contains(item) {
        return reject(
          .unreadableCondition,
          "`not \(part)` is not a condition",
          at: span,
          help: item == .word(.valid)
            ? ["write `invalid`"] : ["`not` is followed by values: `not free, premium`"]
        )
      }
      items.append(item)
    }
    return ConditionText(items: items, isNegated: isNegated, text: text, span: span)
  }

  /// The comparison at the end of a text, and the words before it; of a number it is an interval.
  private func comparison(in text: String) -> (WrittenComparison, before: [String])? {
    let words = text.split(separator: " ").map(String.init)
    guard let factor = Comparison.factor(in: text),
      let phrase = Comparison.Words(rawValue: words.suffix(3).prefix(2).joined(separator: " "))
    else { return nil }
    let before = Array(words.dropLast(3))
    let isNegated = before.last == "not"
    return (
      WrittenComparison(words: phrase, factor: factor, isNegated: isNegated),
      isNegated ? before.dropLast() : before
    )
  }

  /// A comparison alone, or behind values and `and`.
  private func comparison(
    _ comparison: WrittenComparison,
    behind before: [String],
    _ text: String,
    at span: SourceSpan,
    of factor: String,
    on line: NumberLine?
  ) -> ConditionText? {
    var condition = ConditionText(items: [], text: text, span: span)
    if !before.isEmpty {
      let values = before.dropLast().joined(separator: " ")
      guard before.last == "and", !values.isEmpty, self.comparison(in: values) == nil else {
        return reject(
          .unreadableCondition,
          "the condition on `\(factor)` has a comparison beside other values: `\(text)`",
          at: span,
          help: [
            "write it alone, or after `and`: `5.. and \(comparison.words.rawValue) \(comparison.factor)`"
          ]
        )
      }
      guard let rest = conditionText(values, at: span, of: factor, on: line) else { return nil }
      condition.items = rest.items
      condition.isNegated = rest.isNegated
    }
    condition.comparison = comparison
    return condition
  }

  func operationText(_ text: String, at span: SourceSpan, _ subject: String) -> OperationText? {
    guard let (parts, isNegated) = parts(of: text, at: span, subject) else { return nil }
    var selectors: [OperationText.Selector] = []
    for part in parts {
      guard let selector = selector(part, at: span, subject) else { return nil }
      selectors.append(selector)
    }
    return OperationText(selectors: selectors, isNegated: isNegated, text: text, span: span)
  }

  private func selector(
    _ part: String,
    at span: SourceSpan,
    _ subject: String
  ) -> OperationText.Selector? {
    guard let slash = part.firstIndex(of: "/") else {
      return OperationText.Selector(operation: part, text: part)
    }
    let operation = String(part[..<slash])
    let rest = String(part[part.index(after: slash)...])
    guard !operation.isEmpty, !rest.isEmpty else {
      return reject(
        .unreadableCondition,
        "`\(part)` has no \(operation.isEmpty ? "operation before" : "variant after") the `/`",
        at: span,
        help: ["write `operation/variant`, or the operation alone"]
      )
    }
    if rest.hasPrefix("not ") {
      return reject(
        .unreadableCondition,
        "`\(part)` does not say which variants are meant",
        at: span,
        help: ["name them, each with its operation: `\(operation)/a, \(operation)/b`"]
      )
    }
    return item(rest, at: span, subject).map {
      OperationText.Selector(operation: operation, variant: $0, text: part)
    }
  }

  /// What stands between the commas, without the `not` in front.
  private func parts(
    of text: String,
    at span: SourceSpan,
    _ subject: String,
    on line: NumberLine? = nil
  ) -> (parts: [String], isNegated: Bool)? {
    guard text.contains(where: { !$0.isWhitespace }) else {
      return reject(.emptyText, "\(subject) must not be empty", at: span)
    }
    let hasComma = text.contains { ",，、".contains($0) }
    let digits = line?.scale.digits ?? 0
    if hasComma, digits > 0,
      let pointed = NumberSlip.pointed(CompatibilityForms.plain(text), where: { $0 <= digits })
    {
      let isOne = text.contains("..") || text.contains(", ")
      let list = isOne ? "" : ", or of two values `\(text.replacing(",", with: ", "))`"
      return reject(
        .unreadableCondition,
        "write numbers with a point in \(subject), and a space after each comma, instead of `\(text)`",
        at: span,
        help: [
          "write `\(NumberSlip(pointed, on: line)?.right ?? pointed)`\(list)"
        ]
      )
    }
    if hasComma, let ungrouped = NumberSlip.ungrouped(CompatibilityForms.plain(text)) {
      let right = NumberSlip(ungrouped, on: line)?.right ?? ungrouped
      return unreadable(text, at: span, subject, "write numbers without separators", right: right)
    }
    if hasComma, text.contains(where: { "、，".contains($0) }) {
      let plain = CompatibilityForms.plain(text).replacing("、", with: ",")
      let shown = plain.split(separator: ",").map(\.trimmed).joined(separator: ", ")
      return unreadable(text, at: span, subject, "separates values with commas", right: shown)
    }
    var rest = Substring(text)
    let isNegated = rest == "not" || rest.hasPrefix("not ")
    if isNegated { rest = rest.dropFirst(3) }
    let parts = rest.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
    guard parts.contains("") else { return (parts, isNegated) }
    if isNegated, parts.count == 1 {
      return reject(
        .unreadableCondition,
        "`not` of \(subject) names no value",
        at: span,
        help: ["write `not free`, or `not free, premium`"]
      )
    }
    let right = (isNegated ? "not " : "") + parts.filter { !$0.isEmpty }.joined(separator: ", ")
    return reject(
      .unreadableCondition,
      "\(subject) has a comma without a value: `\(text)`",
      at: span,
      help: ["write `\(right)`"]
    )
  }

  private func item(
    _ part: String,
    at span: SourceSpan,
    _ subject: String,
    on line: NumberLine? = nil
  ) -> ConditionText.Item? {
    if let word = ConditionText.Word(rawValue: part) { return .word(word) }
    if let dots = part.firstRange(of: "..") {
      return interval(part, dots, at: span, subject, on: line)
    }
    if part.contains(where: { "〜～~".contains($0) }), let slip = NumberSlip(part, on: line) {
      return unreadable(part, at: span, subject, slip.rule, right: slip.right)
    }
    guard part.contains(where: \.isWhitespace) else { return .name(part) }
    if let slip = NumberSlip(part, on: line) {
      return unreadable(part, at: span, subject, slip.rule, right: slip.right)
    }
    if let scale = line?.scale, !scale.isCounted, let right = scale.meantRange(part) {
      return unreadable(part, at: span, subject, "write intervals with two dots", right: right)
    }
    let words = part.split(whereSeparator: \.isWhitespace).map(String.init)
    if words[0].lowercased() == "not" {
      let rest = words.dropFirst().filter { $0.lowercased() != "not" }.joined(separator: " ")
      return reject(
        .unreadableCondition,
        "write `not` once, in small letters, at the beginning of \(subject), instead of `\(part)`",
        at: span,
        help: [
          "it governs all that follows, `not \(rest), …`; for an *or* write a list: `[a, not b]`"
        ]
      )
    }
    if let factor = words.last, factor.first?.isNumber == false,
      let meant = Comparison.Words.meant(by: words.dropLast().joined(separator: " "))
    {
      let right = "\(meant.rawValue) \(factor)"
      return unreadable(
        part,
        at: span,
        subject,
        "compares only by `more than`, `less than`, `at most`, `at least` or `same as`",
        right: right
      )
    }
    let values = words.filter { !["or", "and", "to"].contains($0) }
    // Of numbers, what stands beside `to` is no list.
    if values.count < words.count, line == nil || !words.contains("to") {
      let right = values.joined(separator: ", ")
      return unreadable(part, at: span, subject, "separates values with commas", right: right)
    }
    // Ids hold no blanks: a label, most probably, which the factor knows.
    return .name(part)
  }

  private func interval(
    _ part: String,
    _ dots: Range<String.Index>,
    at span: SourceSpan,
    _ subject: String,
    on line: NumberLine?
  ) -> ConditionText.Item? {
    let from = String(part[..<dots.lowerBound])
    let to = String(part[dots.upperBound...])
    let (left, right) = (from.trimmed, to.trimmed)
    let scale = line?.scale ?? .integer
    let areReadable = [from, to].allSatisfy { $0.isEmpty || scale.number($0) != nil }
    if !areReadable, left == from, right == to, let slip = NumberSlip(part, on: line) {
      let rule =
        part == CompatibilityForms.plain(part) ? slip.rule : "write numbers in plain digits"
      return unreadable(part, at: span, subject, rule, right: slip.right)
    }
    if left != from || right != to {
      let right = NumberSlip(part, on: line)?.right ?? "\(left)..\(right)"
      return unreadable(part, at: span, subject, "leave no blanks around `..`", right: right)
    }
    if left.isEmpty && right.isEmpty {
      return reject(
        .unreadableCondition,
        "an interval of \(subject) has no bound",
        at: span,
        help: ["write `2..5`, `60..` or `..50`; every value is `any`"]
      )
    }
    if let first = Int(left), let last = Int(right), first > last {
      return reject(
        .backwardsRange,
        "\(subject) runs backwards from \(first) to \(last)",
        at: span,
        help: ["write the lower bound first: `\(last)..\(first)`"]
      )
    }
    return .interval(from: left.isEmpty ? nil : left, to: right.isEmpty ? nil : right)
  }

  private func unreadable<Value>(
    _ text: String,
    at span: SourceSpan,
    _ subject: String,
    _ rule: String,
    right: String
  ) -> Value? {
    let message = "\(rule) in \(subject), instead of `\(text)`"
    return reject(.unreadableCondition, message, at: span, help: ["write `\(right)`"])
  }
}
