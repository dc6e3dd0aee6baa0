#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The contents of a path at some time, to be compared before a file is replaced.
///
/// Content is compared, not times or inode numbers: a file that was saved unchanged, touched, or checked out again has lost nothing, and
/// two saves within one tick of the file system's clock still differ.
enum FileState: Hashable, Sendable {
  case absent
  /// A regular file of `size` bytes.
  case holding(size: Int, digest: UInt64)
  /// A folder, a link or a device, which never equals what was read.
  case other

  init(of bytes: [UInt8]) {
    var digest = ContentDigest()
    digest.add(bytes[...])
    self = .holding(size: digest.size, digest: digest.value)
  }

  /// Reads the state of a file, which need not exist, following links.
  init(following path: String) throws(FileFailure) {
    guard FileStatus.exists(path, followingLinks: false) else {
      self = .absent
      return
    }
    self = try FileFailure.wrapping(.read, path, try FileState(at: try FilePaths.absolute(path)))
  }

  /// Reads the state of a path without following links.
  init(at path: String) throws(SystemError) {
    do throws(SystemError) {
      guard try FileStatus(path: path, followingLinks: false).kind == .regular else {
        self = .other
        return
      }
      // Read in pieces, as the file may have any size.
      let file = try OpenFile(reading: path)
      var digest = ContentDigest()
      while true {
        let piece = try readAll(from: file.descriptor, limit: ContentDigest.piece - 1)
        digest.add(piece[...])
        if piece.count < ContentDigest.piece { break }
      }
      self = .holding(size: digest.size, digest: digest.value)
    } catch {
      guard error.isAbsence else { throw error }
      self = .absent
    }
  }
}

/// FNV-1a over words of eight bytes, each product folded so that its upper half affects the lower bits.
private struct ContentDigest {
  /// The number of bytes to add at a time, except at the end: a multiple of the word size.
  static let piece = 1 << 20

  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325
  private(set) var size = 0

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    size += bytes.count
    var hash = value
    func add(_ word: UInt64) {
      hash = (hash ^ word) &* 0x0000_0100_0000_01B3
      hash ^= hash >> 32
    }
    unsafe bytes.withUnsafeBytes { buffer in
      let whole = buffer.count / 8 * 8
      for offset in stride(from: 0, to: whole, by: 8) {
        let word = unsafe buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        add(UInt64(littleEndian: word))
      }
      for offset in whole..<buffer.count { add(UInt64(unsafe buffer[offset])) }
    }
    value = hash
  }
}

/// The metadata of a file, enough to notice that it was saved without reading it.
struct FileStamp: Hashable {
  let path: String
  private let identity: FileStatus.Identity?
  private let size: Int?
  private let modified: Int?

  /// Records the metadata of a path, which need not exist.
  init(path: String) {
    let status = try? FileStatus(path: path)
    self.path = path
    identity = status?.identity
    size = status?.size
    modified = status?.modified
  }

  var isCurrent: Bool { self == FileStamp(path: path) }
}
