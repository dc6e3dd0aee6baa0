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
  /// By rule.
  let rules: [String]
  /// By number in `Specification.operationValues`: what is left of a function's name behind a prefix.
  let functions: [String]
  /// The same by number in `Specification.caseOperations`.
  let operationFunctions: [String]
  /// Ids of which two would have the same name.
  let collisions: [Diagnostic]

  init(_ specification: Specification, _ spelling: Spelling, _ style: NameStyle) {
    var maker = NameMaker(spelling: spelling, style: style)
    let factors = specification.factors.map { ($0.name, $0.span) }
    types = maker.names(factors, of: "factors", as: .type)
    properties = maker.names(factors, of: "factors", as: .property)
    values = specification.factors.map { factor in
      let values = factor.values.map { ($0.id, $0.span) }
      return maker.names(values, of: "values of `\(factor.name)`", as: .constant)
    }
    let caseOperations = specification.caseOperations
    let whole = caseOperations.map { ($0.id, specification.operations[$0.operation].span) }
    operations = maker.names(whole, of: "operations", as: .constant)
    let single = specification.operationValues.map { value in
      (value.id, specification.operations[value.operation].span)
    }
    let numbers = caseOperations.filter(\.hasParts).flatMap(\.values)
    var parts = single.map { _ in "" }
    let partNames = maker.names(numbers.map { single[$0] }, of: "parts", as: .constant)
    for (number, name) in zip(numbers, partNames) { parts[number] = name }
    self.parts = parts
    let rules = specification.rules.map { ($0.id, $0.span) }
    self.rules = maker.names(rules, of: "rules", as: .constant)
    functions = maker.names(single, of: "operations", as: .function)
    operationFunctions = maker.names(whole, of: "operations", as: .function)
    collisions = maker.collisions
  }
}

/// Makes names, and notes those that two ids share.
private struct NameMaker {
  enum Kind {
    case type, property, constant
    /// What stands behind a prefix, so that every sign of a name may come first.
    case function
  }

  let spelling: Spelling
  let style: NameStyle
  var collisions: [Diagnostic] = []

  mutating func names(
    _ ids: [(id: String, span: SourceSpan)],
    of things: String,
    as kind: Kind
  ) -> [String] {
    var owners: [String: String] = [:]
    return ids.map { id, span in
      let name = name(id, kind)
      let owner = owners.updateValue(id, forKey: name)
      if let owner {
        let ids = "the \(things) `\(owner)` and `\(id)` would both be called"
        // What is called by one name has functions of one name too.
        if kind != .function || !collisions.contains(where: { $0.message.hasPrefix(ids) }) {
          let message = "\(ids) `\(name)` in code"
          let help = ["rename one of them"]
          collisions.append(
            Diagnostic(code: "name-collision", message: message, span: span, help: help)
          )
        }
      }
      return name
    }
  }

  /// `very_long` becomes `veryLong` or what else the language writes; what no language can say is quoted or spelt out.
  private func name(_ id: String, _ kind: Kind) -> String {
    let wordStyle: WordStyle =
      switch kind {
      case .type: .pascal
      case .property: spelling.properties
      case .constant: spelling.constants
      case .function: spelling.properties == .snake ? .snake : .pascal
      }
    if wordStyle == .text { return id }
    // A minus is not a hyphen: `-3` and `3` differ.
    let said = id.replacing(/(^|\/)-(?=[0-9])/) { "\($0.output.1)minus_" }
    let canQuote = style == .raw && kind != .function
    if canQuote, said != id, let quoted = quoted(id) { return quoted }
    let joined = joined(said, wordStyle)
    if isPlain(joined) {
      if kind == .type, spelling.taken.contains(joined) { return joined + "Factor" }
      guard kind != .function, spelling.keywords.contains(joined) else { return joined }
      return (canQuote ? quoted(joined) : nil) ?? joined + "_"
    }
    if canQuote, let quoted = quoted(id) { return quoted }
    let spelt = joined.unicodeScalars.map { scalar in
      scalar == "_" || (scalar.properties.isXIDContinue && (scalar.isASCII || style == .raw))
        ? String(scalar) : "u" + CodeText.hexadecimal(scalar.value)
    }.joined()
    return isPlain(spelt) || kind == .function ? spelt : "_" + spelt
  }

  private func joined(_ id: String, _ wordStyle: WordStyle) -> String {
    let words = (spelling.hasOneWidth ? CompatibilityForms.plain(id) : id)
      .split { "_-/ ".contains($0) }.map(String.init)
    return switch wordStyle {
    case .text: id
    case .snake: words.joined(separator: "_").lowercased()
    case .capitals: words.joined(separator: "_").uppercased()
    case .camel, .pascal:
      words.enumerated().map { number, word in
        number > 0 || wordStyle == .pascal
          ? word.prefix(1).uppercased() + word.dropFirst() : word
      }.joined()
    }
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
