import Foundation

/// A client that sends arbitrary bytes over its own socket.
package final class RawClient {
  private let socket: Int32

  /// The timeout in milliseconds, which only a hanging server reaches.
  private static let patience: Int32 = 60_000

  /// Connects to a local port.
  package init(port: Int) throws {
    #if canImport(Darwin)
    let kind = SOCK_STREAM
    #else
    let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    socket = Foundation.socket(AF_INET, kind, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // `deinit` also runs after this error and closes the socket; closing it here too could close somebody else's descriptor.
    guard connected == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit { close(socket) }

  /// Sends bytes; true if all could be sent.
  @discardableResult
  package func send(_ bytes: some Collection<UInt8>) -> Bool {
    let bytes = Array(bytes)
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes[done...].withUnsafeBytes {
        unsafe Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  @discardableResult
  package func send(_ text: String) -> Bool { send(text.utf8) }

  /// Shuts down the sending direction.
  package func endSending() { shutdown(socket, Int32(SHUT_WR)) }

  /// Returns everything until the server closes, or `nil` on timeout.
  package func rest() -> String? {
    var bytes: [UInt8] = []
    while let part = read() {
      if part.isEmpty { return String(decoding: bytes, as: UTF8.self) }
      bytes += part
    }
    return nil
  }

  /// Returns what has arrived once there are `count` responses with a length, or `nil` if they do not come.
  package func responses(_ count: Int) -> [String]? {
    var bytes: [UInt8] = []
    while true {
      let responses = Self.split(bytes)
      if responses.count >= count { return responses }
      guard let part = read(), !part.isEmpty else { return nil }
      bytes += part
    }
  }

  /// Returns the next bytes, none if the server has closed, or `nil` on timeout.
  private func read() -> [UInt8]? {
    var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&wait, 1, Self.patience) == 1 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe recv(socket, $0.baseAddress, $0.count, 0)
    }
    // A connection that was reset is closed too.
    return Array(buffer[..<max(0, count)])
  }

  private static func split(_ bytes: [UInt8]) -> [String] {
    var responses: [String] = []
    var rest = bytes[...]
    while let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
      let head = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
      let length =
        head.firstMatch(of: /(?i)content-length: (\d+)/).flatMap { Int($0.output.1) } ?? 0
      guard rest.endIndex - end.upperBound >= length else { break }
      let body = rest[end.upperBound..<end.upperBound + length]
      responses.append(head + "\n\n" + String(decoding: body, as: UTF8.self))
      rest = rest[(end.upperBound + length)...]
    }
    return responses
  }
}
