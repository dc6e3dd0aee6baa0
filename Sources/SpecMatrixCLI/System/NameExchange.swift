#if canImport(Darwin)
import Darwin
#else
import CRename
import Glibc
#endif

/// Two files in one folder, of which one takes the name of the other.
///
/// Both steps are one for the file system: nobody sees a moment without a file, and what is pushed aside, whoever put it there in the
/// last instant, is still there to be looked at. File systems that cannot do that (FAT, NFS) get the nearest that they can.
enum NameExchange {
  /// Exchanges the names of two files.
  static func swap(_ temporary: String, with target: String) throws(SystemError) {
    do throws(SystemError) {
      try rename(temporary, target, .exchange)
    } catch {
      guard error.isMissingAbility else { throw error }
      try swapByBackup(temporary, with: target)
    }
  }

  /// Gives a file a name that is free.
  ///
  /// - Throws: `SystemError` with `EEXIST` where it is taken.
  static func move(_ temporary: String, toFree target: String) throws(SystemError) {
    do throws(SystemError) {
      try rename(temporary, target, .keep)
    } catch {
      guard error.isMissingAbility else { throw error }
      guard !FileStatus.exists(target, followingLinks: false) else {
        throw SystemError(code: EEXIST)
      }
      try replace(target, by: temporary)
    }
  }

  /// The old file gets a third name, so that the target is never missing; a journal knows the backup that a kill in between leaves.
  ///
  /// - Parameters:
  ///   - temporary: What gets the target's name.
  ///   - target: What gets the name of the temporary file.
  ///   - hasLinks: Whether a file can have two names; otherwise the backup is a copy.
  /// - Throws: `SystemError` where that is not possible; then both are as they were.
  static func swapByBackup(
    _ temporary: String,
    with target: String,
    hasLinks: Bool = true
  ) throws(SystemError) {
    let backup = Leftovers.backup(of: temporary)
    _ = unsafe unlink(backup)
    do throws(SystemError) {
      guard hasLinks else { throw SystemError(code: EPERM) }
      _ = try retrying { unsafe link(target, backup) }
    } catch {
      guard error.isMissingAbility || error.code == EPERM else { throw error }
      try copy(target, to: backup)
    }
    do throws(SystemError) {
      try replace(target, by: temporary)
    } catch {
      _ = unsafe unlink(backup)
      throw error
    }
    try replace(temporary, by: backup)
  }

  private static func copy(_ source: String, to copy: String) throws(SystemError) {
    let status = try FileStatus(path: source)
    let old = try OpenFile(reading: source)
    let bytes = try readAll(from: old.descriptor, limit: Int.max - 1)
    let file = try OpenFile(creating: copy, permissions: status.permissions)
    try writeAll(bytes, to: file.descriptor)
    try file.finish()
  }

  private static func replace(_ target: String, by file: String) throws(SystemError) {
    _ = try retrying { Self.rename(file, target) }
  }

  private enum Manner {
    case exchange, keep
  }

  #if canImport(Darwin)
  private static func rename(_ old: String, _ new: String) -> Int32 {
    unsafe Darwin.rename(old, new)
  }

  private static func rename(
    _ old: String,
    _ new: String,
    _ manner: Manner
  ) throws(SystemError) {
    let flags = UInt32(manner == .exchange ? RENAME_SWAP : RENAME_EXCL)
    _ = try retrying { unsafe renamex_np(old, new, flags) }
  }
  #else
  private static func rename(_ old: String, _ new: String) -> Int32 {
    unsafe Glibc.rename(old, new)
  }

  private static func rename(
    _ old: String,
    _ new: String,
    _ manner: Manner
  ) throws(SystemError) {
    // RENAME_NOREPLACE and RENAME_EXCHANGE of <linux/fs.h>.
    let flags: UInt32 = manner == .exchange ? 2 : 1
    _ = try retrying { unsafe renameat2(AT_FDCWD, old, AT_FDCWD, new, flags) }
  }
  #endif
}

extension SystemError {
  /// Whether the file system cannot do what it was asked for at all.
  fileprivate var isMissingAbility: Bool {
    code == EINVAL || code == ENOSYS || code == ENOTSUP || code == EOPNOTSUPP
  }
}
