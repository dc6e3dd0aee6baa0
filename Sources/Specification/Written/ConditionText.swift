import Diagnostics
import Text
import YAMLSyntax

/// What a condition says of a factor in a text: `free`, `free, premium`, `not free`, `2..5`, `60..`, `valid`.
///
/// Read without knowing the factor: whether it has such values is known only once all names are.
struct ConditionText {
  /// What stands between two commas.
  enum Item: Equatable {
    /// An id, or a number.
    case name(String)
    /// A closed interval, or one with an open end.
    case interval(from: String?, to: String?)
    /// All values that are valid, or invalid; every one and where the factor does not apply.
    case valid, invalid, any
    /// In a tree: the valid values that no key beside it names.
    case others
  }

  /// Never empty.
  var items: [Item]
  /// Whether `not` stands in front: it governs all items.
  var isNegated = false
  /// As written.
  var text: String
  var span: SourceSpan

  /// The text as a part of a derived id: `not free` gives `not-free`, `1..80` gives `1-80`.
  static func idPart(_ text: String) -> String {
    text.replacing("..", with: "-").split { $0.isWhitespace || ",/-".contains($0) }
      .joined(separator: "-")
  }
}

/// Operations as the key of rules and the factor `operation` name them: `accept`, `add_item/81, add_item/emoji`.
struct OperationText {
  /// An operation, or some of its variants.
  struct Selector: Equatable {
    var operation: String
    /// What stands behind the `/`; `nil` for the bare operation.
    var variant: ConditionText.Item?
    /// As written.
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
  ///
  /// - Parameters:
  ///   - text: What stands there.
  ///   - span: Where.
  ///   - subject: What a message calls it: "the condition on `plan`".
  /// - Returns: `nil` where it cannot be read, which is reported.
  mutating func conditionText(
    _ text: String,
    at span: SourceSpan,
    _ subject: String
  ) -> ConditionText? {
    guard let (parts, isNegated) = parts(of: text, at: span, subject) else { return nil }
    var items: [ConditionText.Item] = []
    for part in parts {
      guard let item = item(part, at: span, subject) else { return nil }
      if isNegated, [.valid, .any, .others].contains(item) {
        report(
          .unreadableCondition,
          "`not \(part)` is not a condition",
          at: span,
          help: item == .valid
            ? ["write `invalid`"] : ["`not` is followed by values: `not free, premium`"]
        )
        return nil
      }
      items.append(item)
    }
    return ConditionText(items: items, isNegated: isNegated, text: text, span: span)
  }

  /// Reads which operations are meant.
  mutating func operationText(
    _ text: String,
    at span: SourceSpan,
    _ subject: String
  ) -> OperationText? {
    guard let (parts, isNegated) = parts(of: text, at: span, subject) else { return nil }
    var selectors: [OperationText.Selector] = []
    for part in parts {
      guard let slash = part.firstIndex(of: "/") else {
        selectors.append(OperationText.Selector(operation: part, text: part))
        continue
      }
      let operation = String(part[..<slash])
      let rest = String(part[part.index(after: slash)...])
      guard !operation.isEmpty, !rest.isEmpty else {
        report(
          .unreadableCondition,
          "`\(part)` has no \(operation.isEmpty ? "operation before" : "variant after") the `/`",
          at: span,
          help: ["write `operation/variant`, or the operation alone"]
        )
        return nil
      }
      if rest.hasPrefix("not ") {
        report(
          .unreadableCondition,
          "`\(part)` does not say which variants are meant",
          at: span,
          help: ["name them, each with its operation: `\(operation)/a, \(operation)/b`"]
        )
        return nil
      }
      guard let item = item(rest, at: span, subject) else { return nil }
      selectors.append(OperationText.Selector(operation: operation, variant: item, text: part))
    }
    return OperationText(selectors: selectors, isNegated: isNegated, text: text, span: span)
  }

  /// What stands between the commas, without the `not` in front.
  private mutating func parts(
    of text: String,
    at span: SourceSpan,
    _ subject: String
  ) -> (parts: [String], isNegated: Bool)? {
    guard text.contains(where: { !$0.isWhitespace }) else {
      report(.emptyText, "\(subject) must not be empty", at: span)
      return nil
    }
    let hasComma = text.contains { ",，、".contains($0) }
    if hasComma, let ungrouped = NumberSlip.ungrouped(CompatibilityForms.plain(text)) {
      let right = NumberSlip(ungrouped)?.right ?? ungrouped
      unreadable(text, at: span, subject, "writes numbers without separators", right: right)
      return nil
    }
    if hasComma, text.contains(where: { "、，".contains($0) }) {
      let plain = CompatibilityForms.plain(text).replacing("、", with: ",")
      let shown = plain.split(separator: ",").map(\.trimmed).joined(separator: ", ")
      unreadable(text, at: span, subject, "separates values with commas", right: shown)
      return nil
    }
    var rest = Substring(text)
    let isNegated = rest == "not" || rest.hasPrefix("not ")
    if isNegated { rest = rest.dropFirst(3) }
    let parts = rest.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
    if parts.contains("") {
      report(
        .unreadableCondition,
        isNegated && parts.count == 1
          ? "`not` of \(subject) names no value"
          : "\(subject) has a comma without a value: `\(text)`",
        at: span,
        help: isNegated && parts.count == 1
          ? ["write `not free`, or `not free, premium`"]
          : [
            "write `\((isNegated ? "not " : "") + parts.filter { !$0.isEmpty }.joined(separator: ", "))`"
          ]
      )
      return nil
    }
    return (parts, isNegated)
  }

  private mutating func item(
    _ part: String,
    at span: SourceSpan,
    _ subject: String
  ) -> ConditionText.Item? {
    switch part {
    case "valid": return .valid
    case "invalid": return .invalid
    case "any": return .any
    case "others": return .others
    default: break
    }
    if let dots = part.firstRange(of: "..") { return interval(part, dots, at: span, subject) }
    if part.contains(where: { "〜～~".contains($0) }), let slip = NumberSlip(part) {
      unreadable(part, at: span, subject, slip.rule, right: slip.right)
      return nil
    }
    guard part.contains(where: \.isWhitespace) else { return .name(part) }
    let words = part.split(whereSeparator: \.isWhitespace).map(String.init)
    if let slip = NumberSlip(part) {
      unreadable(part, at: span, subject, slip.rule, right: slip.right)
    } else if words[0].lowercased() == "not" {
      let rest = words.dropFirst().filter { $0.lowercased() != "not" }.joined(separator: " ")
      report(
        .unreadableCondition,
        "`not` stands once, in small letters, at the beginning of \(subject), not as in `\(part)`",
        at: span,
        help: [
          "it governs all that follows, `not \(rest), …`; for an *or* write a list: `[a, not b]`"
        ]
      )
    } else if words.contains(where: { ["or", "and", "to"].contains($0) }) {
      let values = words.filter { !["or", "and", "to"].contains($0) }.joined(separator: ", ")
      unreadable(part, at: span, subject, "separates values with commas", right: values)
    } else {
      // Ids hold no blanks: a label, most probably, which the factor knows.
      return .name(part)
    }
    return nil
  }

  private mutating func interval(
    _ part: String,
    _ dots: Range<String.Index>,
    at span: SourceSpan,
    _ subject: String
  ) -> ConditionText.Item? {
    let from = String(part[..<dots.lowerBound])
    let to = String(part[dots.upperBound...])
    let (left, right) = (from.trimmed, to.trimmed)
    let areReadable = [from, to].allSatisfy { $0.isEmpty || Int($0) != nil && !$0.hasPrefix("+") }
    if !areReadable, left == from, right == to, let slip = NumberSlip(part) {
      let rule =
        part == CompatibilityForms.plain(part) ? slip.rule : "writes numbers in plain digits"
      unreadable(part, at: span, subject, rule, right: slip.right)
      return nil
    }
    if left != from || right != to {
      let right = NumberSlip(part)?.right ?? "\(left)..\(right)"
      unreadable(part, at: span, subject, "has no blanks around `..`", right: right)
      return nil
    }
    if left.isEmpty && right.isEmpty {
      report(
        .unreadableCondition,
        "an interval of \(subject) has no bound",
        at: span,
        help: ["write `2..5`, `60..` or `..50`; every value is `any`"]
      )
      return nil
    }
    if let first = Int(left), let last = Int(right), first > last {
      report(
        .backwardsRange,
        "\(subject) runs backwards from \(first) to \(last)",
        at: span,
        help: ["write the lower bound first: `\(last)..\(first)`"]
      )
      return nil
    }
    return .interval(from: left.isEmpty ? nil : left, to: right.isEmpty ? nil : right)
  }

  private mutating func unreadable(
    _ text: String,
    at span: SourceSpan,
    _ subject: String,
    _ rule: String,
    right: String
  ) {
    report(
      .unreadableCondition,
      "\(subject) \(rule), not as in `\(text)`",
      at: span,
      help: ["write `\(right)`"]
    )
  }
}
