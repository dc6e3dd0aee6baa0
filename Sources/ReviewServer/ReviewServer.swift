import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// The system does not give the port.
package struct ServerFailure: Error {
  /// The value of `errno`; `nil` where it was something else.
  package let code: Int32?
}

/// A server for the browsers of this machine, on one thread of its own.
///
/// It knows requests and bytes; what they mean its routes know. Only who was given the token gets more than the page, from no page but its own
/// (`RequestGate`), and no client can use more than its limits (`ServerLimits`).
package final class ReviewServer: Sendable {
  package let port: Int
  private let group: MultiThreadedEventLoopGroup
  private let door: any Channel
  private let visitors: Visitors
  private let farewell: Int
  private let isStopped = Mutex(false)

  /// Begins to listen on a port of 127.0.0.1, 0 for one that is free; throws where the system does not give it.
  package init(
    port: Int,
    token: ServerToken,
    policy: String,
    limits: ServerLimits = ServerLimits(),
    routes: [ServerRoute]
  ) throws(ServerFailure) {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let visitors = Visitors(limit: limits.connections)
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 256)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          guard visitors.admit(channel) else {
            return try channel.pipeline.syncOperations.addHandler(FullHouse())
          }
          let port = channel.localAddress?.port ?? 0
          let gate = RequestGate(routes, token, limits, port: port)
          try Self.equip(channel, Connection(gate, policy: policy), limits)
        }
      }
    do {
      door = try bootstrap.bind(host: "127.0.0.1", port: port).wait()
    } catch {
      try? group.syncShutdownGracefully()
      throw ServerFailure(code: (error as? IOError)?.errnoCode)
    }
    self.port = door.localAddress?.port ?? port
    self.group = group
    self.visitors = visitors
    farewell = limits.farewell
  }

  /// Puts what reads and writes HTTP before a connection.
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

  package var connections: Int { visitors.all.count }

  /// Lets nobody in any more, tells those who wait, and returns when all are gone or their time is over.
  package func stop() {
    let isFirst = isStopped.withLock { isStopped in
      defer { isStopped = true }
      return !isStopped
    }
    guard isFirst else { return }
    try? door.close().wait()
    let loop = group.next()
    let end = loop.makePromise(of: Void.self)
    let left = visitors.all
    for channel in left { channel.pipeline.fireUserInboundEventTriggered(Connection.Shutdown()) }
    let over = loop.scheduleTask(in: .milliseconds(Int64(farewell))) { end.succeed() }
    EventLoopFuture.andAllComplete(left.map(\.closeFuture), on: loop).whenComplete { _ in
      over.cancel()
      end.succeed()
    }
    try? end.futureResult.wait()
    try? group.syncShutdownGracefully()
  }
}

private final class Visitors: Sendable {
  private let limit: Int
  private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

  init(limit: Int) {
    self.limit = limit
  }

  var all: [any Channel] { channels.withLock { Array($0.values) } }

  /// True if there is room for one more; it is given back when the connection ends.
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
