import Diagnostics
import Text
import YAMLSyntax

enum OperationKey: String, ValueSourceKey {
  case label, variants, parts, range, date, time, length, kinds, `is`
  case onlyWhen = "only_when"
  case note, how, happens, during

  static let sources = [Self.variants, .parts] + scales
}

extension SpecificationDecoder {
  /// Returns the selected operations; broken if a mistake may have hidden one.
  func operations(_ fields: Fields<Key>) -> Declared<DeclaredOperation> {
    let help = ["`operations` selects what happens: `{submit: Tap Post, network_error: }`"]
    guard let node = fields.required(.operations, help: help) else {
      return Declared(isBroken: true)
    }
    let entries: [SyntaxEntry]
    switch node.content {
    case .mapping(let written): entries = written
    case .sequence(let items): entries = items.flatMap(listed)
    case .scalar:
      read.reportType(node, "`operations`", expected: "a map or a list", help: help)
      return Declared(isBroken: true)
    }
    var names = UniqueNames()
    let operations = entries.compactMap { entry -> DeclaredOperation? in
      guard read.isIdentifier(entry.key, at: entry.keySpan, "the id of an operation"),
        names.insert(entry.key, at: entry.keySpan, called: "the operation", read)
      else { return nil }
      return operation(entry)
    }
    let count = node.items.count + node.entries.count
    if count == 0 {
      read.report(.emptyList, "`operations` must select at least one", at: node.span, help: help)
    }
    for declared in operations {
      operationSpans[declared.operation.id] = declared.operation.span
    }
    return Declared(items: operations, isBroken: count == 0 || operations.count < count)
  }

  /// Returns an item of a list as an entry of a map, reporting a map in its place.
  private func listed(_ item: SyntaxNode) -> [SyntaxEntry] {
    let subject = "an operation of the list"
    if let entries = ForeignKeys.named([item], by: ["id", "name"])
      ?? item.entries.first.map({ _ in item.entries })
    {
      let help = "operations with labels are a map, without dashes: `\(entries[0].key): …`"
      return read.wrongType(item, subject, expected: "a name", help: [help]) ?? entries
    }
    return read.name(item, subject).map { [item.asEntry(of: $0)] } ?? []
  }

  private func operation(_ entry: SyntaxEntry) -> DeclaredOperation {
    let (id, node, span) = (entry.key, entry.value, entry.keySpan)
    let subject = "operation `\(id)`"
    if node.isNull, catalogue.operation(id) == nil { reportUnknown(entry) }
    var isList = false
    if case .sequence = node.content {
      isList = true
      let help = "write the ways in which it happens as `\(id): {variants: […]}`"
      read.reportType(node, subject, expected: "a label or a map", help: [help])
    }
    return operation(id, node.asMap(under: isList ? "variants" : "label"), at: span, subject)
  }

  private func reportUnknown(_ entry: SyntaxEntry) {
    read.report(
      .unknownOperation,
      "neither the catalogue nor a pack has the operation `\(entry.key)`",
      at: entry.keySpan,
      help: read.near(entry.key, among: catalogue.operationIDs)
        + ["an operation of your own needs a label or `{}`: `\(entry.key): What people read`"]
    )
  }

  /// Returns an operation as the catalogue defines it.
  private func known(_ id: String, at span: SourceSpan) -> DeclaredOperation {
    let entry = catalogue.operation(id)
    let variants = (entry?.variants ?? []).map { value($0.id, at: span, like: entry) }
    let operation = Operation(
      id: id,
      label: entry?.label(language) ?? Identifier.inWords(id),
      hasOwnLabel: entry != nil,
      catalogueEntry: entry,
      span: span
    )
    return DeclaredOperation(operation: operation, variants: DeclaredValues(values: variants))
  }

  /// Reads the map of an operation, completed by a pack.
  func operation(
    _ id: String,
    _ node: SyntaxNode,
    at span: SourceSpan,
    _ subject: String
  ) -> DeclaredOperation {
    var declared = known(id, at: span)
    var node = node
    if let stray = node.entries.first(where: { ["rules", "rule", "then"].contains($0.key) }) {
      let help = "rules stand under `rules`, by operation: `rules: {\(id): …}`"
      read.reportUnknown(stray, in: subject, help: [help])
      let rules = stray.key == "then" ? node : stray.value
      strayRules.append(SyntaxEntry(key: id, keySpan: stray.keySpan, value: rules))
      let keys = ["when", "then", stray.key]
      node.content = .mapping(node.entries.filter { !keys.contains($0.key) })
    }
    let shared = house.operations[id]?.written.relocated(to: span)
    guard
      let fields = read.fields(of: node, OperationKey.self, subject: subject)?
        .completed(by: shared, oneOf: OperationKey.sources + [.kinds])
    else { return declared }
    if let label = fields[.label].flatMap({ label($0, fields.name(.label)) }) {
      declared.operation.label = label
      declared.operation.hasOwnLabel = true
    }
    declared.operation.note = fields.text(.note)
    declared.operation.how = fields.text(.how)
    declared.operation.happens = fields.truth(.happens) ?? false
    declared.during = fields.entry(.during)
    declared.onlyWhen = fields[.onlyWhen].flatMap { onlyWhen($0, subject) }
    if let like = fields[.is].flatMap({ entry($0, for: declared.operation) }) {
      declared.operation.catalogueEntry = like
    }
    if let variants = variants(fields, like: declared.operation.catalogueEntry) {
      declared.variants = variants
      declared.operation.hasParts = fields[.parts] != nil
      for part in fields[.parts]?.entries ?? [] {
        guard let node = part.value.entry(ValueKey.onlyWhen.rawValue)?.value else { continue }
        declared.partsOnlyWhen[part.key] = onlyWhen(node, "part `\(part.key)`")
      }
    } else if fields.hasUnknownKeys {
      declared.variants.isBroken = true
    }
    return declared
  }

  private func entry(_ node: SyntaxNode, for operation: Operation) -> CatalogueEntry? {
    guard let id = read.name(node, "`is` of operation `\(operation.id)`") else { return nil }
    guard id != operation.id else {
      let message = "operation `\(id)` names itself in `is`: leave `is` out"
      return read.reject(.circularIs, message, at: node.span)
    }
    guard var entry = catalogue.operation(id) else {
      let near = read.near(id, among: catalogue.operationIDs)
      return read.reject(
        .unknownOperation,
        "`is` names `\(id)`, which is not an operation of the catalogue or of a pack",
        at: node.span,
        help: near.isEmpty
          ? ["`is` names an operation of the catalogue, or of a pack, that this one behaves like"]
          : near
      )
    }
    entry.label = CatalogueEntry.Text(english: operation.label, japanese: operation.label)
    entry.clause = .none
    return entry
  }

  /// Returns the requested variants or parts, or `nil` if there are none.
  private func variants(
    _ fields: Fields<OperationKey>,
    like entry: CatalogueEntry?
  ) -> DeclaredValues? {
    switch source(fields) {
    case .broken: .broken
    case .none: nil
    case .key(.parts, let node):
      listedValues(node, fields.name(.parts), mayBeInvalid: false)
    case .key(let key, let node):
      numbers(key, node, of: fields, like: entry)
        ?? listedValues(node, fields.name(key), like: entry, mayBeWords: true)
    }
  }

  // MARK: During which operations

  /// Returns the indices of the operations that `during` names, without repetition.
  func during(_ declared: DeclaredOperation, among operations: [DeclaredOperation]) -> [Int] {
    guard let entry = declared.during else { return [] }
    let subject = "`during` of operation `\(declared.operation.id)`"
    var operation = declared.operation
    operation.variants = declared.variants.values
    guard operation.hasTrigger else {
      let message = "\(subject): nothing that a tester does for it depends on another operation"
      let help =
        operation.how == nil
        ? "leave `during` out and say in `how` when it happens, or add an `is` such as `is: network_error`"
        : "leave `during` out: its `how` says everything"
      read.report(.conflictingKeys, message, at: entry.keySpan, help: [help])
      return []
    }
    let others = operations.map(\.operation.id).filter { $0 != operation.id }
    let items = read.oneOrMore(entry.value, subject) ?? []
    let names = read.names(items, "an operation in \(subject)", called: "the operation") {
      id,
      span in
      if others.contains(id) { return true }
      return read.reject(
        .unknownOperation,
        "\(subject) names `\(id)`, which is not one of the other operations of the spec",
        at: span,
        help: read.help(for: id, among: others, called: "the others")
      ) ?? false
    }
    return names.compactMap { name in
      operations.firstIndex { $0.operation.id == name.text }
    }
  }

  // MARK: What is left out

  /// Returns what is deliberately left out, with reasons; dismissals of packs apply to what the spec does not select.
  func dismissed(_ fields: Fields<Key>, selected operations: [DeclaredOperation]) -> [Dismissal] {
    let selected = Dictionary(firstOf: operations.map { ($0.operation.id, $0.operation.span) })
    let known = catalogue.listings.map(\.id)
    let dismissals = fields[filled: .dismissed].map { read.dismissals($0, among: known) } ?? []
    for dismissal in dismissals {
      guard let span = selected[dismissal.id] else { continue }
      read.report(
        .selectedAndDismissed,
        "`\(dismissal.id)` is both selected and dismissed",
        at: dismissal.span,
        related: [Diagnostic.Related(span: span, message: "selected here")]
      )
    }
    dismissedIDs = Set(dismissals.map(\.id))
    let span = fields.place(.operations)
    return dismissals
      + house.dismissed.filter { selected[$0.id] == nil && !dismissedIDs.contains($0.id) }.map {
        Dismissal(id: $0.id, reason: $0.reason, span: span, house: $0.origin)
      }
  }
}

extension SyntaxReader {
  /// Reads dismissals with their reasons, reporting ids that are similar to known ones.
  func dismissals(_ node: SyntaxNode, among known: [String]) -> [Dismissal] {
    let help = ["give a reason for each: {rotate: the screen is portrait only}"]
    return (mapping(node, "`dismissed`", help: help) ?? []).compactMap { entry in
      let (id, span) = (entry.key, entry.keySpan)
      guard isName(id, at: span, "the id of what is dismissed") else { return nil }
      let message = "the catalogue has no entry `\(id)` to dismiss"
      reportNear(.unknownOperation, message, at: span, id, among: known)
      if entry.value.isNull {
        return reject(.emptyText, "`\(id)` is dismissed without a reason", at: span)
      }
      return text(entry.value, "the reason to dismiss `\(id)`").map {
        Dismissal(id: id, reason: $0, span: span)
      }
    }
  }
}
