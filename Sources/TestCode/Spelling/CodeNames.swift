import Diagnostics
import Specification
import Text

/// How names are made that a language cannot say as they are.
package enum NameStyle: String, CaseIterable, Sendable {
  /// In the language's own quotes, where it has some.
  case raw
  /// By letters, digits and `_` alone.
  case mangled
}

struct CodeNames: Sendable {
  /// By factor: its type, and what a setup calls it.
  let types: [String]
  let properties: [String]
  /// By factor, by value.
  let values: [[String]]
  /// By number in `Specification.caseOperations`.
  let operations: [String]
  /// By number in `Specification.operationValues`: the part with its operation; empty if it is not a part.
  let parts: [String]
  /// By rule; empty for one that decides nothing.
  let rules: [String]
  /// By number in `Specification.operationValues`: what is left of a function's name behind a prefix.
  let functions: [String]
  /// The same by number in `Specification.caseOperations`.
  let operationFunctions: [String]
  /// Ids of which two would have the same name.
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
    // What has an id of its own is called by it, whatever stands in front.
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

  /// What stands behind the id of a case in the name of its test.
  func test(_ words: String) -> String { maker.name(words, .test) }

  private static func list(of count: Int, _ names: [String], at numbers: [Int]) -> [String] {
    zip(numbers, names).reduce(into: Array(repeating: "", count: count)) { $0[$1.0] = $1.1 }
  }
}

/// Makes names, and notes those that two ids share.
private struct NameMaker {
  nonisolated(unsafe) private static let minus = /(^|\/)-(?=[0-9])/

  enum Kind {
    case type, property, constant
    /// What stands behind a prefix, so that every sign of a name may come first.
    case function, test
  }

  /// The owner stands in front of a name that no language lets begin as it does; the candidates are in the order of preference.
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
      // Two rules with one condition: nothing but their order tells them apart.
      while names.count > 1, owners[name] != nil {
        counts[names[0], default: 1] += 1
        name = self.name("\(candidates[0])/\(counts[names[0]] ?? 2)", kind, of: subject.owner)
      }
      if let owner = owners.updateValue(subject.id, forKey: name) {
        let ids = "the \(things) `\(owner)` and `\(subject.id)` would both be called"
        // What is called by one name has functions of one name too.
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

  /// `very_long` becomes `veryLong` or what else the language writes; what no language can say is quoted or spelt out.
  func name(_ words: String, _ kind: Kind, of owner: String = "") -> String {
    let wordStyle: WordStyle =
      switch kind {
      case .type: .pascal
      case .property, .test: spelling.properties
      case .constant: spelling.constants
      case .function: spelling.properties == .snake ? .snake : .pascal
      }
    if wordStyle == .text { return words }
    // A minus is not a hyphen: `-3` and `3` differ.
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

  /// True if nobody would see where the next word begins: between digits, and between letters that have no capitals.
  private static func runsOn(_ last: Character?, _ next: Character?) -> Bool {
    guard let last, let next else { return false }
    func hasNoCapital(_ sign: Character) -> Bool { sign.isLetter && !sign.isCased }
    return last.isNumber && next.isNumber || hasNoCapital(last) && hasNoCapital(next)
  }

  /// A name in backticks; `nil` if the language cannot say it even so.
  private func quoted(_ name: String) -> String? {
    guard let quotes = spelling.quotes, !quotes.names.contains(name) else { return nil }
    let isSaid = name.unicodeScalars.allSatisfy { scalar in
      !quotes.signs.unicodeScalars.contains(scalar) && !scalar.properties.isPatternWhitespace
        && ![.control, .format, .lineSeparator].contains(scalar.properties.generalCategory)
    }
    let hasLetter = name.unicodeScalars.contains { $0.properties.isXIDContinue }
    return isSaid && (hasLetter || !quotes.needsLetter) ? "`\(name)`" : nil
  }

  /// True if every language can say it; beyond ASCII only if nothing has to be spelt out.
  private func isPlain(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, name != "_" else { return false }
    guard style == .raw || name.unicodeScalars.allSatisfy(\.isASCII) else { return false }
    return (first == "_" || first.properties.isXIDStart)
      && name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
  }
}

/// What code calls the things of a spec, before a language spells it: `open_link/expired`, with `/` between what stands apart and `_` between words.
///
/// It follows from ids alone: no other label, order of values, value or rule renames anything.
struct CodeWords: Sendable {
  private let specification: Specification
  /// The operations whose variants are texts of a length.
  private let lengths: Set<String>

  /// How many signs a name has, unless it takes more to tell two rules apart.
  private static let limit = 40
  /// What says nothing without the name of its factor.
  private static let bareWords: WordList = """
    yes no on off true false none any all some others other valid invalid empty
    あり なし はい いいえ 有 無 する しない その他
    """

  init(_ specification: Specification) {
    self.specification = specification
    lengths = Set(specification.operations.filter { $0.line?.scale == .textLength }.map(\.id))
  }

  /// `network_error/offline`; of a text its length is told: `save/length_72`.
  func operation(_ selector: String) -> String {
    guard let slash = selector.firstIndex(of: "/") else { return selector }
    let id = String(selector[..<slash])
    let variant = String(selector[selector.index(after: slash)...])
    let isLength = Self.isNumeric(variant) && lengths.contains(id)
    return "\(id)/\(isLength ? "length_" : "")\(Self.words(variant))"
  }

  /// The names that a rule may have, the best first: with an id of its own that alone, else what decides.
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

  /// What a case is about: its operation, and what decides it.
  func test(_ operation: String, _ values: [Int?], decisive: [Int]) -> String {
    let choices = decisive.compactMap { factor in
      values[factor].map { value in
        choice(factor, [specification.factors[factor].values[value].id], false, of: operation)
      }
    }
    let words = Self.limited([self.operation(operation)] + choices)
    // Behind the id of a case they must not look like more of it.
    let isSafe = words.first.map { !$0.isASCII || $0.isLowercase } ?? true
    return isSafe ? words : "on_" + words
  }

  /// `expired`, `mails_0_to_4`: what is said of a factor, with its name where that alone says nothing.
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
    // `show/amount` has named it.
    let isNamed = (isBare && !operation.hasSuffix("/\(name)")) || namesFactor
    return ((isNamed ? [name] : []) + texts.map(Self.words)).joined(separator: "_")
  }

  private static func isNumeric(_ text: String) -> Bool {
    let first = text.hasPrefix("-") ? text.utf8.dropFirst().first : text.utf8.first
    return first.map { (0x30...0x39).contains($0) } == true || text.contains("..")
  }

  /// A condition in words: `0..4` is `0_to_4`, and of `-3` and `3` one is `minus_3`.
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
