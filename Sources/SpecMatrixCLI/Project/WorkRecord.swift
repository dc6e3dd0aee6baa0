import Text

/// A record of finished work: the files it read and wrote, with their states.
///
/// Records are in the user's cache, not in the project; if one is lost, the work is done again.
struct WorkRecord {
  private let path: String
  private let request: String
  /// The states, before the work began, of the files that affect the result.
  private let inputs: [String: FileState]

  /// Records the states of the inputs; returns `nil` without a cache, or if this build of the program cannot be identified.
  ///
  /// - Parameters:
  ///   - subject: The object of the work and the place of its files; there is one record for each.
  ///   - request: The parameters that affect the result besides files.
  ///   - inputs: The files that affect the result, present or not; they must not have been read yet.
  ///   - console: Its environment locates the cache: `XDG_CACHE_HOME`, else `.cache` in `HOME`.
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

  /// The recorded text, if the request is the same and all files are unchanged.
  var current: String? {
    guard let bytes = try? FileContents.bytes(of: path, limit: 1 << 20) else { return nil }
    let parts = String(decoding: bytes, as: UTF8.self).split(
      separator: "\0",
      omittingEmptySubsequences: false
    ).map(String.init)
    guard parts.count > 1, parts[0] == digest(parts[1], parts.dropFirst(2)) else { return nil }
    return parts[1]
  }

  /// Records that the work is done, unless an input was saved in the meantime.
  ///
  /// `text` is what `current` returns for the same request; `outputs` are the written files.
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
