import Synchronization

/// A request, complete with its body.
package struct ServerRequest: Sendable {
  /// The part of the target after the question mark.
  package let query: String
  package let body: [UInt8]

  /// The value of a name in the query, not decoded.
  package func parameter(_ name: String) -> Substring? {
    query.split(separator: "&").first { $0.hasPrefix(name + "=") }?.dropFirst(name.utf8.count + 1)
  }
}

package struct ServerResponse: Sendable {
  package let status: Int
  let type: String?
  package let body: [UInt8]

  package static let nothing = ServerResponse(status: 204, type: nil, body: [])

  package static func page(_ body: [UInt8]) -> ServerResponse {
    ServerResponse(status: 200, type: "text/html; charset=utf-8", body: body)
  }

  package static func json(_ body: [UInt8], status: Int = 200) -> ServerResponse {
    ServerResponse(status: status, type: "application/json", body: body)
  }

  /// The reason for a refusal: a sentence without quotes.
  package static func refusal(_ status: Int, _ sentence: StaticString) -> ServerResponse {
    .json(Array("{\"error\": \"\(sentence)\"}\n".utf8), status: status)
  }
}

/// Takes the answer to one request, from any thread, now or later.
package final class ServerReply: Sendable {
  private let deliver: Mutex<(@Sendable (ServerResponse) -> Void)?>

  init(_ deliver: @escaping @Sendable (ServerResponse) -> Void) {
    self.deliver = Mutex(deliver)
  }

  /// Answers, unless there was an answer already or the client has disconnected.
  package func send(_ response: ServerResponse) {
    take()?(response)
  }

  /// True if the client still waits for an answer.
  package var isPending: Bool { deliver.withLock { $0 != nil } }

  func abandon() { _ = take() }

  private func take() -> (@Sendable (ServerResponse) -> Void)? {
    deliver.withLock { deliver in
      defer { deliver = nil }
      return deliver
    }
  }
}

/// The handler of one method at one path.
package struct ServerRoute: Sendable {
  /// The response to a request that was not answered in time.
  package typealias Timeout = (milliseconds: Int, response: ServerResponse)

  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  let method: Method
  let path: String
  /// True if no token is needed.
  let isOpen: Bool
  let timeout: Timeout?
  let answer: @Sendable (ServerRequest, ServerReply) -> Void

  /// - Parameters:
  ///   - method: Only `POST` may have a body.
  ///   - path: With the leading slash.
  ///   - isOpen: True if no token is needed.
  ///   - timeout: How long an answer may take; `nil` for no limit.
  ///   - answer: Called on the server's thread and must return at once; it may keep the reply and answer later.
  package init(
    _ method: Method,
    _ path: String,
    isOpen: Bool = false,
    timeout: Timeout? = nil,
    answer: @escaping @Sendable (ServerRequest, ServerReply) -> Void
  ) {
    self.method = method
    self.path = path
    self.isOpen = isOpen
    self.timeout = timeout
    self.answer = answer
  }
}
