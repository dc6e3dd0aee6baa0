import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// An error: the port cannot be opened.
package struct ServerFailure: Error {
  /// The value of `errno`, if there is one.
  package let code: Int32?
}

/// A local HTTP server for browsers on this machine, on a thread of its own.
///
/// It handles connections and requests; its routes define their meaning. Everything but the page requires the token and must come from that
/// page (`RequestGate`), and no client can exceed the limits (`ServerLimits`).
package final class ReviewServer: Sendable {
  package let port: Int
  private let group: MultiThreadedEventLoopGroup
  private let listener: any Channel
  private let openConnections: OpenConnections
  private let gracePeriod: Int
  private let isStopped = Mutex(false)

  /// Listens on a port of 127.0.0.1; 0 picks a free one.
  package init(
    port: Int,
    token: ServerToken,
    policy: String,
    limits: ServerLimits = ServerLimits(),
    routes: [ServerRoute]
  ) throws(ServerFailure) {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let openConnections = OpenConnections(limit: limits.connections)
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 256)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          guard openConnections.admit(channel) else {
            return try channel.pipeline.syncOperations.addHandler(ConnectionRefusal())
          }
          let port = channel.localAddress?.port ?? 0
          let gate = RequestGate(routes, token, limits, port: port)
          try Self.equip(channel, Connection(gate, policy: policy), limits)
        }
      }
    do {
      listener = try bootstrap.bind(host: "127.0.0.1", port: port).wait()
    } catch {
      try? group.syncShutdownGracefully()
      throw ServerFailure(code: (error as? IOError)?.errnoCode)
    }
    self.port = listener.localAddress?.port ?? port
    self.group = group
    self.openConnections = openConnections
    gracePeriod = limits.gracePeriod
  }

  /// Adds the HTTP handlers and the connection to a channel.
  static func equip(
    _ channel: any Channel,
    _ connection: Connection,
    _ limits: ServerLimits
  ) throws {
    var decoder = NIOHTTPDecoderLimitConfiguration()
    decoder.maxHeaderFieldSize = limits.headerLine
    decoder.maxHeaderListSize = limits.head
    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
      withErrorHandling: false,
      withEncoderConfiguration: .init(),
      withDecoderLimitConfiguration: decoder
    )
    try channel.pipeline.syncOperations.addHandler(connection)
  }

  package var connections: Int { openConnections.all.count }

  /// Stops accepting clients, answers those waiting, and returns once all are closed or the grace period is over.
  package func stop() {
    let isFirst = isStopped.withLock { isStopped in
      defer { isStopped = true }
      return !isStopped
    }
    guard isFirst else { return }
    try? listener.close().wait()
    let loop = group.next()
    let end = loop.makePromise(of: Void.self)
    let left = openConnections.all
    for channel in left { channel.pipeline.fireUserInboundEventTriggered(Connection.Shutdown()) }
    let over = loop.scheduleTask(in: .milliseconds(Int64(gracePeriod))) { end.succeed() }
    EventLoopFuture.andAllComplete(left.map(\.closeFuture), on: loop).whenComplete { _ in
      over.cancel()
      end.succeed()
    }
    try? end.futureResult.wait()
    try? group.syncShutdownGracefully()
  }
}

private final class OpenConnections: Sendable {
  private let limit: Int
  private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

  init(limit: Int) {
    self.limit = limit
  }

  var all: [any Channel] { channels.withLock { Array($0.values) } }

  /// Registers a channel; returns false if the limit is reached.
  func admit(_ channel: any Channel) -> Bool {
    let id = ObjectIdentifier(channel)
    let isAdmitted = channels.withLock { channels in
      guard channels.count < limit else { return false }
      channels[id] = channel
      return true
    }
    if isAdmitted {
      channel.closeFuture.whenComplete { [self] _ in
        _ = channels.withLock { $0.removeValue(forKey: id) }
      }
    }
    return isAdmitted
  }
}
