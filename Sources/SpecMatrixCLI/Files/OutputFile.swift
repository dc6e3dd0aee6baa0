/// A file that a command writes its results to.
enum OutputFile {
  /// Replaces the file as a whole; a device or a pipe is written to as it is.
  static func write(_ text: String, to path: String) throws(FileFailure) {
    try write(Array(text.utf8), to: path)
  }

  /// The same with bytes.
  static func write(_ bytes: [UInt8], to path: String) throws(FileFailure) {
    if (try? FileStatus(path: path))?.kind == .special {
      do throws(SystemError) {
        let file = try OpenFile(writing: path)
        try file.waitForRoom()
        try writeAll(bytes, to: file.descriptor)
        try file.close()
      } catch {
        throw FileFailure(.write, path, error.reason)
      }
      return
    }
    var staged = StagedFiles()
    try staged.add(bytes, to: path)
    try staged.commit()
  }
}
