import Diagnostics
import Specification
import TestDesign
import Text

/// The completions at a position: keys and words of the language, and the names of the spec and its packs.
struct Completion {
  private struct Item {
    var text: String
    var meaning = ""
    var kind = Kind.value
    /// True if a colon follows the text.
    var isKey = false
  }

  /// The `CompletionItemKind` of the Language Server Protocol.
  private enum Kind: Int {
    case operation = 3
    case factor = 6
    case key = 10
    case value = 12
    case rule = 18
  }

  private let document: OpenDocument
  private let encoding: PositionEncoding

  init(_ document: OpenDocument, _ encoding: PositionEncoding) {
    (self.document, self.encoding) = (document, encoding)
  }

  private var schema: JSONValue { document.isSettings ? SpecSchema.settings : SpecSchema.spec }
  private var specification: Specification? { document.lastGood?.analysed?.specification }

  func items(at place: SourcePosition) -> JSONValue {
    let path = CursorPath(document.text, at: place)
    let root = document.isSettings ? SpecPlace.other : .root
    let spot = path.steps.reduce(root) { place, step in step.map(place.behind) ?? place }
    let names = Names(document, around: place)
    var items: [Item] = []
    if path.mayBeKey { items += keys(at: spot, path, names) }
    if path.mayBeText {
      items += Self.items(SpecSchema.words(behind: path.steps, of: schema))
      if let role = spot.texts(isItem: path.isItem) { items += self.items(role, path, names) }
    }
    // In a list of names, the last one is being typed.
    let last = path.typed.split(omittingEmptySubsequences: false) { ",、，".contains($0) }.last ?? ""
    var typed = last.drop { $0 == " " }
    if typed.hasPrefix("not ") { typed = typed.dropFirst(4) }
    let start = place.column - typed.unicodeScalars.count
    let span = SourceSpan(
      start: SourcePosition(line: place.line, column: max(1, start)),
      end: place
    )
    let rest = document.text.line(place.line).unicodeScalars.dropFirst(place.column - 1)
    let takesColon = rest.first != ":" && !path.isQuoted
    var seen: Set<String> = []
    let shown = items.filter { seen.insert($0.text).inserted }.enumerated().map { number, item in
      json(item, number, span, takesColon: takesColon)
    }
    return ["isIncomplete": .bool(false), "items": .array(shown)]
  }

  private func json(
    _ item: Item,
    _ number: Int,
    _ span: SourceSpan,
    takesColon: Bool
  ) -> JSONValue {
    let digits = String(number)
    return [
      "label": .string(item.text), "kind": .integer(item.kind.rawValue),
      "detail": item.meaning.isEmpty ? nil : .string(item.meaning),
      "sortText": .string(String(repeating: "0", count: max(0, 4 - digits.count)) + digits),
      "filterText": .string(item.text),
      "textEdit": [
        "range": document.text.range(span, encoding),
        "newText": .string(item.text + (item.isKey && takesColon ? ": " : "")),
      ],
    ]
  }

  private static func items(
    _ words: [SpecSchema.Word],
    _ kind: Kind = .value,
    isKey: Bool = false
  ) -> [Item] {
    words.map { Item(text: $0.text, meaning: $0.meaning, kind: kind, isKey: isKey) }
  }

  // MARK: Keys

  private func keys(at spot: SpecPlace, _ path: CursorPath, _ names: Names) -> [Item] {
    var items: [Item] = []
    if let role = spot.names("") { items += self.items(role, path, names, asKeys: true) }
    if spot == .condition, ["impossible", "cases"].contains(path.steps.first) {
      items.append(Item(text: "operation", kind: .factor, isKey: true))
    }
    items += Self.items(SpecSchema.keys(behind: path.steps, of: schema), .key, isKey: true)
    return items
      + names.shared.compactMap { thing in
        switch (spot, thing) {
        case (.factors, .factor(let name)): Item(text: name, kind: .factor, isKey: true)
        case (.operations, .operation(let id)): Item(text: id, kind: .operation, isKey: true)
        default: nil
        }
      }
  }

  // MARK: Names

  private func items(
    _ role: NameRole,
    _ path: CursorPath,
    _ names: Names,
    asKeys isKey: Bool = false
  ) -> [Item] {
    switch role {
    case .declaredFactor, .declaredRule, .declaredValue: []
    case .declaredOperation:
      Self.items(SpecSchema.keys(behind: ["operations"]), .operation, isKey: isKey)
    case .factor:
      names.factors.map { name in
        let factor = specification?.factors.first { $0.name == name }
        return Item(text: name, meaning: factor?.label ?? "", kind: .factor, isKey: isKey)
      } + (path.steps.first == "cases" && !isKey ? [Item(text: "operation", kind: .factor)] : [])
    case .choice(let factor):
      names.values(of: factor, specification).map {
        Item(text: $0.id, meaning: $0.label, isKey: isKey)
      } + words(of: factor, path, isKey: isKey).map { Item(text: $0, isKey: isKey) }
    case .operations: operations(names, isKey: isKey)
    case .entry:
      operations(names, isKey: isKey)
        + Self.items(SpecSchema.keys(behind: ["dismissed"]), .operation, isKey: isKey)
    case .rule:
      (names.rules + (specification?.rules ?? []).filter { $0.house == nil }.map(\.id) + ["others"])
        .map { Item(text: $0, kind: .rule) }
    }
  }

  /// Returns the keywords and comparisons allowed as values of a factor; there are none after `usual` and `start`.
  private func words(of factor: String, _ path: CursorPath, isKey: Bool) -> [String] {
    if ["states", "data"].contains(path.steps.first),
      ["usual", "start"].contains(path.steps.dropFirst(2).first)
    {
      return []
    }
    return (specification?.comparisons(of: factor) ?? [])
      + (path.steps.contains("becomes") ? [] : ["valid", "invalid"]) + ["any"]
      + (isKey ? ["others"] : [])
  }

  private func operations(_ names: Names, isKey: Bool) -> [Item] {
    names.operations(specification).map {
      Item(text: $0.id, meaning: $0.label, kind: .operation, isKey: isKey)
    }
  }
}

/// The names available to a spec: those in its text as far as it can be parsed, those of its packs, and those known only from its analysis.
private struct Names {
  /// The names declared by packs.
  let shared: [NamedThing]
  private let own: [NamedThing]

  init(_ document: OpenDocument, around place: SourcePosition) {
    let index = NameIndex(document.text) ?? NameIndex(Self.without(place.line, document.text))
    let known = index ?? document.lastGood.flatMap { NameIndex(EditedText($0.file.text)) }
    own =
      known.map(Self.declared)
      ?? Self.sections(of: Self.without(place.line, document.text)).compactMap(NameIndex.init)
      .flatMap(Self.declared)
    let packs = (document.reading ?? document.lastGood)?.shared ?? []
    shared = packs.filter { $0.path != document.path }
      .compactMap { NameIndex(EditedText($0.file.text)) }.flatMap(Self.declared)
  }

  private static func declared(_ index: NameIndex) -> [NamedThing] {
    index.uses.filter(\.isDeclaration).map(\.thing)
  }

  /// Returns the text with the line being typed blanked out.
  private static func without(_ number: Int, _ text: EditedText) -> EditedText {
    var lines = text.lines.map(String.init)
    if lines.indices.contains(number - 1) { lines[number - 1] = "" }
    return EditedText(lines.joined(separator: "\n"))
  }

  /// Returns the text split at the top-level keys, so that a mistake in one section does not affect the others.
  private static func sections(of text: EditedText) -> [EditedText] {
    var sections: [[Substring]] = []
    for line in text.lines {
      let isKey = line.first.map { $0.isLetter } ?? false
      if isKey || sections.isEmpty { sections.append([]) }
      sections[sections.count - 1].append(Substring(line))
    }
    return sections.map { EditedText($0.joined(separator: "\n")) }
  }

  /// The factors of the spec; those of packs are included once the spec selects them.
  var factors: [String] { own.compactMap { if case .factor(let name) = $0 { name } else { nil } } }
  var rules: [String] { own.compactMap { if case .rule(let id) = $0 { id } else { nil } } }

  func values(of factor: String, _ specification: Specification?) -> [(id: String, label: String)] {
    let read = specification?.factors.first { $0.name == factor }?.values ?? []
    let written = (own + shared).compactMap { thing -> String? in
      if case .value(let id, factor) = thing { id } else { nil }
    }
    let stated = read.isEmpty && written.isEmpty ? ["yes", "no"] : []
    return read.map { ($0.id, $0.label) } + (written + stated).map { ($0, "") }
  }

  func operations(_ specification: Specification?) -> [(id: String, label: String)] {
    let read = specification?.operations ?? []
    let labels = Dictionary(
      firstOf: read.map { ($0.id, $0.label) }
        + (specification?.operationValues ?? []).compactMap { value in
          value.variantLabel.map { (value.id, $0) }
        }
    )
    let written = own.compactMap { thing -> String? in
      switch thing {
      case .operation(let id): id
      case .variant(let id, let operation): "\(operation)/\(id)"
      default: nil
      }
    }
    // The catalogue has the variants of operations in a spec that was never analysed.
    let others =
      specification?.operationValues.map(\.id)
      ?? written.flatMap { id in
        (Catalogue.standard.operation(id)?.variants ?? []).map { "\(id)/\($0.id)" }
      }
    return (written + others).map { ($0, labels[$0] ?? "") }
  }
}
