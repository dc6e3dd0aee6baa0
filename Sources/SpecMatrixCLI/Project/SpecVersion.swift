import Reporting
import YAMLSyntax

/// One side of a comparison: a spec, or all specs of a folder, as they are now or in a revision.
struct SpecVersion {
  struct Entry {
    /// The path in the folder; empty if the side is one spec.
    var name: String
    var source: SpecSource
  }

  /// The specs, in the order of their names.
  var entries: [Entry]
  var isFolder: Bool
  /// The revision, or `nil` for the files as they are now.
  var revision: GitRevision?
  /// The root of the working tree, if there is a revision.
  var root = ""
  var failures: [String] = []

  enum Argument {
    case file(String)
    case revision(GitRevision, path: String?)

    var filePath: String? { if case .file(let path) = self { path } else { nil } }
    var revisionPath: String? { if case .revision(_, let path) = self { path } else { nil } }

    /// Interprets a word as an existing file or folder, otherwise as `REVISION:PATH` or `REVISION` in the repository of the folder.
    init(_ word: String, in folder: String) throws(CommandFailure) {
      guard word != "-", !FileStatus.exists(word) else {
        self = .file(word)
        return
      }
      let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 || !SpecFinder.isPath(word) else {
        throw CommandFailure("\(word): there is no such file")
      }
      let path = parts.count == 2 && !parts[1].isEmpty ? String(parts[1]) : nil
      self = .revision(try GitRevision(String(parts[0]), in: folder), path: path)
    }
  }

  init(path: String, skipping skippedFolder: String) throws(CommandFailure) {
    let isFolder = path != "-" && FileStatus.kind(of: path) == .folder
    self.isFolder = isFolder
    let found = SpecFinder(skippedFolder: skippedFolder).find([path])
    failures = found.failed.map { "\($0.path): \($0.reason)" }
    let prefix = FilePaths.join(FilePaths.withoutTrailingSlash(path), "")
    entries = found.sources.map { source in
      let name = source.path.hasPrefix(prefix) ? String(source.path.dropFirst(prefix.count)) : ""
      return Entry(name: isFolder ? name : "", source: source)
    }
  }

  init(_ revision: GitRevision, path: String, root: String) throws(CommandFailure) {
    self.revision = revision
    self.root = root
    let path = path == "." || path == "/" ? "" : FilePaths.withoutTrailingSlash(path)
    switch try revision.kind(of: path) {
    case nil:
      throw CommandFailure(
        "\(revision.name) has no \(path); paths start at the root of the repository"
      )
    case .file:
      isFolder = false
      entries = [try Self.entry("", of: revision, at: path)]
    case .folder:
      isFolder = true
      entries = []
      for (name, isUTF8) in try revision.files(in: path) where Self.isSpec(name) {
        let place = path.isEmpty ? name : FilePaths.join(path, name)
        guard isUTF8 else {
          failures.append("\(revision.name):\(place): the name is not UTF-8: rename the file")
          continue
        }
        let entry = try Self.entry(name, of: revision, at: place)
        if case .bytes(let bytes, _) = entry.source, SuiteFolder.isSuite(bytes) { continue }
        entries.append(entry)
      }
    }
  }

  private static func entry(
    _ name: String,
    of revision: GitRevision,
    at path: String
  ) throws(CommandFailure) -> Entry {
    guard let bytes = try revision.bytes(of: path, limit: SyntaxLimits.bytes) else {
      throw CommandFailure("\(revision.name) has no file \(path)")
    }
    return Entry(name: name, source: .bytes(bytes, name: "\(revision.name):\(path)"))
  }

  /// True if a file in a revision has the name of a spec and is not in a hidden folder.
  private static func isSpec(_ name: String) -> Bool {
    let parts = name.split(separator: "/")
    return !parts.contains { $0.hasPrefix(".") }
      && parts.last.map { SpecFinder.isSpecName(String($0)) } ?? false
  }
}
