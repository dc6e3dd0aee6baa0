#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Files that replace their targets together, once all of them are complete.
///
/// Each is written beside its target under a temporary name, flushed to disk and, with `commit`, renamed onto the target. Until then the
/// old files stay; what is not committed is removed with the value.
struct StagedFiles: ~Copyable {
  private struct Staged {
    let temporary: String
    let target: String
  }

  /// A file that was just created, and its path.
  private struct Created: ~Copyable {
    let file: OpenFile
    let path: String
  }

  private var staged: [Staged] = []

  deinit {
    for file in staged { _ = unsafe unlink(file.temporary) }
  }

  /// Adds a file with these bytes.
  mutating func add(_ bytes: [UInt8], to path: String) throws(FileFailure) {
    try add(to: path) { file, _ throws(SystemError) in
      try writeAll(bytes, to: file.descriptor)
    }
  }

  /// Adds a file that is filled by a writer, which is given its temporary path.
  mutating func add(
    to path: String,
    writer: (String) throws(FileFailure) -> Void
  ) throws(FileFailure) {
    var failure: FileFailure?
    try add(to: path) { _, temporary throws(SystemError) in
      do throws(FileFailure) { try writer(temporary) } catch { failure = error }
      // The writer may have replaced the file that is open here.
      if failure == nil { try OpenFile(reading: temporary).finish() }
    }
    if let failure { throw FileFailure(.write, path, failure.reason) }
  }

  private mutating func add(
    to path: String,
    fill: (borrowing OpenFile, String) throws(SystemError) -> Void
  ) throws(FileFailure) {
    do throws(SystemError) {
      let (target, permissions) = try Self.target(path)
      let created = try Self.create(beside: target)
      let temporary = created.path
      staged.append(Staged(temporary: temporary, target: target))
      try fill(created.file, temporary)
      try created.file.finish()
      if let permissions { _ = try retrying { unsafe chmod(temporary, permissions) } }
    } catch {
      throw FileFailure(.write, path, error.reason)
    }
  }

  /// Renames every file onto its target.
  mutating func commit() throws(FileFailure) {
    while let file = staged.first {
      do throws(SystemError) {
        _ = try retrying { unsafe rename(file.temporary, file.target) }
      } catch {
        throw FileFailure(.write, file.target, error.reason)
      }
      staged.removeFirst()
    }
  }

  /// The path to rename onto, with links followed so that a link stays a link, and the permissions of the file there.
  private static func target(_ path: String) throws(SystemError) -> (String, mode_t?) {
    let status: FileStatus
    do throws(SystemError) {
      status = try FileStatus(path: path)
    } catch {
      let isLink = (try? FileStatus(path: path, followingLinks: false)) != nil
      guard error.code == ENOENT, !isLink else { throw error }
      return (path, nil)
    }
    switch status.kind {
    case .folder: throw SystemError(code: EISDIR)
    case .special, .link: throw SystemError(code: EINVAL)
    case .regular: break
    }
    // A write-protected file is not replaced, even where its folder would allow it.
    _ = try retrying { unsafe access(path, W_OK) }
    return (try FilePaths.absolute(path), status.permissions)
  }

  /// A new file in the target's folder, hidden so that no search for specs finds it.
  private static func create(beside target: String) throws(SystemError) -> Created {
    let folder = FilePaths.folder(of: target)
    var number = 0
    while true {
      let path = FilePaths.join(folder, ".specmatrix-\(getpid())-\(number).tmp")
      do throws(SystemError) {
        return Created(file: try OpenFile(creating: path), path: path)
      } catch {
        guard error.code == EEXIST, number < 1000 else { throw error }
        number += 1
      }
    }
  }
}

/// Writes results to files.
enum OutputFile {
  /// Replaces the file as a whole; a device or a pipe is written to directly.
  static func write(_ text: String, to path: String) throws(FileFailure) {
    try write([(text, path)])
  }

  /// Replaces all files once each is complete; devices and pipes are written to directly.
  static func write(_ files: [(text: String, path: String)]) throws(FileFailure) {
    try write(files.map { (bytes: Array($0.text.utf8), path: $0.path) })
  }

  /// The same with bytes.
  static func write(_ files: [(bytes: [UInt8], path: String)]) throws(FileFailure) {
    var staged = StagedFiles()
    var devices: [(bytes: [UInt8], path: String)] = []
    for file in files {
      if FileStatus.kind(of: file.path) == .special {
        devices.append(file)
      } else {
        try staged.add(file.bytes, to: file.path)
      }
    }
    try staged.commit()
    for device in devices { try write(device.bytes, onto: device.path) }
  }

  /// Appends to a file, which is created if needed.
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
