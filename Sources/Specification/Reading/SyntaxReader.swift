import Diagnostics
import YAMLSyntax

/// Reads nodes as what they should be and collects what is wrong with them.
///
/// Every function reports its own mistake and returns `nil`, so the caller goes on with what it has: the whole file is read, however many
/// mistakes it holds.
struct SyntaxReader {
  private(set) var diagnostics: [Diagnostic] = []
  /// What was reported where: a name that many rules share is wrong only once.
  private var reported: Set<Place> = []

  private struct Place: Hashable {
    var code: MistakeCode
    var message: String
    var span: SourceSpan
  }
  /// Names are looked up for so many mistakes of one file; nobody reads more, and each costs a walk over all names.
  private static let helpLimit = 200
  /// Whether another mistake still gets help that costs a walk over all names.
  var hasHelpLeft: Bool { diagnostics.count < Self.helpLimit }

  /// Notes a mistake.
  mutating func report(
    _ code: MistakeCode,
    _ message: String,
    at span: SourceSpan,
    severity: Severity = .error,
    help: [String] = [],
    related: [Diagnostic.Related] = []
  ) {
    guard reported.insert(Place(code: code, message: message, span: span)).inserted else { return }
    diagnostics.append(
      Diagnostic(
        code: code.rawValue,
        severity: severity,
        message: Self.shortened(message),
        span: span,
        help: help.map(Self.shortened),
        related: related
      )
    )
  }

  /// A text of bearable length: a name in it may be as long as the file.
  private static func shortened(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard text.utf8.count > 1_000, scalars.count > 1_000 else { return text }
    return String(String.UnicodeScalarView(scalars.prefix(600))) + " … "
      + String(String.UnicodeScalarView(scalars.suffix(200)))
  }

  /// The help for a name that is not there: the name that was probably meant, and those there are.
  func help(
    for name: String,
    among candidates: @autoclosure () -> [String],
    called noun: String,
    limit: Int = 10
  ) -> [String] {
    guard hasHelpLeft else { return [] }
    let names = candidates()
    var help: [String] = []
    if let near = NearestName.of(name, among: names) {
      help.append("did you mean `\(near)`?")
    }
    if names.count == 1 { help.append("the only one is \(inWords(names))") }
    if names.count > 1 { help.append("\(noun) are \(inWords(names, limit: limit))") }
    return help
  }

  // MARK: Maps and lists

  /// The entries of a map with known keys; unknown ones are reported and left out.
  mutating func fields<Key>(
    of node: SyntaxNode,
    _ keys: Key.Type,
    subject: String,
    help: [String] = []
  ) -> Fields<Key>? {
    guard let written = mapping(node, subject, help: help) else { return nil }
    var entries: [Key: SyntaxEntry] = [:]
    var hasUnknownKeys = false
    for entry in written {
      if let key = Key(rawValue: entry.key) {
        entries[key] = entry
      } else {
        hasUnknownKeys = true
        report(
          .unknownKey,
          "unknown key `\(entry.key)` in \(subject)",
          at: entry.keySpan,
          help: self.help(
            for: entry.key,
            among: Key.allCases.map(\.rawValue),
            called: "the keys",
            limit: .max
          )
        )
      }
    }
    return Fields(
      subject: subject,
      span: written.first?.keySpan ?? node.span,
      hasUnknownKeys: hasUnknownKeys,
      entries: entries
    )
  }

  /// Whether a map has entries and none of them under a known key: most probably what should stand under one of the keys.
  func isNested<Key: RawRepresentable>(_ node: SyntaxNode, _ keys: Key.Type) -> Bool
  where Key.RawValue == String {
    guard case .mapping(let entries) = node.content, !entries.isEmpty else { return false }
    return entries.allSatisfy { Key(rawValue: $0.key) == nil }
  }

  /// The value of a key that must be there.
  mutating func required<Key>(
    _ key: Key,
    of fields: Fields<Key>,
    help: [String] = []
  ) -> SyntaxNode? {
    if let node = fields[key] { return node }
    report(.missingKey, "\(fields.subject) has no `\(key.rawValue)`", at: fields.span, help: help)
    return nil
  }

  /// The entries of a map with keys that the author chooses.
  mutating func mapping(
    _ node: SyntaxNode,
    _ subject: String,
    help: [String] = []
  ) -> [SyntaxEntry]? {
    if case .mapping(let entries) = node.content { return entries }
    wrongType(node, subject, expected: "a map", help: help)
    return nil
  }

  /// The items of a list; a message shows what an item looks like.
  mutating func list(_ node: SyntaxNode, _ subject: String, item: String? = nil) -> [SyntaxNode]? {
    if case .sequence(let items) = node.content { return items }
    let text = node.writtenScalar?.text
    let isShort = text.map { $0.count < 40 && !$0.contains(where: \.isNewline) } ?? false
    let help =
      if let item {
        "each entry stands behind a dash: `- \(item)`"
      } else if let text, isShort {
        "a list has brackets: `[\(text)]`"
      } else {
        "each item stands behind a dash: `- …`"
      }
    wrongType(node, subject, expected: "a list", help: [help])
    return nil
  }

  /// The items of a list that must hold at least one.
  mutating func filledList(_ node: SyntaxNode, _ subject: String) -> [SyntaxNode]? {
    guard let items = list(node, subject) else { return nil }
    if !items.isEmpty { return items }
    report(.emptyList, "\(subject) must not be an empty list", at: node.span)
    return nil
  }

  // MARK: Scalars

  /// A text that people read: numbers and booleans are taken as written, blank text is a mistake.
  ///
  /// Line breaks at the end are dropped: a block scalar ends with one that nobody means.
  mutating func text(_ node: SyntaxNode?, _ subject: String) -> String? {
    guard let node else { return nil }
    guard let scalar = node.writtenScalar else {
      wrongType(node, subject, expected: "a text")
      return nil
    }
    if scalar.text.contains(where: { !$0.isWhitespace }) {
      var text = scalar.text
      while text.last?.isNewline == true { text.removeLast() }
      return text
    }
    report(.emptyText, "\(subject) must not be empty", at: node.span)
    return nil
  }

  /// A name: a text of one line, taken as written.
  mutating func name(_ node: SyntaxNode, _ subject: String, help: [String] = []) -> String? {
    guard let scalar = node.writtenScalar else {
      wrongType(node, subject, expected: "a name", help: help)
      return nil
    }
    return isName(scalar.text, at: node.span, subject) ? scalar.text : nil
  }

  /// Whether a text can serve as a name; reports where it cannot.
  mutating func isName(_ text: String, at span: SourceSpan, _ subject: String) -> Bool {
    if !text.contains(where: { !$0.isWhitespace }) {
      report(.emptyText, "\(subject) must not be empty", at: span)
      return false
    }
    if text.contains(where: \.isNewline) {
      report(.invalidID, "\(subject) must stand on one line", at: span)
      return false
    }
    return true
  }

  /// An integer within bounds.
  mutating func integer(_ node: SyntaxNode, _ subject: String, in bounds: ClosedRange<Int>) -> Int?
  {
    guard case .scalar(let scalar) = node.content, case .int(let value) = scalar.kind else {
      wrongType(node, subject, expected: "an integer")
      return nil
    }
    if bounds.contains(value) { return value }
    let rule =
      bounds.upperBound == .max
      ? "at least \(bounds.lowerBound)" : "from \(bounds.lowerBound) to \(bounds.upperBound)"
    report(.invalidValue, "\(subject) must be \(rule), not \(value)", at: node.span)
    return nil
  }

  /// `true` or `false`.
  mutating func boolean(_ node: SyntaxNode, _ subject: String) -> Bool? {
    guard case .scalar(let scalar) = node.content, case .bool(let value) = scalar.kind else {
      wrongType(node, subject, expected: "`true` or `false`")
      return nil
    }
    return value
  }

  /// One of the words of an enumeration.
  mutating func word<Word: RawRepresentable & CaseIterable>(
    _ node: SyntaxNode,
    _ subject: String,
    _ words: Word.Type
  ) -> Word? where Word.RawValue == String {
    let names = Word.allCases.map(\.rawValue)
    guard let scalar = node.writtenScalar else {
      wrongType(node, subject, expected: inWords(names, lastWord: "or", limit: .max))
      return nil
    }
    if let word = Word(rawValue: scalar.text) { return word }
    report(
      .invalidValue,
      "\(subject) must be \(inWords(names, lastWord: "or", limit: .max)), not `\(scalar.text)`",
      at: node.span,
      help: NearestName.of(scalar.text, among: names).map { ["did you mean `\($0)`?"] } ?? []
    )
    return nil
  }

  /// Notes that something else stands where a kind of node must stand.
  mutating func wrongType(
    _ node: SyntaxNode,
    _ subject: String,
    expected: String,
    help: [String] = []
  ) {
    report(
      .wrongType,
      "\(subject) must be \(expected), not \(node.kindInWords)",
      at: node.span,
      help: help
    )
  }
}

/// Names in backticks, joined as in a sentence; beyond the limit their number.
func inWords(_ names: [String], lastWord: String = "and", limit: Int = 10) -> String {
  var shown = names.prefix(names.count > limit ? limit - 1 : limit).map { "`\($0)`" }
  if names.count > limit { shown.append("\(names.count - shown.count) more") }
  guard let last = shown.popLast() else { return "none" }
  return shown.isEmpty ? last : "\(shown.joined(separator: ", ")) \(lastWord) \(last)"
}

/// The entries of a map whose keys are known beforehand.
struct Fields<Key: RawRepresentable & CaseIterable & Hashable> where Key.RawValue == String {
  /// What the map describes, as a message names it: ``factor `plan` ``.
  let subject: String
  /// Where a missing key is reported: the first key of the map, or the map itself when it is empty.
  let span: SourceSpan
  /// Whether the map holds a key that it must not hold.
  let hasUnknownKeys: Bool
  private var entries: [Key: SyntaxEntry]

  init(subject: String, span: SourceSpan, hasUnknownKeys: Bool, entries: [Key: SyntaxEntry]) {
    self.subject = subject
    self.span = span
    self.hasUnknownKeys = hasUnknownKeys
    self.entries = entries
  }

  /// The value of a key; `nil` where the key is missing.
  subscript(key: Key) -> SyntaxNode? { entries[key]?.value }

  /// The key and its value; `nil` where the key is missing.
  func entry(_ key: Key) -> SyntaxEntry? { entries[key] }

  /// Those of some keys that are written, in the order of declaration.
  func written(of keys: [Key]) -> [Key] { keys.filter { entries[$0] != nil } }

  /// The entries with those of others where they leave a key out.
  ///
  /// - Parameters:
  ///   - others: The entries that complete these.
  ///   - group: Keys that exclude each other: with one of them written, none is taken.
  /// - Returns: The entries under the subject of these.
  func completed(by others: Self, oneOf group: [Key]) -> Self {
    var result = self
    let hasOne = !written(of: group).isEmpty
    for (key, entry) in others.entries where entries[key] == nil && !(hasOne && group.contains(key))
    {
      result.entries[key] = entry
    }
    return result
  }

  /// How a message names the value of a key: ``label` of factor `plan` ``.
  func name(_ key: Key) -> String { "`\(key.rawValue)` of \(subject)" }
}

extension SyntaxNode {
  /// What stands here, as a message names it.
  var kindInWords: String {
    switch content {
    case .sequence: "a list"
    case .mapping: "a map"
    case .scalar(let scalar):
      switch scalar.kind {
      case .null: "nothing"
      case .bool: "`\(scalar.text)`"
      case .int, .float: "the number `\(scalar.text)`"
      case .text: isShort(scalar.text) ? "the text `\(scalar.text)`" : "a text"
      }
    }
  }

  private func isShort(_ text: String) -> Bool {
    !text.isEmpty && text.count <= 20 && !text.contains(where: \.isNewline)
  }
}
