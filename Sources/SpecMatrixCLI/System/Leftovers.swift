#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What a run puts beside the files that it replaces, under names that no search for specs finds, and what is left of it by a run that died.
enum Leftovers {
  static let journal = ".specmatrix-journal"
  static let lock = ".specmatrix-lock"
  private static let prefix = ".specmatrix-"

  /// The name of a temporary file of this process.
  static func temporary(_ number: Int) -> String { "\(prefix)\(getpid())-\(number).tmp" }

  /// The path of what holds the old file for a moment where two names cannot be exchanged.
  static func backup(of temporary: String) -> String { temporary + "~" }

  /// The path of the folder in which a temporary file's writer works.
  static func scratch(of temporary: String) -> String { temporary + "d" }

  /// Whether a name is that of a temporary file, its backup or its scratch folder.
  static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(prefix) && [".tmp", ".tmp~", ".tmpd"].contains { name.hasSuffix($0) }
  }

  /// Removes all temporary files of a folder; its lock shows that their runs are dead.
  static func clear(_ folder: String) {
    for name in (try? FolderListing.names(in: folder)) ?? [] where isTemporary(name) {
      let path = FilePaths.join(folder, name)
      if unsafe unlink(path) != 0 { removeFolder(path) }
    }
  }

  /// Removes a folder and the files in it; a link that takes its place meanwhile leads nowhere.
  static func removeFolder(_ folder: String) {
    let opened = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard opened >= 0 else { return }
    for name in (try? FolderListing.names(in: folder)) ?? [] {
      _ = unsafe unlinkat(opened, name, 0)
    }
    _ = close(opened)
    _ = unsafe rmdir(folder)
  }

  /// Finishes or undoes what dead runs left in a folder, if there is anything.
  ///
  /// - Returns: A message where files were put back.
  /// - Throws: `FileFailure` where that fails, or another run keeps the folder.
  static func heal(_ folder: String) throws(FileFailure) -> [String] {
    guard let names = try? FolderListing.names(in: folder),
      names.contains(where: { $0 == journal || isTemporary($0) })
    else { return [] }
    let lock = try FolderLock(folder)
    return try TransactionJournal.heal(lock, holding: [lock])
  }

  /// The same in the folders of files; tells where files were put back.
  static func heal(beside files: [String], on console: Console) throws(FileFailure) {
    for folder in Set(files.map { FilePaths.folder(of: $0) }).sorted() {
      for message in try heal(folder) { console.say(message) }
    }
  }

  /// The same where a journal of one's own shows that files may be half replaced, for commands that only read them.
  static func healJournal(of folder: String) throws(FileFailure) -> [String] {
    let path = FilePaths.join(folder, journal)
    let owner = (try? FileStatus(path: path, followingLinks: false))?.owner
    return owner == geteuid() ? try heal(folder) : []
  }
}
