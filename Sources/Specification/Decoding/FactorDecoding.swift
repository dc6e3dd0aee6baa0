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
  /// The factors of `states` and `data`; one whose values are broken is still known by its name.
  func factors(_ fields: Fields<Key>) -> Declared<DeclaredFactor> {
    var declared = Declared<DeclaredFactor>()
    var names = UniqueNames()
    for (key, kind) in [(Key.states, Factor.Kind.state), (.data, .data)] {
      guard let node = fields[filled: key] else { continue }
      let named = ForeignKeys.named(node.items, by: ["name", "id"])
      let joined = ForeignKeys.joined(node.items)
      let example =
        named?.first.map { "`\($0.key):` with the rest below it" }
        ?? joined?.first.map { "`\($0.key): …`" } ?? "`plan: [free, premium]`"
      let help = ["factors are keys, without dashes: \(example)"]
      guard let entries = read.mapping(node, fields.name(key), help: help) ?? named ?? joined else {
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
    let factors = declared.items
    if factors.count > Limit.factors {
      let message = "a spec has at most \(Limit.factors) factors, not \(factors.count)"
      read.report(.tooMany, message, at: factors[Limit.factors].factor.span)
    }
    return declared
  }

  func isFactorName(_ name: String, at span: SourceSpan) -> Bool {
    guard read.isIdentifier(name, at: span, "the name of a factor") else { return false }
    let isOperation = name == WrittenTerm.operationName
    guard isOperation || RuleKey(rawValue: name) != nil else { return true }
    let use = isOperation ? "conditions use that name for the operations" : "rules use that key"
    read.report(
      .reservedName,
      "a factor cannot be called `\(name)`: \(use)",
      at: span,
      help: isOperation ? [] : ["use another name, with the word as its label"]
    )
    return false
  }

  func factor(_ entry: SyntaxEntry, _ kind: Factor.Kind) -> DeclaredFactor {
    let shared = house.factors[entry.key].map { $0.written.relocated(to: entry.keySpan) }
    let subject = "factor `\(entry.key)`"
    let factor = Factor(
      name: entry.key,
      kind: kind,
      label: Identifier.inWords(entry.key),
      span: entry.keySpan
    )
    var declared = DeclaredFactor(factor: factor, values: .broken)
    if let shared, entry.value.content.isShort {
      read(shared, into: &declared, completedBy: nil, subject)
    }
    switch entry.value.content {
    case .scalar where entry.value.isNull:
      if shared == nil { reportWithoutValues(entry) }
    case .scalar(let scalar):
      if let form = otherForm(scalar.text) {
        read.reportType(
          entry.value,
          subject,
          expected: "values, or the label of a yes/no factor",
          help: ["write `\(entry.key): \(form)`"]
        )
        return DeclaredFactor(factor: factor, values: .broken)
      }
      if shared == nil { declared.values = yesOrNo(at: entry.keySpan) }
      declared.factor.label =
        read.text(entry.value, "the label of \(subject)") ?? declared.factor.label
    case .sequence, .mapping: read(entry.value, into: &declared, completedBy: shared, subject)
    }
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

  /// What was most probably meant by a text that is not a label: a range, or ids.
  private func otherForm(_ text: String) -> String? {
    if let dots = text.firstRange(of: "..") {
      let from = text[..<dots.lowerBound]
      let isBound = text[dots.upperBound...].first.map { $0.isNumber || $0 == "-" }
      if from.allSatisfy({ $0.isNumber || "-+,".contains($0) }), isBound ?? !from.isEmpty {
        return "{\(text.contains("-") ? "date" : "range"): \(text)}"
      }
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

  /// Reads the map of a factor, or any form that it may have in a pack, and what a pack says of it for what is left out.
  private func read(
    _ node: SyntaxNode,
    into declared: inout DeclaredFactor,
    completedBy shared: SyntaxNode?,
    _ subject: String
  ) {
    if case .sequence = node.content {
      declared.values = listedValues(node, subject)
      return
    }
    if let text = node.writtenScalar?.text {
      declared.factor.label = text
      declared.values = yesOrNo(at: declared.factor.span)
      return
    }
    if let values = reportType(node, of: declared.factor, subject) {
      declared.values = values
      return
    }
    if reportMisplaced(node, of: declared.factor.name, subject) { return }
    guard var fields = read.fields(of: node, FactorKey.self, subject: subject) else { return }
    if let shared { fields = completed(fields, by: shared, subject) }
    if let label = fields[.label].flatMap({ label($0, fields.name(.label)) }) {
      declared.factor.label = label
    }
    declared.factor.note = fields.text(.note)
    declared.factor.how = fields.text(.how)
    declared.onlyWhen = fields[.onlyWhen].flatMap { onlyWhen($0, subject) }
    declared.start = fields.entry(.start).flatMap {
      read.start($0.value, ofFactor: declared.factor.name, at: $0.keySpan)
    }
    declared.values = values(fields, at: declared.factor.span)
  }

  /// Reports a type in place of values.
  ///
  /// - Returns: The values of the type; `nil` if there is none.
  private func reportType(
    _ node: SyntaxNode,
    of factor: Factor,
    _ subject: String
  ) -> DeclaredValues? {
    let keys = FactorKey.allCases.map(\.rawValue).filter { $0.hasPrefix("values") || $0 == "range" }
    let bound = ["min", "max", "minimum", "maximum"].compactMap(node.entry).first
    guard let type = node.entry("type") ?? bound,
      let text = type.key == "type" ? type.value.writtenScalar?.text.lowercased() : "number",
      !node.entries.contains(where: { keys.contains($0.key) }),
      let name = ["bool", "int", "num", "float", "str", "text", "enum", "date"]
        .first(where: text.hasPrefix)
    else { return nil }
    func written(_ keys: String...) -> String? {
      keys.lazy.compactMap { node.entry($0)?.value.writtenScalar?.text }.first
    }
    let label = written("label", "description", "note") ?? factor.label
    let (least, greatest) = (written("min", "minimum"), written("max", "maximum"))
    let listed = ["enum", "options", "choices"].compactMap(node.entry).first?.value.items ?? []
    let values = listed.compactMap { $0.writtenScalar?.text.asFlowScalar }
    let makesDifference = "name the values that make a difference: write"
    let (rule, right): (String, String)
    // False where the spec does not say what the right form needs.
    var isWhole = true
    switch name {
    case "bool":
      rule = "what is true or false is a statement with the values `yes` and `no`: write"
      right = label.asFlowScalar
    case "int", "num", "float":
      rule = "a number has a range: write"
      let unit = written("unit", "units").map { " " + $0 } ?? ""
      right = "{range: \(least ?? "1")..\(greatest ?? "100")\(unit)}"
      isWhole = least != nil && greatest != nil
    case _ where !values.isEmpty:
      (rule, right) = (makesDifference, "[\(values.joined(separator: ", "))]")
    case _ where written("maxLength") != nil:
      rule = "a text has a length: write"
      right = "{length: \(written("minLength") ?? "0")..\(written("maxLength") ?? "")}"
    default:
      (rule, isWhole) = (makesDifference, false)
      right = name == "date" ? "[past, today, future]" : "[empty, short, too_long]"
    }
    let all = SourceSpan(start: factor.span.end, end: node.span.end)
    read.report(
      .unknownKey,
      "\(subject) has values and no `\(type.key)`",
      at: type.keySpan,
      help: ["\(rule) `\(factor.name): \(right)`"],
      repair: isWhole ? Diagnostic.Repair(": \(right)", at: all) : nil
    )
    return name == "bool" ? yesOrNo(at: factor.span) : .broken
  }

  /// Reports variants, and values in place of their key.
  private func reportMisplaced(
    _ node: SyntaxNode,
    of name: String,
    _ subject: String
  ) -> Bool {
    let entries = node.entries
    let entry: SyntaxEntry
    let help: String
    if let variants = node.entry("variants") {
      entry = variants
      help = "operations have variants; a factor has `values`"
    } else if let first = entries.first,
      entries.allSatisfy({
        FactorKey(rawValue: $0.key) == nil
          && ForeignKeys.meaning(of: $0.key, among: FactorKey.allCases.map(\.rawValue)) == nil
          && NearestName.of($0.key, among: FactorKey.allCases.map(\.rawValue)) == nil
      })
    {
      entry = first
      let shown = entries.prefix(3).map { "\($0.key): …" }.joined(separator: ", ")
      let list = entries.map(\.key).joined(separator: ", ")
      help =
        entries.allSatisfy(\.value.isNull)
        ? "a list of values has brackets: `\(name): [\(list)]`"
        : "put values under `values`: `\(name): {values: {\(shown)}}`"
    } else {
      return false
    }
    read.reportUnknown(entry, in: subject, help: [help])
    return true
  }

  private func completed(
    _ fields: Fields<FactorKey>,
    by shared: SyntaxNode,
    _ subject: String
  ) -> Fields<FactorKey> {
    var node = shared
    // The short forms of a pack as maps.
    if shared.content.isShort {
      let key = shared.writtenScalar == nil ? "values" : "label"
      let entry = SyntaxEntry(key: key, keySpan: shared.span, value: shared)
      node = SyntaxNode(content: .mapping([entry]), span: shared.span)
    }
    guard let others = read.fields(of: node, FactorKey.self, subject: subject) else {
      return fields
    }
    return fields.completed(by: others, oneOf: FactorKey.sources + [.kinds])
  }

  private func values(_ fields: Fields<FactorKey>, at span: SourceSpan) -> DeclaredValues {
    switch source(fields) {
    case .broken: return .broken
    case .none:
      // The unknown key is most probably the one that should say where the values come from.
      return fields.hasUnknownKeys ? .broken : usual(fields[.usual], of: yesOrNo(at: span))
    case .key(let key, let node):
      return numbers(key, node, of: fields, usual: fields[.usual])
        ?? usual(fields[.usual], of: listedValues(node, fields.name(key)))
    }
  }

  func usual(_ node: SyntaxNode?, of declared: DeclaredValues) -> DeclaredValues {
    guard let node, !declared.isBroken, let name = read.name(node, "`usual`") else {
      return declared
    }
    var declared = declared
    let named = NamedValues("", declared)
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
      let message = "the usual value must be a valid one, not `\(name)`"
      read.report(.invalidValue, message, at: node.span)
    }
    declared.usual = number
    return declared
  }
}

extension SyntaxNode.Content {
  /// True for anything but a map.
  fileprivate var isShort: Bool {
    if case .mapping = self { false } else { true }
  }
}

extension SyntaxNode {
  /// The same tree, all of it at one place: to a spec, a pack says something at the place at which the spec names it.
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
