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
