#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

struct FileStatus: Sendable {
  enum Kind: Sendable {
    case regular, folder, link
    /// A device, a pipe or a socket, reading which may never end.
    case special
  }

  /// The identity of a file, independent of its path.
  struct Identity: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
  }

  let kind: Kind
  let identity: Identity
  let permissions: mode_t
  let owner: uid_t
  let group: gid_t
  let size: Int
  /// The modification time in nanoseconds since 1970.
  let modified: Int

  /// Reads the status of the file at a path, or of a link itself.
  init(path: String, followingLinks: Bool = true) throws(SystemError) {
    var status = stat()
    _ = try retrying {
      unsafe followingLinks ? stat(path, &status) : lstat(path, &status)
    }
    self.init(status)
  }

  /// Returns the kind of the file at a path, or `nil` if it does not exist or is inaccessible.
  static func kind(of path: String) -> Kind? { (try? FileStatus(path: path))?.kind }

  static func exists(_ path: String, followingLinks: Bool = true) -> Bool {
    (try? FileStatus(path: path, followingLinks: followingLinks)) != nil
  }

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
    owner = status.st_uid
    group = status.st_gid
    size = Int(status.st_size)
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    modified = Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }
}

enum FilePaths {
  /// Returns the absolute path with links followed.
  static func absolute(_ path: String) throws(SystemError) -> String {
    guard let resolved = unsafe realpath(path, nil) else { throw SystemError.last }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Returns an absolute path relative to the working directory if it is below it.
  static func fromHere(_ path: String) -> String {
    guard let here = try? absolute("."), here != "/", path.hasPrefix(here + "/") else {
      return path
    }
    return String(path.dropFirst(here.count + 1))
  }

  /// Joins a folder and a name: `specs` and `post.yaml` give `specs/post.yaml`.
  static func join(_ folder: String, _ name: String) -> String {
    folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
  }

  /// Returns the parent folder: `a` for `a/b.json`, `.` for `b.json`.
  static func folder(of path: String) -> String {
    let trimmed = withoutTrailingSlash(path)
    guard let slash = trimmed.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == trimmed.startIndex ? "/" : withoutTrailingSlash(String(trimmed[..<slash]))
  }

  /// Returns the last component: `b.json` for `a/b.json`.
  static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// True if a resolved path is a resolved folder or inside it.
  static func isInside(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(join(folder, ""))
  }

  /// Returns `specs/` as `specs`; the root stays.
  static func withoutTrailingSlash(_ path: String) -> String {
    var path = path[...]
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    return String(path)
  }
}

struct FolderListing {
  /// The names without `.` and `..`, sorted by bytes.
  private(set) var names: [String] = []
  /// The names that are not UTF-8, with replacement characters; nothing can be opened by them.
  private(set) var unreadableNames: [String] = []

  init(of folder: String) throws(SystemError) {
    guard let stream = unsafe opendir(folder) else { throw SystemError.last }
    defer { unsafe closedir(stream) }
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      let (name, isUTF8) = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 1) { text in
          let name = unsafe String(cString: text)
          return unsafe (name, strcmp(text, name) == 0)
        }
      }
      if !isUTF8 {
        unreadableNames.append(name)
      } else if name != "." && name != ".." {
        names.append(name)
      }
    }
    guard errno == 0 else { throw SystemError.last }
    names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    unreadableNames.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns the names that are UTF-8, sorted by bytes.
  static func names(in folder: String) throws(SystemError) -> [String] {
    try FolderListing(of: folder).names
  }

  /// Creates the folder and its parents, unless they exist.
  static func create(_ folder: String) throws(FileFailure) {
    do throws(SystemError) {
      if try FileStatus(path: folder).kind == .folder { return }
      throw SystemError(code: ENOTDIR)
    } catch {
      guard error.code == ENOENT else { throw FileFailure(.write, folder, error.reason) }
    }
    let parent = FilePaths.folder(of: folder)
    if parent != folder, parent != "." { try create(parent) }
    do throws(SystemError) {
      _ = try retrying { unsafe mkdir(folder, 0o777) }
    } catch {
      guard error.code != EEXIST else { return }
      throw FileFailure(.write, folder, error.reason)
    }
  }
}
