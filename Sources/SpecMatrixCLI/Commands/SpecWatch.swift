/// A loop that polls specs, settings and packs, and checks again when one is saved, added or removed.
///
/// Comparing sizes and times instead of subscribing to events works everywhere, including shared folders, and takes a few milliseconds for
/// a thousand files.
struct SpecWatch {
  let paths: [String]
  let skippedFolder: String
  let clearsScreen: Bool
  let console: Console

  /// The interval in milliseconds.
  private static let pause = 300

  /// Checks once, then after every change, until a request to stop, which is the normal end of a watch.
  ///
  /// `check` returns the files besides the specs that affect the findings. An error of the first check is thrown; later ones are reported,
  /// except a `SystemError` when standard output cannot be written.
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
          // Files already followed keep their stamp from before the check, so that no change is missed.
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
