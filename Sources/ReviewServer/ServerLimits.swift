/// What a client may use of the server.
package struct ServerLimits: Sendable {
  /// How many clients may be connected at once; the next is told to come back.
  package var connections = 128
  /// The most bytes of a request's body.
  package var body = 1 << 20
  /// The most bytes of one line of a request's head.
  package var headerLine = 8 << 10
  /// The most bytes of a request's head.
  package var head = 32 << 10
  /// Milliseconds until a new connection has sent the head of its first request.
  package var firstHead = 10_000
  /// Milliseconds between the head of a request and the end of its body.
  package var request = 10_000
  /// Milliseconds until a client has taken a response.
  package var response = 30_000
  /// Milliseconds that a connection may wait between two requests.
  package var idle = 60_000
  /// Milliseconds that are left to a client to read why it was refused, and to everybody when the server stops.
  package var farewell = 1_000

  package init() {}
}
