import Text

/// That the work on something is done: the files it read and wrote, and what they held in the end.
///
/// It lies in the user's cache, not in the project, and may be lost at any time: then the work is done again.
struct WorkRecord {
  private let path: String
  private let request: String
  /// What the files that decide the result held before the work began.
  private let inputs: [String: FileState]

  /// There is none where there is no cache, or where this build of the program cannot be told from another.
  ///
  /// - Parameters:
  ///   - subject: What the work is on, and where its files go: there is one record for each.
  ///   - request: What decides the result besides files.
  ///   - inputs: The files that decide the result, present or not; the work on them begins afterwards.
  ///   - console: Its environment says where the cache is: `XDG_CACHE_HOME`, else `.cache` in `HOME`.
  init?(of subject: [String], request: [String], inputs: [String], on console: Console) {
    let environment = console.environment
    func folder(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    guard let cache = folder("XDG_CACHE_HOME") ?? folder("HOME").map({ "\($0)/.cache" }),
      let program = try? FileStatus(path: "/proc/self/exe")
    else { return nil }
    path = "\(cache)/specmatrix/\(TextDigest.whole(Self.joined(subject)))"
    self.request = Self.joined(
      request + inputs + ["\(program.identity)", "\(program.size)", "\(program.modified)"]
    )
    self.inputs = Dictionary(firstOf: inputs.map { ($0, Self.state(of: $0)) })
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

  /// Notes that the work is done, with a text for whoever asks for the same again; nothing if an input was saved meanwhile.
  ///
  /// - Parameters:
  ///   - text: What is said when the same is asked for again.
  ///   - outputs: The files that the work wrote.
  func keep(_ text: String, outputs: [String]) {
    let files = inputs.keys.sorted() + outputs
    let digest = digest(text, files[...])
    guard inputs.allSatisfy({ Self.state(of: $0.key) == $0.value }) else { return }
    try? FolderListing.create(FilePaths.folder(of: path))
    try? OutputFile.write(Self.joined([digest, text] + files), to: path)
  }

  private func digest(_ text: String, _ files: ArraySlice<String>) -> String {
    TextDigest.whole(
      Self.joined(
        [request, text] + files.map { "\($0) \(Self.state(of: $0))" }
      )
    )
  }

  private static func state(of path: String) -> FileState {
    (try? FileState(following: path)) ?? .other
  }

  private static func joined(_ parts: [String]) -> String { parts.joined(separator: "\0") }
}
