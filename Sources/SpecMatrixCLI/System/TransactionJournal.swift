import Text

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What a transaction of several files is about to do, on disk before it begins, so that the next run can finish or undo it.
///
/// Each folder of the transaction has a copy, which calls that folder `.`: it may be moved, copied or mounted elsewhere. Files are told by
/// what they held before and are to hold; their numbers change with a copy, content does not.
///
/// A journal is only followed if it is one's own: it moves files, and folders such as `/tmp` take files of anybody.
struct TransactionJournal {
  struct Entry {
    /// From the root.
    let folder: String
    let name: String
    let temporary: String
    /// What stood there before; `absent` for nothing.
    let old: FileState
    let new: FileState
  }

  private let entries: [Entry]
  /// The same in all copies.
  private let id: String

  init(_ files: [StagedFile]) {
    entries = files.map { file in
      Entry(
        folder: FilePaths.folder(of: file.target),
        name: FilePaths.name(of: file.target),
        temporary: FilePaths.name(of: file.temporary),
        old: file.old,
        new: file.new
      )
    }
    let all = entries.map { "\($0.folder)/\($0.name) \($0.new.text ?? "")" }.joined(separator: "\n")
    id = "\(getpid())-\(TextDigest.whole(all))"
  }

  /// Writes the journal of one folder; it appears as a whole.
  ///
  /// - Returns: Its path.
  /// - Throws: `FileFailure` where it cannot be written.
  func write(in lock: FolderLock) throws(FileFailure) -> String {
    let path = FilePaths.join(lock.folder, Leftovers.journal)
    let draft = FilePaths.join(lock.folder, Leftovers.temporary(entries.count))
    do throws(SystemError) {
      let file = try OpenFile(creating: draft)
      do throws(SystemError) {
        try writeAll(Array(json(in: lock.folder).text(spreading: 2).utf8), to: file.descriptor)
        try file.finish()
        _ = try retrying { unsafe rename(draft, path) }
      } catch {
        _ = unsafe unlink(draft)
        throw error
      }
    } catch {
      throw FileFailure(.write, path, error.reason)
    }
    return path
  }

  // MARK: After a run that did not end

  /// Finishes or undoes what a dead run left in a folder, and removes its temporary files.
  ///
  /// Where every new file is in its place, or somebody has saved over it since, the run had only not cleared up. Where an old one still
  /// stands, or what was pushed aside is not what the run had read, all are put back.
  ///
  /// - Parameters:
  ///   - lock: The folder, which nobody else is writing to.
  ///   - held: All locks of this run.
  /// - Returns: A message where files were put back.
  /// - Throws: `FileFailure` where that fails.
  static func heal(_ lock: FolderLock, holding held: [FolderLock]) throws(FileFailure) -> [String] {
    guard lock.isHeld else { return [] }
    var messages: [String] = []
    if let journal = try TransactionJournal(in: lock.folder) {
      // Their copies of the journal show that they belong to it.
      let folders = journal.folders.filter { folder in
        folder == lock.folder || (try? TransactionJournal(in: folder))??.id == journal.id
      }
      var locks: [FolderLock] = []
      for folder in folders where !held.contains(where: { $0.folder == folder }) {
        locks.append(try FolderLock(folder, attempts: 100))
      }
      do throws(SystemError) {
        if try journal.settle(in: folders) {
          messages.append("\(FilePaths.fromHere(lock.folder)): undid a run that was interrupted")
        }
      } catch {
        let reason = "what an interrupted run left there cannot be undone: \(error.reason)"
        throw FileFailure(.write, lock.folder, reason)
      }
      for folder in folders {
        _ = unsafe unlink(FilePaths.join(folder, Leftovers.journal))
        if folder != lock.folder { Leftovers.clear(folder) }
      }
      withExtendedLifetime(locks) {}
    }
    Leftovers.clear(lock.folder)
    return messages
  }

  /// Undoes what is half done; `false` where there is nothing to undo.
  private func settle(in folders: [String]) throws(SystemError) -> Bool {
    let own = entries.filter { folders.contains($0.folder) }
    var isHalfDone = false
    for entry in own where entry.old != entry.new {
      let target = try FileState(at: FilePaths.join(entry.folder, entry.name))
      let aside = try FileState(at: FilePaths.join(entry.folder, entry.temporary))
      // What was pushed aside may be what somebody saved in the last instant, and then there is no other copy.
      let isSave = target == entry.new && aside != entry.old && aside != .absent
      if target == entry.old || isSave { isHalfDone = true }
    }
    guard isHalfDone else { return false }
    for entry in own.reversed() {
      let target = FilePaths.join(entry.folder, entry.name)
      let temporary = FilePaths.join(entry.folder, entry.temporary)
      let backup = Leftovers.backup(of: temporary)
      // Between the two steps of a file system that cannot exchange names.
      if FileStatus.exists(backup), !FileStatus.exists(temporary) {
        _ = try retrying { unsafe rename(backup, temporary) }
      }
      guard entry.old == .absent || FileStatus.exists(temporary) else { continue }
      try StagedFile.takeBack(target, temporary, new: entry.new, hadOld: entry.old != .absent)
    }
    return true
  }

  private var folders: [String] {
    Set(entries.map(\.folder)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension TransactionJournal {
  private static let version = 1

  /// As it stands on disk in one of the folders.
  fileprivate func json(in here: String) -> JSONValue {
    [
      "version": .integer(Self.version),
      "id": .string(id),
      "files": .array(
        entries.map { entry in
          [
            "folder": .string(entry.folder == here ? "." : entry.folder),
            "name": .string(entry.name),
            "temporary": .string(entry.temporary),
            "old": entry.old.text.map { .string($0) } ?? .null,
            "new": entry.new.text.map { .string($0) } ?? .null,
          ]
        }
      ),
    ]
  }

  /// The journal in a folder; `nil` where there is none.
  ///
  /// - Throws: `FileFailure` for one of somebody else, and for one that is not understood: what it speaks of may be the only copy of a file.
  fileprivate init?(in place: String) throws(FileFailure) {
    let path = FilePaths.join(place, Leftovers.journal)
    guard let status = try? FileStatus(path: path, followingLinks: false) else { return nil }
    guard status.owner == geteuid() else {
      let reason =
        "another user's run was interrupted there; that user's next run undoes it, or remove it"
      throw FileFailure(.read, path, reason)
    }
    guard status.kind == .regular, let bytes = try? FileContents.bytes(of: path, limit: 1 << 24),
      let document = try? JSONValue(json: bytes), document["version"]?.integer == Self.version,
      let id = document["id"]?.string, let files = document["files"]?.array
    else { throw Self.notUnderstood(path) }
    self.id = id
    entries = files.compactMap { file in
      guard let folder = file["folder"]?.string, let name = file["name"]?.string,
        let temporary = file["temporary"]?.string, Leftovers.isTemporary(temporary),
        ![name, temporary].contains(where: { $0.contains("/") }),
        let new = file["new"]?.string.flatMap(FileState.init(text:))
      else { return nil }
      return Entry(
        folder: folder == "." ? place : folder,
        name: name,
        temporary: temporary,
        old: file["old"]?.string.flatMap(FileState.init(text:)) ?? .absent,
        new: new
      )
    }
    guard entries.count == files.count else { throw Self.notUnderstood(path) }
  }

  private static func notUnderstood(_ path: String) -> FileFailure {
    FileFailure(
      .read,
      path,
      "this version did not write it; the .specmatrix files beside it may be the only copies of what stood there: look at them, then remove it"
    )
  }
}
