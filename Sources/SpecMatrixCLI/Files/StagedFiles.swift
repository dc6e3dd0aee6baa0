#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Files that take their places together once all of them are whole.
///
/// Each is written beside its target under a name of its own, flushed to the disk and, with `commit`, renamed onto the target. Until then the
/// old files stand; what is not committed goes away with the value.
struct StagedFiles: ~Copyable {
  private struct Staged {
    let temporary: String
    let target: String
  }

  /// A file that was just created, and where.
  private struct Created: ~Copyable {
    let file: OpenFile
    let path: String
  }

  private var staged: [Staged] = []

  init() {}

  deinit {
    for file in staged { _ = unsafe unlink(file.temporary) }
  }

  /// Writes bytes to take the target's place.
  mutating func add(_ bytes: [UInt8], to path: String) throws(FileFailure) {
    try add(to: path) { file, _ throws(SystemError) in
      try writeAll(bytes, to: file.descriptor)
    }
  }

  /// Lets a writer that knows only paths write the file that is to take the target's place.
  mutating func add(
    to path: String,
    writer: (String) throws(FileFailure) -> Void
  ) throws(FileFailure) {
    var failure: FileFailure?
    try add(to: path) { _, temporary throws(SystemError) in
      do throws(FileFailure) { try writer(temporary) } catch { failure = error }
      // The writer may have put another file in the place of the one that is open here.
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

  /// The path to rename onto, links followed so that a link stays one, and the permissions of the file that stands there.
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
    // A file that nobody may write stays, even where its folder would let it be replaced.
    _ = try retrying { unsafe access(path, W_OK) }
    guard let resolved = unsafe realpath(path, nil) else { throw SystemError.last }
    defer { unsafe free(resolved) }
    return (unsafe String(cString: resolved), status.permissions)
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
