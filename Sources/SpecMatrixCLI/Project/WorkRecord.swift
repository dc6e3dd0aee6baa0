import Text

/// That the work on something is done: the files it read and wrote, and what they held in the end.
///
/// It lies in the user's cache, not in the project, and may be lost at any time: then the work is done again.
struct WorkRecord {
  private let path: String
  private let request: String

  /// There is none where there is no cache, or where this build of the program cannot be told from another.
  ///
  /// - Parameters:
  ///   - subject: What the work is on, and where its files go: there is one record for each.
  ///   - request: What decides the result besides files.
  ///   - console: Its environment says where the cache is: `XDG_CACHE_HOME`, else `.cache` in `HOME`.
  init?(of subject: [String], request: [String], on console: Console) {
    let environment = console.environment
    func folder(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    guard let cache = folder("XDG_CACHE_HOME") ?? folder("HOME").map({ "\($0)/.cache" }),
      let program = try? FileStatus(path: "/proc/self/exe")
    else { return nil }
    path = "\(cache)/specmatrix/\(TextDigest.whole(Self.joined(subject)))"
    self.request = Self.joined(
      request + ["\(program.identity)", "\(program.size)", "\(program.modified)"]
    )
  }

  /// The text that was kept, if the request is the same and all files hold what they held.
  var current: String? {
    guard let bytes = try? FileContents.bytes(of: path, limit: 1 << 20) else { return nil }
    let parts = String(decoding: bytes, as: UTF8.self).split(
      separator: "\0",
      omittingEmptySubsequences: false
    ).map(String.init)
    guard parts.count > 1, parts[0] == digest(parts[1], parts.dropFirst(2)) else { return nil }
    return parts[1]
  }

  /// Notes that the work is done, with a text for whoever asks for the same again.
  func keep(_ text: String, files: [String]) {
    try? FolderListing.create(FilePaths.folder(of: path))
    try? OutputFile.write(Self.joined([digest(text, files[...]), text] + files), to: path)
  }

  private func digest(_ text: String, _ files: ArraySlice<String>) -> String {
    TextDigest.whole(
      Self.joined(
        [request, text] + files.map { "\($0) \((try? FileState(following: $0)) ?? .other)" }
      )
    )
  }

  private static func joined(_ parts: [String]) -> String { parts.joined(separator: "\0") }
}
