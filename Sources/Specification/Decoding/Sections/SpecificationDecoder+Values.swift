import Diagnostics
import YAMLSyntax

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
          help: item.isNull ? [] : ["with labels the values are a map, without dashes"]
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

  /// A value with the author's label, else the catalogue's, else its id; a variant of the catalogue brings what else is known of it.
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
