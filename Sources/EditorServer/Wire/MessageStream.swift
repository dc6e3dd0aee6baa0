package import Text

/// Messages out of a stream of bytes: each has a head that says its length, a blank line, and so many bytes of JSON.
///
/// A stream that is out of step cannot be brought back into step: nothing tells where the next message begins.
package struct MessageStream {
  /// In bytes; the greatest spec, escaped, fits in.
  static let (headLimit, contentLimit) = (4_096, 64 << 20)

  private var bytes: [UInt8] = []
  /// Where the next message begins.
  private var start = 0
  /// Where its content is, once its head has come.
  private var content: Range<Int>?

  package init() {}

  /// True if a message has begun and not ended.
  package var isMidMessage: Bool { start < bytes.count }

  package mutating func append(_ more: [UInt8]) {
    if content == nil, start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += more
  }

  /// The content of the next message; `nil` while some of it is missing.
  package mutating func next() throws(FormatMismatch) -> [UInt8]? {
    if content == nil { content = try head() }
    guard let content, content.upperBound <= bytes.count else { return nil }
    defer {
      start = content.upperBound
      self.content = nil
    }
    return Array(bytes[content])
  }

  /// Where the content of the next message is; `nil` while its head is not whole.
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

  /// A message with its head.
  package static func framed(_ message: JSONValue) -> String {
    let text = message.compactText
    return "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
  }
}

/// A message of JSON-RPC, from an editor or an agent.
package struct EditorMessage {
  /// `nil` for a notification, which gets no response.
  package let id: JSONValue?
  /// `nil` for a response to a request of ours.
  package let method: String?
  package let params: JSONValue

  /// - Throws: The response that the message gets in place of its own.
  init(_ content: [UInt8]) throws(RequestFailure) {
    let message: JSONValue
    do throws(JSONReadError) {
      message = try JSONValue(json: content, hasFractions: true)
    } catch {
      throw RequestFailure(.parseError, "expected \(error.expected) (line \(error.line))")
    }
    try self.init(message)
  }

  /// - Throws: The response that the message gets in place of its own.
  package init(_ message: JSONValue) throws(RequestFailure) {
    guard message.members != nil else {
      throw RequestFailure(.invalidRequest, "a message must be an object")
    }
    id = message["id"].flatMap { $0 == .null ? nil : $0 }
    method = message["method"]?.string
    params = message["params"] ?? .null
  }
}

/// Why a request has no result.
package struct RequestFailure: Error, Hashable {
  package enum Code: Int, Sendable {
    case parseError = -32_700
    case invalidRequest = -32_600
    case methodNotFound = -32_601
    case invalidParams = -32_602
    case notInitialized = -32_002
    /// To an agent, which is refused otherwise before `initialize`, the same number says that a resource is not there.
    package static let resourceNotFound = notInitialized
    /// The request was right, and it cannot be done.
    case failed = -32_803
  }

  package let code: Code
  package let message: String

  package init(_ code: Code, _ message: String) {
    (self.code, self.message) = (code, message)
  }

  /// The response to a request.
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

  /// A member of a member.
  subscript(_ first: String, _ second: String, _ more: String...) -> JSONValue? {
    ([second] + more).reduce(self[first]) { $0?[$1] }
  }

  var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }
}
