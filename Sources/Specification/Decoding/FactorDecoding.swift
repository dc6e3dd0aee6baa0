import Diagnostics
import YAMLSyntax

extension SpecificationDecoder {
  /// The keys of a factor.
  enum FactorKey: String, CaseIterable {
    case values, range, text, date, flag, label
    case onlyWhen = "only_when"
    case note

    static let sources = [Self.values, .range, .text, .date, .flag]
  }

  /// The factors of `states` and `data`; one whose values are broken is still known by its name.
  mutating func factors(_ fields: Fields<Key>) -> Declared<DeclaredFactor> {
    var factors: [DeclaredFactor] = []
    var isBroken = false
    var names = UniqueNames()
    for (key, kind) in [(Key.states, Factor.Kind.state), (.data, .data)] {
      guard let node = section(key, of: fields) else { continue }
      guard let entries = read.mapping(node, "`\(key.rawValue)`") else {
        isBroken = true
        continue
      }
      for entry in entries where isFactorName(entry, among: &names) {
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
    checkNumberOfValues(factors)
    return Declared(items: factors, isBroken: isBroken)
  }

  private mutating func checkNumberOfValues(_ factors: [DeclaredFactor]) {
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

  private mutating func isFactorName(
    _ entry: SyntaxEntry,
    among names: inout UniqueNames
  ) -> Bool {
    guard read.isName(entry.key, at: entry.keySpan, "the name of a factor") else { return false }
    if entry.key == NameScope.operationName {
      read.report(
        .reservedName,
        "a factor cannot be called `operation`: conditions use that name for the operations",
        at: entry.keySpan
      )
      return false
    }
    return names.insert(
      entry.key,
      at: entry.keySpan,
      called: "the factor",
      reportingTo: &read
    )
  }

  private mutating func factor(_ entry: SyntaxEntry, _ kind: Factor.Kind) -> DeclaredFactor {
    let subject = "factor `\(entry.key)`"
    var factor = DeclaredFactor(
      name: entry.key,
      kind: kind,
      label: entry.key,
      values: .broken,
      span: entry.keySpan
    )
    switch entry.value.content {
    case .sequence:
      factor.values = listedValues(entry.value, subject)
    case .scalar(let scalar) where scalar.text == "flag" && scalar.kind == .text:
      factor.values = flag(at: entry.value.span)
    case .scalar:
      read.wrongType(
        entry.value,
        subject,
        expected: "a list of values, `flag` or a map",
        help: ["write `\(entry.key): [a, b]`, or `\(entry.key): {range: 1..4}`"]
      )
    case .mapping:
      guard let fields = read.fields(of: entry.value, FactorKey.self, subject: subject) else {
        break
      }
      factor.label = read.text(fields[.label], fields.name(.label)) ?? entry.key
      factor.note = read.text(fields[.note], fields.name(.note))
      factor.onlyWhen = fields.entry(.onlyWhen)
      factor.values = values(fields)
    }
    return factor
  }

  private mutating func values(_ fields: Fields<FactorKey>) -> DeclaredValues {
    let written = fields.written(of: FactorKey.sources)
    guard let key = written.first, let node = fields[key] else {
      // The unknown key is most probably the one that should say where the values come from.
      if !fields.hasUnknownKeys {
        read.report(
          .missingKey,
          "\(fields.subject) has no values",
          at: fields.span,
          help: ["give it one of \(inWords(FactorKey.sources.map(\.rawValue)))"]
        )
      }
      return .broken
    }
    guard written.count == 1 else {
      conflict(fields, written)
      return .broken
    }
    switch key {
    case .range: return range(node, .integer, fields.name(key))
    case .date: return range(node, .day, fields.name(key))
    case .text: return text(node, fields.name(key))
    case .flag: return flag(node, fields.name(key))
    default: return explicitValues(node, fields.name(key))
    }
  }

  /// Reports keys of which a map may have only one.
  mutating func conflict<Key>(_ fields: Fields<Key>, _ keys: [Key]) {
    read.report(
      .conflictingKeys,
      "\(fields.subject) can have only one of \(inWords(keys.map(\.rawValue)))",
      at: keys.dropFirst().compactMap { fields.entry($0)?.keySpan }.max { $0.start < $1.start }
        ?? fields.span
    )
  }
}

extension SpecificationDecoder {
  /// The keys of a value that is more than its label.
  enum ValueKey: String, CaseIterable {
    case label, invalid, weight, note
  }

  /// What stands behind `values` or `variants`: a list of ids, a map of ids to labels, or the word `flag`.
  mutating func explicitValues(
    _ node: SyntaxNode,
    _ subject: String,
    labels: CatalogueEntry? = nil
  ) -> DeclaredValues {
    switch node.content {
    case .sequence: return listedValues(node, subject, labels: labels)
    case .mapping(let entries): return mappedValues(entries, of: node, subject, labels: labels)
    case .scalar(let scalar) where scalar.text == "flag" && scalar.kind == .text:
      return flag(at: node.span)
    case .scalar:
      read.wrongType(node, subject, expected: "a list, a map of ids to labels, or `flag`")
      return .broken
    }
  }

  /// Values written as a list of ids.
  mutating func listedValues(
    _ node: SyntaxNode,
    _ subject: String,
    labels: CatalogueEntry? = nil
  ) -> DeclaredValues {
    guard let items = read.filledList(node, subject) else { return .broken }
    var collected = ValueCollection(subject: subject)
    for item in items {
      guard
        let id = read.name(
          item,
          "a value of \(subject)",
          help: item.isNull ? [] : ["values with labels are a map, without dashes"]
        )
      else {
        collected.isBroken = true
        continue
      }
      collected.insert(
        value(id, label: nil, at: item.span, labels: labels),
        reportingTo: &read
      )
    }
    return collected.declared(reportingTo: &read)
  }

  private mutating func mappedValues(
    _ entries: [SyntaxEntry],
    of node: SyntaxNode,
    _ subject: String,
    labels: CatalogueEntry?
  ) -> DeclaredValues {
    if entries.isEmpty {
      read.report(.emptyList, "\(subject) must not be an empty map", at: node.span)
      return .broken
    }
    var collected = ValueCollection(subject: subject)
    for entry in entries {
      guard read.isName(entry.key, at: entry.keySpan, "the id of a value of \(subject)") else {
        collected.isBroken = true
        continue
      }
      collected.insert(mappedValue(entry, labels: labels), reportingTo: &read)
    }
    return collected.declared(reportingTo: &read)
  }

  private mutating func mappedValue(_ entry: SyntaxEntry, labels: CatalogueEntry?) -> FactorValue {
    let subject = "value `\(entry.key)`"
    guard case .mapping = entry.value.content else {
      let label =
        entry.value.isNull ? nil : read.text(entry.value, "the label of \(subject)")
      return value(entry.key, label: label, at: entry.keySpan, labels: labels)
    }
    guard let fields = read.fields(of: entry.value, ValueKey.self, subject: subject) else {
      return value(entry.key, label: nil, at: entry.keySpan, labels: labels)
    }
    let label = read.text(fields[.label], fields.name(.label))
    var value = value(entry.key, label: label, at: entry.keySpan, labels: labels)
    if let node = fields[.invalid] {
      value.isInvalid = read.boolean(node, fields.name(.invalid)) ?? value.isInvalid
    }
    if let node = fields[.weight] {
      value.weight = read.integer(node, fields.name(.weight), in: 1...1_000_000) ?? 1
    }
    value.note = read.text(fields[.note], fields.name(.note))
    return value
  }

  /// A value with the author's label, else the catalogue's, else its id; a variant of the catalogue keeps what else the catalogue knows of it.
  private func value(
    _ id: String,
    label: String?,
    at span: SourceSpan,
    labels: CatalogueEntry?
  ) -> FactorValue {
    let known = labels?.variant(id)
    let label = label ?? known?.label(language)
    return FactorValue(
      id: id,
      label: label ?? id,
      hasOwnLabel: label != nil,
      isInvalid: known?.isInvalid ?? false,
      sample: known?.sample,
      span: span
    )
  }

  /// What stands behind `flag` in a map: `true`, or nothing.
  mutating func flag(_ node: SyntaxNode, _ subject: String) -> DeclaredValues {
    if node.isNull { return flag(at: node.span) }
    if case .scalar(let scalar) = node.content, scalar.kind == .bool(true) {
      return flag(at: node.span)
    }
    read.wrongType(
      node,
      subject,
      expected: "`true`",
      help: ["for labels of your own write `values: {yes: …, no: …}`"]
    )
    return .broken
  }

  /// The values `yes` and `no`.
  func flag(at span: SourceSpan) -> DeclaredValues {
    let labels = language == .japanese ? ["はい", "いいえ"] : ["yes", "no"]
    return DeclaredValues(
      values: zip(["yes", "no"], labels).map { id, label in
        FactorValue(id: id, label: label, hasOwnLabel: false, span: span)
      }
    )
  }
}

/// Values on the way to a factor: ids that differ, and not too many.
struct ValueCollection {
  let subject: String
  var isBroken = false
  private var values: [FactorValue] = []
  private var names = UniqueNames()

  init(subject: String) {
    self.subject = subject
  }

  /// Takes a value unless its id is taken.
  mutating func insert(_ value: FactorValue, reportingTo read: inout SyntaxReader) {
    let isNew = names.insert(
      value.id,
      at: value.span,
      called: "the value",
      reportingTo: &read
    )
    if isNew { values.append(value) } else { isBroken = true }
  }

  /// The values, at most as many as a factor may have.
  func declared(reportingTo read: inout SyntaxReader) -> DeclaredValues {
    let limit = SpecificationDecoder.Limit.values
    guard values.count > limit else { return DeclaredValues(values: values, isBroken: isBroken) }
    read.report(
      .tooMany,
      "\(subject) can have at most \(limit) values, not \(values.count)",
      at: values[limit].span
    )
    return .broken
  }
}
