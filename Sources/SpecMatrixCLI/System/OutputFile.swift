#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

enum OutputFile {
  struct Output {
    let bytes: [UInt8]
    let path: String
    /// The state of the file when it was read, which must be unchanged, or `nil` if any file may be replaced.
    let read: FileState?

    init(_ bytes: [UInt8], to path: String, over read: FileState? = nil) {
      (self.bytes, self.path, self.read) = (bytes, path, read)
    }

    init(_ text: String, to path: String, over read: FileState? = nil) {
      self.init(Array(text.utf8), to: path, over: read)
    }
  }

  /// Replaces the file as a whole; a device or a pipe is written to directly.
  static func write(_ text: String, to path: String) throws(FileFailure) {
    try write([Output(text, to: path)])
  }

  /// Replaces all files together; devices and pipes are written to directly.
  static func write(_ files: [Output]) throws(FileFailure) {
    let devices = files.filter { FileStatus.kind(of: $0.path) == .special }
    let regular = files.filter { FileStatus.kind(of: $0.path) != .special }
    if !regular.isEmpty {
      var transaction = try FileReplacement(of: regular.map(\.path))
      for file in regular { try transaction.add(file.bytes, to: file.path, over: file.read) }
      try transaction.commit()
    }
    for device in devices { try write(device.bytes, onto: device.path) }
  }

  /// Creates a file and its folders; a device or a pipe is written to directly.
  ///
  /// Throws `CommandFailure` if the file exists and `FileFailure` if it cannot be written.
  static func create(_ text: String, at path: String) throws {
    if FileStatus.kind(of: path) == .special { return try write(text, to: path) }
    if FileStatus.exists(path, followingLinks: false) { throw exists(path) }
    try FolderListing.create(FilePaths.folder(of: path))
    do throws(FileFailure) {
      try write([Output(text, to: path, over: .absent)])
    } catch {
      if error.isStale { throw exists(path) }
      throw error
    }
  }

  private static func exists(_ path: String) -> CommandFailure {
    CommandFailure("\(path) exists already and is not overwritten: name another file")
  }

  static func append(_ text: String, to path: String) throws(FileFailure) {
    do throws(SystemError) {
      let file = try OpenFile(appendingTo: path)
      try writeAll(Array(text.utf8), to: file.descriptor)
      try file.close()
    } catch {
      throw FileFailure(.write, path, error.reason)
    }
  }

  private static func write(_ bytes: [UInt8], onto device: String) throws(FileFailure) {
    do throws(SystemError) {
      let file = try OpenFile(writing: device)
      try file.waitForRoom()
      try writeAll(bytes, to: file.descriptor)
      try file.close()
    } catch {
      throw FileFailure(.write, device, error.reason)
    }
  }
}
