#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// That the operating system refused a call.
package struct SystemError: Error, Hashable, Sendable {
  /// The value of `errno`.
  package let code: Int32

  package init(code: Int32) {
    self.code = code
  }

  /// What the last call of this thread left in `errno`.
  static var last: SystemError { SystemError(code: errno) }

  /// The system's phrase: "No such file or directory".
  package var reason: String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }

  /// Whether it says that nothing stands at a path.
  var isAbsence: Bool { code == ENOENT || code == ENOTDIR }

  /// That a folder stands where a file was expected.
  static let isFolder = SystemError(code: EISDIR)
  /// The other end of a pipe is closed: nobody wants to read on.
  package static let brokenPipe = SystemError(code: EPIPE)
}

/// Repeats a call that a signal interrupted, and throws what it leaves in `errno` when it fails with -1.
func retrying<Result: FixedWidthInteger>(_ call: () -> Result) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result != -1 { return result }
    if errno != EINTR { throw SystemError.last }
  }
}
