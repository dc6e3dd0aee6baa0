import Diagnostics
import Reporting
import Specification
import TestDesign
import Text
import YAMLSyntax

/// Requests about the name at a position: hover, navigation and renaming.
extension EditorConnection {
  mutating func answer(_ method: String, _ params: JSONValue) throws(RequestFailure) -> JSONValue {
    let isTyping = method == "textDocument/completion"
    let document = try document(params["textDocument"], mayBeStale: isTyping)
    let place = document.text.place(of: params["position"] ?? .null, encoding)
    switch method {
    case "textDocument/hover": return hover(document, place)
    case "textDocument/documentSymbol":
      let outline = SymbolOutline(
        text: document.text,
        encoding: encoding,
        specification: document.reading?.analysed?.specification
      )
      return .array(outline.symbols)
    case "textDocument/completion":
      return Completion(document, encoding).items(at: place)
    default: break
    }
    guard let use = NameIndex(document.text)?.use(at: place) else {
      guard method == "textDocument/rename" else { return .null }
      throw RequestFailure(.failed, "there is no name here, or the file is not YAML")
    }
    let navigation = navigation(of: use.thing, around: document)
    switch method {
    case "textDocument/definition":
      let specification = document.reading?.analysed?.specification
      return .array(navigation.definitions(of: use.thing, specification))
    case "textDocument/references":
      let isWhole = params["context", "includeDeclaration"]?.bool ?? true
      return .array(navigation.references(of: use.thing, withDeclaration: isWhole))
    case "textDocument/prepareRename":
      _ = try navigation.renaming(use.thing, to: use.thing.name + "_")
      return document.text.range(use.span, encoding)
    default:
      let new = params["newName"]?.string ?? ""
      let texts = try navigation.renaming(use.thing, to: new)
      return try checked(texts, navigation, document) {
        $0.replacing("`\(new)`", with: "`\(use.thing.name)`")
      }
    }
  }

  static var nameMethods: Set<String> {
    [
      "textDocument/hover", "textDocument/documentSymbol", "textDocument/completion",
      "textDocument/definition", "textDocument/references", "textDocument/prepareRename",
      "textDocument/rename",
    ]
  }

  // MARK: Hover

  private func hover(_ document: OpenDocument, _ place: SourcePosition) -> JSONValue {
    guard let reading = document.lastGood, let hover = HoverText(reading) else { return .null }
    let index = NameIndex(document.text)
    if let use = index?.use(at: place) {
      return result(hover.text(of: use.thing), document.text.range(use.span, encoding))
    }
    if index == nil {
      // In a text that is currently no valid YAML, a word that was a name before probably still is.
      let word = document.text.word(at: place)
      let known = NameIndex(EditedText(reading.file.text))?.uses.first {
        $0.thing.name == word.text
      }
      return result(
        known.flatMap { hover.text(of: $0.thing) },
        document.text.range(word.span, encoding)
      )
    }
    guard let specification = document.reading?.analysed?.specification,
      let rule = specification.rules(around: place, in: document.text).first
    else { return .null }
    return result(hover.text(ofRule: rule.number), document.text.range(rule.span, encoding))
  }

  private func result(_ text: String?, _ range: JSONValue) -> JSONValue {
    guard let text else { return .null }
    return ["contents": ["kind": "markdown", "value": .string(text)], "range": range]
  }

  // MARK: Other files

  /// Returns the files that may contain a name, which are those of the whole project if a pack declares it.
  private func navigation(of thing: NamedThing, around document: OpenDocument) -> Navigation {
    let own = Navigation.File(document.uri, document.text)
    let shared = (document.reading?.shared ?? []).filter { $0.path != document.path }
      .compactMap { Navigation.File(address(of: $0.path), EditedText($0.file.text)) }
    var files = [own].compactMap(\.self) + shared
    let isOfPack =
      document.isShared
      || shared.contains { !$0.index.declarations(of: thing).isEmpty }
    if isOfPack {
      files += host.neighbours(of: document.path, unsaved: unsaved)
        .compactMap { Navigation.File(address(of: $0.path), EditedText($0.text)) }
        .filter { file in !files.contains { $0.uri == file.uri } }
    }
    return Navigation(files: files, encoding: encoding)
  }

  /// Returns the edits for new texts of files, unless they would introduce a mistake into a spec.
  ///
  /// `withOldName` restores the old name in a message.
  private func checked(
    _ texts: [String: String],
    _ navigation: Navigation,
    _ document: OpenDocument,
    withOldName: (String) -> String
  ) throws(RequestFailure) -> JSONValue {
    var new = unsaved
    for (uri, text) in texts { if let path = FileAddress.path(uri) { new[path] = text } }
    let changed = texts.keys.sorted().compactMap(FileAddress.path)
    for path in Set(changed + [document.path]).sorted() where !host.isShared(path) {
      let after = host.reading(of: path, unsaved: new)
      guard after.analysed == nil else { continue }
      let known = host.reading(of: path, unsaved: unsaved).mistakes
      guard let reason = after.mistakes.first(where: { !known.contains(withOldName($0)) }) else {
        continue
      }
      throw RequestFailure(.failed, "\(path) would have a mistake: \(reason)")
    }
    let changes = navigation.files.compactMap { file in
      texts[file.uri].map {
        JSONValue.Member(file.uri, .array(file.text.edits(to: $0, encoding)))
      }
    }
    return ["changes": .object(changes)]
  }
}

extension EditorReading {
  fileprivate var mistakes: [String] {
    messages.filter { $0.diagnostic.severity == .error }.map(\.diagnostic.message)
  }
}

extension Specification {
  /// Returns the spec's own rules around a position, the innermost first.
  fileprivate func rules(
    around place: SourcePosition,
    in text: EditedText
  ) -> [(number: Int, span: SourceSpan)] {
    guard let root = NameIndex.tree(of: text) else { return [] }
    return rules.enumerated().compactMap { number, rule -> (number: Int, span: SourceSpan)? in
      guard rule.house == nil, let span = root[rule.path]?.span, span.start <= place,
        place <= span.end
      else { return nil }
      return (number, span)
    }.sorted { $0.span.start > $1.span.start }
  }
}
