/// Looks at specs again and again, and has them checked when one is saved, added or removed.
///
/// It compares sizes and times instead of subscribing to events: that works the same everywhere, also on shared folders, and a look
/// at a thousand files takes a few milliseconds.
struct SpecWatch {
  let paths: [String]
  let skippedFolder: String
  /// Whether each report stands alone on the screen.
  let clearsScreen: Bool
  let console: Console

  /// Milliseconds between two looks.
  private static let pause = 300

  /// What a look sees of a spec.
  private struct Stamp: Hashable {
    var path: String
    var identity: FileStatus.Identity?
    var size: Int?
    var modified: Int?
  }

  /// Checks once, then after every change, until a request to stop, which is the normal end of a watch.
  func repeating(_ check: () throws -> CommandStatus) throws -> CommandStatus {
    guard !paths.contains("-") else {
      throw CommandFailure("standard input cannot be watched: name files or folders")
    }
    console.stopRequests.listen()
    defer { console.stopRequests.ignore() }
    var seen: [Stamp]?
    while !console.stopRequests.areThere() {
      let now = look()
      if now != seen {
        if clearsScreen { try console.write("\u{1B}[H\u{1B}[2J\u{1B}[3J") }
        for gone in Set((seen ?? []).map(\.path)).subtracting(now.map(\.path)).sorted() {
          console.say("\(gone) is gone")
        }
        seen = now
        _ = try check()
        console.say("watching; Ctrl-C ends")
      }
      console.pause(Self.pause)
    }
    return .success
  }

  private func look() -> [Stamp] {
    let found = SpecFinder(skippedFolder: skippedFolder).find(paths)
    return found.sources.map { source in
      let status = try? FileStatus(path: source.path)
      return Stamp(
        path: source.path,
        identity: status?.identity,
        size: status?.size,
        modified: status?.modified
      )
    }
  }
}
