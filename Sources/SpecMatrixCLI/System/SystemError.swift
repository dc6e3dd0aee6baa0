import Text

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

struct SystemError: Error, Hashable, Sendable {
  /// The value of `errno`, or a negative number for the program's own errors below.
  let code: Int32

  static var last: SystemError { SystemError(code: errno) }

  /// The system's message, such as "No such file or directory".
  var reason: String {
    if self == .isTaken { return "two outputs go to this file; name another for one of them" }
    if self == .leavesFolder { return "it is a link that leads out of the folder; remove it" }
    if self == .isNotRegular {
      return "it is not a regular file; save its contents to a file first"
    }
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }

  var isAbsence: Bool { code == ENOENT || code == ENOTDIR }

  /// A link leads out of a folder that it must not leave.
  static let leavesFolder = SystemError(code: -1)
  /// Two new files have the same path.
  static let isTaken = SystemError(code: -2)
  /// A file is a pipe or a device, reading which may never end.
  static let isNotRegular = SystemError(code: -3)
  static let isFolder = SystemError(code: EISDIR)
  /// The other end of a pipe is closed.
  static let brokenPipe = SystemError(code: EPIPE)
}

struct FileFailure: Error, Hashable, Sendable {
  enum Action: String, Sendable {
    case read, write
  }

  var action: Action
  var path: String
  /// The reason in one phrase, such as "No space left on device".
  var reason: String
  /// True if the file has changed since it was read, so that the work can start over.
  var isStale = false

  init(_ action: Action, _ path: String, _ reason: String) {
    self.action = action
    self.path = path
    self.reason = reason
  }

  func advising(_ advice: String) -> FileFailure {
    var failure = self
    failure.reason += "; \(advice)"
    return failure
  }

  /// Creates the failure for a file that has changed since it was read.
  static func moved(_ path: String, _ advice: String) -> FileFailure {
    var failure = FileFailure(.write, path, "another program saved it meanwhile; \(advice)")
    failure.isStale = true
    return failure
  }

  /// The message, such as `cannot write output/POST.json: No space left on device`.
  var message: String { "cannot \(action.rawValue) \(path): \(reason)" }

  /// Does some work on a file, turning an error of the system into a failure of the file.
  static func wrapping<Value>(
    _ action: Action,
    _ path: String,
    _ work: @autoclosure () throws(SystemError) -> Value
  ) throws(FileFailure) -> Value {
    do throws(SystemError) {
      return try work()
    } catch {
      throw FileFailure(action, path, error.reason)
    }
  }
}

extension FileFailure {
  /// Reads the contents of a file, turning a format error into a failure of the file.
  static func reading<Value>(
    _ path: String,
    _ work: @autoclosure () throws(FormatMismatch) -> Value
  ) throws(FileFailure) -> Value {
    do throws(FormatMismatch) {
      return try work()
    } catch {
      throw FileFailure(.read, path, error.reason)
    }
  }
}

/// Repeats a call while signals interrupt it, and throws its `errno` if it returns -1.
func retrying<Result: FixedWidthInteger>(_ call: () -> Result) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result != -1 { return result }
    if errno != EINTR { throw SystemError.last }
  }
}

func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
  var done = 0
  while done < bytes.count {
    done += try retrying {
      unsafe bytes[done...].withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    }
  }
}

/// Reads the available bytes of a descriptor, at most 64 KiB; empty at its end.
func readOnce(from descriptor: Int32) throws(SystemError) -> [UInt8] {
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  let count = try retrying {
    unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
  }
  return Array(buffer[..<count])
}

/// Reads a descriptor to its end, at most `limit` + 1 bytes; that many mean that the limit is exceeded.
func readAll(from descriptor: Int32, limit: Int) throws(SystemError) -> [UInt8] {
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while bytes.count <= limit {
    let wanted = min(buffer.count, limit + 1 - bytes.count)
    let count = try retrying {
      unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, wanted) }
    }
    if count == 0 { break }
    bytes += buffer[..<count]
  }
  return bytes
}
