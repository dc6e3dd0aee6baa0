import Diagnostics
import Specification

/// How names are made that a language cannot say as they are.
package enum NameStyle: String, CaseIterable, Sendable {
  /// In the language's own quotes, where it has some.
  case raw
  /// By letters, digits and `_` alone.
  case mangled
}

/// What a language makes of names.
struct NameRules: Sendable {
  /// Words that are no names.
  var keywords: Set<String>
  /// Puts any text in the quotes that make a name of it; `nil` where there are none, or the text cannot stand in them.
  var quoted: @Sendable (String) -> String?
  /// Types that the code declares itself.
  var taken: Set<String>
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
      capitalized: true
    )
    let properties = maker.names(factors.map { ($0.name, $0.span) }, of: "factors")
    let values = factors.map { factor in
      maker.names(factor.values.map { ($0.id, $0.span) }, of: "values of `\(factor.name)`")
    }
    let caseOperations = specification.caseOperations
    let operations = maker.names(
      caseOperations.map { ($0.id, specification.operations[$0.operation].span) },
      of: "operations"
    )
    let operationValues = specification.operationValues
    let partValues = caseOperations.filter(\.hasParts).flatMap(\.values)
    var parts = Array(repeating: "", count: operationValues.count)
    let partNames = maker.names(
      partValues.map { number in
        let value = operationValues[number]
        return (value.id, specification.operations[value.operation].span)
      },
      of: "parts"
    )
    for (number, name) in zip(partValues, partNames) { parts[number] = name }
    let ruleNames = maker.names(specification.rules.map { ($0.id, $0.span) }, of: "rules")
    guard maker.collisions.isEmpty else { return Checked(nil, diagnostics: maker.collisions) }
    return Checked(
      CodeNames(
        types: types,
        properties: properties,
        values: values,
        operations: operations,
        parts: parts,
        rules: ruleNames
      ),
      diagnostics: []
    )
  }
}

/// Makes names, and notes those that two ids share.
private struct Maker {
  let rules: NameRules
  let style: NameStyle
  var collisions: [Diagnostic] = []

  mutating func names(
    _ ids: [(id: String, span: SourceSpan)],
    of kind: String,
    capitalized: Bool = false
  ) -> [String] {
    var owner: [String: String] = [:]
    return ids.map { id, span in
      let name = name(id, capitalized: capitalized)
      if let other = owner[name] {
        collisions.append(
          Diagnostic(
            code: "name-collision",
            message: "the \(kind) `\(other)` and `\(id)` would both be called `\(name)` in code",
            span: span,
            help: ["rename one of them"]
          )
        )
      }
      owner[name] = id
      return name
    }
  }

  /// `very_long` becomes `veryLong` or `VeryLong`, what no language can say is quoted or spelt out.
  private func name(_ id: String, capitalized: Bool) -> String {
    // A minus is no hyphen: `-3` and `3` differ.
    let said = id.replacing(/(^|\/)-(?=[0-9])/) { "\($0.output.1)minus_" }
    if style == .raw, said != id, let quoted = rules.quoted(id) { return quoted }
    let words = said.split { "_-/ ".contains($0) }.map(String.init)
    let joined = words.enumerated().map { number, word in
      number > 0 || capitalized ? word.prefix(1).uppercased() + word.dropFirst() : word
    }.joined()
    if isPlain(joined) {
      if capitalized, rules.taken.contains(joined) { return joined + "Factor" }
      guard rules.keywords.contains(joined) else { return joined }
      return (style == .raw ? rules.quoted(joined) : nil) ?? joined + "_"
    }
    if style == .raw, let quoted = rules.quoted(id) { return quoted }
    let spelt = joined.unicodeScalars.map { scalar in
      scalar == "_" || (scalar.properties.isXIDContinue && scalar.isASCII)
        ? String(scalar) : "u" + String(scalar.value, radix: 16, uppercase: true)
    }.joined()
    return isPlain(spelt) ? spelt : "_" + spelt
  }

  /// Whether every language can say it; beyond ASCII only where nothing has to be spelt out.
  private func isPlain(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, name != "_" else { return false }
    guard style == .raw || name.unicodeScalars.allSatisfy(\.isASCII) else { return false }
    return (first == "_" || first.properties.isXIDStart)
      && name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
  }
}
