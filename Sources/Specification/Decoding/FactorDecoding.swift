import Diagnostics
import Text
import YAMLSyntax

enum FactorKey: String, ValueSourceKey {
  case label, values, range, date, time, length, kinds
  case onlyWhen = "only_when"
  case usual, start, note, how

  static let sources = [Self.values] + scales
}

extension SpecificationDecoder {
  /// Returns the factors of `states` and `data`; one with invalid values is still known by its name.
  func factors(_ fields: Fields<Key>) -> Declared<DeclaredFactor> {
    var declared = Declared<DeclaredFactor>()
    var names = UniqueNames()
    for (key, kind) in [(Key.states, Factor.Kind.state), (.data, .data)] {
      if fields.isMisnamed(key) { declared.isBroken = true }
      guard let node = fields[filled: key] else { continue }
      let named =
        ForeignKeys.named(node.items, by: ["name", "id"]) ?? ForeignKeys.joined(node.items)
      let ids = node.items.mapAll { $0.writtenScalar?.text } ?? []
      let areIDs = !ids.isEmpty && !ids.joined().contains(where: \.isWhitespace)
      let example = named.map { "\($0[0].key): …" } ?? "plan: [free, premium]"
      let values = "{\(kind == .state ? "state" : "item"): [\(ids.joined(separator: ", "))]}"
      let help = [
        "factors are keys, without dashes: `\(example)`"
          + (areIDs ? "; if these are values, `\(key.rawValue): \(values)`" : "")
      ]
      guard let entries = read.mapping(node, fields.name(key), help: help) ?? named else {
        declared.isBroken = true
        continue
      }
      for entry in entries {
        guard isFactorName(entry.key, at: entry.keySpan),
          names.insert(entry.key, at: entry.keySpan, called: "the factor", read)
        else {
          declared.isBroken = true
          continue
        }
        let factor = factor(entry, kind)
        lines[entry.key] = NamedValues(entry.key, factor.values).numbersLine
        declared.items.append(factor)
      }
    }
    _ = read.limited(declared.items, to: Limit.factors, "a spec", "factors") { $0.factor.span }
    return declared
  }

  func isFactorName(_ name: String, at span: SourceSpan) -> Bool {
    let taken =
      Identifier.conditionWords + RuleKey.allCases.map(\.rawValue) + [WrittenTerm.operationName]
    return read.isIdentifier(name, at: span, "the name of a factor", except: taken)
  }

  func factor(_ entry: SyntaxEntry, _ kind: Factor.Kind) -> DeclaredFactor {
    let (name, span, node) = (entry.key, entry.keySpan, entry.value)
    let subject = "factor `\(name)`"
    let label = Identifier.inWords(name)
    let factor = Factor(name: name, kind: kind, label: label, span: span)
    var declared = DeclaredFactor(factor: factor, values: .broken)
    let shared = house.factors[name]?.written.relocated(to: span)
    if node.isNull, shared == nil {
      reportWithoutValues(entry)
      return declared
    }
    if let form = otherForm(of: node, label) {
      let help = ["write `\(name): \(form)`"]
      let expected = "values, or the label of a yes/no factor"
      read.reportType(node, subject, expected: expected, help: help)
      return declared
    }
    if let values = reportType(node, of: factor, subject) ?? reportLabels(node, of: name, subject) {
      declared.values = values
      return declared
    }
    guard
      let fields = read.fields(of: node.ofFactor, FactorKey.self, subject: subject)?
        .completed(by: shared?.ofFactor, oneOf: FactorKey.sources + [.kinds])
    else { return declared }
    if let label = fields[.label].flatMap({ self.label($0, fields.name(.label)) }) {
      declared.factor.label = label
    }
    declared.factor.note = fields.text(.note)
    declared.factor.how = fields.text(.how)
    declared.onlyWhen = fields[.onlyWhen].flatMap { onlyWhen($0, subject) }
    declared.start = fields.entry(.start).flatMap {
      read.start($0.value, ofFactor: name, at: $0.keySpan)
    }
    declared.values = values(fields, of: factor)
    return declared
  }

  private func reportWithoutValues(_ entry: SyntaxEntry) {
    let id = entry.key
    var message = "factor `\(id)` has no values, and no pack declares it"
    let noun = "the factors of packs"
    var help = Array(read.help(for: id, among: house.factorNames, called: noun).prefix(1))
    if let listing = catalogue.listing(id), listing.kind != .operation {
      message = "the catalogue asks about `\(id)` but gives it no values"
      help = [catalogue.entry(listing).question(language)]
    }
    help.append("write `\(id): [a, b]`, or a statement that is true or false: `\(id): …`")
    read.report(.missingKey, message, at: entry.keySpan, help: help)
  }

  /// 1,000 or 25,000, and 100,000 or 1,000,000, but not “128,256”, which may be two values.
  private static var amount: Regex<(Substring, Substring)> {
    /(?:^|[^0-9])([1-9][0-9]{0,2}(?:[,，]000)+|[1-9][0-9]?[,，][0-9]{3})(?![0-9])/
  }

  /// Returns the probable meaning of a text that is not a label: a range or ids.
  private func otherForm(of node: SyntaxNode, _ label: String) -> String? {
    guard let text = node.writtenScalar?.text else { return nil }
    // `text` is a type, `Text` a label.
    let type = text.contains("/") ? text.lowercased().filter { !$0.isWhitespace } : text
    if let form = Self.form(ofType: type, label) { return form }
    if text.contains(where: \.isNumber), let scale = RangeReader.scale(of: node) {
      return "{\(scale.key): \(text)}"
    }
    let parts = text.split(omittingEmptySubsequences: false) { ",，、|".contains($0) }
      .map(\.trimmed)
    if parts.count > 1, !parts.contains(where: { $0.isEmpty || $0.contains(where: \.isWhitespace) })
    {
      // In Japanese, 「、」 separates clauses of a sentence; short words are most probably ids.
      let isSentence =
        text.contains("、") && parts.contains { $0.count > 6 }
        || text.contains(where: \.isLetter)
          && text.firstMatch(of: Self.amount)?.1.split(whereSeparator: { ",，".contains($0) }).count
            == parts.count
      return isSentence ? nil : "[\(parts.joined(separator: ", "))]"
    }
    let isWord = text.allSatisfy {
      ("a"..."z").contains($0) || $0 == "_" || $0.isASCII && $0.isNumber
    }
    return isWord && !text.isEmpty ? "[\(text), …]" : nil
  }

  /// Returns the declaration that corresponds to a type of other languages.
  private static func form(ofType name: String, _ label: String) -> String? {
    switch name {
    case "bool", "boolean", "yes/no", "y/n", "true/false", "on/off", "はい/いいえ", "有/無":
      label.asFlowScalar
    case "int", "integer", "number", "float", "decimal": "{range: 0..…}"
    case "str", "string", "text": "{length: 1..…}"
    default: nil
    }
  }

  /// Reports a type in place of values, as in `{type: integer, min: 1, max: 4}`; returns `nil` if there is none.
  private func reportType(
    _ node: SyntaxNode,
    of factor: Factor,
    _ subject: String
  ) -> DeclaredValues? {
    func text(_ keys: String...) -> String? {
      keys.lazy.compactMap { node.entry($0)?.value.writtenScalar?.text }.first
    }
    guard FactorKey.sources.allSatisfy({ node.entry($0.rawValue) == nil }),
      let type = ["type", "min", "minimum", "max", "maximum"].compactMap(node.entry).first
    else { return nil }
    let name = text("type")?.lowercased() ?? "number"
    let listed = ["enum", "options", "choices"].compactMap(node.entry).first?.value.items ?? []
    let right: String
    if name.hasPrefix("bool") {
      right = (text("label", "description", "note") ?? factor.label).asFlowScalar
    } else if !listed.isEmpty {
      let values = listed.map { $0.writtenScalar?.text.asFlowScalar ?? "…" }
      right = "[\(values.joined(separator: ", "))]"
    } else if let most = text("maxLength") {
      right = "{length: \(text("minLength") ?? "0")..\(most)}"
    } else if ["int", "num", "float"].contains(where: name.hasPrefix) {
      let unit = text("unit", "units").map { " " + $0 } ?? ""
      right = "{range: \(text("min", "minimum") ?? "…")..\(text("max", "maximum") ?? "…")\(unit)}"
    } else {
      right = Self.form(ofType: name, factor.label) ?? "[…, …]"
    }
    let all = SourceSpan(start: factor.span.end, end: node.span.end)
    read.report(
      .unknownKey,
      "\(subject) has values and no `\(type.key)`",
      at: type.keySpan,
      help: ["write `\(factor.name): \(right)` in place of the type"],
      repair: right.contains("…") ? nil : Diagnostic.Repair(": \(right)", at: all)
    )
    return name.hasPrefix("bool") ? yesOrNo(at: factor.span) : .broken
  }

  /// Reports values without the key `values`; returns `nil` if there are none.
  private func reportLabels(
    _ node: SyntaxNode,
    of name: String,
    _ subject: String
  ) -> DeclaredValues? {
    let (entries, keys) = (node.entries, FactorKey.allCases.map(\.rawValue))
    guard let first = entries.first,
      entries.allSatisfy({
        FactorKey(rawValue: $0.key) == nil && ForeignKeys.meaning(of: $0.key, among: keys) == nil
          && NearestName.of($0.key, among: keys) == nil
      })
    else { return nil }
    let shown = entries.prefix(3).map { "\($0.key): …" }.joined(separator: ", ")
    let list = entries.map(\.key).joined(separator: ", ")
    let text = first.value.writtenScalar?.text ?? ""
    let unit = node.entry("unit")?.value.writtenScalar.map { " \($0.text)" } ?? ""
    let range = text.holds("..") ? RangeReader.scale(of: first.value) : nil
    let help =
      entries.allSatisfy(\.value.isNull)
      ? "a list of values has brackets: `\(name): [\(list)]`"
      : range.map { "write `\(name): {\($0.key): \(text)\(unit)}`" }
        ?? "put values under `values`: `\(name): {values: {\(shown)}}`"
    read.reportUnknown(first, in: subject, help: [help])
    return .broken
  }

  private func values(_ fields: Fields<FactorKey>, of factor: Factor) -> DeclaredValues {
    var declared: DeclaredValues
    switch source(fields) {
    case .broken: return .broken
    case .none:
      // The unknown key was most probably meant as the source of the values.
      if fields.hasUnknownKeys { return .broken }
      declared = yesOrNo(at: factor.span)
    case .key(let key, let node):
      declared =
        numbers(key, node, of: fields, usual: fields[.usual])
        ?? listedValues(node, fields.name(key))
    }
    guard let node = fields[.usual], !declared.isBroken, let name = read.name(node, "`usual`")
    else { return declared }
    let named = NamedValues(factor.name, declared)
    let context = ConditionContext(scope: NameScope(Declared(), Declared()), subject: "`usual`")
    let values = lookup(named, in: context, at: node.span).values(of: .name(name))
    declared.usual = valid(values, of: named, "the usual value", at: node.span)?.first
    return declared
  }

  /// Returns the values, or `nil` after reporting one that is invalid.
  func valid(
    _ values: [Int]?,
    of factor: NamedValues,
    _ subject: String,
    at span: SourceSpan
  ) -> [Int]? {
    guard let invalid = values?.first(where: { factor.values[$0].isInvalid }) else {
      return values
    }
    let valid = factor.line?.inWords() ?? inWords(factor.valid.map { factor.ids[$0] })
    let message = "\(subject) must be valid, not `\(factor.values[invalid].id)`"
    return read.reject(.invalidValue, message, at: span, help: ["valid values: \(valid)"])
  }
}

extension SyntaxNode {
  /// The map that a short form of a factor stands for: of a list its values, of a text its label.
  fileprivate var ofFactor: SyntaxNode { asMap(under: writtenScalar == nil ? "values" : "label") }

  /// Returns a map with this node as its only entry; a map itself, and an empty map for nothing.
  func asMap(under key: String) -> SyntaxNode {
    if case .mapping = content { return self }
    return isNull ? SyntaxNode(content: .mapping([]), span: span) : under(key)
  }

  func under(_ key: String) -> SyntaxNode {
    let entry = SyntaxEntry(key: key, keySpan: span, value: self)
    return SyntaxNode(content: .mapping([entry]), span: span)
  }

  /// Returns an entry with an empty map for a name, at the place of this node.
  func asEntry(of name: String) -> SyntaxEntry {
    SyntaxEntry(key: name, keySpan: span, value: SyntaxNode(content: .mapping([]), span: span))
  }

  /// Returns the same tree with all nodes at one place: mistakes in a pack are reported where the spec refers to it.
  func relocated(to span: SourceSpan) -> SyntaxNode {
    let content: Content =
      switch content {
      case .scalar: content
      case .sequence(let items): .sequence(items.map { $0.relocated(to: span) })
      case .mapping(let entries):
        .mapping(
          entries.map {
            SyntaxEntry(key: $0.key, keySpan: span, value: $0.value.relocated(to: span))
          }
        )
      }
    return SyntaxNode(content: content, span: span)
  }
}
