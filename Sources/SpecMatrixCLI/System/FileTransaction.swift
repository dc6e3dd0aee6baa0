#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Files that replace others together: all of them, or none.
///
/// **Problem.** A run reads files, works, and writes files in their place. Meanwhile another run may do the same, an editor or a
/// spreadsheet program may save, the disk may fill up, the process may be killed. Nothing that somebody saved may be lost, and no set
/// of files may stay half old and half new.
///
/// **Idea.** The folders are locked against other runs. Each new file is written beside its target. Then the two *exchange names*, one
/// step for the file system, so that what stood at the target, whoever put it there, stands under the temporary name and can be looked
/// at: where it is not what the run had read, the names are exchanged back, and the run starts over. A journal tells the next run what
/// was under way (`TransactionJournal`).
///
/// **Order on disk.** New files, journal, folders; exchange; folders. From then on the new set is in force, and the journal and the old
/// files are removed. One file needs no journal.
///
/// **Cost.** A new file is written and flushed once, an old one read once; a folder is flushed once, or twice if there is a journal.
struct FileTransaction: ~Copyable {
  private let locks: [FolderLock]
  private let inside: String?
  private var files: [StagedFile] = []

  /// Locks the folders of files that are to be replaced, and heals what dead runs left there.
  ///
  /// - Parameters:
  ///   - paths: The files, in folders that exist.
  ///   - folder: The folder that links among them may not leave; `nil` where they may lead anywhere.
  /// - Throws: `FileFailure` where a folder is missing or busy, or a link leads out of the folder.
  init(replacing paths: [String], inside folder: String? = nil) throws(FileFailure) {
    inside = folder
    var folders: Set<String> = []
    for path in paths {
      do throws(SystemError) {
        folders.insert(FilePaths.folder(of: try TargetFile(path, inside: folder).path))
      } catch {
        throw FileFailure(.write, path, error.reason)
      }
    }
    // In one order everywhere, so that no two runs wait for each other.
    var locks: [FolderLock] = []
    for folder in folders.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      locks.append(try FolderLock(folder))
    }
    for lock in locks { _ = try TransactionJournal.heal(lock, holding: locks) }
    self.locks = locks
  }

  deinit {
    // After a failure that could not be undone, they hold the old files.
    for file in files where !file.isStuck { _ = unsafe unlink(file.temporary) }
  }

  /// Adds a file with these bytes.
  ///
  /// - Parameters:
  ///   - bytes: What it is to hold.
  ///   - path: One of the files that the transaction was begun for.
  ///   - read: What it held when it was read, which must still be there; `nil` where anything may be replaced.
  /// - Throws: `FileFailure` where it cannot be written.
  mutating func add(
    _ bytes: [UInt8],
    to path: String,
    over read: FileState? = nil
  ) throws(FileFailure) {
    try stage(path, over: read) { file, _ throws(SystemError) in
      try writeAll(bytes, to: file.descriptor)
      return FileState(of: bytes)
    }
  }

  /// Adds a file that is filled by a writer.
  ///
  /// - Parameters:
  ///   - path: One of the files that the transaction was begun for.
  ///   - read: What it held when it was read; `nil` where anything may be replaced.
  ///   - writer: Is given the path of an empty file to fill, and an empty folder for what it needs meanwhile.
  /// - Throws: `FileFailure` where it cannot be written.
  mutating func add(
    to path: String,
    over read: FileState? = nil,
    writer: (_ file: String, _ scratch: String) throws(FileFailure) -> Void
  ) throws(FileFailure) {
    var failure: FileFailure?
    try stage(path, over: read) { _, temporary throws(SystemError) in
      let scratch = try StagedFile.createFolder(beside: temporary)
      do throws(FileFailure) { try writer(temporary, scratch) } catch { failure = error }
      Leftovers.removeFolder(scratch)
      return failure == nil ? try FileState(at: temporary) : .absent
    }
    if let failure { throw FileFailure(.write, path, failure.reason) }
  }

  private mutating func stage(
    _ path: String,
    over read: FileState?,
    fill: (borrowing OpenFile, String) throws(SystemError) -> FileState
  ) throws(FileFailure) {
    do throws(SystemError) {
      let target = try TargetFile(path, inside: inside)
      if files.contains(where: { $0.target == target.path }) { throw SystemError.isTaken }
      let created = try StagedFile.create(beside: target)
      let temporary = created.path
      files.append(StagedFile(written: path, target: target.path, temporary: temporary, read: read))
      files[files.count - 1].new = try fill(created.file, temporary)
      try created.file.finish()
    } catch {
      throw FileFailure(.write, path, error.reason)
    }
  }

  /// Puts every file in its place.
  ///
  /// - Throws: `FileFailure` where one cannot be put there or is no longer what was read (`hasMoved`); then all are as they were.
  mutating func commit() throws(FileFailure) {
    var journals: [String] = []
    do throws(FileFailure) {
      for index in files.indices { try files[index].look() }
      if files.count > 1 {
        let journal = TransactionJournal(files)
        for lock in locks { journals.append(try journal.write(in: lock)) }
        try flush()
      }
      for index in files.indices {
        try files[index].put()
        try files[index].checkDisplaced()
      }
      try flush()
      // Who had the old file open may have written to it until now.
      for file in files { try file.checkDisplaced() }
    } catch {
      try undo(after: error, journals)
    }
    // What is not removed now, the next run removes.
    for journal in journals { _ = unsafe unlink(journal) }
    files.removeAll { file in
      _ = unsafe unlink(file.temporary)
      return true
    }
  }

  private func flush() throws(FileFailure) {
    for lock in locks {
      do throws(SystemError) { try lock.flush() } catch {
        throw FileFailure(.write, lock.folder, error.reason)
      }
    }
  }

  /// Puts the old files back, and throws the failure; where that fails too, the journal stays for the next run.
  private mutating func undo(
    after failure: FileFailure,
    _ journals: [String]
  ) throws(FileFailure) -> Never {
    var failure = failure
    var isUndone = true
    for index in files.indices.reversed() {
      do throws(SystemError) { try files[index].takeBack() } catch {
        files[index].isStuck = true
        isUndone = false
        failure.reason += "; \(files[index].written) could not be put back: \(error.reason)"
      }
    }
    if isUndone {
      for journal in journals { _ = unsafe unlink(journal) }
    } else {
      failure.reason += "; the next run puts it back"
      failure.hasMoved = false
    }
    throw failure
  }
}

/// A new file beside the one whose name it is to get.
struct StagedFile {
  /// The target as the caller wrote it, for messages.
  let written: String
  /// From the root, with links followed.
  let target: String
  let temporary: String
  /// What the target held when it was read; `nil` where anything may be replaced.
  let read: FileState?
  /// What the new file holds.
  var new = FileState.absent
  /// What the target held just before.
  private(set) var old = FileState.absent
  private var isPlaced = false
  /// Whether the old file could not be put back.
  var isStuck = false

  init(written: String, target: String, temporary: String, read: FileState?) {
    self.written = written
    self.target = target
    self.temporary = temporary
    self.read = read
  }

  /// Looks at the target: it must hold what was read.
  mutating func look() throws(FileFailure) {
    do throws(SystemError) { old = try FileState(at: target) } catch { throw failure(error) }
    if old == .other || read.map({ $0 != old }) ?? false { throw moved }
  }

  /// Gives the new file its name; the old one, if there is one, gets that of the temporary file.
  mutating func put() throws(FileFailure) {
    do throws(SystemError) {
      if old == .absent {
        try NameExchange.move(temporary, toFree: target)
      } else {
        try NameExchange.swap(temporary, with: target)
      }
      isPlaced = true
    } catch {
      // Somebody put a file there in this moment, or took it away.
      throw error.code == EEXIST || error.code == ENOENT ? moved : failure(error)
    }
  }

  /// Makes sure that the file that gave up its name is the one that was looked at.
  func checkDisplaced() throws(FileFailure) {
    guard old != .absent, read != nil else { return }
    let displaced: FileState
    do throws(SystemError) { displaced = try FileState(at: temporary) } catch {
      throw failure(error)
    }
    if displaced != old { throw moved }
  }

  /// Puts the old file back, unless somebody has saved over the new one since.
  mutating func takeBack() throws(SystemError) {
    guard isPlaced else { return }
    try Self.takeBack(target, temporary, new: new, hadOld: old != .absent)
    isPlaced = false
  }

  /// Exchanges the names of an old and a new file back.
  ///
  /// - Parameters:
  ///   - target: Where the new one stands, or what somebody saved over it, which stays.
  ///   - temporary: Where the old one stands.
  ///   - new: What the new one held.
  ///   - hadOld: Whether there was an old one.
  /// - Throws: `SystemError` where the names cannot be exchanged.
  static func takeBack(
    _ target: String,
    _ temporary: String,
    new: FileState,
    hadOld: Bool
  ) throws(SystemError) {
    guard try FileState(at: target) == new else { return }
    guard hadOld else {
      try NameExchange.move(target, toFree: temporary)
      if try FileState(at: temporary) != new {
        try NameExchange.move(temporary, toFree: target)
      }
      return
    }
    try NameExchange.swap(temporary, with: target)
    // Saved in this very moment.
    if try FileState(at: temporary) != new { try NameExchange.swap(temporary, with: target) }
  }

  private func failure(_ error: SystemError) -> FileFailure {
    FileFailure(.write, written, error.reason)
  }

  /// The target is no longer what was read.
  private var moved: FileFailure {
    var failure = FileFailure(
      .write,
      written,
      "another program saved it meanwhile; nothing was written, run the command again"
    )
    failure.hasMoved = true
    return failure
  }
}

extension StagedFile {
  /// A file that was just created, and its path.
  struct Created: ~Copyable {
    let file: OpenFile
    let path: String
  }

  /// A new file in the target's folder with the target's permissions and, where the system lets us, its owner.
  static func create(beside target: TargetFile) throws(SystemError) -> Created {
    let folder = FilePaths.folder(of: target.path)
    var number = 0
    while true {
      let path = FilePaths.join(folder, Leftovers.temporary(number))
      do throws(SystemError) {
        guard let old = target.status else {
          return Created(file: try OpenFile(creating: path), path: path)
        }
        let file = try OpenFile(creating: path, permissions: old.permissions & 0o777)
        let descriptor = file.descriptor
        // The superuser may work on files of others; who may not give a file away keeps it.
        if old.owner != geteuid() || old.group != getegid(),
          fchown(descriptor, old.owner, old.group) != 0
        {
          // Whoever belongs to the group may keep the file in it.
          _ = fchown(descriptor, uid_t.max, old.group)
        }
        _ = try retrying { fchmod(descriptor, old.permissions) }
        return Created(file: file, path: path)
      } catch {
        guard error.code == EEXIST, number < 10_000 else { throw error }
        number += 1
      }
    }
  }

  /// A new folder beside a temporary file.
  static func createFolder(beside temporary: String) throws(SystemError) -> String {
    let path = Leftovers.scratch(of: temporary)
    _ = try retrying { unsafe mkdir(path, 0o700) }
    return path
  }
}

/// The file that a path leads to and that is to be replaced.
struct TargetFile {
  /// From the root, with links followed, so that a link stays a link.
  let path: String
  /// `nil` where there is none yet.
  let status: FileStatus?

  /// - Parameters:
  ///   - written: The path.
  ///   - folder: The folder that a link may not leave; `nil` where it may lead anywhere.
  /// - Throws: `SystemError` where there is something that is not to be replaced.
  init(_ written: String, inside folder: String?) throws(SystemError) {
    guard !FilePaths.name(of: written).isEmpty, !written.utf8.contains(0) else {
      throw SystemError(code: ENOENT)
    }
    if FileStatus.exists(written, followingLinks: false) {
      // A link that leads nowhere is none of our making, and fails here.
      let status = try FileStatus(path: written)
      switch status.kind {
      case .folder: throw .isFolder
      case .special, .link: throw SystemError(code: EINVAL)
      case .regular: break
      }
      // A write-protected file is not replaced, even where its folder would allow it.
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
}
