import EditorServer
import Text

/// A splitter of a byte stream into lines, one per message, as on the standard input of a Model Context Protocol server.
///
/// Source: modelcontextprotocol.io, specification 2025-11-25, Transports › stdio.
struct MessageLines {
  /// The maximum length of a line in bytes; the largest spec fits, escaped.
  static let limit = 16 << 20

  /// The bytes after the last complete line.
  private(set) var bytes: [UInt8] = []
  /// True while the rest of an overlong line is being dropped.
  private var isDropping = false

  /// Appends bytes and returns the lines that they complete, with `nil` for each overlong one.
  mutating func append(_ more: [UInt8]) -> [[UInt8]?] {
    var lines: [[UInt8]?] = []
    for part in more.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      if part.offset > 0 {
        if !isDropping { lines.append(bytes) }
        (bytes, isDropping) = ([], false)
      }
      guard !isDropping else { continue }
      bytes += part.element
      if bytes.count > Self.limit {
        lines.append(nil)
        (bytes, isDropping) = ([], true)
      }
    }
    return lines
  }
}

/// A session with a Model Context Protocol client: lines in, lines out, without streams or clock.
struct AgentConnection {
  /// The supported protocol versions; the first is offered to clients that request an unknown one.
  static let versions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

  private let tools: AgentTools
  private let version: String
  /// The version negotiated by `initialize`.
  private var agreed: String?

  init(_ tools: AgentTools, version: String) {
    (self.tools, self.version) = (tools, version)
  }

  /// Handles a line, or `nil` for an overlong one, and returns the line to respond with, if any.
  mutating func receive(_ line: [UInt8]?) -> String? {
    guard let line else {
      let reason = "a message must not be longer than \(MessageLines.limit) bytes"
      return RequestFailure(.invalidRequest, reason).response(to: nil).compactText
    }
    guard line.contains(where: { !" \r\t".utf8.contains($0) }) else { return nil }
    let content: JSONValue
    do throws(JSONReadError) {
      content = try JSONValue(json: line, hasFractions: true)
    } catch {
      let reason = "expected \(error.expected) (line \(error.line))"
      return RequestFailure(.parseError, reason).response(to: nil).compactText
    }
    // Only this version has batches.
    guard agreed == "2025-03-26", let batch = content.array, !batch.isEmpty else {
      return response(to: content)?.compactText
    }
    let responses = batch.compactMap { response(to: $0) }
    return responses.isEmpty ? nil : JSONValue.array(responses).compactText
  }

  private mutating func response(to content: JSONValue) -> JSONValue? {
    let message: EditorMessage
    do throws(RequestFailure) {
      message = try EditorMessage(content)
    } catch {
      return error.response(to: nil)
    }
    let hasID =
      switch message.id {
      case .string?, .integer?, .number?: true
      default: false
      }
    guard content["jsonrpc"]?.string == "2.0", hasID || content["id"] == nil else {
      let reason = "a message must be JSON-RPC 2.0, its id a text or a number"
      return RequestFailure(.invalidRequest, reason).response(to: hasID ? message.id : nil)
    }
    guard let method = message.method else {
      return content["result"] ?? content["error"] == nil
        ? RequestFailure(.invalidRequest, "a message must have a method").response(to: message.id)
        : nil
    }
    guard let id = message.id else { return nil }
    do throws(RequestFailure) {
      return .response(to: id, try result(of: method, message.params))
    } catch {
      return error.response(to: id)
    }
  }

  private mutating func result(
    of method: String,
    _ params: JSONValue
  ) throws(RequestFailure) -> JSONValue {
    guard params == .null || params.members != nil else {
      throw RequestFailure(.invalidParams, "`params` must be an object")
    }
    switch method {
    case "ping": return [:]
    case "initialize": return initialize(params)
    case _ where agreed == nil:
      throw RequestFailure(.invalidRequest, "`initialize` comes first")
    case _ where method.hasSuffix("/list") && params["cursor"] != nil:
      throw RequestFailure(.invalidParams, "there is no such cursor: each list is one page")
    case "tools/list": return ["tools": AgentTool.list]
    case "tools/call":
      guard let tool = params["name"]?.string.flatMap(AgentTool.init(rawValue:)) else {
        let names = AgentTool.allCases.map(\.rawValue).joined(separator: ", ")
        throw RequestFailure(.invalidParams, "there is no such tool; the tools are \(names)")
      }
      let (text, isError) = tools.call(tool, params["arguments"] ?? .object([]))
      return [
        "content": [["type": "text", "text": .string(text)]], "isError": .bool(isError),
      ]
    case "resources/list": return ["resources": .array(AgentResource.all.map(\.json))]
    case "resources/templates/list": return ["resourceTemplates": []]
    case "resources/read":
      guard let uri = params["uri"]?.string else {
        throw RequestFailure(.invalidParams, "`uri` is missing")
      }
      guard let found = AgentResource.all.first(where: { $0.uri == uri }) else {
        throw RequestFailure(.resourceNotFound, "there is no resource `\(uri.prefix(100))`")
      }
      return [
        "contents": [
          ["uri": .string(uri), "mimeType": .string(found.type), "text": .string(found.text)]
        ]
      ]
    default: throw RequestFailure(.methodNotFound, "`\(method.prefix(100))` is not known here")
    }
  }

  private mutating func initialize(_ params: JSONValue) -> JSONValue {
    let asked = params["protocolVersion"]?.string
    let agreed = Self.versions.first { $0 == asked } ?? Self.versions[0]
    self.agreed = agreed
    return [
      "protocolVersion": .string(agreed),
      "capabilities": ["tools": [:], "resources": [:]],
      "serverInfo": ["name": "specmatrix", "version": .string(version)],
      "instructions": .string(resource("Agent/instructions.md")),
    ]
  }
}

/// A document that an agent can read before it writes a spec.
struct AgentResource {
  private let name: String
  private let title: String
  let type: String
  private let file: String

  static let all = [
    AgentResource(
      name: "schema",
      title: "JSON Schema of a spec",
      type: "application/schema+json",
      file: "Schema/specmatrix.schema.json"
    ),
    page("from-prose", "How prose becomes a spec"),
    page("language", "The language of specs"),
  ]

  private static func page(_ name: String, _ title: String) -> AgentResource {
    AgentResource(name: name, title: title, type: "text/markdown", file: "Pages/\(name).md")
  }

  var uri: String { "specmatrix://\(name)" }
  var text: String { resource(file) }

  var json: JSONValue {
    [
      "uri": .string(uri), "name": .string(name), "title": .string(title),
      "mimeType": .string(type),
    ]
  }
}
