import Diagnostics
import Text

/// A text of a condition on a factor: `free`, `free, premium`, `not free`, `2..5`, `60..`, `valid`.
///
/// It is read without knowing the factor: its values are looked up once all names are known.
struct ConditionText {
  /// The text between two commas.
  enum Item: Equatable {
    case name(String)
    /// A closed interval, or one with an open end.
    case interval(from: String?, to: String?)
    case word(Word)
  }

  enum Word: String {
    /// All valid values, all invalid ones, or all values including *not applicable*.
    case valid, invalid, any
    /// In a tree: the valid values that no key beside it names.
    case others
  }

  /// Never empty, unless there is a comparison.
  var items: [Item]
  /// True if the text begins with `not`, which applies to all items.
  var isNegated = false
  /// A comparison that must also hold: `more than free`.
  var comparison: WrittenComparison?
  var text: String
  var span: SourceSpan

  /// Returns the text as a part of a derived id: `not free` gives `not-free`, `1..80` gives `1-80`, `09:30` gives `0930`.
  static func idPart(_ text: String) -> String {
    text.replacing("..", with: "-").replacing(":", with: "").split {
      $0.isWhitespace || ",/-".contains($0)
    }
    .joined(separator: "-")
  }
}

/// A comparison of a factor with another one, as written.
struct WrittenComparison {
  var words: Comparison.Words
  var factor: String
  var isNegated: Bool

  var relations: Set<Comparison.Relation> {
    isNegated ? Set(Comparison.Relation.allCases).subtracting(words.relations) : words.relations
  }
}

/// Operations in the key of rules or under `operation` in a condition: `accept`, `add_item/81, add_item/emoji`.
struct OperationText {
  struct Selector: Equatable {
    var operation: String
    /// The part after the `/`, or `nil` for a bare operation.
    var variant: ConditionText.Item?
    var text: String
  }

  var selectors: [Selector]
  var isNegated = false
  var text: String
  var span: SourceSpan
}

/// A parser for a text of a condition.
struct ConditionReader {
  let text: String
  let span: SourceSpan
  /// The name of the text in messages: "the condition on `plan`".
  let subject: String
  /// The number line of the factor, for suggestions about malformed numbers.
  var line: NumberLine?
  let read: SyntaxReader

  /// Parses a condition on a factor: values, a comparison with another factor, or both joined by `and`.
  func condition() -> ConditionText? {
    guard let (comparison, before) = comparison else { return values(of: text) }
    var condition = ConditionText(items: [], comparison: comparison, text: text, span: span)
    if before.isEmpty { return condition }
    let values = before.dropLast().joined(separator: " ")
    guard before.last == "and", !values.isEmpty, Comparison.factor(in: values) == nil else {
      let right = "5.. and \(comparison.words.rawValue) \(comparison.factor)"
      return unreadable(text, "a comparison stands alone, or after `and`: `\(right)`")
    }
    guard let rest = self.values(of: values) else { return nil }
    (condition.items, condition.isNegated) = (rest.items, rest.isNegated)
    return condition
  }

  func operations() -> OperationText? {
    guard let (parts, isNegated) = parts(of: text) else { return nil }
    var selectors: [OperationText.Selector] = []
    for part in parts {
      guard let selector = selector(part) else { return nil }
      selectors.append(selector)
    }
    return OperationText(selectors: selectors, isNegated: isNegated, text: text, span: span)
  }

  /// The comparison at the end of the text, and the words before it; `nil` if it names a number instead of a factor.
  private var comparison: (WrittenComparison, before: ArraySlice<String>)? {
    let words = text.split(separator: " ").map(String.init)
    guard let factor = Comparison.factor(in: text),
      let phrase = Comparison.Words(rawValue: words.suffix(3).prefix(2).joined(separator: " "))
    else { return nil }
    let before = words.dropLast(3)
    let isNegated = before.last == "not"
    let comparison = WrittenComparison(words: phrase, factor: factor, isNegated: isNegated)
    return (comparison, isNegated ? before.dropLast() : before)
  }

  private func values(of text: String) -> ConditionText? {
    guard let (parts, isNegated) = parts(of: text) else { return nil }
    var items: [ConditionText.Item] = []
    for part in parts {
      guard let item = item(part, behind: isNegated && parts.count == 1 ? "not " : "") else {
        return nil
      }
      if isNegated, [.word(.valid), .word(.any), .word(.others)].contains(item) {
        return unreadable(
          "not \(part)",
          item == .word(.valid) ? "write `invalid`" : "`not` is followed by values: `not a, b`"
        )
      }
      items.append(item)
    }
    return ConditionText(items: items, isNegated: isNegated, text: self.text, span: span)
  }

  private func selector(_ part: String) -> OperationText.Selector? {
    guard let slash = part.firstIndex(of: "/") else {
      return OperationText.Selector(operation: part, text: part)
    }
    let operation = String(part[..<slash])
    let rest = String(part[part.index(after: slash)...])
    if operation.isEmpty || rest.isEmpty {
      return unreadable(part, "write `operation/variant`, or the operation alone")
    }
    if rest.hasPrefix("not ") {
      return unreadable(part, "name the variants that are meant: `\(operation)/a, \(operation)/b`")
    }
    return item(rest).map {
      OperationText.Selector(operation: operation, variant: $0, text: part)
    }
  }

  /// Returns the parts between the commas, without the initial `not`.
  private func parts(of text: String) -> (parts: [String], isNegated: Bool)? {
    guard text.contains(where: { !$0.isWhitespace }) else {
      return read.reject(.emptyText, "\(subject) must not be empty", at: span)
    }
    if let help = commaSlip(text) { return unreadable(text, help) }
    let isNegated = text == "not" || text.hasPrefix("not ")
    let parts = text.dropFirst(isNegated ? 3 : 0)
      .split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
    guard parts.contains("") else { return (parts, isNegated) }
    let named = parts.filter { !$0.isEmpty }.joined(separator: ", ")
    return unreadable(
      text,
      named.isEmpty
        ? "`not` is followed by values: `not a, b`"
        : "write `\(text.prefix(isNegated ? 4 : 0))\(named)`"
    )
  }

  /// Returns help for a text with decimal, grouping or Japanese commas; `nil` for others.
  private func commaSlip(_ text: String) -> String? {
    guard text.contains(where: { ",，、".contains($0) }) else { return nil }
    let plain = CompatibilityForms.plain(text)
    let digits = line?.scale.digits ?? 0
    if digits > 0, let pointed = NumberCommas.pointed(plain, where: { $0 <= digits }) {
      let isOne = text.contains("..") || text.contains(", ")
      let two = text.replacing(",", with: ", ")
      return "write `\(NumberSlip.meant(by: pointed, on: line) ?? pointed)`"
        + (isOne ? "" : ", or of two values `\(two)`")
    }
    if let number = NumberCommas.ungrouped(plain) {
      return "write `\(NumberSlip.meant(by: number, on: line) ?? number)`"
    }
    guard text.contains(where: { "、，".contains($0) }) else { return nil }
    let parts = plain.split { ",、".contains($0) }.map(\.trimmed)
    return "write `\(parts.joined(separator: ", "))`"
  }

  /// Parses one part; `lead` is the `not ` before a single part, to be repeated in the help.
  private func item(_ part: String, behind lead: String = "") -> ConditionText.Item? {
    if let word = ConditionText.Word(rawValue: part) { return .word(word) }
    if let dots = part.firstRange(of: "..") { return interval(part, dots) }
    if part.lowercased().hasPrefix("not ") {
      let rest = part.split(whereSeparator: \.isWhitespace).filter { $0.lowercased() != "not" }
      return unreadable(
        part,
        "`not` stands once, in small letters, in front of all that it excludes: `not \(rest.joined(separator: " ")), …`; for an *or* write a list: `[a, not b]`"
      )
    }
    if let right = meant(by: part, isNegated: !lead.isEmpty) {
      let whole = lead + right
      // In braces, a comma would end the value.
      let isQuoted = whole.hasPrefix("not ") && whole.contains(",")
      return unreadable(lead + part, isQuoted ? "write `\"\(whole)\"`" : "write `\(whole)`")
    }
    // Ids have no blanks; this is most probably a label, which the lookup recognises.
    return .name(part)
  }

  /// Returns the right form of several words, or of numbers with a wave dash between; `nil` for others.
  private func meant(by part: String, isNegated: Bool) -> String? {
    let words = part.split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count > 1 || part.contains(where: { "〜～~".contains($0) }) else { return nil }
    if let right = NumberSlip.meant(by: part, on: line) { return right }
    if let scale = line?.scale, !scale.isCounted, let right = scale.meantRange(part) {
      return right
    }
    if let factor = words.last, factor.first?.isNumber == false {
      let isArticle = { (word: String) in ["the", "a", "an"].contains(word) }
      let relation = words.dropLast().reversed().drop(while: isArticle).reversed()
        .joined(separator: " ").lowercased()
      if let meant = Comparison.Words(rawValue: relation) ?? Comparison.Words.meant(by: relation) {
        return "\(meant.rawValue) \(factor)"
      }
    }
    let isNeither = words[0] == "neither"
    let joining =
      ["or", "and", "to"] + (isNegated ? ["not"] : []) + (isNeither ? ["neither", "nor"] : [])
    let values = words.filter { !joining.contains($0) }
    // Numbers around `to` are not a list, nor are `between a and b` and texts with a `not` inside.
    let isList =
      values.count < words.count && (line == nil || !words.contains("to"))
      && !values.contains("not") && words[0] != "between"
    return isList ? (isNeither ? "not " : "") + values.joined(separator: ", ") : nil
  }

  private func interval(_ part: String, _ dots: Range<String.Index>) -> ConditionText.Item? {
    let ends = [part[..<dots.lowerBound], part[dots.upperBound...]].map(\.trimmed)
    let scale = line?.scale ?? .integer
    let plain = ends.joined(separator: "..")
    if plain != part || ends.contains(where: { !$0.isEmpty && scale.number($0) == nil }),
      let right = NumberSlip.meant(by: part, on: line) ?? (plain == part ? nil : plain)
    {
      return unreadable(part, "write `\(right)`")
    }
    if plain == ".." {
      return unreadable(part, "write `2..5`, `60..` or `..50`; every value is `any`")
    }
    if let first = Int(ends[0]), let last = Int(ends[1]), first > last {
      return read.backwards(subject, ends[0], ends[1], at: span)
    }
    return .interval(from: ends[0].isEmpty ? nil : ends[0], to: ends[1].isEmpty ? nil : ends[1])
  }

  private func unreadable<Value>(_ text: String, _ help: String) -> Value? {
    let message = "\(subject) cannot be read: `\(text)`"
    return read.reject(.unreadableCondition, message, at: span, help: [help])
  }
}
