import Synchronization

/// What a client asks, once all of it has arrived.
package struct ServerRequest: Sendable {
  /// What stands behind the question mark of the target; empty where there is none.
  package let query: String
  package let body: [UInt8]

  /// The value of a name in the query, as it is written there; `nil` where there is none.
  package func parameter(_ name: String) -> Substring? {
    query.split(separator: "&").first { $0.hasPrefix(name + "=") }?.dropFirst(name.utf8.count + 1)
  }
}

package struct ServerResponse: Sendable {
  package let status: Int
  /// The type of the body; `nil` where there is none.
  let type: String?
  package let body: [UInt8]

  package static let nothing = ServerResponse(status: 204, type: nil, body: [])

  package static func page(_ body: [UInt8]) -> ServerResponse {
    ServerResponse(status: 200, type: "text/html; charset=utf-8", body: body)
  }

  package static func json(_ body: [UInt8], status: Int = 200) -> ServerResponse {
    ServerResponse(status: status, type: "application/json", body: body)
  }

  /// Why there is no answer: a sentence without quotes.
  package static func refusal(_ status: Int, _ sentence: StaticString) -> ServerResponse {
    .json(Array("{\"error\": \"\(sentence)\"}\n".utf8), status: status)
  }
}

/// A place for the answer to one request: from any thread, now or later.
package final class ServerReply: Sendable {
  private let deliver: Mutex<(@Sendable (ServerResponse) -> Void)?>

  init(_ deliver: @escaping @Sendable (ServerResponse) -> Void) {
    self.deliver = Mutex(deliver)
  }

  /// Answers, unless there was an answer already or the client is gone.
  package func send(_ response: ServerResponse) {
    take()?(response)
  }

  /// True if an answer would still reach somebody.
  package var isAwaited: Bool { deliver.withLock { $0 != nil } }

  /// Nobody waits any longer.
  func abandon() { _ = take() }

  private func take() -> (@Sendable (ServerResponse) -> Void)? {
    deliver.withLock { deliver in
      defer { deliver = nil }
      return deliver
    }
  }
}

/// What is answered to one method at one path.
package struct ServerRoute: Sendable {
  /// What a client gets whose question was not answered in time.
  package typealias Patience = (milliseconds: Int, response: ServerResponse)

  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  let method: Method
  let path: String
  /// True if everybody may ask; else only who has the token.
  let isOpen: Bool
  /// `nil` for a question that is answered however long it takes.
  let patience: Patience?
  let answer: @Sendable (ServerRequest, ServerReply) -> Void

  /// - Parameters:
  ///   - method: What is done; only `POST` may have a body.
  ///   - path: Where, from the slash on.
  ///   - isOpen: True if everybody may ask; else only who has the token.
  ///   - patience: How long an answer may take; `nil` for any time.
  ///   - answer: Is called on the server's thread and must return at once; it may keep the reply and answer later.
  package init(
    _ method: Method,
    _ path: String,
    isOpen: Bool = false,
    patience: Patience? = nil,
    answer: @escaping @Sendable (ServerRequest, ServerReply) -> Void
  ) {
    self.method = method
    self.path = path
    self.isOpen = isOpen
    self.patience = patience
    self.answer = answer
  }
}
