#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The names in a folder.
enum FolderListing {
  /// The names without `.` and `..`, in the order of their bytes.
  static func names(in folder: String) throws(SystemError) -> [String] {
    guard let stream = unsafe opendir(folder) else { throw SystemError.last }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    guard errno == 0 else { throw SystemError.last }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Creates the folder and those above it; that it exists already is no failure.
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
