import Diagnostics
import Specification
import Text
import YAMLSyntax

/// The files that may contain a name: the current one, then packs, then other specs of the project.
struct Navigation {
  struct File {
    let uri: String
    let text: EditedText
    let index: NameIndex

    /// Creates the file, or returns `nil` if it is no valid YAML.
    init?(_ uri: String, _ text: EditedText) {
      guard let index = NameIndex(text) else { return nil }
      (self.uri, self.text, self.index) = (uri, text, index)
    }
  }

  let files: [File]
  let encoding: PositionEncoding

  /// Returns the location of a declaration, preferring one with more than the name.
  func definitions(of thing: NamedThing, _ specification: Specification?) -> [JSONValue] {
    let declared = files.map { file in
      (file, file.index.declarations(of: thing))
    }
    let all = declared.flatMap { file, uses in uses.map { (file, $0) } }
    if let (file, use) = all.first(where: { !$0.1.isBare }) ?? all.first {
      return [location(file, use.span)]
    }
    // A derived id is written nowhere, so the rule itself is the target.
    guard case .rule(let id) = thing, let file = files.first,
      let rule = specification?.rules.first(where: { $0.id == id && $0.house == nil })
    else { return [] }
    return [location(file, rule.span)]
  }

  func references(of thing: NamedThing, withDeclaration: Bool) -> [JSONValue] {
    files.flatMap { file in
      file.index.uses.filter { $0.thing == thing && (withDeclaration || !$0.isDeclaration) }
        .map { location(file, $0.span) }
    }
  }

  private func location(_ file: File, _ span: SourceSpan) -> JSONValue {
    ["uri": .string(file.uri), "range": file.text.range(span, encoding)]
  }

  // MARK: Renaming

  /// Returns the new text of each file after renaming, by URI.
  ///
  /// - Throws: The reason why renaming is impossible.
  func renaming(_ thing: NamedThing, to name: String) throws(RequestFailure) -> [String: String] {
    guard files.contains(where: { !$0.index.declarations(of: thing).isEmpty }) else {
      throw RequestFailure(.failed, Self.reason(ofUndeclared: thing))
    }
    if case .operation(let id) = thing, Catalogue.standard.operation(id) != nil {
      throw RequestFailure(
        .failed,
        "`\(id)` is a catalogue entry: to use another name, declare `\(name): {is: \(id)}`"
      )
    }
    let bad = name.unicodeScalars.contains {
      ",、，/".unicodeScalars.contains($0) || $0.properties.isWhitespace
    }
    guard !name.isEmpty, !bad, !name.contains("..") else {
      throw RequestFailure(.failed, "a name cannot be empty or contain blanks, commas, `/` or `..`")
    }
    let new = thing.called(name)
    guard !files.contains(where: { !$0.index.declarations(of: new).isEmpty }) else {
      throw RequestFailure(.failed, "`\(name)` is there already")
    }
    var texts: [String: String] = [:]
    for file in files {
      let uses = file.index.uses.filter { $0.thing == thing }
      guard !uses.isEmpty else { continue }
      var text = file.text
      for use in uses.reversed() {
        let range = text.range(use.span, .utf32)
        text.apply(["range": range, "text": .string(name)], .utf32)
      }
      texts[file.uri] = text.text
    }
    return texts
  }

  private static func reason(ofUndeclared thing: NamedThing) -> String {
    if case .rule(let id) = thing {
      return "the id `\(id)` is derived from what the rule says: give it an `id` first"
    }
    return "`\(thing.name)` is written nowhere: it is a number, yes or no, or the catalogue's"
  }
}

/// The outline of a spec: factors with their values, operations with their variants, rules by operation.
struct SymbolOutline {
  let text: EditedText
  let encoding: PositionEncoding
  let specification: Specification?

  /// The `SymbolKind` of the Language Server Protocol.
  private enum Kind: Int {
    case section = 3
    case factor = 10
    case operation = 12
    case value = 22
    case rule = 24
  }

  var symbols: [JSONValue] {
    guard let root = NameIndex.tree(of: text) else { return [] }
    return root.entries.compactMap { section in
      let children = section.value.entries.map { entry in
        switch section.key {
        case "rules": symbol(entry, .operation, rules(entry, root))
        case "operations":
          symbol(entry, .operation, values(entry, "variants") + values(entry, "parts"))
        default: symbol(entry, .factor, values(entry, "values"))
        }
      }
      let isShown = ["states", "data", "operations", "rules"].contains(section.key)
      return isShown ? symbol(section, .section, children) : nil
    }
  }

  private func values(_ entry: SyntaxEntry, _ key: String) -> [JSONValue] {
    (entry.value.entry(key)?.value.entries ?? []).map { symbol($0, .value, []) }
  }

  /// Returns the rules under an operation, if they are known.
  private func rules(_ operation: SyntaxEntry, _ root: SyntaxNode) -> [JSONValue] {
    let path: [SyntaxStep] = [.key("rules"), .key(operation.key)]
    return (specification?.rules ?? []).compactMap { rule in
      guard rule.house == nil, rule.path.starts(with: path), rule.path.count > path.count,
        let node = root[rule.path], node.span.start >= operation.keySpan.start
      else { return nil }
      return symbol(rule.id, .rule, node.span, node.span, [])
    }
  }

  private func symbol(_ entry: SyntaxEntry, _ kind: Kind, _ children: [JSONValue]) -> JSONValue {
    let end = max(entry.keySpan.end, entry.value.span.end)
    let span = SourceSpan(start: entry.keySpan.start, end: end)
    return symbol(entry.key, kind, span, entry.keySpan, children)
  }

  private func symbol(
    _ name: String,
    _ kind: Kind,
    _ span: SourceSpan,
    _ selection: SourceSpan,
    _ children: [JSONValue]
  ) -> JSONValue {
    [
      "name": .string(name.isEmpty ? "–" : name), "kind": .integer(kind.rawValue),
      "range": text.range(span, encoding), "selectionRange": text.range(selection, encoding),
      "children": .array(children),
    ]
  }
}
