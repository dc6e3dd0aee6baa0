import Diagnostics
import Foundation
import Testing
import Text

@testable import EditorServer
@testable import SpecMatrixCLI

/// An editor in a folder: it maintains texts and diagnostics as a real one does, with its own clock.
final class TestEditor {
  let encoding: PositionEncoding
  private(set) var capabilities = JSONValue.null
  /// The open texts by path.
  private(set) var texts: [String: EditedText] = [:]
  private(set) var diagnostics: [String: [JSONValue]] = [:]
  /// The paths of all publications, in order.
  private(set) var published: [String] = []
  private(set) var notices: [JSONValue] = []
  private var connection: EditorConnection<EditedFiles>
  private var time = 0
  private var version = 0
  private var requests = 0

  init(
    encoding: PositionEncoding = .utf16,
    capabilities: JSONValue.Member? = nil,
    settings: SettingsChoice = .search,
    suiteFolder: String? = nil
  ) {
    self.encoding = encoding
    let console = Console.ofTests(report: { Issue.record("said \($0)") })
    let choice = ProjectChoice(settings: settings, suiteFolder: suiteFolder)
    let host = EditedFiles(choice: choice, console: console)
    connection = EditorConnection(host, version: "test")
    let all =
      [.init("general", ["positionEncodings": [.string(encoding.rawValue)]])]
      + (capabilities.map { [$0] } ?? [])
    self.capabilities =
      request("initialize", ["capabilities": .object(all)])?[
        "capabilities"
      ] ?? .null
    notify("initialized", [])
  }

  static func uri(_ path: String) -> String { FileAddress.uri(path) }

  // MARK: Messages

  func notify(_ method: String, _ params: JSONValue) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  /// Returns the result of a request, or `nil` if it failed with `failure`.
  @discardableResult
  func request(_ method: String, _ params: JSONValue) -> JSONValue? {
    requests += 1
    let before = notices.count
    send([
      "jsonrpc": "2.0", "id": .integer(requests), "method": .string(method), "params": params,
    ])
    let response = notices[before...].first {
      $0["id"] == .integer(requests) && $0["method"] == nil
    }
    failure = response?["error"]
    return response?["result"]
  }

  private(set) var failure: JSONValue?

  /// Sends raw bytes as the content of a message.
  func send(bytes: [UInt8]) -> [JSONValue] {
    take(connection.receive(bytes, at: time))
  }

  var end: EditorConnection<EditedFiles>.End? { connection.end }

  private func send(_ message: JSONValue) {
    _ = take(connection.receive(Array(message.compactText.utf8), at: time))
  }

  private func take(_ messages: [JSONValue]) -> [JSONValue] {
    for message in messages {
      guard message["method"] == "textDocument/publishDiagnostics",
        let uri = message["params", "uri"]?.string, let path = FileAddress.path(uri)
      else {
        notices.append(message)
        continue
      }
      published.append(path)
      diagnostics[path] = message["params", "diagnostics"]?.array
    }
    return messages
  }

  /// Waits until there is nothing left to read.
  func settle() {
    while let due = connection.due {
      time = max(time, due)
      _ = take(connection.refresh(at: time))
    }
  }

  func wait(_ milliseconds: Int) {
    time += milliseconds
    _ = take(connection.refresh(at: time))
  }

  // MARK: Texts

  func open(_ path: String, _ text: String) {
    texts[path] = EditedText(text)
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(Self.uri(path)), "languageId": "yaml", "version": 0,
          "text": .string(text),
        ]
      ]
    )
  }

  func close(_ path: String) {
    texts[path] = nil
    notify("textDocument/didClose", ["textDocument": ["uri": .string(Self.uri(path))]])
  }

  /// Changes a text by the smallest edit or as a whole.
  func change(_ path: String, to new: String, asWhole: Bool = false) throws {
    let text = try #require(texts[path])
    let changes: [JSONValue] =
      asWhole
      ? [["text": .string(new)]]
      : text.edits(to: new, encoding).map { ["range": $0["range"], "text": $0["newText"]] }
    version += 1
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(Self.uri(path)), "version": .integer(version)],
        "contentChanges": .array(changes),
      ]
    )
    texts[path] = EditedText(new)
  }

  func at(_ path: String, _ place: SourcePosition) throws -> [JSONValue.Member] {
    let text = try #require(texts[path])
    return [
      .init("textDocument", ["uri": .string(Self.uri(path))]),
      .init("position", text.position(place, encoding)),
    ]
  }

  /// Returns the texts of all open files after a workspace edit.
  func applying(_ edit: JSONValue?) throws -> [String: String] {
    var new = texts
    for member in edit?["changes"]?.members ?? [] {
      let path = try #require(FileAddress.path(member.key))
      var text = try new[path] ?? EditedText(String(contentsOfFile: path, encoding: .utf8))
      // From last to first, so that earlier positions stay valid.
      let edits = (member.value.array ?? []).sorted { before($1, $0) }
      for edit in edits {
        text.apply(["range": edit["range"], "text": edit["newText"]], encoding)
      }
      new[path] = text
    }
    return new.mapValues(\.text)
  }

  private func before(_ left: JSONValue, _ right: JSONValue) -> Bool {
    func place(_ edit: JSONValue) -> (Int, Int) {
      let start = edit["range", "start"]
      return (start?["line"]?.integer ?? 0, start?["character"]?.integer ?? 0)
    }
    return place(left) < place(right)
  }
}

/// A diagnostic of a file, from whatever source.
struct SaidOfFile: Hashable, Comparable, CustomStringConvertible {
  var range: String
  var severity: Int
  var code: String
  var id: String?
  var message: String

  var description: String { "\(range) \(severity) \(code) \(id ?? "") \(message)" }

  static func < (left: Self, right: Self) -> Bool { left.description < right.description }

  static func shown(_ diagnostics: [JSONValue]) -> [SaidOfFile] {
    diagnostics.map { diagnostic in
      SaidOfFile(
        range: diagnostic["range"]?.compactText ?? "",
        severity: diagnostic["severity"]?.integer ?? 0,
        code: diagnostic["code"]?.string ?? "",
        id: diagnostic["data", "id"]?.string,
        message: diagnostic["message"]?.string?.split(separator: "\n").first.map(String.init) ?? ""
      )
    }.sorted()
  }

  /// Returns the diagnostics of `check` for a file with a text, and restores the file.
  static func checked(
    _ path: String,
    _ text: String,
    _ encoding: PositionEncoding
  ) throws -> [SaidOfFile] {
    let url = URL(fileURLWithPath: path)
    let before = try Data(contentsOf: url)
    try Data(text.utf8).write(to: url)
    defer { try? before.write(to: url) }
    let run = CommandRun("check", path, "--format", "json")
    let document = try JSONValue(json: Array(run.output.utf8))
    let spec = try #require(document["specs"]?.array?.first)
    let all = ["errors", "findings", "remarks"].flatMap { spec[$0]?.array ?? [] }
    let edited = EditedText(text)
    return all.map { message in
      func place(_ line: String, _ column: String) -> SourcePosition {
        SourcePosition(
          line: message[line]?.integer ?? 1,
          column: message[column]?.integer ?? 1
        )
      }
      let span = SourceSpan(start: place("line", "column"), end: place("endLine", "endColumn"))
      return SaidOfFile(
        range: edited.range(span, encoding).compactText,
        severity: ["error": 1, "warning": 2, "note": 3][message["severity"]?.string ?? ""] ?? 0,
        code: message["code"]?.string ?? "",
        id: message["id"]?.string,
        message: message["message"]?.string?.split(separator: "\n").first.map(String.init) ?? ""
      )
    }.sorted()
  }
}
