#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Paths as text, taken apart and put together.
enum FilePaths {
  /// The path from the root, with links followed.
  static func absolute(_ path: String) throws(SystemError) -> String {
    guard let resolved = unsafe realpath(path, nil) else { throw SystemError.last }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// A path from the root as people write it: without the working directory where it lies below that.
  static func fromHere(_ path: String) -> String {
    guard let here = try? absolute("."), here != "/", path.hasPrefix(here + "/") else {
      return path
    }
    return String(path.dropFirst(here.count + 1))
  }

  /// The path of a name in a folder: `specs` and `post.yaml` give `specs/post.yaml`.
  static func join(_ folder: String, _ name: String) -> String {
    folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
  }

  /// The folder in which the path's last name stands: of `a/b.json` it is `a`, of `b.json` the folder `.`.
  static func folder(of path: String) -> String {
    let trimmed = withoutTrailingSlash(path)
    guard let slash = trimmed.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == trimmed.startIndex ? "/" : withoutTrailingSlash(String(trimmed[..<slash]))
  }

  /// `specs/` as `specs`; the root stays.
  static func withoutTrailingSlash(_ path: String) -> String {
    var path = path[...]
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    return String(path)
  }
}
