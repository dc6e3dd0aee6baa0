package import Text

/// A stream of bytes that consists of messages, each with a header stating its length, a blank line, and as many bytes of JSON.
///
/// A stream that is out of step cannot be recovered, since nothing marks the start of the next message.
package struct MessageStream {
  /// The limits in bytes; the largest spec fits even when escaped.
  static let (headLimit, contentLimit) = (4_096, 64 << 20)

  private var bytes: [UInt8] = []
  /// The start of the next message.
  private var start = 0
  /// The range of its content, once its header has been received.
  private var content: Range<Int>?

  package init() {}

  /// True if a message is incomplete.
  package var isMidMessage: Bool { start < bytes.count }

  package mutating func append(_ more: [UInt8]) {
    if content == nil, start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += more
  }

  /// Returns the content of the next message, or `nil` while it is incomplete.
  package mutating func next() throws(FormatMismatch) -> [UInt8]? {
    if content == nil { content = try head() }
    guard let content, content.upperBound <= bytes.count else { return nil }
    defer {
      start = content.upperBound
      self.content = nil
    }
    return Array(bytes[content])
  }

  /// Returns the range of the next message's content, or `nil` while its header is incomplete.
  private func head() throws(FormatMismatch) -> Range<Int>? {
    let rest = bytes[start...]
    guard let end = rest.prefix(Self.headLimit).firstRange(of: Array("\r\n\r\n".utf8)) else {
      let beginning = "content-"
      let read = String(decoding: rest.prefix(beginning.count), as: UTF8.self).lowercased()
      guard rest.count < Self.headLimit, beginning.hasPrefix(read) || read.hasPrefix(beginning)
      else { throw garbage("no head of a message") }
      return nil
    }
    var length: Int?
    for line in String(decoding: bytes[start..<end.lowerBound], as: UTF8.self)
      .split(separator: "\r\n")
    {
      let parts = line.split(separator: ":", maxSplits: 1).map(\.trimmed)
      guard parts.count == 2 else { throw garbage("`\(line.prefix(40))` in the head of a message") }
      if parts[0].lowercased() == "content-length" { length = Int(parts[1]) }
    }
    guard let length, length >= 0 else { throw garbage("a message without its length") }
    guard length <= Self.contentLimit else { throw garbage("a message of \(length) bytes") }
    return end.upperBound..<end.upperBound + length
  }

  private func garbage(_ what: String) -> FormatMismatch {
    FormatMismatch("standard input is not the language server protocol: \(what)")
  }

  /// Returns a message with its header.
  package static func framed(_ message: JSONValue) -> String {
    let text = message.compactText
    return "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
  }
}

/// A JSON-RPC message from an editor or an agent.
package struct EditorMessage {
  /// The id, or `nil` for a notification, which gets no response.
  package let id: JSONValue?
  /// The method, or `nil` for a response to our request.
  package let method: String?
  package let params: JSONValue

  /// Parses a message.
  ///
  /// - Throws: The response to an invalid message.
  init(_ content: [UInt8]) throws(RequestFailure) {
    let message: JSONValue
    do throws(JSONReadError) {
      message = try JSONValue(json: content, hasFractions: true)
    } catch {
      throw RequestFailure(.parseError, "expected \(error.expected) (line \(error.line))")
    }
    try self.init(message)
  }

  /// Reads a parsed message.
  ///
  /// - Throws: The response to an invalid message.
  package init(_ message: JSONValue) throws(RequestFailure) {
    guard message.members != nil else {
      throw RequestFailure(.invalidRequest, "a message must be an object")
    }
    id = message["id"].flatMap { $0 == .null ? nil : $0 }
    method = message["method"]?.string
    params = message["params"] ?? .null
  }
}

/// The reason why a request failed.
package struct RequestFailure: Error, Hashable {
  package enum Code: Int, Sendable {
    case parseError = -32_700
    case invalidRequest = -32_600
    case methodNotFound = -32_601
    case invalidParams = -32_602
    case notInitialized = -32_002
    /// The code for a missing resource in responses to agents, whose requests before `initialize` are refused differently.
    package static let resourceNotFound = notInitialized
    /// The request was valid but cannot be fulfilled.
    case failed = -32_803
  }

  package let code: Code
  package let message: String

  package init(_ code: Code, _ message: String) {
    (self.code, self.message) = (code, message)
  }

  /// Returns the error response to a request.
  package func response(to id: JSONValue?) -> JSONValue {
    [
      "jsonrpc": "2.0", "id": id ?? .null,
      "error": ["code": .integer(code.rawValue), "message": .string(message)],
    ]
  }
}

extension JSONValue {
  package static func response(to id: JSONValue, _ result: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "result": result]
  }

  static func notification(_ method: String, _ params: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "method": .string(method), "params": params]
  }

  /// The member at a path of keys.
  subscript(_ first: String, _ second: String, _ more: String...) -> JSONValue? {
    ([second] + more).reduce(self[first]) { $0?[$1] }
  }

  var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }
}
