import Diagnostics
import Text
import YAMLSyntax

/// A key of another language or format, written from habit.
struct ForeignKeys {
  /// The equivalent key, or `nil` if the map has it already or none is permitted.
  let meaning: String?
  let help: String
  /// The correction; `nil` if the key is only to be renamed, or the mistake extends beyond the line.
  let repair: Diagnostic.Repair?

  private static let lists = wordLists("Words/foreign.yaml")
  private static let places = lists.filter { $0.heading.hasPrefix("of ") }
  private static let table = lists.filter { !$0.heading.hasPrefix("of ") }

  /// Keys whose values can be merged with that of a second key of the same meaning.
  private static let mergeable = ["when", "then", "becomes", "only_when", "values"]

  /// Keys of other languages for everything that no other key covers.
  static let rest = ["default", "else", "otherwise", "fallback", "*", "_"]

  /// Looks up the key of an entry; returns `nil` if no list has it.
  ///
  /// `keys` are those that the map may have, `known` those that it has.
  init?(_ entry: SyntaxEntry, among keys: [String], without known: [String: SyntaxEntry]) {
    let key = entry.key
    let all = SourceSpan(start: entry.keySpan.start, end: entry.value.span.end)
    let isLine = all.start.line == all.end.line && all.start.column == 1
    meaning = Self.meaning(of: key, among: keys.filter { known[$0] == nil })
    if let meaning {
      let isVersion = meaning == "specmatrix"
      help = "write `\(isVersion ? "specmatrix: 1" : meaning)` in its place"
      repair = isVersion ? Diagnostic.Repair("specmatrix: 1", at: all) : nil
    } else if let full = Self.meaning(of: key, among: keys.filter(Self.mergeable.contains)) {
      help = "what it says belongs under `\(full)`"
      repair = nil
    } else if key == "type" || Self.meaning(of: key, among: Self.table.map(\.heading)) != nil {
      help = "leave it out, or write it as a comment"
      repair = isLine ? Diagnostic.Repair("# \(key)", at: entry.keySpan) : nil
    } else if let place = Self.places.first(where: { $0.texts.contains { $0 == key } }) {
      help = "`\(key)` is a key \(place.heading)"
      repair = nil
    } else {
      return nil
    }
  }

  /// Returns the key, among some keys, that a word stands for.
  static func meaning(of key: String, among keys: [String]) -> String? {
    table.first { keys.contains($0.heading) && $0.texts.contains { $0 == key } }?.heading
  }

  /// Returns a list of maps, each with a name under one of the keys, as entries of the equivalent map.
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

  /// Returns the entries of a list of maps as those of one map, or `nil` for other lists.
  static func joined(_ items: [SyntaxNode]) -> [SyntaxEntry]? {
    let entries = items.map(\.entries)
    return entries.isEmpty || entries.contains(where: \.isEmpty) ? nil : entries.flatMap(\.self)
  }

  /// Returns how to write a rule for everything else if the key asks for one, otherwise `nil`.
  static func advice(forRest entries: [SyntaxEntry]) -> ([String], Diagnostic.Repair?)? {
    guard entries.count == 1, rest.contains(entries[0].key.lowercased()) else {
      return nil
    }
    let text = entries[0].value.writtenScalar?.text
    let said = text?.asFlowScalar ?? "…"
    let help = [
      "a rule without `when` holds wherever no other rule does: in a list `- then: \(said)`",
      "in a tree `others` are the values that no key beside it names: `others: \(said)`",
    ]
    return (help, text.map { _ in Diagnostic.Repair("then", at: entries[0].keySpan) })
  }
}
