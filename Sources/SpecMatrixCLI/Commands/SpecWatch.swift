/// Looks at specs again and again, and has them checked when one is saved, added or removed, or when the settings or a pack are saved.
///
/// It compares sizes and times instead of subscribing to events: that works the same everywhere, also on shared folders, and a look
/// at a thousand files takes a few milliseconds.
struct SpecWatch {
  let paths: [String]
  let skippedFolder: String
  /// True if each report stands alone on the screen.
  let clearsScreen: Bool
  let console: Console

  /// Milliseconds between two looks.
  private static let pause = 300

  /// Checks once, then after every change, until a request to stop, which is the normal end of a watch.
  ///
  /// - Parameter check: Checks, and returns the files besides the specs that decide what is found. From the second time on a mistake in
  ///   one of them is reported and does not end the watch.
  /// - Returns: Success.
  /// - Throws: What the first check throws, and `SystemError` where standard output cannot be written.
  func repeating(_ check: () throws -> [String]) throws -> CommandStatus {
    guard !paths.contains("-") else {
      throw CommandFailure("standard input cannot be watched: name files or folders")
    }
    console.stopRequests.listen()
    defer { console.stopRequests.ignore() }
    var seen: [FileStamp]?
    var followed: [FileStamp] = []
    while !console.stopRequests.areThere() {
      let found = SpecFinder(skippedFolder: skippedFolder).find(paths)
      let now = found.sources.map { FileStamp(path: $0.path) }
      let nowFollowed = followed.map { FileStamp(path: $0.path) }
      if now != seen || nowFollowed != followed {
        if clearsScreen { try console.write("\u{1B}[H\u{1B}[2J\u{1B}[3J") }
        for gone in Set((seen ?? []).map(\.path)).subtracting(now.map(\.path)).sorted() {
          console.say("\(gone) is gone")
        }
        let isFirst = seen == nil
        seen = now
        followed = nowFollowed
        do {
          let files = try check()
          // What is known already keeps the look from before the check, so that no change is missed.
          followed = files.map { file in
            followed.first { $0.path == file } ?? FileStamp(path: file)
          }
        } catch let failure as SystemError {
          throw failure
        } catch  where !isFirst {
          _ = console.status(of: error)
        }
        console.say("watching; Ctrl-C ends")
      }
      console.pause(Self.pause)
    }
    return .success
  }
}
