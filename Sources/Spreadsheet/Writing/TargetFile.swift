#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file that appears whole or not at all: made under a temporary name beside its place, then put there in one step.
struct TargetFile: ~Copyable {
  let path: String
  let folder: String
  let temporaryPath: String
  private var isFinished = false

  /// Makes the temporary file, which shows at once whether the folder takes one.
  init(_ path: String) throws(WorkbookError) {
    let slash = path.lastIndex(of: "/")
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard !name.isEmpty else { throw .unwritable(path: path, reason: "it names a folder") }
    var attempt = 0
    var made: String?
    while made == nil {
      let candidate = "\(folder)/.\(name).\(getpid())-\(attempt).tmp"
      let descriptor = unsafe open(candidate, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 {
        _ = close(descriptor)
        made = candidate
      } else if errno == EEXIST, attempt < 100 {
        attempt += 1
      } else {
        throw .unwritable(path: path, reason: Self.reason(errno))
      }
    }
    self.path = path
    self.folder = folder
    temporaryPath = made ?? path
  }

  deinit {
    if !isFinished { _ = unsafe unlink(temporaryPath) }
  }

  /// Makes sure that the disk has room, since the library does not notice when its temporary files are cut short.
  func reserve(bytes: Int) throws(WorkbookError) {
    var disk = statvfs()
    guard unsafe statvfs(folder, &disk) == 0, disk.f_blocks > 0 else { return }
    let free = UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize))
    guard free.overflow || free.partialValue >= UInt64(bytes) else {
      throw .noRoom(path: path)
    }
  }

  /// Puts the file in its place.
  mutating func finish() throws(WorkbookError) {
    guard unsafe rename(temporaryPath, path) == 0 else {
      throw .unwritable(path: path, reason: Self.reason(errno))
    }
    isFinished = true
  }

  private static func reason(_ code: Int32) -> String {
    unsafe String(cString: strerror(code))
  }
}
