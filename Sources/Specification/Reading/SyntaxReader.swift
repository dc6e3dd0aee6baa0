import Diagnostics
import Text
import YAMLSyntax

/// Reads nodes as what they should be and collects what is wrong with them.
///
/// Every function reports its own mistake and returns `nil`, so the caller goes on with what it has: the whole file is read, however many
/// mistakes it holds.
final class SyntaxReader {
  private(set) var diagnostics: [Diagnostic] = []
  /// A condition for examples, in names of the spec once they are read.
  var condition = "{plan: free}"
  /// The mistakes so far: a name that many rules share is wrong only once.
  private var reported: Set<Place> = []

  private struct Place: Hashable {
    var code: MistakeCode
    var message: String
    var span: SourceSpan
  }

  /// Names are looked up for so many mistakes of one file; nobody reads more, and each costs a walk over all names.
  private static let helpLimit = 200
  var hasHelpLeft: Bool { diagnostics.count < Self.helpLimit }

  var errors: Int { diagnostics.count { $0.severity == .error } }

  /// The value, if there is no error, with all diagnostics by place.
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

  /// Reports a mistake; `nil` in place of the value.
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

  /// Reports a value of another type, with the right text if it is clear; returns `nil` in place of the value.
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

  /// Reports an interval or a range whose lower bound comes last.
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

  /// Reads something of which no mistake counts.
  func silently<Value>(_ read: () -> Value) -> Value {
    let before = (diagnostics, reported)
    defer { (diagnostics, reported) = before }
    return read()
  }

  /// A text of bearable length: a name in it may be as long as the file.
  private static func shortened(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard text.utf8.count > 1_000, scalars.count > 1_000 else { return text }
    return String(String.UnicodeScalarView(scalars.prefix(600))) + " … "
      + String(String.UnicodeScalarView(scalars.suffix(200)))
  }

  // MARK: Help for names

  /// The name that was probably meant; `nil` if none is near.
  func nearest(to name: String, among candidates: @autoclosure () -> [String]) -> String? {
    hasHelpLeft ? NearestName.of(name, among: candidates()) : nil
  }

  /// The name that was probably meant, as help; empty if none is near.
  func near(_ name: String, among candidates: @autoclosure () -> [String]) -> [String] {
    let parts = name.split { "、，".contains($0) }.map(\.trimmed)
    if parts.count > 1 { return ["the comma must be `,`: `\(parts.joined(separator: ", "))`"] }
    return nearest(to: name, among: candidates()).map { ["did you mean `\($0)`?"] } ?? []
  }

  /// Reports a name that is not among some names but near one of them: any other may be meant as it is.
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

  /// The help for a name that is not there: the name that was probably meant, and those there are.
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

  /// The entries of a map with keys that the author chooses.
  func mapping(_ node: SyntaxNode, _ subject: String, help: [String] = []) -> [SyntaxEntry]? {
    if case .mapping(let entries) = node.content { return entries }
    let isWide = node.writtenScalar?.text.contains("：") == true
    let colon = "a key ends with `:`, not with the full-width `：`"
    return wrongType(node, subject, expected: "a map", help: isWide ? [colon] : help)
  }

  /// The items of a list; a message shows what an item looks like.
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

  /// The items of a list that must hold at least one.
  func filledList(_ node: SyntaxNode, _ subject: String) -> [SyntaxNode]? {
    guard let items = list(node, subject) else { return nil }
    if !items.isEmpty { return items }
    return reject(.emptyList, "\(subject) must not be an empty list", at: node.span)
  }

  /// The items of a list that must hold at least one; any other value stands for a list of one.
  func oneOrMore(_ node: SyntaxNode, _ subject: String) -> [SyntaxNode]? {
    if case .sequence = node.content { filledList(node, subject) } else { [node] }
  }

  /// The items up to a limit; reports the first beyond it.
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

  /// A text that people read: numbers and booleans are taken as written, blank text is a mistake.
  ///
  /// Line breaks at the end are dropped: a block scalar ends with one that nobody means.
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

  /// A name: a text of one line, taken as written.
  func name(_ node: SyntaxNode, _ subject: String, help: [String] = []) -> String? {
    guard let scalar = node.writtenScalar else {
      return wrongType(node, subject, expected: "a name", help: help)
    }
    return isName(scalar.text, at: node.span, subject) ? scalar.text : nil
  }

  /// The names of a list, each once, without those that are reported as unknown.
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

  /// The words of a list, each once.
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
  /// What each element gives; `nil` if one gives nothing, but not before all were asked: each reports its own mistake.
  func mapAll<Value>(_ read: (Element) -> Value?) -> [Value]? {
    let values = map(read)
    return values.allSatisfy { $0 != nil } ? values.compactMap(\.self) : nil
  }
}

/// Names in backticks, joined as in a sentence; beyond the limit their number.
func inWords(_ names: [String], lastWord: String = "and", limit: Int = 10) -> String {
  var shown = names.prefix(names.count > limit ? limit - 1 : limit).map { "`\($0)`" }
  if names.count > limit { shown.append("\(names.count - shown.count) more") }
  guard let last = shown.popLast() else { return "none" }
  return shown.isEmpty ? last : "\(shown.joined(separator: ", ")) \(lastWord) \(last)"
}

extension SyntaxNode {
  /// The value as a message names it.
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
