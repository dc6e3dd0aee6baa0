#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The exclusive right of a process to replace files in a folder.
///
/// Uses `flock` on the folder itself, which leaves no file and ends with the process. On file systems that cannot lock folders, such as
/// NFS, there is no lock; files are still replaced only if they are as they were read.
final class FolderLock {
  /// The path of the folder, with links followed.
  let folder: String
  let isHeld: Bool
  private let descriptor: Int32

  /// Half a minute of attempts, 20 ms apart.
  private static let (pause, attempts) = (UInt32(20_000), 1_500)

  /// Waits until an existing folder is free; throws if another process keeps it locked, or it cannot be opened.
  init(_ folder: String, attempts: Int = FolderLock.attempts) throws(FileFailure) {
    do throws(SystemError) {
      let path = try FilePaths.absolute(folder)
      let opened = try retrying { unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
      (self.folder, descriptor) = (path, opened)
      var left = attempts
      while flock(opened, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR, left > 0
      {
        left -= 1
        if left > 0 { _ = usleep(Self.pause) }
      }
      isHeld = flock(opened, LOCK_EX | LOCK_NB) == 0
      guard isHeld || errno != EWOULDBLOCK else { throw SystemError(code: EWOULDBLOCK) }
    } catch {
      let isBusy = error.code == EWOULDBLOCK
      throw FileFailure(
        .write,
        folder,
        isBusy ? "another process keeps it locked; try again when that is done" : error.reason
      )
    }
  }

  deinit { _ = close(descriptor) }

  /// Flushes the directory entries to disk, where the file system supports it.
  func flush() throws(SystemError) {
    let descriptor = descriptor
    do throws(SystemError) {
      _ = try retrying { fsync(descriptor) }
    } catch {
      guard error.code == EINVAL || error.code == EBADF else { throw error }
    }
  }
}
