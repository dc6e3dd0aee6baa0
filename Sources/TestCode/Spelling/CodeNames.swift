import Diagnostics
import Specification
import Text

/// The treatment of names that are no identifiers in a language.
package enum NameStyle: String, CaseIterable, Sendable {
  /// The name in the language's own quotes, if it has any.
  case raw
  /// The name with other characters replaced by letters, digits and `_`.
  case mangled
}

struct CodeNames: Sendable {
  /// The type of each factor, and its property in a setup.
  let types: [String]
  let properties: [String]
  /// The names of values, by factor and value.
  let values: [[String]]
  /// The names by index in `Specification.caseOperations`.
  let operations: [String]
  /// The name of a part including its operation, by index in `Specification.operationValues`, or an empty text if it is no part.
  let parts: [String]
  /// The name of each rule, empty for one without results.
  let rules: [String]
  /// The suffixes of function names, by index in `Specification.operationValues`.
  let functions: [String]
  /// The suffixes of function names, by index in `Specification.caseOperations`.
  let operationFunctions: [String]
  /// The diagnostics about ids that would have the same name.
  let collisions: [Diagnostic]

  private let maker: NameMaker

  init(_ specification: Specification, _ spelling: Spelling, _ style: NameStyle) {
    var maker = NameMaker(spelling: spelling, style: style)
    let words = CodeWords(specification)
    let factors = specification.factors.map { ($0.name, $0.span, "", [$0.name]) }
    types = maker.names(factors, of: "factors", as: .type)
    properties = maker.names(factors, of: "factors", as: .property)
    values = specification.factors.map { factor in
      let values = factor.values.map { ($0.id, $0.span, factor.name, [$0.id]) }
      return maker.names(values, of: "values of `\(factor.name)`", as: .constant)
    }
    let single = specification.operationValues.map { value in
      let span = specification.operations[value.operation].span
      return (id: value.id, span: span, owner: "do", candidates: [words.operation(value.id)])
    }
    let caseOperations = specification.caseOperations
    let whole = caseOperations.map { operation in
      let span = specification.operations[operation.operation].span
      let own = (id: operation.id, span: span, owner: "do", candidates: [operation.id])
      return operation.hasParts ? own : single[operation.value]
    }
    operations = maker.names(whole, of: "operations", as: .constant)
    let numbers = caseOperations.filter(\.hasParts).flatMap(\.values)
    let parts = maker.names(numbers.map { single[$0] }, of: "parts", as: .constant)
    self.parts = Self.list(of: single.count, parts, at: numbers)
    // Rules with ids of their own come first, so that other names never take these.
    let rules = specification.rules
    let deciding = rules.indices.filter { rules[$0].decides }
    let inOrder = deciding.filter { rules[$0].hasOwnID } + deciding.filter { !rules[$0].hasOwnID }
    let subjects = inOrder.map { number in
      (rules[number].id, rules[number].span, "rule", words.candidates(ofRule: number))
    }
    let ruleNames = maker.names(subjects, of: "rules", as: .constant)
    self.rules = Self.list(of: rules.count, ruleNames, at: inOrder)
    functions = maker.names(single, of: "operations", as: .function)
    operationFunctions = maker.names(whole, of: "operations", as: .function)
    collisions = maker.collisions
    self.maker = maker
  }

  /// Returns the suffix of a test's name after the id of its case.
  func test(_ words: String) -> String { maker.name(words, .test) }

  private static func list(of count: Int, _ names: [String], at numbers: [Int]) -> [String] {
    zip(numbers, names).reduce(into: Array(repeating: "", count: count)) { $0[$1.0] = $1.1 }
  }
}

/// A maker of names that records those that two ids share.
private struct NameMaker {
  nonisolated(unsafe) private static let minus = /(^|\/)-(?=[0-9])/

  enum Kind {
    case type, property, constant
    /// A suffix, which may start with any character allowed in a name.
    case function, test
  }

  /// An element to be named.
  ///
  /// The owner becomes a prefix if a name cannot start an identifier. The candidates are in order of preference.
  typealias Subject = (id: String, span: SourceSpan, owner: String, candidates: [String])

  let spelling: Spelling
  let style: NameStyle
  var collisions: [Diagnostic] = []

  mutating func names(_ subjects: [Subject], of things: String, as kind: Kind) -> [String] {
    var owners: [String: String] = [:]
    var counts: [String: Int] = [:]
    let isText = kind == .constant && spelling.constants == .text
    return subjects.map { subject in
      let candidates = isText ? [subject.id] : subject.candidates
      let names = candidates.map { self.name($0, kind, of: subject.owner) }
      var name = names.first { owners[$0] == nil } ?? names[0]
      // Only their order distinguishes two rules with the same condition.
      while names.count > 1, owners[name] != nil {
        counts[names[0], default: 1] += 1
        name = self.name("\(candidates[0])/\(counts[names[0]] ?? 2)", kind, of: subject.owner)
      }
      if let owner = owners.updateValue(subject.id, forKey: name) {
        let ids = "the \(things) `\(owner)` and `\(subject.id)` would both be called"
        // If constants clash, the functions named after them clash, too.
        if kind != .function || !collisions.contains(where: { $0.message.hasPrefix(ids) }) {
          let message = "\(ids) `\(name)` in code"
          let help = ["rename one of them"]
          collisions.append(
            Diagnostic(code: "name-collision", message: message, span: subject.span, help: help)
          )
        }
      }
      return name
    }
  }

  /// Returns the words in the style of the language, such as `veryLong` for `very_long`, with characters not allowed in identifiers quoted
  /// or spelled out.
  func name(_ words: String, _ kind: Kind, of owner: String = "") -> String {
    let wordStyle: WordStyle =
      switch kind {
      case .type: .pascal
      case .property, .test: spelling.properties
      case .constant: spelling.constants
      case .function: spelling.properties == .snake ? .snake : .pascal
      }
    if wordStyle == .text { return words }
    // A minus sign is not a hyphen, since `-3` and `3` differ.
    let said = unsafe words.replacing(Self.minus) { "\($0.output.1)minus_" }
    let isFree = kind == .function || kind == .test
    let canQuote = style == .raw && !isFree
    if canQuote, said != words, let quoted = quoted(words) { return quoted }
    let joined = joined(said, wordStyle)
    if isPlain(joined) {
      if kind == .type, spelling.taken.contains(joined) { return joined + "Factor" }
      guard !isFree, spelling.keywords.contains(joined) else { return joined }
      return (canQuote ? quoted(joined) : nil) ?? joined + "_"
    }
    if canQuote, let quoted = quoted(words) ?? quoted(joined) { return quoted }
    let spelt = spelt(joined)
    if isFree || isPlain(spelt) { return spelt }
    let owned = self.spelt(self.joined("\(owner)_\(said)", wordStyle))
    return isPlain(owned) ? owned : "_" + spelt
  }

  private func spelt(_ name: String) -> String {
    name.unicodeScalars.map { scalar in
      scalar == "_" || (scalar.properties.isXIDContinue && (scalar.isASCII || style == .raw))
        ? String(scalar) : "u" + scalar.value.inHex()
    }.joined()
  }

  private func joined(_ id: String, _ wordStyle: WordStyle) -> String {
    let parts = (spelling.hasOneWidth ? CompatibilityForms.plain(id) : id).split(separator: "/")
      .map { part in part.split { "_-. ".contains($0) }.map(String.init) }
    let words = parts.joined().joined(separator: "_")
    return switch wordStyle {
    case .text: id
    case .snake: words.lowercased()
    case .capitals: words.uppercased()
    case .camel, .pascal:
      parts.map { words in
        words.enumerated().reduce(into: "") { name, word in
          let isFirst = word.offset == 0 && wordStyle == .camel
          let text = word.element
          let next = isFirst ? text : text.prefix(1).uppercased() + text.dropFirst()
          name += Self.runsOn(name.last, next.first) ? "_" + next : next
        }
      }.joined(separator: "_")
    }
  }

  /// True if joining two words would hide their boundary: between digits, and between letters without case.
  private static func runsOn(_ last: Character?, _ next: Character?) -> Bool {
    guard let last, let next else { return false }
    func hasNoCapital(_ sign: Character) -> Bool { sign.isLetter && !sign.isCased }
    return last.isNumber && next.isNumber || hasNoCapital(last) && hasNoCapital(next)
  }

  /// Returns a name in backticks, or `nil` if the language does not allow that either.
  private func quoted(_ name: String) -> String? {
    guard let quotes = spelling.quotes, !quotes.names.contains(name) else { return nil }
    let isSaid = name.unicodeScalars.allSatisfy { scalar in
      !quotes.signs.unicodeScalars.contains(scalar) && !scalar.properties.isPatternWhitespace
        && ![.control, .format, .lineSeparator].contains(scalar.properties.generalCategory)
    }
    let hasLetter = name.unicodeScalars.contains { $0.properties.isXIDContinue }
    return isSaid && (hasLetter || !quotes.needsLetter) ? "`\(name)`" : nil
  }

  /// True if the name is an identifier in every language; names beyond ASCII need the style `raw`.
  private func isPlain(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, name != "_" else { return false }
    guard style == .raw || name.unicodeScalars.allSatisfy(\.isASCII) else { return false }
    return (first == "_" || first.properties.isXIDStart)
      && name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
  }
}

/// The names of a spec's elements in code before they are adapted to a language: `open_link/expired`, with `/` between elements and `_`
/// between words.
///
/// They are derived from ids alone, so that a change of labels, of the order of values, or of another value or rule renames nothing.
struct CodeWords: Sendable {
  private let specification: Specification
  /// The operations whose variants are text lengths.
  private let lengths: Set<String>

  /// The maximum length of a name, unless two rules need more to be distinguished.
  private static let limit = 40
  /// The values that need the name of their factor to be meaningful.
  private static let bareWords: WordList = """
    yes no on off true false none any all some others other valid invalid empty
    あり なし はい いいえ 有 無 する しない その他
    """

  init(_ specification: Specification) {
    self.specification = specification
    lengths = Set(specification.operations.filter { $0.line?.scale == .textLength }.map(\.id))
  }

  /// Returns the name of an operation value: `network_error/offline`, or for a text length `save/length_72`.
  func operation(_ selector: String) -> String {
    guard let slash = selector.firstIndex(of: "/") else { return selector }
    let id = String(selector[..<slash])
    let variant = String(selector[selector.index(after: slash)...])
    let isLength = Self.isNumeric(variant) && lengths.contains(id)
    return "\(id)/\(isLength ? "length_" : "")\(Self.words(variant))"
  }

  /// Returns the possible names of a rule in order of preference: its own id, or else its conditions.
  func candidates(ofRule number: Int) -> [String] {
    let rule = specification.rules[number]
    guard !rule.hasOwnID, let selector = rule.choices.first?.texts.first else { return [rule.id] }
    let ends = rule.isAddition ? ["also"] : []
    let said = [false, true].map { namesFactor in
      [operation(selector)]
        + rule.choices.dropFirst().map { choice($0.factor, $0.texts, namesFactor, of: selector) }
        + ends
    }
    return [Self.limited(said[0])] + said.map { $0.joined(separator: "/") }
  }

  /// Returns the words for a case: its operation, and the deciding values.
  func test(_ operation: String, _ values: [Int?], decisive: [Int]) -> String {
    let choices = decisive.compactMap { factor in
      values[factor].map { value in
        choice(factor, [specification.factors[factor].values[value].id], false, of: operation)
      }
    }
    let words = Self.limited([self.operation(operation)] + choices)
    // They must not look like a continuation of the id of the case.
    let isSafe = words.first.map { !$0.isASCII || $0.isLowercase } ?? true
    return isSafe ? words : "on_" + words
  }

  /// Returns the words for a factor's condition, such as `expired` or `mails_0_to_4`, with the factor's name if it would be unclear
  /// without.
  private func choice(
    _ factor: Int,
    _ texts: [String],
    _ namesFactor: Bool,
    of operation: String
  ) -> String {
    if let comparison = specification.factors[factor].comparison {
      let relations = texts.compactMap { text in
        Comparison.Relation.allCases.first { "\($0)" == text }
      }
      let other = specification.factors[comparison.right].name
      let text = comparison.written(Set(relations), other)
      return choice(comparison.left, [text], namesFactor, of: operation)
    }
    let name = specification.factors[factor].name
    let isBare = texts.contains { text in
      Self.isNumeric(text) || text.utf8.count == 1 || Self.bareWords.contains(text)
    }
    // `show/amount` already names it.
    let isNamed = (isBare && !operation.hasSuffix("/\(name)")) || namesFactor
    return ((isNamed ? [name] : []) + texts.map(Self.words)).joined(separator: "_")
  }

  private static func isNumeric(_ text: String) -> Bool {
    let first = text.hasPrefix("-") ? text.utf8.dropFirst().first : text.utf8.first
    return first.map { (0x30...0x39).contains($0) } == true || text.contains("..")
  }

  /// Returns a condition in words, such as `0_to_4` for `0..4` and `minus_3` for `-3`.
  private static func words(_ text: String) -> String {
    var words = text
    if text.contains(where: { ".-".contains($0) }) {
      words = text.replacing(/^\.\./, with: "up_to_").replacing(/^(.*)\.\.$/) {
        "from_\($0.output.1)"
      }
      .replacing("..", with: "_to_").replacing(/(^|_)-(?=[0-9])/) { "\($0.output.1)minus_" }
    }
    return words.split { " ,/".contains($0) }.joined(separator: "_")
  }

  private static func limited(_ parts: [String]) -> String {
    var words = parts[0]
    for part in parts.dropFirst() {
      guard words.count + part.count < limit else { break }
      words += "/" + part
    }
    return words
  }
}
