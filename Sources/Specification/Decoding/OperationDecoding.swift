import Diagnostics
import YAMLSyntax

/// The keys of an operation.
enum OperationKey: String, CaseIterable {
  case label, variants, parts, range, date, length, kinds, `is`
  case onlyWhen = "only_when"
  case note

  /// Those of which an operation has at most one; `kinds` belong to a `length`.
  static let sources = [Self.variants, .parts, .range, .date, .length]
}

extension SpecificationDecoder {
  /// The selected operations; broken where a mistake may have hidden one.
  mutating func operations(_ fields: Fields<Key>) -> Declared<DeclaredOperation> {
    let help = ["`operations` selects what happens: `{submit: Tap Post, network_error: }`"]
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
          ), isOperationName(id, at: item.span, among: &names)
        else { continue }
        operations.append(operation(id, at: item.span))
      }
    case .mapping(let entries):
      count = entries.count
      for entry in entries where isOperationName(entry.key, at: entry.keySpan, among: &names) {
        operations.append(operation(entry))
      }
    case .scalar:
      read.wrongType(node, "`operations`", expected: "a map or a list", help: help)
      return Declared(isBroken: true)
    }
    if count == 0 {
      read.report(.emptyList, "`operations` must select at least one", at: node.span, help: help)
    }
    for operation in operations { operationSpans[operation.id] = operation.span }
    return Declared(items: operations, isBroken: count == 0 || operations.count < count)
  }

  private mutating func isOperationName(
    _ id: String,
    at span: SourceSpan,
    among names: inout UniqueNames
  ) -> Bool {
    read.isIdentifier(id, at: span, "the id of an operation")
      && names.insert(id, at: span, called: "the operation", reportingTo: &read)
  }

  /// Reports operations that together have too many variants.
  mutating func checkNumberOfValues(_ operations: [DeclaredOperation]) {
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
    case .scalar where entry.value.isNull:
      if catalogue.operation(entry.key) == nil { reportUnknown(entry) }
      return operation(entry.key, at: entry.keySpan)
    case .scalar:
      var operation = operation(entry.key, at: entry.keySpan)
      if let label = read.text(entry.value, "the label of \(subject)") {
        operation.label = label
        operation.hasOwnLabel = true
      }
      return operation
    case .sequence:
      read.wrongType(
        entry.value,
        subject,
        expected: "a label or a map",
        help: ["ways in which it happens are `\(entry.key): {variants: […]}`"]
      )
      var operation = operation(entry.key, at: entry.keySpan)
      operation.variants = .broken
      return operation
    case .mapping:
      return operation(entry.key, entry.value, at: entry.keySpan, subject)
    }
  }

  private mutating func reportUnknown(_ entry: SyntaxEntry) {
    let known = catalogue.listings.filter { $0.kind == .operation }.map(\.id)
    let near = read.hasHelpLeft ? NearestName.of(entry.key, among: known) : nil
    read.report(
      .unknownOperation,
      "neither the catalogue nor a pack has the operation `\(entry.key)`",
      at: entry.keySpan,
      help: (near.map { ["did you mean `\($0)`?"] } ?? [])
        + ["an operation of your own has a label or `{}`: `\(entry.key): What people read`"]
    )
  }

  /// An operation as the catalogue or a pack knows it.
  private mutating func operation(_ id: String, at span: SourceSpan) -> DeclaredOperation {
    guard let shared = house.operations[id], case .mapping(let entries) = shared.node.content,
      !entries.isEmpty
    else { return known(id, at: span) }
    return operation(
      id,
      SyntaxNode(content: .mapping([]), span: span),
      at: span,
      "operation `\(id)`"
    )
  }

  /// An operation with nothing but what its entry says.
  private func known(_ id: String, at span: SourceSpan) -> DeclaredOperation {
    let entry = catalogue.operation(id)
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
      label: entry?.label(language) ?? Identifier.inWords(id),
      hasOwnLabel: entry != nil,
      variants: DeclaredValues(values: variants),
      catalogueEntry: entry,
      span: span
    )
  }

  /// Reads the map of an operation, completed by what a pack says of it.
  mutating func operation(
    _ id: String,
    _ node: SyntaxNode,
    at span: SourceSpan,
    _ subject: String
  ) -> DeclaredOperation {
    var operation = known(id, at: span)
    if let values = node.entry("values") {
      read.report(
        .unknownKey,
        "unknown key `values` in \(subject)",
        at: values.keySpan,
        help: ["factors have values; the ways in which an operation happens are `variants`"]
      )
      operation.variants.isBroken = true
      return operation
    }
    guard var fields = read.fields(of: node, OperationKey.self, subject: subject) else {
      return operation
    }
    let isBroken = fields.hasUnknownKeys
    if let shared = house.operations[id]?.node.relocated(to: span),
      let others = read.fields(of: shared, OperationKey.self, subject: subject)
    {
      fields = fields.completed(by: others, oneOf: OperationKey.sources + [.kinds])
    }
    if let label = fields[.label].flatMap({ label($0, fields.name(.label)) }) {
      operation.label = label
      operation.hasOwnLabel = true
    }
    operation.note = read.text(fields[.note], fields.name(.note))
    operation.onlyWhen = fields[.onlyWhen].flatMap { onlyWhen($0, subject) }
    if let like = fields[.is].flatMap({ entry($0, for: operation) }) {
      operation.catalogueEntry = like
    }
    if let variants = variants(fields, like: operation.catalogueEntry) {
      operation.variants = variants
      operation.hasParts = fields[.parts] != nil
    } else if isBroken {
      operation.variants.isBroken = true
    }
    return operation
  }

  /// The entry that an operation is, under the operation's own label.
  private mutating func entry(
    _ node: SyntaxNode,
    for operation: DeclaredOperation
  ) -> CatalogueEntry? {
    guard let id = read.name(node, "`is` of operation `\(operation.id)`") else { return nil }
    guard id != operation.id else {
      read.report(
        .circularIs,
        "operation `\(id)` is itself by its name: leave `is` out",
        at: node.span
      )
      return nil
    }
    guard var entry = catalogue.operation(id) else {
      let known = catalogue.listings.filter { $0.kind == .operation }.map(\.id)
      read.report(
        .unknownOperation,
        "`is` names `\(id)`, which is not an operation of the catalogue or of a pack",
        at: node.span,
        help: [
          NearestName.of(id, among: known).map { "did you mean `\($0)`?" }
            ?? "`is` names an operation of the catalogue, or of a pack, that this one behaves as"
        ]
      )
      return nil
    }
    entry.label = CatalogueEntry.Text(english: operation.label, japanese: operation.label)
    entry.clause = .none
    return entry
  }

  /// The variants or parts that are asked for; `nil` where none are.
  private mutating func variants(
    _ fields: Fields<OperationKey>,
    like entry: CatalogueEntry?
  ) -> DeclaredValues? {
    switch source(fields, among: OperationKey.sources, kinds: .kinds, of: .length) {
    case .broken: return .broken
    case .none: return nil
    case .key(let key, let node):
      if let numbers = numbers(key, node, of: fields, kinds: .kinds, like: entry) { return numbers }
      return key == .parts
        ? listedValues(node, fields.name(key), mayBeInvalid: false)
        : listedValues(node, fields.name(key), like: entry, mayBeWords: true)
    }
  }
}

extension SpecificationDecoder {
  /// What was looked at and left out, each with its reason; packs dismiss what the spec does not select.
  mutating func dismissed(
    _ fields: Fields<Key>,
    selected operations: [DeclaredOperation]
  ) -> [Dismissal] {
    var dismissals = section(.dismissed, of: fields).map { dismissed($0, operations) } ?? []
    dismissedIDs = Set(dismissals.map(\.id))
    let considered = dismissedIDs.union(operations.map(\.id))
    let span = fields.entry(.operations)?.keySpan ?? fields.span
    dismissals += house.dismissed.filter { !considered.contains($0.id) }.map {
      Dismissal(id: $0.id, reason: $0.reason, span: span)
    }
    return dismissals
  }

  private mutating func dismissed(
    _ node: SyntaxNode,
    _ operations: [DeclaredOperation]
  ) -> [Dismissal] {
    guard case .mapping(let entries) = node.content else {
      read.wrongType(
        node,
        "`dismissed`",
        expected: "a map of ids to reasons",
        help: ["give a reason for each: {rotate: the screen is portrait only}"]
      )
      return []
    }
    let selected = Dictionary(operations.map { ($0.id, $0.span) }) { first, _ in first }
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
      if let reason = reason(entry) {
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
