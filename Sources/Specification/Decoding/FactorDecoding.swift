import Diagnostics
import Text
import YAMLSyntax

/// The keys of a factor.
enum FactorKey: String, CaseIterable {
  case label, values, range, date, length, kinds
  case onlyWhen = "only_when"
  case usual, note

  /// Those of which a factor has at most one; `kinds` belong to a `length`.
  static let sources = [Self.values, .range, .date, .length]
}

extension SpecificationDecoder {
  /// The factors of `states` and `data`; one whose values are broken is still known by its name.
  mutating func factors(_ fields: Fields<Key>) -> Declared<DeclaredFactor> {
    var factors: [DeclaredFactor] = []
    var isBroken = false
    var names = UniqueNames()
    for (key, kind) in [(Key.states, Factor.Kind.state), (.data, .data)] {
      guard let node = section(key, of: fields) else { continue }
      let help = ["factors are keys, without dashes: `plan: [free, premium]`"]
      guard let entries = read.mapping(node, "`\(key.rawValue)`", help: help) else {
        isBroken = true
        continue
      }
      for entry in entries {
        guard isFactorName(entry.key, at: entry.keySpan),
          names.insert(entry.key, at: entry.keySpan, called: "the factor", reportingTo: &read)
        else {
          isBroken = true
          continue
        }
        factors.append(factor(entry, kind))
      }
    }
    if factors.count > Limit.factors {
      read.report(
        .tooMany,
        "a spec has at most \(Limit.factors) factors, not \(factors.count)",
        at: factors[Limit.factors].span
      )
    }
    return Declared(items: factors, isBroken: isBroken)
  }

  /// Reports factors that together have too many values.
  mutating func checkNumberOfValues(_ factors: [DeclaredFactor]) {
    var count = 0
    for factor in factors {
      count += factor.values.values.count
      guard count > Limit.allValues else { continue }
      read.report(
        .tooMany,
        "the factors of a spec can have at most \(Limit.allValues) values in total",
        at: factor.span
      )
      return
    }
  }

  mutating func isFactorName(_ name: String, at span: SourceSpan) -> Bool {
    guard read.isIdentifier(name, at: span, "the name of a factor") else { return false }
    if name == WrittenTerm.operationName {
      read.report(
        .reservedName,
        "a factor cannot be called `operation`: conditions use that name for the operations",
        at: span
      )
      return false
    }
    if RuleKey(rawValue: name) != nil {
      read.report(
        .reservedName,
        "a factor cannot be called `\(name)`: rules use that key",
        at: span,
        help: ["take another name, and the word as its label"]
      )
      return false
    }
    return true
  }

  mutating func factor(_ entry: SyntaxEntry, _ kind: Factor.Kind) -> DeclaredFactor {
    let shared = house.factors[entry.key].map { $0.node.relocated(to: entry.keySpan) }
    let subject = "factor `\(entry.key)`"
    var factor = DeclaredFactor(
      name: entry.key,
      kind: kind,
      label: Identifier.inWords(entry.key),
      values: .broken,
      span: entry.keySpan
    )
    switch entry.value.content {
    case .scalar where entry.value.isNull:
      guard let shared else {
        reportWithoutValues(entry)
        return factor
      }
      read(shared, into: &factor, completedBy: nil, subject)
    case .scalar(let scalar):
      if let form = otherForm(scalar.text) {
        read.wrongType(
          entry.value,
          subject,
          expected: "values, or the label of a yes/no factor",
          help: ["write `\(entry.key): \(form)`"]
        )
        return factor
      }
      if let shared {
        read(shared, into: &factor, completedBy: nil, subject)
      } else {
        factor.values = yesOrNo(at: entry.keySpan)
      }
      factor.label = read.text(entry.value, "the label of \(subject)") ?? factor.label
    case .sequence:
      if let shared { read(shared, into: &factor, completedBy: nil, subject) }
      factor.values = listedValues(entry.value, subject)
    case .mapping:
      read(entry.value, into: &factor, completedBy: shared, subject)
    }
    return factor
  }

  private mutating func reportWithoutValues(_ entry: SyntaxEntry) {
    if let listing = catalogue.listing(entry.key), listing.kind != .operation {
      read.report(
        .missingKey,
        "the catalogue asks about `\(entry.key)` but gives it no values",
        at: entry.keySpan,
        help: [
          catalogue.entry(listing).question(language),
          "write `\(entry.key): [a, b]`, or a sentence that is true or not: `\(entry.key): …`",
        ]
      )
      return
    }
    let known = house.factorNames
    read.report(
      .missingKey,
      "factor `\(entry.key)` has no values, and no pack declares it",
      at: entry.keySpan,
      help: read.help(for: entry.key, among: known, called: "the factors of packs").prefix(1)
        + ["write `\(entry.key): [a, b]`, or a sentence that is true or not: `\(entry.key): …`"]
    )
  }

  /// What was most probably meant by a text that is no label: a range, or ids.
  private func otherForm(_ text: String) -> String? {
    if let dots = text.firstRange(of: ".."),
      text[..<dots.lowerBound].allSatisfy({ $0.isNumber || "-+,".contains($0) }),
      text[dots.upperBound...].first.map({ $0.isNumber || $0 == "-" }) ?? !text[..<dots.lowerBound]
        .isEmpty
    {
      let isDate = text.contains("-")
      return "{\(isDate ? "date" : "range"): \(text)}"
    }
    let parts = text.split(omittingEmptySubsequences: false) { ",，、".contains($0) }
      .map(\.trimmed)
    if parts.count > 1, !parts.contains(where: { $0.isEmpty || $0.contains(where: \.isWhitespace) })
    {
      // In a Japanese sentence 「、」 parts clauses; short words are most probably ids.
      let isSentence = text.contains("、") && parts.contains { $0.count > 6 }
      return isSentence ? nil : "[\(parts.joined(separator: ", "))]"
    }
    let isWord = text.allSatisfy {
      ("a"..."z").contains($0) || $0 == "_" || $0.isASCII && $0.isNumber
    }
    return isWord && !text.isEmpty ? "[\(text), …]" : nil
  }

  /// Reads the map of a factor.
  ///
  /// - Parameters:
  ///   - node: The map; of a pack any form that it may have there.
  ///   - factor: What is completed.
  ///   - shared: What a pack says of the factor, for what is left out.
  ///   - subject: How a message names the factor.
  private mutating func read(
    _ node: SyntaxNode,
    into factor: inout DeclaredFactor,
    completedBy shared: SyntaxNode?,
    _ subject: String
  ) {
    if case .sequence = node.content {
      factor.values = listedValues(node, subject)
      return
    }
    if let text = node.writtenScalar?.text {
      factor.label = text
      factor.values = yesOrNo(at: factor.span)
      return
    }
    if let variants = node.entry("variants") {
      read.report(
        .unknownKey,
        "unknown key `variants` in \(subject)",
        at: variants.keySpan,
        help: ["operations have variants; a factor has `values`"]
      )
      return
    }
    if read.isNested(node, FactorKey.self), case .mapping(let entries) = node.content,
      entries.allSatisfy({
        NearestName.of($0.key, among: FactorKey.allCases.map(\.rawValue)) == nil
      })
    {
      let shown = entries.prefix(3).map { "\($0.key): …" }.joined(separator: ", ")
      read.report(
        .unknownKey,
        "unknown key `\(entries[0].key)` in \(subject)",
        at: entries[0].keySpan,
        help: ["values stand under `values`: `\(factor.name): {values: {\(shown)}}`"]
      )
      return
    }
    guard var fields = read.fields(of: node, FactorKey.self, subject: subject) else { return }
    if let shared { fields = completed(fields, by: shared, subject) }
    factor.label = fields[.label].flatMap { label($0, fields.name(.label)) } ?? factor.label
    factor.note = read.text(fields[.note], fields.name(.note))
    factor.onlyWhen = fields[.onlyWhen].flatMap { onlyWhen($0, subject) }
    factor.values = values(fields, at: factor.span)
  }

  private mutating func completed(
    _ fields: Fields<FactorKey>,
    by shared: SyntaxNode,
    _ subject: String
  ) -> Fields<FactorKey> {
    var node = shared
    // The short forms of a pack as maps.
    if case .sequence = shared.content {
      let entry = SyntaxEntry(key: "values", keySpan: shared.span, value: shared)
      node = SyntaxNode(content: .mapping([entry]), span: shared.span)
    } else if shared.writtenScalar != nil {
      let entry = SyntaxEntry(key: "label", keySpan: shared.span, value: shared)
      node = SyntaxNode(content: .mapping([entry]), span: shared.span)
    }
    guard let others = read.fields(of: node, FactorKey.self, subject: subject) else {
      return fields
    }
    return fields.completed(by: others, oneOf: FactorKey.sources + [.kinds])
  }

  private mutating func values(_ fields: Fields<FactorKey>, at span: SourceSpan) -> DeclaredValues {
    switch source(fields, among: FactorKey.sources, kinds: .kinds, of: .length) {
    case .broken: return .broken
    case .none:
      // The unknown key is most probably the one that should say where the values come from.
      return fields.hasUnknownKeys ? .broken : usual(fields[.usual], of: yesOrNo(at: span))
    case .key(let key, let node):
      return numbers(key, node, of: fields, kinds: .kinds, usual: fields[.usual])
        ?? usual(fields[.usual], of: listedValues(node, fields.name(key)))
    }
  }

  /// The values with the usual one that is written.
  mutating func usual(_ node: SyntaxNode?, of declared: DeclaredValues) -> DeclaredValues {
    guard let node, !declared.isBroken else { return declared }
    var declared = declared
    let named = NamedValues("", declared)
    guard let name = read.name(node, "`usual`") else { return declared }
    guard let number = named.number(of: name) else {
      read.report(
        .unknownValue,
        "`usual` names `\(name)`, which is not a value of the factor",
        at: node.span,
        help: read.help(for: name, among: named.ids, called: "the values")
      )
      return declared
    }
    if declared.values[number].isInvalid {
      read.report(
        .invalidValue,
        "the usual value must be a valid one, not `\(name)`",
        at: node.span
      )
    }
    declared.usual = number
    return declared
  }

  // MARK: Labels

  /// A label; in a pack it may stand in both languages.
  mutating func label(_ node: SyntaxNode, _ subject: String) -> String? {
    guard isBilingual(node) else { return read.text(node, subject) }
    let key = language == .japanese ? "ja" : "en"
    return read.text(node.entry(key)?.value ?? node.entry("en")?.value, subject)
  }

  /// Whether a text stands in both languages, `{en: …, ja: …}`, as only packs do.
  func isBilingual(_ node: SyntaxNode) -> Bool {
    guard case .mapping(let entries) = node.content, !entries.isEmpty else { return false }
    return entries.allSatisfy { Language(rawValue: $0.key) != nil }
  }
}

extension SyntaxNode {
  /// The same tree, all of it at one place: what a pack says stands, for a spec, where the spec names it.
  func relocated(to span: SourceSpan) -> SyntaxNode {
    switch content {
    case .scalar: SyntaxNode(content: content, span: span)
    case .sequence(let items):
      SyntaxNode(content: .sequence(items.map { $0.relocated(to: span) }), span: span)
    case .mapping(let entries):
      SyntaxNode(
        content: .mapping(
          entries.map {
            SyntaxEntry(key: $0.key, keySpan: span, value: $0.value.relocated(to: span))
          }
        ),
        span: span
      )
    }
  }
}
