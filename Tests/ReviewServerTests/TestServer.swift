import Synchronization
import TestSupport
import Testing

@testable import ReviewServer

/// A server with a page, a question, a place to post to and a poll that the test answers.
final class TestServer {
  let server: ReviewServer
  let token = ServerToken()
  private let polls = Polls()

  private final class Polls: Sendable {
    let replies = Mutex<[ServerReply]>([])
  }

  init(_ change: (inout ServerLimits) -> Void = { _ in }, timeout: Int = 60_000) throws {
    var limits = ServerLimits()
    change(&limits)
    server = try ReviewServer(
      port: 0,
      token: token,
      policy: "default-src 'none'",
      limits: limits,
      routes: [
        ServerRoute(.get, "/", isOpen: true) { _, reply in reply.send(.page(Array("<p>".utf8))) },
        ServerRoute(.get, "/ask") { request, reply in
          reply.send(.json(Array((request.parameter("after") ?? "").utf8)))
        },
        ServerRoute(.post, "/post") { request, reply in reply.send(.json(request.body)) },
        ServerRoute(.get, "/large") { _, reply in
          reply.send(.json([UInt8](repeating: UInt8(ascii: "1"), count: 20_000_000)))
        },
        ServerRoute(
          .get,
          "/poll",
          timeout: (timeout, .nothing)
        ) { [polls] _, reply in polls.replies.withLock { $0.append(reply) } },
      ]
    )
  }

  deinit { server.stop() }

  var host: String { "127.0.0.1:\(server.port)" }

  var waiting: [ServerReply] { polls.replies.withLock { $0.filter(\.isPending) } }

  func client() throws -> RawClient { try RawClient(port: server.port) }

  /// Returns a request with its usual headers; `nil` omits one.
  func request(
    _ line: String,
    _ headers: [String: String?] = [:],
    body: String = ""
  ) -> String {
    var all: [String: String?] = ["Host": host, "X-Specmatrix-Token": token.text]
    if !body.isEmpty { all["Content-Length"] = String(body.utf8.count) }
    all.merge(headers) { $1 }
    let lines = all.sorted { $0.key < $1.key }.compactMap { name, value in
      value.map { "\(name): \($0)\r\n" }
    }
    return "\(line) HTTP/1.1\r\n" + lines.joined() + "\r\n" + body
  }

  func response(
    _ line: String,
    _ headers: [String: String?] = [:],
    body: String = ""
  ) throws -> String {
    let client = try client()
    client.send(request(line, headers, body: body))
    return try #require(client.responses(1)?.first, "no response to \(line)")
  }

  func expectAlive(_ comment: Comment? = nil) throws {
    let response = try response("GET /ask?after=7")
    #expect(response.hasPrefix("HTTP/1.1 200 ") && response.hasSuffix("\n\n7"), comment)
  }
}
