import Diagnostics
import Text
import YAMLSyntax

/// A reader of nodes as expected values, which collects the mistakes.
///
/// Every function reports its own mistake and returns `nil`, and the caller continues with what it has, so that the whole file is read,
/// however many mistakes it holds.
final class SyntaxReader {
  private(set) var diagnostics: [Diagnostic] = []
  /// An example of a condition, with names of the spec once they are known.
  var condition = "{plan: free}"
  /// The mistakes so far, to report each only once: one name may be shared by many rules.
  private var reported: Set<Place> = []

  private struct Place: Hashable {
    var code: MistakeCode
    var message: String
    var span: SourceSpan
  }

  /// The number of mistakes with suggestions; no one reads more, and each costs a search over all names.
  private static let helpLimit = 200
  var hasHelpLeft: Bool { diagnostics.count < Self.helpLimit }

  var errors: Int { diagnostics.count { $0.severity == .error } }

  /// Returns the value unless there are errors, with all diagnostics by place.
  func checked<Value>(_ value: Value?) -> Checked<Value> {
    Checked(errors == 0 ? value : nil, diagnostics: diagnostics.sortedByPlace())
  }

  func report(
    _ code: MistakeCode,
    _ message: String,
    at span: SourceSpan,
    severity: Severity = .error,
    help: [String] = [],
    related: [Diagnostic.Related] = [],
    repair: Diagnostic.Repair? = nil
  ) {
    guard reported.insert(Place(code: code, message: message, span: span)).inserted else { return }
    diagnostics.append(
      Diagnostic(
        code: code.rawValue,
        severity: severity,
        message: Self.shortened(message),
        span: span,
        help: help.map(Self.shortened),
        related: related,
        repair: repair
      )
    )
  }

  /// Reports a mistake and returns `nil`.
  func reject<Value>(
    _ code: MistakeCode,
    _ message: String,
    at span: SourceSpan,
    help: [String] = [],
    repair: Diagnostic.Repair? = nil
  ) -> Value? {
    report(code, message, at: span, help: help, repair: repair)
    return nil
  }

  func reportType(
    _ node: SyntaxNode,
    _ subject: String,
    expected: String,
    help: [String] = [],
    right: String? = nil
  ) {
    let message = "\(subject) must be \(expected), not \(node.kindInWords)"
    let meant = node.meantCollection
    let help = meant.map { ["full-width brackets are not YAML: write `\($0)`"] } ?? help
    let repair = (meant ?? right).map { Diagnostic.Repair($0, at: node.span) }
    report(.wrongType, message, at: node.span, help: help, repair: repair)
  }

  /// Reports a value of the wrong type, with the right text if it is clear, and returns `nil`.
  func wrongType<Value>(
    _ node: SyntaxNode,
    _ subject: String,
    expected: String,
    help: [String] = [],
    right: String? = nil
  ) -> Value? {
    reportType(node, subject, expected: expected, help: help, right: right)
    return nil
  }

  func reportTwice(_ name: String, at span: SourceSpan, first: SourceSpan) {
    let related = [Diagnostic.Related(span: first, message: "first used here")]
    report(.duplicateName, "\(name) is used twice", at: span, related: related)
  }

  /// Reports an interval or a range with the lower bound last.
  func backwards<Value>(
    _ subject: String,
    _ first: String,
    _ last: String,
    at span: SourceSpan
  ) -> Value? {
    let message = "\(subject) runs backwards from \(first) to \(last)"
    let help = "write the lower bound first: `\(last)..\(first)`"
    return reject(.backwardsRange, message, at: span, help: [help])
  }

  /// Reads something without keeping its mistakes.
  func silently<Value>(_ read: () -> Value) -> Value {
    let before = (diagnostics, reported)
    defer { (diagnostics, reported) = before }
    return read()
  }

  /// Shortens a message, as a name in it may be as long as the file.
  private static func shortened(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard text.utf8.count > 1_000, scalars.count > 1_000 else { return text }
    return String(String.UnicodeScalarView(scalars.prefix(600))) + " … "
      + String(String.UnicodeScalarView(scalars.suffix(200)))
  }

  // MARK: Help for names

  /// Returns the name that was probably meant, or `nil` if none is similar.
  func nearest(to name: String, among candidates: @autoclosure () -> [String]) -> String? {
    hasHelpLeft ? NearestName.of(name, among: candidates()) : nil
  }

  /// Returns the name that was probably meant as help; empty if none is similar.
  func near(_ name: String, among candidates: @autoclosure () -> [String]) -> [String] {
    let parts = name.split { "、，".contains($0) }.map(\.trimmed)
    if parts.count > 1 { return ["the comma must be `,`: `\(parts.joined(separator: ", "))`"] }
    return nearest(to: name, among: candidates()).map { ["did you mean `\($0)`?"] } ?? []
  }

  /// Reports an unknown name that is similar to a known one; others may be intended.
  func reportNear(
    _ code: MistakeCode,
    _ message: String,
    at span: SourceSpan,
    _ name: String,
    among candidates: @autoclosure () -> [String],
    help: [String] = []
  ) {
    let names = candidates()
    guard !names.contains(name), let near = NearestName.of(name, among: names) else { return }
    report(code, message, at: span, help: ["did you mean `\(near)`?"] + help)
  }

  /// Returns help for an unknown name: the name that was probably meant, and the known ones.
  func help(
    for name: String,
    among candidates: @autoclosure () -> [String],
    called noun: String,
    limit: Int = 10
  ) -> [String] {
    guard hasHelpLeft else { return [] }
    let names = candidates()
    let all =
      switch names.count {
      case 0: [String]()
      case 1: ["the only one is \(inWords(names))"]
      default: ["\(noun) are \(inWords(names, limit: limit))"]
      }
    return near(name, among: names) + all
  }

  // MARK: Maps and lists

  func reportUnknown(
    _ entry: SyntaxEntry,
    in subject: String,
    help: [String],
    repair: Diagnostic.Repair? = nil
  ) {
    let message = "unknown key `\(entry.key)` in \(subject)"
    report(.unknownKey, message, at: entry.keySpan, help: help, repair: repair)
  }

  /// Returns the entries of a map with keys chosen by the author.
  func mapping(_ node: SyntaxNode, _ subject: String, help: [String] = []) -> [SyntaxEntry]? {
    if case .mapping(let entries) = node.content { return entries }
    let isWide = node.writtenScalar?.text.contains("：") == true
    let colon = "a key ends with `:`, not with the full-width `：`"
    return wrongType(node, subject, expected: "a map", help: isWide ? [colon] : help)
  }

  /// Returns the items of a list; `item` is an example for the message.
  func list(_ node: SyntaxNode, _ subject: String, item: String? = nil) -> [SyntaxNode]? {
    if case .sequence(let items) = node.content { return items }
    let text = node.writtenScalar?.text
    let isShort = text.map { $0.count < 40 && !$0.contains(where: \.isNewline) } ?? false
    let help =
      if let item {
        "put a dash before each entry: `- \(item)`"
      } else if let text, isShort {
        "a list has brackets: `[\(text)]`"
      } else {
        "put a dash before each item: `- …`"
      }
    let right = item == nil && isShort ? text.map { "[\($0)]" } : nil
    return wrongType(node, subject, expected: "a list", help: [help], right: right)
  }

  /// Returns the items of a non-empty list.
  func filledList(_ node: SyntaxNode, _ subject: String) -> [SyntaxNode]? {
    guard let items = list(node, subject) else { return nil }
    if !items.isEmpty { return items }
    return reject(.emptyList, "\(subject) must not be an empty list", at: node.span)
  }

  /// Returns the items of a non-empty list, or any other value as the only item.
  func oneOrMore(_ node: SyntaxNode, _ subject: String) -> [SyntaxNode]? {
    if case .sequence = node.content { filledList(node, subject) } else { [node] }
  }

  /// Returns the items up to a limit, reporting the first beyond it.
  func limited<Item>(
    _ items: [Item],
    to limit: Int,
    _ subject: String,
    _ noun: String,
    help: [String] = [],
    at place: (Item) -> SourceSpan
  ) -> [Item] {
    guard items.count > limit else { return items }
    let message = "\(subject) can have at most \(limit) \(noun), not \(items.count)"
    report(.tooMany, message, at: place(items[limit]), help: help)
    return Array(items.prefix(limit))
  }

  // MARK: Scalars

  /// Reads a text: numbers and booleans are taken as written, a blank text is a mistake.
  ///
  /// Line breaks at the end are dropped, as a block scalar always ends with one.
  func text(
    _ node: SyntaxNode?,
    _ subject: String,
    _ advice: @autoclosure () -> (help: [String], right: String?) = ([], nil)
  ) -> String? {
    guard let node else { return nil }
    guard let scalar = node.writtenScalar else {
      var (help, right) = advice()
      let texts = node.items.compactMap { $0.writtenScalar?.text }
      if help.isEmpty, !texts.isEmpty, texts.count == node.items.count {
        let areSentences = texts.allSatisfy { ".。?？".contains($0.last ?? " ") }
        let text = texts.joined(separator: areSentences ? " " : ", ").asFlowScalar
        right = text
        help = ["write `\(text)`"]
      }
      return wrongType(node, subject, expected: "a text", help: help, right: right)
    }
    guard scalar.text.contains(where: { !$0.isWhitespace }) else {
      return reject(.emptyText, "\(subject) must not be empty", at: node.span)
    }
    var text = scalar.text
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }

  /// Reads a name: a text of one line, taken as written.
  func name(_ node: SyntaxNode, _ subject: String, help: [String] = []) -> String? {
    guard let scalar = node.writtenScalar else {
      return wrongType(node, subject, expected: "a name", help: help)
    }
    return isName(scalar.text, at: node.span, subject) ? scalar.text : nil
  }

  /// Reads a list of names, dropping repetitions and names that are reported as unknown.
  func names(
    _ items: [SyntaxNode],
    _ subject: String,
    called noun: String,
    where isKnown: (_ name: String, SourceSpan) -> Bool = { _, _ in true }
  ) -> [(text: String, span: SourceSpan)] {
    var names = UniqueNames()
    return items.compactMap { item in
      guard let name = name(item, subject), isKnown(name, item.span),
        names.insert(name, at: item.span, called: noun, self)
      else { return nil }
      return (name, item.span)
    }
  }

  /// Reads a list of keywords, dropping repetitions.
  func words<Word: RawRepresentable<String> & CaseIterable>(
    _ items: [SyntaxNode],
    _ noun: String,
    _ words: Word.Type
  ) -> [(word: Word, span: SourceSpan)] {
    var names = UniqueNames()
    return items.compactMap { item in
      guard let word = word(item, "a \(noun)", words),
        names.insert(word.rawValue, at: item.span, called: "the \(noun)", self)
      else { return nil }
      return (word, item.span)
    }
  }

  func isName(_ text: String, at span: SourceSpan, _ subject: String) -> Bool {
    if !text.contains(where: { !$0.isWhitespace }) {
      report(.emptyText, "\(subject) must not be empty", at: span)
      return false
    }
    if text.contains(where: \.isNewline) {
      report(.invalidID, "\(subject) must be on one line", at: span)
      return false
    }
    return true
  }

  func integer(_ node: SyntaxNode, _ subject: String, in bounds: ClosedRange<Int>) -> Int? {
    guard case .scalar(let scalar) = node.content, case .int(let value) = scalar.kind else {
      return wrongType(node, subject, expected: "an integer")
    }
    if bounds.contains(value) { return value }
    let rule = "from \(bounds.lowerBound) to \(bounds.upperBound)"
    return reject(.invalidValue, "\(subject) must be \(rule), not \(value)", at: node.span)
  }

  func boolean(_ node: SyntaxNode, _ subject: String) -> Bool? {
    guard case .scalar(let scalar) = node.content, case .bool(let value) = scalar.kind else {
      return wrongType(node, subject, expected: "`true` or `false`")
    }
    return value
  }

  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ node: SyntaxNode,
    _ subject: String,
    _ words: Word.Type
  ) -> Word? {
    let names = Word.allCases.map(\.rawValue)
    let expected = inWords(names, lastWord: "or", limit: .max)
    guard let text = node.writtenScalar?.text else {
      return wrongType(node, subject, expected: expected)
    }
    if let word = Word(rawValue: text) { return word }
    return reject(
      .invalidValue,
      "\(subject) must be \(expected), not `\(text)`",
      at: node.span,
      help: near(ForeignKeys.meaning(of: text.lowercased(), among: names) ?? text, among: names)
    )
  }
}

extension Sequence {
  /// Returns the results for all elements, or `nil` if one is `nil`; all are read in any case, to report all mistakes.
  func mapAll<Value>(_ read: (Element) -> Value?) -> [Value]? {
    let values = map(read)
    return values.allSatisfy { $0 != nil } ? values.compactMap { $0 } : nil
  }
}

/// Returns names in backticks, joined as in a sentence; beyond the limit, they are counted.
func inWords(_ names: [String], lastWord: String = "and", limit: Int = 10) -> String {
  var shown = names.prefix(names.count > limit ? limit - 1 : limit).map { "`\($0)`" }
  if names.count > limit { shown.append("\(names.count - shown.count) more") }
  guard let last = shown.popLast() else { return "none" }
  return shown.isEmpty ? last : "\(shown.joined(separator: ", ")) \(lastWord) \(last)"
}

extension SyntaxNode {
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
