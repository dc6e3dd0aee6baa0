#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What a path held when somebody looked: the ground on which a file is replaced, or not.
///
/// Content decides, not times or numbers of files: a file that was saved unchanged, touched, or checked out again has lost nothing, and
/// two saves within one tick of the file system's clock differ all the same.
enum FileState: Hashable, Sendable {
  case absent
  /// A regular file of so many bytes with this digest, which holds within a process.
  case holding(size: Int, digest: Int)
  /// A folder, a link or a device: never what was read.
  case other

  /// The state of a file with these bytes.
  init(of bytes: [UInt8]) {
    var digest = Hasher()
    unsafe bytes.withUnsafeBytes { unsafe digest.combine(bytes: $0) }
    self = .holding(size: bytes.count, digest: digest.finalize())
  }

  /// What the file holds now that a path leads to.
  init(following path: String) throws(FileFailure) {
    self = try FileFailure.wrapping(.read, path, try FileState(at: try FilePaths.absolute(path)))
  }

  /// What a path holds now; a link is not followed.
  init(at path: String) throws(SystemError) {
    do throws(SystemError) {
      guard try FileStatus(path: path, followingLinks: false).kind == .regular else {
        self = .other
        return
      }
      // A file of any size, in pieces.
      let file = try OpenFile(reading: path)
      var (size, digest) = (0, Hasher())
      while true {
        let piece = try readAll(from: file.descriptor, limit: (1 << 20) - 1)
        guard !piece.isEmpty else { break }
        unsafe piece.withUnsafeBytes { unsafe digest.combine(bytes: $0) }
        size += piece.count
      }
      self = .holding(size: size, digest: digest.finalize())
    } catch {
      guard error.isAbsence else { throw error }
      self = .absent
    }
  }
}

/// What a look sees of a file without reading it: enough to notice that somebody saved it.
struct FileStamp: Hashable {
  let path: String
  private let identity: FileStatus.Identity?
  private let size: Int?
  private let modified: Int?

  /// Looks at a path; there need not be anything.
  init(path: String) {
    let status = try? FileStatus(path: path)
    self.path = path
    identity = status?.identity
    size = status?.size
    modified = status?.modified
  }

  /// True if another look sees the same.
  var isCurrent: Bool { self == FileStamp(path: path) }
}
