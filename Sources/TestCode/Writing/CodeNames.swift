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

/// How the words of an id become one name.
enum WordStyle: Sendable {
  /// `veryLong`.
  case camel
  /// `VeryLong`.
  case pascal
  /// `very_long`.
  case snake
  /// `VERY_LONG`.
  case capitals
  /// The id itself, where the language names it by a text.
  case text
}

/// What a language makes of names.
struct NameRules: Sendable {
  /// Words that are no names.
  var keywords: Set<String>
  /// Puts any text in the quotes that make a name of it; `nil` where there are none, or the text cannot stand in them.
  var quoted: @Sendable (String) -> String?
  /// Types that the code declares itself.
  var taken: Set<String>
  /// How properties and functions are written.
  var properties = WordStyle.camel
  /// How values, operations, parts and rules are written.
  var constants = WordStyle.camel
  /// Whether signs of another width are the same to the language.
  var hasOneWidth = false
}

/// The names of a spec in code: of the types of its factors, of their values, of operations and rules.
struct CodeNames: Sendable {
  /// By factor: its type, and what a setup calls it.
  let types: [String]
  let properties: [String]
  /// By factor, by value.
  let values: [[String]]
  /// By number in `Specification.caseOperations`.
  let operations: [String]
  /// By number in `Specification.operationValues`: the part with its operation; empty where it is none.
  let parts: [String]
  /// By rule.
  let rules: [String]
  /// By number in `Specification.operationValues`: what is left of a function's name behind a prefix.
  let functions: [String]
  /// The same by number in `Specification.caseOperations`.
  let operationFunctions: [String]

  /// The names, or the ids that would have the same.
  ///
  /// - Parameters:
  ///   - specification: What is named.
  ///   - rules: What the language makes of names.
  ///   - style: How names are made that it cannot say.
  /// - Returns: The names, or two ids of each collision.
  static func checked(
    _ specification: Specification,
    _ rules: NameRules,
    _ style: NameStyle
  ) -> Checked<CodeNames> {
    var maker = Maker(rules: rules, style: style)
    let factors = specification.factors
    let types = maker.names(
      factors.map { ($0.name, $0.span) },
      of: "factors",
      as: .type
    )
    let properties = maker.names(factors.map { ($0.name, $0.span) }, of: "factors", as: .property)
    let values = factors.map { factor in
      maker.names(
        factor.values.map { ($0.id, $0.span) },
        of: "values of `\(factor.name)`",
        as: .constant
      )
    }
    let caseOperations = specification.caseOperations
    let operations = maker.names(
      caseOperations.map { ($0.id, specification.operations[$0.operation].span) },
      of: "operations",
      as: .constant
    )
    let operationValues = specification.operationValues
    let partValues = caseOperations.filter(\.hasParts).flatMap(\.values)
    var parts = Array(repeating: "", count: operationValues.count)
    let partNames = maker.names(
      partValues.map { number in
        let value = operationValues[number]
        return (value.id, specification.operations[value.operation].span)
      },
      of: "parts",
      as: .constant
    )
    for (number, name) in zip(partValues, partNames) { parts[number] = name }
    let ruleNames = maker.names(
      specification.rules.map { ($0.id, $0.span) },
      of: "rules",
      as: .constant
    )
    let functions = maker.names(
      operationValues.map { ($0.id, specification.operations[$0.operation].span) },
      of: "operations",
      as: .function
    )
    let operationFunctions = maker.names(
      caseOperations.map { ($0.id, specification.operations[$0.operation].span) },
      of: "operations",
      as: .function
    )
    guard maker.collisions.isEmpty else { return Checked(nil, diagnostics: maker.collisions) }
    return Checked(
      CodeNames(
        types: types,
        properties: properties,
        values: values,
        operations: operations,
        parts: parts,
        rules: ruleNames,
        functions: functions,
        operationFunctions: operationFunctions
      ),
      diagnostics: []
    )
  }
}

/// Makes names, and notes those that two ids share.
private struct Maker {
  /// What is named.
  enum Kind {
    case type, property, constant
    /// What stands behind a prefix, so that every sign of a name may come first.
    case function
  }

  let rules: NameRules
  let style: NameStyle
  private(set) var collisions: [Diagnostic] = []

  init(rules: NameRules, style: NameStyle) {
    self.rules = rules
    self.style = style
  }

  mutating func names(
    _ ids: [(id: String, span: SourceSpan)],
    of things: String,
    as kind: Kind
  ) -> [String] {
    var owner: [String: String] = [:]
    return ids.map { id, span in
      let name = name(id, kind)
      if let other = owner[name] { note(other, id, things, name, span, kind) }
      owner[name] = id
      return name
    }
  }

  private mutating func note(
    _ one: String,
    _ other: String,
    _ things: String,
    _ name: String,
    _ span: SourceSpan,
    _ kind: Kind
  ) {
    let ids = "the \(things) `\(one)` and `\(other)` would both be called"
    // What is called by one name has functions of one name too.
    if kind == .function, collisions.contains(where: { $0.message.hasPrefix(ids) }) { return }
    collisions.append(
      Diagnostic(
        code: "name-collision",
        message: "\(ids) `\(name)` in code",
        span: span,
        help: ["rename one of them"]
      )
    )
  }

  /// `very_long` becomes `veryLong` or what else the language writes; what no language can say is quoted or spelt out.
  private func name(_ id: String, _ kind: Kind) -> String {
    let wordStyle = wordStyle(kind)
    if wordStyle == .text { return id }
    // A minus is no hyphen: `-3` and `3` differ.
    let said = id.replacing(/(^|\/)-(?=[0-9])/) { "\($0.output.1)minus_" }
    if style == .raw, kind != .function, said != id, let quoted = rules.quoted(id) { return quoted }
    let joined = joined(said, wordStyle)
    if isPlain(joined) {
      if kind == .type, rules.taken.contains(joined) { return joined + "Factor" }
      guard kind != .function, rules.keywords.contains(joined) else { return joined }
      return (style == .raw ? rules.quoted(joined) : nil) ?? joined + "_"
    }
    if style == .raw, kind != .function, let quoted = rules.quoted(id) { return quoted }
    let spelt = joined.unicodeScalars.map { scalar in
      scalar == "_" || (scalar.properties.isXIDContinue && (scalar.isASCII || style == .raw))
        ? String(scalar) : "u" + String(scalar.value, radix: 16, uppercase: true)
    }.joined()
    return isPlain(spelt) || kind == .function ? spelt : "_" + spelt
  }

  private func wordStyle(_ kind: Kind) -> WordStyle {
    switch kind {
    case .type: .pascal
    case .property: rules.properties
    case .constant: rules.constants
    case .function: rules.properties == .snake ? .snake : .pascal
    }
  }

  private func joined(_ id: String, _ wordStyle: WordStyle) -> String {
    let words = (rules.hasOneWidth ? CompatibilityForms.plain(id) : id)
      .split { "_-/ ".contains($0) }.map(String.init)
    switch wordStyle {
    case .text: return id
    case .snake: return words.joined(separator: "_").lowercased()
    case .capitals: return words.joined(separator: "_").uppercased()
    case .camel, .pascal:
      return words.enumerated().map { number, word in
        number > 0 || wordStyle == .pascal
          ? word.prefix(1).uppercased() + word.dropFirst() : word
      }.joined()
    }
  }

  /// Whether every language can say it; beyond ASCII only where nothing has to be spelt out.
  private func isPlain(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, name != "_" else { return false }
    guard style == .raw || name.unicodeScalars.allSatisfy(\.isASCII) else { return false }
    return (first == "_" || first.properties.isXIDStart)
      && name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
  }
}
