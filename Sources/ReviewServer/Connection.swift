import NIOCore
import NIOHTTP1

/// A client's connection, which handles one request at a time.
///
/// A response counts as sent once the system has accepted it, and only then is the next request read: a client that sends requests without
/// reading responses holds up nobody else. Each phase has a time limit.
final class Connection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private enum Phase {
    /// Waiting for a request.
    case idle
    case receiving(ServerRoute, query: String, body: [UInt8])
    case answering(ServerReply)
    case responding
    /// The last response was sent.
    case closing
  }

  /// An event that asks a connection to close once it has finished its response.
  struct Shutdown: Sendable {}

  private let gate: RequestGate
  private let policy: String
  private var phase = Phase.idle
  private var keepsAlive = true
  /// True if the method of the request is HEAD, whose response has no body.
  private var isForHead = false
  private var timer: Scheduled<Void>?

  init(_ gate: RequestGate, policy: String) {
    self.gate = gate
    self.policy = policy
  }

  // MARK: The connection

  func channelActive(context: ChannelHandlerContext) {
    wait(gate.limits.firstHead, context) { $0.close(promise: nil) }
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    if case .answering(let reply) = phase { reply.abandon() }
    phase = .closing
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event is Shutdown else { return context.fireUserInboundEventTriggered(event) }
    keepsAlive = false
    switch phase {
    case .idle, .receiving: context.close(promise: nil)
    case .answering(let reply): reply.send(.refusal(503, "The server is shutting down."))
    case .responding, .closing: break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else { return context.close(promise: nil) }
    switch phase {
    case .idle, .receiving:
      let refusal =
        error == .headerOverflow
        ? ServerResponse.refusal(431, "The head of the request is too large.")
        : .refusal(400, "This is not an HTTP request.")
      refuse(refusal, context)
    case .answering(let reply):
      reply.abandon()
      context.close(promise: nil)
    case .responding, .closing: keepsAlive = false
    }
  }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), phase) {
    case (.head(let head), .idle): begin(head, context)
    case (.body(var part), .receiving(let route, let query, var body)):
      guard body.count + part.readableBytes <= gate.bodyLimit(of: route) else {
        return refuse(RequestGate.tooLarge, context)
      }
      // Move the body out of the enum, so that it is not copied with each part.
      phase = .idle
      body += part.readBytes(length: part.readableBytes) ?? []
      phase = .receiving(route, query: query, body: body)
    case (.end, .receiving(let route, let query, let body)):
      ask(route, ServerRequest(query: query, body: body), context)
    default: break  // The rest of a request that was refused.
    }
  }

  private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    isForHead = head.method == .HEAD
    keepsAlive = keepsAlive && head.isKeepAlive && head.version == .http1_1
    switch gate.verdict(on: head) {
    case .refused(let response, let allowed): refuse(response, allowed: allowed, context)
    case .pass(let route, let query):
      phase = .receiving(route, query: query, body: [])
      wait(gate.limits.request, context) { context in
        self.refuse(.refusal(408, "The request took too long."), context)
      }
    }
  }

  private func ask(
    _ route: ServerRoute,
    _ request: ServerRequest,
    _ context: ChannelHandlerContext
  ) {
    let (loop, this) = (context.eventLoop, NIOLoopBound(self, eventLoop: context.eventLoop))
    let place = NIOLoopBound(context, eventLoop: context.eventLoop)
    let reply = ServerReply { response in
      loop.execute { this.value.respond(response, place.value) }
    }
    phase = .answering(reply)
    timer?.cancel()
    if let timeout = route.timeout {
      wait(timeout.milliseconds, context) { _ in reply.send(timeout.response) }
    }
    route.answer(request, reply)
  }

  // MARK: Responses

  private func refuse(
    _ response: ServerResponse,
    allowed: String? = nil,
    _ context: ChannelHandlerContext
  ) {
    keepsAlive = false
    respond(response, allowed: allowed, context)
  }

  private func respond(
    _ response: ServerResponse,
    allowed: String? = nil,
    _ context: ChannelHandlerContext
  ) {
    switch phase {
    case .idle, .receiving, .answering: phase = .responding
    case .responding, .closing: return
    }
    wait(gate.limits.response, context) { $0.close(promise: nil) }
    var headers: HTTPHeaders = [
      "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": policy, "Cross-Origin-Resource-Policy": "same-origin",
      "Referrer-Policy": "no-referrer",
    ]
    if let type = response.type { headers.add(name: "Content-Type", value: type) }
    if response.status != 204 {
      headers.add(name: "Content-Length", value: String(response.body.count))
    }
    if let allowed { headers.add(name: "Allow", value: allowed) }
    if !keepsAlive { headers.add(name: "Connection", value: "close") }
    let head = HTTPResponseHead(
      version: .http1_1,
      status: .init(statusCode: response.status),
      headers: headers
    )
    let sent = context.eventLoop.makePromise(of: Void.self)
    if response.body.isEmpty || isForHead {
      context.writeAndFlush(wrapOutboundOut(.head(head)), promise: sent)
    } else {
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      let body = context.channel.allocator.buffer(bytes: response.body)
      context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(body))), promise: sent)
    }
    let this = NIOLoopBound(self, eventLoop: context.eventLoop)
    let place = NIOLoopBound(context, eventLoop: context.eventLoop)
    sent.futureResult.whenComplete { result in
      switch result {
      case .success: this.value.finish(place.value)
      case .failure: place.value.close(promise: nil)
      }
    }
  }

  private func finish(_ context: ChannelHandlerContext) {
    guard case .responding = phase else { return }
    guard keepsAlive else {
      phase = .closing
      // If it were closed at once, a client that is still sending would lose the response.
      wait(gate.limits.gracePeriod, context) { $0.close(promise: nil) }
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      context.close(mode: .output, promise: nil)
      return
    }
    phase = .idle
    wait(gate.limits.idle, context) { $0.close(promise: nil) }
    // The next request, which may already be buffered, is read within this call.
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  // MARK: Time

  /// Calls `then` if the phase lasts longer than the given time.
  private func wait(
    _ milliseconds: Int,
    _ context: ChannelHandlerContext,
    _ then: @escaping (ChannelHandlerContext) -> Void
  ) {
    timer?.cancel()
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(Int64(milliseconds)))
    { then(context) }
  }
}

/// Refuses a client beyond the connection limit.
final class ConnectionRefusal: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  func channelActive(context: ChannelHandlerContext) {
    let body = ServerResponse.refusal(503, "Too many connections; close some pages.").body
    var text = context.channel.allocator.buffer(
      string: "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n"
        + "Cache-Control: no-store\r\nConnection: close\r\nContent-Length: \(body.count)\r\n\r\n"
    )
    text.writeBytes(body)
    context.writeAndFlush(wrapOutboundOut(text), promise: nil)
    context.close(promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
}
