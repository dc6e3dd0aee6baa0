import Synchronization

/// A complete request.
package struct ServerRequest: Sendable {
  /// The part of the target after the question mark.
  package let query: String
  package let body: [UInt8]

  /// Returns the undecoded value of a query parameter.
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

  /// Returns a refusal whose reason is a sentence without quotes.
  package static func refusal(_ status: Int, _ sentence: StaticString) -> ServerResponse {
    .json(Array("{\"error\": \"\(sentence)\"}\n".utf8), status: status)
  }
}

/// Accepts the response to one request, from any thread, now or later.
package final class ServerReply: Sendable {
  private let deliver: Mutex<(@Sendable (ServerResponse) -> Void)?>

  init(_ deliver: @escaping @Sendable (ServerResponse) -> Void) {
    self.deliver = Mutex(deliver)
  }

  /// Sends the response, unless one was already sent or the client has disconnected.
  package func send(_ response: ServerResponse) {
    take()?(response)
  }

  /// True if the client is still waiting for a response.
  package var isPending: Bool { deliver.withLock { $0 != nil } }

  func abandon() { _ = take() }

  private func take() -> (@Sendable (ServerResponse) -> Void)? {
    deliver.withLock { deliver in
      defer { deliver = nil }
      return deliver
    }
  }
}

/// A handler for one method at one path.
package struct ServerRoute: Sendable {
  /// The response to a request that is not answered in time.
  package typealias Timeout = (milliseconds: Int, response: ServerResponse)

  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  let method: Method
  let path: String
  /// True if no token is required.
  let isOpen: Bool
  let timeout: Timeout?
  let answer: @Sendable (ServerRequest, ServerReply) -> Void

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - method: The method; only `POST` may have a body.
  ///   - path: The path, including the leading slash.
  ///   - isOpen: True if no token is required.
  ///   - timeout: The time within which the request must be answered, or `nil` for no limit.
  ///   - answer: The handler. It is called on the server's thread and must return at once, but may keep the reply and answer later.
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
