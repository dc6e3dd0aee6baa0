import Workbooks

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A transaction that replaces files, each as a whole, in the order in which they were added.
///
/// A run reads files, works, and replaces files. In the meantime other runs and editors may save, the disk may fill up, or the process may
/// be killed. Therefore the folders are locked against other runs, each new file is written and flushed beside its target, and a target
/// that has changed since it was read stops the run before anything is replaced (`FileFailure.isStale`). Then each new file is renamed to
/// its target. A kill in between leaves each file either old or new: files that depend on others are added last, and the next run writes
/// them again.
struct FileReplacement: ~Copyable {
  private struct Staged {
    /// The path from the caller, for messages.
    let written: String
    let target: String
    /// The new file, or `nil` if the target is to be removed.
    let temporary: String?
    /// The state of the target when it was read, or `nil` if any file may be replaced.
    let read: FileState?
  }

  private let locks: [FolderLock]
  private let inside: String?
  private var files: [Staged] = []

  /// Locks the folders of the files to replace, and removes temporary files that killed runs left there.
  ///
  /// - Parameters:
  ///   - paths: Files in existing folders.
  ///   - folder: The folder that links among them must not leave, or `nil` if they may lead anywhere.
  /// - Throws: `FileFailure` if a folder is missing or locked, or a link leads out of `folder`.
  init(of paths: [String], inside folder: String? = nil) throws(FileFailure) {
    inside = folder
    var folders: Set<String> = []
    for path in paths {
      let target = try FileFailure.wrapping(.write, path, try TargetFile(path, inside: folder))
      folders.insert(FilePaths.folder(of: target.path))
    }
    // In a fixed order, so that no two runs wait for each other.
    var locks: [FolderLock] = []
    for folder in folders.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      locks.append(try FolderLock(folder))
    }
    for lock in locks where lock.isHeld { TemporaryFiles.clear(lock.folder) }
    self.locks = locks
  }

  deinit {
    for temporary in files.compactMap(\.temporary) { _ = unsafe unlink(temporary) }
  }

  /// Adds a file with these bytes; `read` is its state when it was read, or `nil` if any file may be replaced.
  mutating func add(
    _ bytes: [UInt8],
    to path: String,
    over read: FileState? = nil
  ) throws(FileFailure) {
    try stage(path, over: read) { file, _ throws(SystemError) in
      try writeAll(bytes, to: file.descriptor)
    }
  }

  /// Adds a file that a writer fills, given its path and an empty scratch folder.
  mutating func add(
    to path: String,
    over read: FileState? = nil,
    writer: (_ file: String, _ scratch: String) throws(WorkbookError) -> Void
  ) throws(FileFailure) {
    var failure: WorkbookError?
    try stage(path, over: read) { _, temporary throws(SystemError) in
      let scratch = TemporaryFiles.scratch(of: temporary)
      _ = try retrying { unsafe mkdir(scratch, 0o700) }
      do throws(WorkbookError) { try writer(temporary, scratch) } catch { failure = error }
      TemporaryFiles.removeFolder(scratch)
    }
    if let failure { throw FileFailure(.write, path, failure.reason) }
  }

  /// Adds the removal of a file that was read and is no longer written.
  mutating func remove(_ path: String, over read: FileState) throws(FileFailure) {
    guard read != .absent else { return }
    let target = try FileFailure.wrapping(.write, path, try TargetFile(path, inside: inside))
    files.append(Staged(written: path, target: target.path, temporary: nil, read: read))
  }

  private mutating func stage(
    _ path: String,
    over read: FileState?,
    fill: (borrowing OpenFile, String) throws(SystemError) -> Void
  ) throws(FileFailure) {
    do throws(SystemError) {
      let target = try TargetFile(path, inside: inside)
      if files.contains(where: { $0.target == target.path }) { throw SystemError.isTaken }
      var temporary = ""
      let file = try target.createBeside(&temporary)
      files.append(Staged(written: path, target: target.path, temporary: temporary, read: read))
      try fill(file, temporary)
      try file.finish()
    } catch {
      throw FileFailure(.write, path, error.reason)
    }
  }

  /// Puts all files in place; throws `FileFailure` if one has changed since it was read (`isStale`), or cannot be written.
  mutating func commit() throws(FileFailure) {
    for file in files { try expectUnchanged(file) }
    // New files come first, so that the copy of an old file exists before that is replaced.
    for file in files.filter({ $0.read == .absent }) + files.filter({ $0.read != .absent }) {
      try expectUnchanged(file)
      _ = try FileFailure.wrapping(
        .write,
        file.written,
        try retrying {
          guard let temporary = file.temporary else { return unsafe unlink(file.target) }
          return unsafe rename(temporary, file.target)
        }
      )
    }
    files = []
    for lock in locks { try FileFailure.wrapping(.write, lock.folder, try lock.flush()) }
  }

  private func expectUnchanged(_ file: Staged) throws(FileFailure) {
    let now = try FileFailure.wrapping(.write, file.written, try FileState(at: file.target))
    guard now == .other || file.read.map({ $0 != now }) ?? false else { return }
    throw FileFailure.moved(file.written, "run the command again")
  }
}

extension WorkbookError {
  /// The reason without the path, which is that of the temporary file.
  fileprivate var reason: String {
    switch self {
    case .unwritable(_, let reason): reason
    case .noRoom: "not enough room on the disk"
    case .tooManyRows, .tooManyColumns, .refused: description
    }
  }
}

/// The file at the end of a path, which will be replaced.
private struct TargetFile {
  /// The absolute path with links followed, so that a link stays a link.
  let path: String
  /// The status, or `nil` if there is no file yet.
  private let status: FileStatus?

  init(_ written: String, inside folder: String?) throws(SystemError) {
    guard !FilePaths.name(of: written).isEmpty, !written.utf8.contains(0) else {
      throw SystemError(code: ENOENT)
    }
    if FileStatus.exists(written, followingLinks: false) {
      // A dangling link fails here.
      let status = try FileStatus(path: written)
      switch status.kind {
      case .folder: throw .isFolder
      case .special, .link: throw SystemError(code: EINVAL)
      case .regular: break
      }
      // A write-protected file is not replaced, even if its folder would allow it.
      _ = try retrying { unsafe access(written, W_OK) }
      self.status = status
      path = try FilePaths.absolute(written)
    } else {
      status = nil
      let place = try FilePaths.absolute(FilePaths.folder(of: written))
      path = FilePaths.join(place, FilePaths.name(of: written))
    }
    if let folder, !FilePaths.isInside(path, try FilePaths.absolute(folder)) {
      throw .leavesFolder
    }
  }

  /// Creates a file in the same folder with the same permissions and, if permitted, the same owner; sets `temporary` to its path.
  func createBeside(_ temporary: inout String) throws(SystemError) -> OpenFile {
    let folder = FilePaths.folder(of: path)
    var number = 0
    while true {
      temporary = FilePaths.join(folder, TemporaryFiles.name(number))
      do throws(SystemError) {
        guard let status else { return try OpenFile(creating: temporary) }
        let file = try OpenFile(creating: temporary, permissions: status.permissions & 0o777)
        let descriptor = file.descriptor
        if status.owner != geteuid() || status.group != getegid(),
          fchown(descriptor, status.owner, status.group) != 0
        {
          // If the owner cannot be changed, at least keep the group.
          _ = fchown(descriptor, uid_t.max, status.group)
        }
        _ = try retrying { fchmod(descriptor, status.permissions) }
        return file
      } catch {
        guard error.code == EEXIST, number < 10_000 else { throw error }
        number += 1
      }
    }
  }
}

/// Temporary files beside those to be replaced, with names that searches for specs skip.
enum TemporaryFiles {
  private static let prefix = ".specmatrix-"

  static func name(_ number: Int) -> String { "\(prefix)\(getpid())-\(number).tmp" }

  /// Returns the scratch folder for the writer of a temporary file.
  static func scratch(of temporary: String) -> String { temporary + "d" }

  /// Removes the temporary files of killed runs from the folders of files, unless another run is working there.
  static func clear(beside files: [String]) {
    for folder in Set(files.map { FilePaths.folder(of: $0) }).sorted() {
      let names = (try? FolderListing.names(in: folder)) ?? []
      guard names.contains(where: isTemporary), let lock = try? FolderLock(folder, attempts: 1),
        lock.isHeld
      else { continue }
      clear(folder)
    }
  }

  /// Removes temporary files from a folder that this run has locked.
  fileprivate static func clear(_ folder: String) {
    for name in (try? FolderListing.names(in: folder)) ?? [] where isTemporary(name) {
      let path = FilePaths.join(folder, name)
      if unsafe unlink(path) != 0 { removeFolder(path) }
    }
  }

  private static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(prefix) && [".tmp", ".tmpd"].contains { name.hasSuffix($0) }
  }

  /// Removes a folder and the files in it, without following a link that replaces it in the meantime.
  fileprivate static func removeFolder(_ folder: String) {
    let opened = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard opened >= 0 else { return }
    for name in (try? FolderListing.names(in: folder)) ?? [] {
      _ = unsafe unlinkat(opened, name, 0)
    }
    _ = close(opened)
    _ = unsafe rmdir(folder)
  }
}
