import Diagnostics
import Reporting
import TestDesign
package import Text

/// A session with an editor that turns messages into messages, without access to streams or a clock.
package struct EditorConnection<Host: EditorHost> {
  /// The reason why the session ended.
  package enum End: Hashable {
    /// The editor sent `exit` after `shutdown`.
    case asked
    /// The editor sent `exit` without `shutdown`.
    case unasked
  }

  private enum Phase {
    case new, running, shutDown
  }

  /// The delay in milliseconds between the last change of a text and its analysis.
  package static var patience: Int { 150 }

  package private(set) var end: End?
  private var phase = Phase.new
  let host: Host
  private let version: String
  private(set) var encoding = PositionEncoding.utf16
  private var documents: [String: OpenDocument] = [:]
  /// The URIs of settings and packs for which diagnostics were sent.
  private var remarked: Set<String> = []
  private var outgoing: [JSONValue] = []
  /// True if the editor requests the edit of a quick fix only once it is chosen.
  private var resolvesEdits = false

  package init(_ host: Host, version: String) {
    (self.host, self.version) = (host, version)
  }

  /// The time at which the next text is to be analysed, or `nil` if there is none.
  package var due: Int? { documents.values.compactMap(\.due).min() }

  // MARK: Messages

  /// Handles the content of a message received at a time, and returns the messages to send.
  package mutating func receive(_ content: [UInt8], at time: Int) -> [JSONValue] {
    defer { outgoing = [] }
    do throws(RequestFailure) {
      let message = try EditorMessage(content)
      guard let method = message.method else {
        if message.id == nil || message.params != .null {
          throw RequestFailure(.invalidRequest, "a message must have a method")
        }
        return []
      }
      guard let id = message.id else {
        notice(method, message.params, at: time)
        return outgoing
      }
      do throws(RequestFailure) {
        let result = try self.result(of: method, message.params, at: time)
        outgoing.append(.response(to: id, result))
      } catch {
        outgoing.append(error.response(to: id))
      }
    } catch {
      outgoing.append(error.response(to: nil))
    }
    return outgoing
  }

  private mutating func notice(_ method: String, _ params: JSONValue, at time: Int) {
    if method == "exit" {
      end = phase == .shutDown ? .asked : .unasked
      return
    }
    guard phase == .running else { return }
    let uri = params["textDocument", "uri"]?.string ?? ""
    switch method {
    case "textDocument/didOpen": open(uri, params["textDocument"] ?? .null, at: time)
    case "textDocument/didChange": change(uri, params, at: time)
    case "textDocument/didClose": close(uri, at: time)
    case "textDocument/didSave", "workspace/didChangeWatchedFiles":
      for uri in documents.keys { documents[uri]?.due = time }
    default: break
    }
  }

  private mutating func result(
    of method: String,
    _ params: JSONValue,
    at time: Int
  ) throws(RequestFailure) -> JSONValue {
    switch (phase, method) {
    case (.new, "initialize"):
      phase = .running
      return initialize(params)
    case (.new, _): throw RequestFailure(.notInitialized, "`initialize` comes first")
    case (.shutDown, _): throw RequestFailure(.invalidRequest, "nothing follows `shutdown`")
    case (.running, "initialize"): throw RequestFailure(.invalidRequest, "`initialize` comes once")
    case (.running, "shutdown"):
      phase = .shutDown
      documents = [:]
      return .null
    case (.running, "textDocument/codeAction"): return .array(try quickFixes(params))
    case (.running, "codeAction/resolve"): return try resolve(params)
    case (.running, _) where Self.nameMethods.contains(method): return try answer(method, params)
    default: throw RequestFailure(.methodNotFound, "`\(method.prefix(100))` is not known here")
    }
  }

  private mutating func initialize(_ params: JSONValue) -> JSONValue {
    let offered = params["capabilities", "general", "positionEncodings"]?.array ?? []
    encoding =
      offered.compactMap { $0.string.flatMap(PositionEncoding.init(rawValue:)) }.first ?? .utf16
    let resolved = params[
      "capabilities",
      "textDocument",
      "codeAction",
      "resolveSupport",
      "properties"
    ]
    resolvesEdits = resolved?.array?.contains("edit") ?? false
    return [
      "capabilities": [
        "codeActionProvider": [
          "codeActionKinds": ["quickfix"], "resolveProvider": .bool(resolvesEdits),
        ],
        "hoverProvider": .bool(true), "definitionProvider": .bool(true),
        "referencesProvider": .bool(true), "documentSymbolProvider": .bool(true),
        "renameProvider": ["prepareProvider": .bool(true)],
        "completionProvider": ["triggerCharacters": [" ", "/", "[", "{", ","]],
        "positionEncoding": .string(encoding.rawValue),
        "textDocumentSync": ["openClose": .bool(true), "change": 2, "save": .bool(true)],
      ],
      "serverInfo": ["name": "specmatrix", "version": .string(version)],
    ]
  }

  // MARK: Texts

  private mutating func open(_ uri: String, _ document: JSONValue, at time: Int) {
    guard let path = FileAddress.path(uri) else { return }
    let text = EditedText(document["text"]?.string ?? "")
    let isShared = host.isShared(path)
    guard isShared || text.isSpec(at: path) else { return }
    documents[uri] = OpenDocument(
      uri: uri,
      path: path,
      isShared: isShared,
      version: document["version"]?.integer,
      text: text,
      due: time
    )
    remarked.remove(uri)
    spread(from: uri, at: time)
  }

  private mutating func change(_ uri: String, _ params: JSONValue, at time: Int) {
    guard var document = documents[uri] else { return }
    let id = document.text.plainID
    for change in params["contentChanges"]?.array ?? [] { document.text.apply(change, encoding) }
    document.version = params["textDocument", "version"]?.integer
    document.due = time + Self.patience
    documents[uri] = document
    spread(from: uri, at: time + Self.patience, keeping: id == document.text.plainID ? id : nil)
  }

  private mutating func close(_ uri: String, at time: Int) {
    guard documents[uri] != nil else { return }
    spread(from: uri, at: time)
    documents[uri] = nil
    outgoing.append(Self.publication(uri, nil, []))
  }

  /// Schedules the files affected by a change: all files if settings or packs change, or else those in the same folder, whose ids may
  /// clash.
  ///
  /// A change that keeps the id affects only files that have that id, too.
  private mutating func spread(from uri: String, at time: Int, keeping id: String? = nil) {
    guard let changed = documents[uri] else { return }
    func folder(_ path: String) -> Substring {
      path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    }
    for (other, document) in documents where other != uri {
      let isOther = id.flatMap { id in document.text.plainID.map { $0 != id } } ?? false
      guard changed.isShared || !isOther && folder(document.path) == folder(changed.path)
      else { continue }
      documents[other]?.due = min(document.due ?? time, time)
    }
  }

  // MARK: Analysis

  /// Analyses the texts that are due, and returns the diagnostics to send.
  package mutating func refresh(at time: Int) -> [JSONValue] {
    defer { outgoing = [] }
    for uri in documents.keys.sorted() {
      if let due = documents[uri]?.due, due <= time { read(uri) }
    }
    return outgoing
  }

  private mutating func read(_ uri: String) {
    guard var document = documents[uri] else { return }
    let reading = host.reading(of: document.path, unsaved: unsaved)
    if reading.analysed != nil { document.lastGood = reading }
    document.reading = reading
    document.due = nil
    documents[uri] = document
    for shared in reading.shared where shared.path != document.path {
      let address = address(of: shared.path)
      let said = remarks(on: shared.path)
      guard !said.isEmpty || remarked.contains(address) else { continue }
      if said.isEmpty { remarked.remove(address) } else { remarked.insert(address) }
      let own = documents[address].map { (version: $0.version, messages: messages(of: $0)) }
      outgoing.append(Self.publication(address, own?.version, (own?.messages ?? []) + said))
    }
    let said = remarks(on: document.path)
    if !said.isEmpty { remarked.insert(uri) }
    outgoing.append(Self.publication(uri, document.version, messages(of: document) + said))
  }

  private func messages(of document: OpenDocument) -> [JSONValue] {
    (document.reading?.messages ?? []).map { $0.json(in: document.text, document.uri, encoding) }
  }

  /// Returns the distinct diagnostics that open files report for shared settings or a shared pack.
  private func remarks(on path: String) -> [JSONValue] {
    var seen: Set<JSONValue> = []
    let shared = documents.keys.sorted().flatMap { documents[$0]?.reading?.shared ?? [] }
      .filter { $0.path == path }
    return shared.flatMap { shared in
      let text = EditedText(shared.file.text)
      return shared.diagnostics.map {
        $0.json([$0.message] + $0.help, in: text, address(of: path), encoding)
      }
    }.filter { seen.insert($0).inserted }
  }

  /// The texts of open files by path.
  var unsaved: [String: String] {
    Dictionary(documents.values.map { ($0.path, $0.text.text) }) { $1 }
  }

  /// Returns the URI under which the editor knows a file.
  func address(of path: String) -> String {
    documents.values.first { $0.path == path }?.uri ?? FileAddress.uri(path)
  }

  /// Returns an open file, analysed with its last change unless `mayBeStale` allows an earlier analysis.
  mutating func document(
    _ params: JSONValue?,
    mayBeStale: Bool = false
  ) throws(RequestFailure) -> OpenDocument {
    let uri = params?["uri"]?.string ?? ""
    if let document = documents[uri], document.due != nil, !mayBeStale || document.reading == nil {
      read(uri)
    }
    guard let document = documents[uri] else {
      throw RequestFailure(.invalidParams, "the file is not open, or no spec")
    }
    return document
  }

  private static func publication(
    _ uri: String,
    _ version: Int?,
    _ diagnostics: [JSONValue]
  ) -> JSONValue {
    .notification(
      "textDocument/publishDiagnostics",
      [
        "uri": .string(uri), "version": version.map(JSONValue.integer),
        "diagnostics": .array(diagnostics),
      ]
    )
  }
}

// MARK: - Quick fixes

extension EditorConnection {
  private mutating func quickFixes(_ params: JSONValue) throws(RequestFailure) -> [JSONValue] {
    let document = try document(params["textDocument"])
    let kinds = params["context", "only"]?.array?.compactMap(\.string) ?? ["quickfix"]
    guard kinds.contains(where: { ["", "quickfix"].contains($0) }),
      let reading = document.reading,
      let start = params["range", "start"], let end = params["range", "end"]
    else { return [] }
    let first = document.text.place(of: start, encoding).line
    let last = max(first, document.text.place(of: end, encoding).line)
    let asked = params["context", "diagnostics"]?.array ?? []
    guard let fixes = QuickFixes(reading) else {
      return corrections(of: document, reading, in: first...last, asked)
    }
    let questions = fixes.findings(in: first...last).compactMap {
      finding -> (finding: Finding, shown: JSONValue?)? in
      let message = reading.messages.first { $0.finding?.id == finding.id }
      let shown = message?.json(in: document.text, document.uri, encoding)
      let isAsked = asked.contains { Self.isSame($0, shown) }
      return asked.isEmpty || isAsked ? (finding, shown) : nil
    }
    return questions.flatMap { finding, shown in
      fixes.fixes(for: finding).compactMap {
        action($0, fixes, in: document, shown, isOneOfSeveral: questions.count > 1)
      }
    }
  }

  /// Returns the quick fixes for mistakes in a range of lines.
  private func corrections(
    of document: OpenDocument,
    _ reading: EditorReading,
    in lines: ClosedRange<Int>,
    _ asked: [JSONValue]
  ) -> [JSONValue] {
    let source = SourceLines(document.text.text)
    return reading.messages.compactMap { message -> JSONValue? in
      var mistake = message.diagnostic
      mistake.help = message.help
      guard let repair = MistakeRepair(mistake, in: source),
        lines.contains(mistake.span?.start.line ?? 0)
      else { return nil }
      let shown = message.json(in: document.text, document.uri, encoding)
      guard asked.isEmpty || asked.contains(where: { Self.isSame($0, shown) }) else { return nil }
      let edit: JSONValue = [
        "range": document.text.range(repair.span, encoding), "newText": .string(repair.right),
      ]
      return [
        "title": .string(repair.title), "kind": "quickfix", "diagnostics": [shown],
        "isPreferred": .bool(true), "edit": ["changes": .object([.init(document.uri, [edit])])],
      ]
    }
  }

  /// True if a diagnostic in a request is one that was sent, compared by message if the editor dropped its data.
  private static func isSame(_ diagnostic: JSONValue, _ sent: JSONValue?) -> Bool {
    guard let id = diagnostic["data", "id"] else {
      return diagnostic["message"] == sent?["message"]
    }
    return id == sent?["data", "id"]
  }

  /// Returns a quick fix, or `nil` if its edit is computed at once and fails.
  private func action(
    _ fix: OfferedAnswer,
    _ fixes: QuickFixes,
    in document: OpenDocument,
    _ diagnostic: JSONValue?,
    isOneOfSeveral: Bool
  ) -> JSONValue? {
    var edit: JSONValue?
    if !resolvesEdits {
      let new = try? fixes.text(answering: fix.finding.id, fix.kind, fix.text)
      guard let new else { return nil }
      edit = self.edit(of: document, to: new)
    }
    return [
      "title": .string(isOneOfSeveral ? fix.titleWithQuestion : fix.title), "kind": "quickfix",
      "diagnostics": diagnostic.map { [$0] }, "edit": edit, "data": fix.data(document.uri),
    ]
  }

  private mutating func resolve(_ action: JSONValue) throws(RequestFailure) -> JSONValue {
    if action["edit"] != nil { return action }
    guard case .object(let members) = action, let data = action["data"] else {
      throw RequestFailure(.invalidParams, "a quick fix must have the data that it came with")
    }
    let document = try document(data)
    guard let fixes = document.reading.flatMap(QuickFixes.init) else {
      throw RequestFailure(.failed, "the spec has mistakes; correct them, then answer")
    }
    guard let question = data["question"]?.string, let text = data["text"]?.string else {
      throw RequestFailure(.invalidParams, "an answer must have `question` and `text`")
    }
    let kind = data["kind"]?.string.flatMap(QuestionAnswer.Kind.init(rawValue:))
    let edit = edit(of: document, to: try fixes.text(answering: question, kind, text))
    return .object(members + [.init("edit", edit)])
  }

  /// Returns the edit that replaces the text of an open file, preserving a byte-order mark.
  private func edit(of document: OpenDocument, to new: String) -> JSONValue {
    let mark = document.text.text.unicodeScalars.first == "\u{FEFF}" ? "\u{FEFF}" : ""
    let edits = document.text.edits(to: mark + new, encoding)
    return ["changes": .object([.init(document.uri, .array(edits))])]
  }
}
