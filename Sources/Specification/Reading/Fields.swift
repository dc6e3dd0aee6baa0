import Diagnostics
import YAMLSyntax

/// The entries of a map with known keys, read by key.
struct Fields<Key: RawRepresentable<String> & CaseIterable> {
  let subject: String
  /// The place for missing keys: the first key of the map, or the map itself if it is empty.
  let span: SourceSpan
  /// True if the map has unknown keys.
  let hasUnknownKeys: Bool
  fileprivate let isRoot: Bool
  fileprivate var entries: [String: SyntaxEntry]
  fileprivate let meant: Set<String>
  fileprivate let read: SyntaxReader

  subscript(key: Key) -> SyntaxNode? { entries[key.rawValue]?.value }

  /// The value of a key, or `nil` if it is missing or empty.
  subscript(filled key: Key) -> SyntaxNode? { self[key].flatMap { $0.isNull ? nil : $0 } }

  func entry(_ key: Key) -> SyntaxEntry? { entries[key.rawValue] }

  /// Returns the place of a key, or of the map if it is missing.
  func place(_ key: Key) -> SourceSpan { entry(key)?.keySpan ?? span }

  /// Returns the keys that are present, in the given order.
  func written(of keys: [Key]) -> [Key] { keys.filter { entries[$0.rawValue] != nil } }

  /// Returns the entries completed by those of another map; mutually exclusive keys are taken only if none is present.
  func completed(by other: SyntaxNode?, oneOf group: [Key]) -> Self {
    guard let other, let others = read.fields(of: other, Key.self, subject: subject) else {
      return self
    }
    let taken = written(of: group).isEmpty ? [] : group.map(\.rawValue)
    var result = self
    result.entries.merge(others.entries.filter { !taken.contains($0.key) }) { own, _ in own }
    return result
  }

  /// Returns the name of a key's value in messages: ``label` of factor `plan` ``.
  func name(_ key: Key) -> String { "`\(key.rawValue)`" + (isRoot ? "" : " of \(subject)") }

  /// True if the map has a misspelling of a key, or another language's word for it.
  func isMisnamed(_ key: Key) -> Bool { meant.contains(key.rawValue) }

  func required(_ key: Key, help: [String] = []) -> SyntaxNode? {
    if let node = self[key] { return node }
    // A misspelt key is reported as unknown.
    guard !meant.contains(key.rawValue) else { return nil }
    return read.reject(.missingKey, "\(subject) has no `\(key.rawValue)`", at: span, help: help)
  }

  /// Returns the one key that is present of mutually exclusive ones; reports several, and none.
  func one(of keys: Key..., help: [String]) -> (key: Key, value: SyntaxNode)? {
    let written = written(of: keys)
    if written.count > 1 {
      reportConflict(of: written, help: help)
      return nil
    }
    if let key = written.first { return self[key].map { (key, $0) } }
    // A misspelt key is reported as unknown.
    guard !hasUnknownKeys else { return nil }
    let names = keys.map(\.rawValue)
    let message = names.count > 1 ? "none of \(inWords(names))" : "no \(inWords(names))"
    return read.reject(.missingKey, "\(subject) has \(message)", at: span, help: help)
  }

  func reportConflict(of keys: [Key], help: [String] = []) {
    read.report(
      .conflictingKeys,
      "\(subject) can have only one of \(inWords(keys.map(\.rawValue)))",
      at: keys.dropFirst().map(place).max { $0.start < $1.start } ?? span,
      help: help
    )
  }

  /// Reports a key that means nothing without another one.
  func reportAlone(_ key: Key, without other: Key, help: String) {
    let message = "\(subject) has `\(key.rawValue)` without `\(other.rawValue)`"
    read.report(.conflictingKeys, message, at: place(key), help: [help])
  }

  func text(_ key: Key) -> String? { read.text(self[key], name(key)) }

  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ key: Key,
    _ words: Word.Type
  ) -> Word? {
    self[key].flatMap { read.word($0, name(key), words) }
  }

  func truth(_ key: Key) -> Bool? { self[key].flatMap { read.boolean($0, name(key)) } }
}

extension SyntaxReader {
  /// Returns the entries of a map with known keys; unknown ones are reported and left out.
  ///
  /// `subject` is the name of the map in messages: ``factor `plan` ``. In a root, messages name values by their keys alone.
  func fields<Key>(
    of node: SyntaxNode,
    _ keys: Key.Type,
    subject: String,
    isRoot: Bool = false,
    help: [String] = []
  ) -> Fields<Key>? {
    guard let written = mapping(node, subject, help: help) else { return nil }
    let keys = Key.allCases.map(\.rawValue)
    let (known, meant) = knownEntries(of: written, keys, subject)
    return Fields(
      subject: subject,
      span: written.first?.keySpan ?? node.span,
      hasUnknownKeys: written.contains { !keys.contains($0.key) },
      isRoot: isRoot,
      entries: known,
      meant: meant,
      read: self
    )
  }

  /// Returns the entries by key, and the misnamed keys; the value under another language's word is included.
  private func knownEntries(
    of written: [SyntaxEntry],
    _ keys: [String],
    _ subject: String
  ) -> (known: [String: SyntaxEntry], meant: Set<String>) {
    var known: [String: SyntaxEntry] = [:]
    for entry in written where keys.contains(entry.key) { known[entry.key] = entry }
    var meant: Set<String> = []
    for (place, entry) in written.enumerated() where !keys.contains(entry.key) {
      let foreign = ForeignKeys(entry, among: keys, without: known)
      let parted = foreign == nil ? parted(place, of: written) : nil
      reportUnknown(
        parted?.part ?? entry,
        in: subject,
        help: (foreign?.help ?? parted?.help).map { [$0] }
          ?? help(for: entry.key, among: keys, called: "the keys", limit: .max),
        repair: foreign?.repair
      )
      if let whole = parted?.whole, known[whole.key] != nil,
        whole.value.writtenScalar?.text.contains("..") == true
      {
        known[whole.key] = whole
      }
      if let key = foreign?.meaning {
        known[key] = entry
        meant.insert(key)
      } else if let key = nearest(to: entry.key, among: keys), known[key] == nil {
        meant.insert(key)
      }
    }
    return (known, meant)
  }

  /// The maximum number of commas in one number.
  private static let maxCommas = 4

  /// Detects a comma in braces that split a text or number, as in `{then: The list, then the menu}`.
  ///
  /// Returns the first entry without a value, and the entry before with the intended number; `nil` for other entries.
  func parted(
    _ number: Int,
    of entries: [SyntaxEntry]
  ) -> (part: SyntaxEntry, whole: SyntaxEntry?, help: String)? {
    // A number may have several commas: `5,00..80,00`; otherwise only the entry before counts.
    let isNumber = { (entry: SyntaxEntry) in
      entry.value.isNull && entry.key.first?.isNumber == true
    }
    guard number > 0, entries[number].value.isNull,
      let first = entries[max(0, number - Self.maxCommas)..<number].lastIndex(where: {
        !isNumber($0)
      }),
      let start = entries[first].value.writtenScalar?.text
    else { return nil }
    let rest =
      isNumber(entries[number])
      ? entries[(first + 1)...].prefix(Self.maxCommas).prefix(while: isNumber)
      : entries[number...number]
    guard let part = rest.first, let last = rest.last, first + 1 == rest.startIndex,
      entries[first].keySpan.start.line == last.keySpan.start.line
    else { return nil }
    let parts = [start] + rest.map(\.key)
    let ends = [entries[first].value.span.end] + rest.dropLast().map(\.keySpan.end)
    let areOne = zip(ends, rest).allSatisfy { $1.keySpan.start.column == $0.column + 1 }
    let text = parts.joined(separator: ",")
    let number = NumberCommas.ungrouped(text) ?? NumberCommas.pointed(text) { $0 < 3 }
    let right = areOne ? number : nil
    let help =
      "in braces a comma separates entries: write `\(entries[first].key): \(right ?? "\"\(parts.joined(separator: ", "))\"")`"
    var whole = entries[first]
    whole.value = .text(right ?? "", at: whole.value.span)
    return (part, right == nil ? nil : whole, help)
  }
}
