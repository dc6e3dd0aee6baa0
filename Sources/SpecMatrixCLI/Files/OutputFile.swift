/// Files that a command writes its results to.
enum OutputFile {
  /// Replaces the file as a whole; a device or a pipe is written to as it is.
  static func write(_ text: String, to path: String) throws(FileFailure) {
    try write([(text, path)])
  }

  /// Replaces all files once each of them is whole; devices and pipes are written to as they are.
  static func write(_ files: [(text: String, path: String)]) throws(FileFailure) {
    var staged = StagedFiles()
    var devices: [(text: String, path: String)] = []
    for file in files {
      if (try? FileStatus(path: file.path))?.kind == .special {
        devices.append(file)
      } else {
        try staged.add(Array(file.text.utf8), to: file.path)
      }
    }
    try staged.commit()
    for device in devices { try write(device.text, onto: device.path) }
  }

  /// Writes behind what a file holds; where there is none it is created.
  static func append(_ text: String, to path: String) throws(FileFailure) {
    do throws(SystemError) {
      let file = try OpenFile(appendingTo: path)
      try writeAll(Array(text.utf8), to: file.descriptor)
      try file.close()
    } catch {
      throw FileFailure(.write, path, error.reason)
    }
  }

  private static func write(_ text: String, onto device: String) throws(FileFailure) {
    do throws(SystemError) {
      let file = try OpenFile(writing: device)
      try file.waitForRoom()
      try writeAll(Array(text.utf8), to: file.descriptor)
      try file.close()
    } catch {
      throw FileFailure(.write, device, error.reason)
    }
  }
}
