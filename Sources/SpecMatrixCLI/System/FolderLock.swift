#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The right to replace files in a folder, which one process has at a time.
///
/// The lock is the kernel's (`flock` on the folder itself): it leaves no file, and it is gone with the process that held it, however
/// that ended. Where a file system locks no folders, as NFS, a file in the folder is locked instead. Where it locks nothing, there is no lock:
/// files are still replaced only over what was read, but what a dead run left stays, since it may be a living one's.
final class FolderLock {
  /// The folder, with links followed.
  let folder: String
  /// Whether the folder is locked.
  let isHeld: Bool
  private let descriptor: Int32
  /// The file that is locked in the place of the folder.
  private let file: String?

  /// Milliseconds between two attempts, and how many there are: half a minute in all.
  private static let (pause, attempts) = (20, 1_500)

  /// Waits until the folder is free.
  ///
  /// - Parameters:
  ///   - folder: An existing folder.
  ///   - attempts: How often the lock is tried for.
  /// - Throws: `FileFailure` where another process keeps the folder, or it cannot be opened.
  init(_ folder: String, attempts: Int = FolderLock.attempts) throws(FileFailure) {
    do throws(SystemError) {
      self.folder = try FilePaths.absolute(folder)
      let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
      let own = self.folder
      let opened = try retrying { unsafe open(own, flags) }
      if try Self.locks(opened, attempts) {
        (descriptor, file, isHeld) = (opened, nil, true)
      } else {
        _ = close(opened)
        let path = FilePaths.join(own, Leftovers.lock)
        let locked = try Self.lockFile(path, attempts)
        (descriptor, file, isHeld) = (locked ?? -1, locked == nil ? nil : path, locked != nil)
      }
    } catch {
      let reason =
        error == .isBusy
        ? "another process keeps it locked; try again when that is done" : error.reason
      throw FileFailure(.write, folder, reason)
    }
  }

  deinit {
    // Before the lock is gone, so that nobody else has locked it.
    if let file { _ = unsafe unlink(file) }
    if descriptor >= 0 { _ = close(descriptor) }
  }

  /// Flushes the names in the folder to disk.
  func flush() throws(SystemError) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    let folder = folder
    let opened = try retrying { unsafe open(folder, flags) }
    defer { _ = close(opened) }
    do throws(SystemError) {
      _ = try retrying { fsync(opened) }
    } catch {
      // Some file systems flush no folders.
      guard error.code == EINVAL || error.code == EBADF else { throw error }
    }
  }

  /// Waits for the lock of an open file or folder, which is closed where that fails; `false` where it cannot be locked at all.
  private static func locks(_ descriptor: Int32, _ attempts: Int) throws(SystemError) -> Bool {
    for attempt in 1... {
      do throws(SystemError) {
        _ = try retrying { flock(descriptor, LOCK_EX | LOCK_NB) }
        return true
      } catch {
        guard error == .isBusy else { return false }
        guard attempt < attempts else {
          _ = close(descriptor)
          throw .isBusy
        }
      }
      _ = usleep(UInt32(pause) * 1_000)
    }
    return false
  }

  /// Locks a file that is created if needed; it counts only while it is still the one at its path.
  ///
  /// - Returns: The open file; `nil` where files cannot be locked either.
  private static func lockFile(_ path: String, _ attempts: Int) throws(SystemError) -> Int32? {
    while true {
      let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
      let opened = try retrying { unsafe open(path, flags, 0o666) }
      guard try locks(opened, attempts) else {
        _ = close(opened)
        _ = unsafe unlink(path)
        return nil
      }
      let locked = (try? FileStatus(descriptor: opened))?.identity
      let placed = (try? FileStatus(path: path, followingLinks: false))?.identity
      if locked == placed { return opened }
      _ = close(opened)
    }
  }
}

extension SystemError {
  /// Another process holds a lock.
  static let isBusy = SystemError(code: EWOULDBLOCK)
}
