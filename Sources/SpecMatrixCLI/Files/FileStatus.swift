#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What stands at a path.
struct FileStatus: Sendable {
  /// The kinds between which reading and writing differ.
  enum Kind: Sendable {
    case regular, folder, link
    /// A device, a pipe or a socket: reading one may never end.
    case special
  }

  /// Which file it is, whatever path leads to it.
  struct Identity: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
  }

  let kind: Kind
  let identity: Identity
  /// The permission bits.
  let permissions: mode_t
  /// In bytes.
  let size: Int
  /// When it was last written, in nanoseconds since 1970.
  let modified: Int

  /// The status of what the path leads to, or of the link itself.
  init(path: String, followingLinks: Bool = true) throws(SystemError) {
    var status = stat()
    _ = try retrying {
      unsafe followingLinks ? stat(path, &status) : lstat(path, &status)
    }
    self.init(status)
  }

  /// The status of an open file.
  init(descriptor: Int32) throws(SystemError) {
    var status = stat()
    _ = try retrying { unsafe fstat(descriptor, &status) }
    self.init(status)
  }

  private init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .special
      }
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino)
    )
    permissions = status.st_mode & 0o7777
    size = Int(status.st_size)
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    modified = Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }
}
