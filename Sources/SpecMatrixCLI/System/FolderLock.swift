#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The right to replace files in a folder, which one process has at a time.
///
/// The lock is the kernel's (`flock` on the folder itself): it leaves no file, and it is gone with the process that held it, however
/// that ended. Where a file system locks no folders, as NFS, a file in the folder is locked instead.
final class FolderLock {
  /// The folder, with links followed.
  let folder: String
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
      do throws(SystemError) {
        try Self.lock(opened, attempts)
        (descriptor, file) = (opened, nil)
      } catch {
        _ = close(opened)
        guard error != .isBusy else { throw error }
        let path = FilePaths.join(own, Leftovers.lock)
        descriptor = try Self.lockFile(path, attempts)
        file = path
      }
    } catch {
      let reason = error == .isBusy ? "another specmatrix is writing to it; try again" : error.reason
      throw FileFailure(.write, folder, reason)
    }
  }

  deinit {
    // Before the lock is gone, so that nobody else has locked it.
    if let file { _ = unsafe unlink(file) }
    _ = close(descriptor)
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

  private static func lock(_ descriptor: Int32, _ attempts: Int) throws(SystemError) {
    for attempt in 1... {
      do throws(SystemError) {
        _ = try retrying { flock(descriptor, LOCK_EX | LOCK_NB) }
        return
      } catch {
        guard error.code == EWOULDBLOCK else { throw error }
        guard attempt < attempts else { throw .isBusy }
      }
      _ = usleep(UInt32(pause) * 1_000)
    }
  }

  /// Locks a file that is created if needed; it counts only while it is still the one at its path.
  private static func lockFile(_ path: String, _ attempts: Int) throws(SystemError) -> Int32 {
    while true {
      let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
      let opened = try retrying { unsafe open(path, flags, 0o666) }
      do throws(SystemError) {
        try lock(opened, attempts)
        let locked = try FileStatus(descriptor: opened).identity
        if (try? FileStatus(path: path, followingLinks: false))?.identity == locked { return opened }
        _ = close(opened)
      } catch {
        _ = close(opened)
        throw error
      }
    }
  }
}

extension SystemError {
  /// Another process holds a lock.
  static let isBusy = SystemError(code: EWOULDBLOCK)
}

