import Diagnostics
import Text
import YAMLSyntax

/// A key of another language or format that a map must not have, written from habit.
struct ForeignKeys {
  /// The key of ours that it stands for; `nil` if none that the map may still have.
  let meaning: String?
  let help: String
  /// The edit that corrects it; `nil` if renaming the key is all that the help asks for, or if the mistake extends beyond the line.
  let repair: Diagnostic.Repair?

  private static let table = wordLists("Words/foreign.yaml")

  /// Words for all that nothing else names.
  static let rest = ["default", "else", "otherwise", "fallback", "*", "_"]

  /// `nil` for a word that no list has.
  ///
  /// - Parameters:
  ///   - entry: A key that is not ours, with its value.
  ///   - keys: Those that the map may have.
  ///   - known: Those that it has.
  init?(_ entry: SyntaxEntry, among keys: [String], without known: [String: SyntaxEntry]) {
    let key = entry.key
    let all = SourceSpan(start: entry.keySpan.start, end: entry.value.span.end)
    let isLine = all.start.line == all.end.line && all.start.column == 1
    meaning = Self.meaning(of: key, among: keys.filter { known[$0] == nil })
    if let meaning {
      let isVersion = meaning == "specmatrix"
      help = "write `\(isVersion ? "specmatrix: 1" : meaning)` in its place"
      repair = isVersion ? Diagnostic.Repair("specmatrix: 1", at: all) : nil
    } else if key == "type" || Self.meaning(of: key, among: Self.table.map(\.heading)) != nil {
      help = "leave it out, or write it as a comment"
      repair = isLine ? Diagnostic.Repair("# \(key)", at: entry.keySpan) : nil
    } else {
      return nil
    }
  }

  /// The key that a word stands for, of some keys; `nil` for any other word.
  static func meaning(of key: String, among keys: [String]) -> String? {
    table.first { keys.contains($0.heading) && $0.texts.contains { $0 == key } }?.heading
  }

  /// The values of `guest | member` and `guest or member`; `nil` for any other text.
  static func alternatives(_ text: String) -> [String]? {
    let values = text.replacing(" or ", with: "|").split(separator: "|").map(\.trimmed)
    let areNames = values.allSatisfy { !$0.isEmpty && !$0.contains(where: \.isWhitespace) }
    return values.count > 1 && areNames ? values : nil
  }

  /// The map that says what an expression does: `login == guest && n >= 5` is `{login: guest, n: 5..}`; `nil` for any other text.
  static func conditions(
    _ expression: String,
    beyond: (_ factor: String, _ number: String, _ isMore: Bool) -> String?
  ) -> String? {
    guard !["||", " or ", " OR "].contains(where: expression.contains) else { return nil }
    let joints = ["&&", " and ", " AND ", " & "]
    let parts = joints.reduce(expression) { $0.replacing($1, with: "&") }.split(separator: "&")
    let terms = parts.compactMap { part -> String? in
      let text = part.trimmed.replacing(" is not ", with: " != ").replacing(" is ", with: " == ")
      guard let sign = text.firstIndex(where: { "=!<>≥≤".contains($0) }) else { return nil }
      let name = text[..<sign].trimmed
      let value = text[sign...].filter { !"\"'“”".contains($0) }
      guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "_-".contains($0) }),
        let right = condition(value, beyond: { beyond(name, $0, $1) }),
        !right.contains(where: { "|()=<>".contains($0) })
      else { return nil }
      return "\(name): \(right)"
    }
    return terms.count == parts.count && !terms.isEmpty ? "{\(terms.joined(separator: ", "))}" : nil
  }

  /// The items of a list of maps, each of which names what it is about under one of some keys, as entries of the map that they should be.
  static func named(_ items: [SyntaxNode], by keys: [String]) -> [SyntaxEntry]? {
    let entries = items.compactMap { item -> SyntaxEntry? in
      guard let name = item.entries.first(where: { keys.contains($0.key) }),
        let text = name.value.writtenScalar?.text
      else { return nil }
      let rest = item.entries.filter { $0.key != name.key }
      return SyntaxEntry(
        key: text,
        keySpan: name.value.span,
        value: SyntaxNode(content: .mapping(rest), span: item.span)
      )
    }
    return entries.isEmpty || entries.count < items.count ? nil : entries
  }

  /// The entries of a list of maps, as one map has them; `nil` for any other list.
  static func joined(_ items: [SyntaxNode]) -> [SyntaxEntry]? {
    let entries = items.map(\.entries)
    return entries.isEmpty || entries.contains(where: \.isEmpty) ? nil : entries.flatMap(\.self)
  }

  /// What a condition says in signs of a programming language, as a spec says it: `!= guest` is `not guest`; `nil` for any other text.
  ///
  /// `beyond` gives the interval of all that is more, or less, than a number.
  static func condition(
    _ text: String,
    beyond: (_ number: String, _ isMore: Bool) -> String?
  ) -> String? {
    let signs = ["!==", "!=", "<>", "===", "==", ">=", "<=", "≥", "≤", "!", "=", ">", "<"]
    guard let sign = signs.first(where: text.hasPrefix) else { return nil }
    let value = String(text.dropFirst(sign.count)).trimmed
    guard !value.isEmpty else { return nil }
    switch sign {
    case "!=", "!==", "<>", "!": return "not \(value)"
    case ">=", "≥": return "\(value).."
    case "<=", "≤": return "..\(value)"
    case ">", "<": return beyond(value, sign == ">")
    default: return value
    }
  }

  /// How to write a rule for all that no other rule names, where keys ask for one; `nil` for any other keys.
  static func advice(forRest entries: [SyntaxEntry]) -> ([String], Diagnostic.Repair?)? {
    guard entries.count == 1, rest.contains(entries[0].key.lowercased()) else {
      return nil
    }
    let (key, value) = (entries[0].keySpan, entries[0].value)
    let text = value.writtenScalar?.text
    let said = text?.asFlowScalar ?? "…"
    var repair = text.map { _ in Diagnostic.Repair("then", at: key) }
    // A rule in braces needs no key before it.
    if text == nil, key.start.line == value.span.start.line {
      repair = Diagnostic.Repair("", at: SourceSpan(start: key.start, end: value.span.start))
    }
    let help = [
      "a rule without `when` holds wherever no other rule does: in a list `- then: \(said)`",
      "in a tree `others` are the values that no key beside it names: `others: \(said)`",
    ]
    return (help, repair)
  }
}
