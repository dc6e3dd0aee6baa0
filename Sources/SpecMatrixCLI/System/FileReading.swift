#if canImport(Darwin)
import Darwin
#else
import Glibc
import Text
#endif

/// Texts open in an editor, which replace those of their files.
struct UnsavedTexts: Sendable {
  /// The texts by absolute path, links resolved.
  private let byPath: [String: [UInt8]]

  init(_ texts: [String: String] = [:]) {
    byPath = Dictionary(firstOf: texts.map { (FilePaths.resolved($0) ?? $0, Array($1.utf8)) })
  }

  /// Reads a file as `FileContents` does, unless its text is open.
  func bytes(of path: String, limit: Int) throws(FileFailure) -> [UInt8] {
    guard !byPath.isEmpty, let text = FilePaths.resolved(path).flatMap({ byPath[$0] }) else {
      return try FileContents.bytes(of: path, limit: limit)
    }
    return Array(text.prefix(limit + 1))
  }
}

extension Console {
  /// Reads a regular file, or standard input for `-`; at most `limit` + 1 bytes.
  func bytes(of path: String, limit: Int) throws(FileFailure) -> [UInt8] {
    guard path == "-" else { return try FileContents.bytes(of: path, limit: limit) }
    do throws(SystemError) {
      return try readInput(limit)
    } catch {
      throw FileFailure(.read, "<stdin>", error.reason)
    }
  }
}

enum FileContents {
  /// Reads a regular file, at most `limit` + 1 bytes.
  ///
  /// Pipes and devices are refused, as reading one may never end.
  static func bytes(of path: String, limit: Int) throws(FileFailure) -> [UInt8] {
    do throws(SystemError) {
      let file = try OpenFile(reading: path)
      switch try FileStatus(descriptor: file.descriptor).kind {
      case .regular: return try readAll(from: file.descriptor, limit: limit)
      case .folder: throw SystemError.isFolder
      case .special, .link: throw SystemError.isNotRegular
      }
    } catch {
      throw FileFailure(.read, path, error.reason)
    }
  }
}

/// An open file, closed at the latest when the value is destroyed.
struct OpenFile: ~Copyable {
  let descriptor: Int32

  /// Opens a file for reading, without waiting for the other end of a pipe.
  init(reading path: String) throws(SystemError) {
    descriptor = try retrying { unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
  }

  /// Creates a file for writing; throws if it exists.
  init(creating path: String, permissions: mode_t = 0o666) throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    descriptor = try retrying { unsafe open(path, flags, permissions) }
  }

  /// Opens a device, or a pipe with a reader, for writing.
  init(writing path: String) throws(SystemError) {
    descriptor = try retrying { unsafe open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK) }
  }

  /// Opens a file for appending, creating it if needed.
  init(appendingTo path: String) throws(SystemError) {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC
    descriptor = try retrying { unsafe open(path, flags, 0o666) }
  }

  /// Makes writes block until the other end of a pipe has room.
  func waitForRoom() throws(SystemError) {
    let descriptor = descriptor
    _ = try retrying { fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) }
  }

  deinit {
    _ = Self.closeOnce(descriptor)
  }

  /// Flushes the file to disk and closes it, which reports a full disk at the latest.
  consuming func finish() throws(SystemError) {
    let descriptor = descriptor
    _ = try retrying { fsync(descriptor) }
    try close()
  }

  /// Closes the file; throws if written data was lost.
  consuming func close() throws(SystemError) {
    let descriptor = descriptor
    discard self
    guard Self.closeOnce(descriptor) == 0 else { throw SystemError.last }
  }

  private static func closeOnce(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
    Darwin.close(descriptor)
    #else
    Glibc.close(descriptor)
    #endif
  }
}
