import Diagnostics
import YAMLSyntax

extension SpecificationDecoder {
  /// The keys of an operation.
  enum OperationKey: String, CaseIterable {
    case variants, range, text, date, flag, label
    case onlyWhen = "only_when"
    case note

    static let sources = [Self.variants, .range, .text, .date, .flag]
  }

  /// The selected operations; broken where a mistake may have hidden one.
  mutating func operations(_ fields: Fields<Key>) -> Declared<DeclaredOperation> {
    let help = ["`operations` selects what happens: [submit, network_error]"]
    guard let node = read.required(.operations, of: fields, help: help) else {
      return Declared(isBroken: true)
    }
    var operations: [DeclaredOperation] = []
    var names = UniqueNames()
    var count = 0
    switch node.content {
    case .sequence(let items):
      count = items.count
      for item in items {
        guard
          let id = read.name(
            item,
            "an operation of the list",
            help: ["operations with labels are a map, without dashes"]
          ),
          isOperationName(id, at: item.span, among: &names)
        else { continue }
        operations.append(bareOperation(id, label: nil, at: item.span))
      }
    case .mapping(let entries):
      count = entries.count
      for entry in entries
      where read.isName(entry.key, at: entry.keySpan, "the id of an operation")
        && isOperationName(entry.key, at: entry.keySpan, among: &names)
      {
        operations.append(operation(entry))
      }
    case .scalar:
      read.wrongType(node, "`operations`", expected: "a list or a map", help: help)
      return Declared(isBroken: true)
    }
    if count == 0 {
      read.report(.emptyList, "`operations` must select at least one", at: node.span, help: help)
    }
    checkNumberOfValues(operations)
    return Declared(items: operations, isBroken: count == 0 || operations.count < count)
  }

  private mutating func isOperationName(
    _ id: String,
    at span: SourceSpan,
    among names: inout UniqueNames
  ) -> Bool {
    if id.contains("/") {
      read.report(
        .invalidID,
        "the id of an operation must not contain `/`, as `\(id)` does",
        at: span,
        help: ["`operation/variant` names a variant; declare it under `variants`"]
      )
      return false
    }
    return names.insert(id, at: span, called: "the operation", reportingTo: &read)
  }

  private mutating func checkNumberOfValues(_ operations: [DeclaredOperation]) {
    var count = 0
    for operation in operations {
      count += max(1, operation.variants.values.count)
      guard count > Limit.values else { continue }
      read.report(
        .tooMany,
        "a spec can have at most \(Limit.values) operations and variants",
        at: operation.span
      )
      return
    }
  }

  private mutating func operation(_ entry: SyntaxEntry) -> DeclaredOperation {
    let subject = "operation `\(entry.key)`"
    switch entry.value.content {
    case .scalar(let scalar):
      let label =
        scalar.kind == .null ? nil : read.text(entry.value, "the label of \(subject)")
      return bareOperation(entry.key, label: label, at: entry.keySpan)
    case .sequence:
      var operation = bareOperation(entry.key, label: nil, at: entry.keySpan)
      operation.variants = listedValues(entry.value, subject, labels: operation.catalogueEntry)
      return operation
    case .mapping:
      guard let fields = read.fields(of: entry.value, OperationKey.self, subject: subject) else {
        return bareOperation(entry.key, label: nil, at: entry.keySpan)
      }
      let label = read.text(fields[.label], fields.name(.label))
      var operation = bareOperation(entry.key, label: label, at: entry.keySpan)
      operation.note = read.text(fields[.note], fields.name(.note))
      operation.onlyWhen = fields.entry(.onlyWhen)
      if let variants = variants(fields, labels: operation.catalogueEntry) {
        operation.variants = variants
      } else if fields.hasUnknownKeys {
        operation.variants.isBroken = true
      }
      return operation
    }
  }

  /// An operation as the catalogue knows it, under the author's label where there is one.
  private func bareOperation(
    _ id: String,
    label: String?,
    at span: SourceSpan
  ) -> DeclaredOperation {
    let entry = catalogue.operation(id)
    let label = label ?? entry?.label(language)
    let variants = (entry?.variants ?? []).map { variant in
      FactorValue(
        id: variant.id,
        label: variant.label(language),
        hasOwnLabel: true,
        isInvalid: variant.isInvalid,
        sample: variant.sample,
        span: span
      )
    }
    return DeclaredOperation(
      id: id,
      label: label ?? id,
      hasOwnLabel: label != nil,
      variants: DeclaredValues(values: variants),
      catalogueEntry: entry,
      span: span
    )
  }

  /// The variants that the author asks for; `nil` where none are asked for.
  private mutating func variants(
    _ fields: Fields<OperationKey>,
    labels: CatalogueEntry?
  ) -> DeclaredValues? {
    let written = fields.written(of: OperationKey.sources)
    guard let key = written.first, let node = fields[key] else { return nil }
    guard written.count == 1 else {
      conflict(fields, written)
      return .broken
    }
    switch key {
    case .range: return range(node, .integer, fields.name(key))
    case .date: return range(node, .day, fields.name(key))
    case .text: return text(node, fields.name(key))
    case .flag: return flag(node, fields.name(key))
    default: return explicitValues(node, fields.name(key), labels: labels)
    }
  }
}

extension SpecificationDecoder {
  /// What was looked at and left out, each with its reason.
  mutating func dismissed(
    _ fields: Fields<Key>,
    selected operations: [DeclaredOperation]
  ) -> [Dismissal] {
    guard let node = section(.dismissed, of: fields) else { return [] }
    guard case .mapping(let entries) = node.content else {
      read.wrongType(
        node,
        "`dismissed`",
        expected: "a map of ids to reasons",
        help: ["give a reason for each: {rotate: the screen is portrait only}"]
      )
      return []
    }
    let selected = Dictionary(
      operations.map { ($0.id, $0.span) },
      uniquingKeysWith: { first, _ in first }
    )
    let known = catalogue.listings.map(\.id)
    var dismissals: [Dismissal] = []
    for entry in entries
    where read.isName(entry.key, at: entry.keySpan, "the id of what is dismissed") {
      if let span = selected[entry.key] {
        read.report(
          .selectedAndDismissed,
          "`\(entry.key)` is both selected and dismissed",
          at: entry.keySpan,
          related: [Diagnostic.Related(span: span, message: "selected here")]
        )
      } else if catalogue.listing(entry.key) == nil,
        let near = NearestName.of(entry.key, among: known)
      {
        read.report(
          .unknownOperation,
          "the catalogue has no operation `\(entry.key)` to dismiss",
          at: entry.keySpan,
          help: ["did you mean `\(near)`?"]
        )
      }
      let reason = reason(entry)
      if let reason {
        dismissals.append(Dismissal(id: entry.key, reason: reason, span: entry.keySpan))
      }
    }
    return dismissals
  }

  private mutating func reason(_ entry: SyntaxEntry) -> String? {
    if !entry.value.isNull {
      return read.text(entry.value, "the reason to dismiss `\(entry.key)`")
    }
    read.report(.emptyText, "`\(entry.key)` is dismissed without a reason", at: entry.keySpan)
    return nil
  }
}
