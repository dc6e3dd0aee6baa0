/// The bytes of a file.
enum FileContents {
  /// Reads a regular file, no more than `limit` bytes and one.
  ///
  /// Pipes and devices are refused, since reading one may never end.
  static func bytes(of path: String, limit: Int) throws(FileFailure) -> [UInt8] {
    do throws(SystemError) {
      let file = try OpenFile(reading: path)
      switch try FileStatus(descriptor: file.descriptor).kind {
      case .regular: return try readAll(from: file.descriptor, limit: limit)
      case .folder: throw SystemError.isFolder
      case .special, .link: break
      }
    } catch {
      throw FileFailure(.read, path, error.reason)
    }
    throw FileFailure(.read, path, "it is no regular file; give a pipe as standard input, with `-`")
  }
}
