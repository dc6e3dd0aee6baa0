import NIOHTTP1

/// Decides by the head of a request, before its body is read, whether the client may make it.
///
/// Any page in the same browser can send requests to this machine. Such a request names the page in `Origin`, or `Sec-Fetch-Site` says that
/// it is cross-site; DNS rebinding is visible in `Host`. Other programs on this machine do not have the token.
struct RequestGate {
  let routes: [ServerRoute]
  let token: ServerToken
  let limits: ServerLimits
  /// The names of the server, such as `127.0.0.1:4711`.
  let hosts: Set<String>

  init(_ routes: [ServerRoute], _ token: ServerToken, _ limits: ServerLimits, port: Int) {
    self.routes = routes
    self.token = token
    self.limits = limits
    let names = ["127.0.0.1", "localhost"]
    // Browsers omit the default port.
    hosts = Set(names.map { "\($0):\(port)" } + (port == 80 ? names : []))
  }

  enum Verdict {
    case pass(ServerRoute, query: String)
    case refused(ServerResponse, allowed: String? = nil)
  }

  func verdict(on head: HTTPRequestHead) -> Verdict {
    let given = head.headers["host"]
    guard given.count == 1, let host = given.first?.lowercased(), hosts.contains(host) else {
      return .refused(
        .refusal(403, "The request names another host; open the link as it was printed.")
      )
    }
    let target = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let there = routes.filter { $0.path == target[0] }
    // A link in a chat or a browser's terminal may open the page, which contains no data.
    let isLink =
      there.allSatisfy(\.isOpen) && head.headers["sec-fetch-mode"] == ["navigate"]
      && head.headers["sec-fetch-dest"] == ["document"]
    guard head.headers["origin"].allSatisfy({ $0.lowercased() == "http://" + host }),
      isLink
        || head.headers["sec-fetch-site"].allSatisfy({ ["same-origin", "none"].contains($0) })
    else {
      return .refused(.refusal(403, "Requests from pages of other sites are refused."))
    }
    guard !there.isEmpty else {
      return .refused(.refusal(404, "There is nothing at this address."))
    }
    guard let route = there.first(where: { $0.method.rawValue == head.method.rawValue }) else {
      let methods = there.map(\.method.rawValue).joined(separator: ", ")
      return .refused(.refusal(405, "This address does not allow this method."), allowed: methods)
    }
    let tokens = head.headers["x-specmatrix-token"]
    guard route.isOpen || tokens.count == 1 && tokens.allSatisfy(token.matches) else {
      return .refused(
        .refusal(403, "The token is missing or wrong; open the link as it was printed.")
      )
    }
    let announced = head.headers["content-length"].first.map { Int($0) ?? .max } ?? 0
    guard announced <= bodyLimit(of: route) else { return .refused(Self.tooLarge) }
    return .pass(route, query: target.count > 1 ? String(target[1]) : "")
  }

  /// Returns the maximum size of a request's body in bytes.
  func bodyLimit(of route: ServerRoute) -> Int { route.method == .post ? limits.body : 0 }

  static let tooLarge = ServerResponse.refusal(413, "The request is too large.")
}

/// The proof that a client was given the link: 128 random bits as 32 hexadecimal digits.
package struct ServerToken: Sendable {
  package let text: String

  /// Creates a token with the system's random number generator.
  package init() {
    text = (0..<2).map { _ in
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// True if a text is the token.
  ///
  /// Compares all bytes, wherever they differ, so that the time taken reveals nothing.
  func matches(_ other: String) -> Bool {
    let (own, other) = (Array(text.utf8), Array(other.utf8))
    guard own.count == other.count else { return false }
    return zip(own, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// Limits on the connections of clients, and on the size and duration of their requests.
package struct ServerLimits: Sendable {
  package var connections = 128
  /// The maximum size of a request's body in bytes.
  package var body = 1 << 20
  /// The maximum size of a header line in bytes.
  package var headerLine = 8 << 10
  /// The maximum size of a request's head in bytes.
  package var head = 32 << 10
  /// The time until a new connection has sent the head of its first request, in milliseconds.
  package var firstHead = 10_000
  /// The time between the head of a request and the end of its body, in milliseconds.
  package var request = 10_000
  /// The time until a client has accepted a response, in milliseconds.
  package var response = 30_000
  /// The time that a connection may be idle between two requests, in milliseconds.
  package var idle = 60_000
  /// The time for a client to read why it was refused, and for all clients when the server stops, in milliseconds.
  package var gracePeriod = 1_000

  package init() {}
}
