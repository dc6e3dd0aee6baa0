/// The files of a commit, read through the program `git`.
struct GitRevision {
  enum Kind {
    case file, folder
  }

  /// As it was written: `main`, `HEAD~3`.
  let name: String
  /// Where `git` is run.
  private let folder: String
  /// The commit's hash: a name may move while we read.
  private let commit: String

  /// Finds a commit.
  ///
  /// - Parameters:
  ///   - name: A branch, a tag, a hash or anything else that git calls a revision.
  ///   - folder: A folder of the repository's working tree.
  /// - Throws: `CommandFailure` where git is missing, the folder is in no repository or the revision is unknown.
  init(_ name: String, in folder: String) throws(CommandFailure) {
    self.name = name
    self.folder = folder
    guard try Self.git(["rev-parse", "--git-dir"], in: folder) != nil else {
      throw CommandFailure(
        "\(name): neither a file nor a revision: \(folder == "." ? "this folder" : folder) is in no git repository"
      )
    }
    let arguments = [
      "rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}",
    ]
    guard !name.isEmpty, let hash = try Self.git(arguments, in: folder) else {
      throw CommandFailure(
        "\(name): neither a file nor a revision of the git repository; name a branch, a tag or a commit"
      )
    }
    commit = Self.line(hash)
  }

  /// What stands at a path, counted from the root of the repository; the root itself is the empty path.
  func kind(of path: String) throws(CommandFailure) -> Kind? {
    guard let type = try Self.git(["cat-file", "-t", object(path)], in: folder) else { return nil }
    return switch Self.line(type) {
    case "blob": .file
    case "tree": .folder
    default: nil
    }
  }

  /// The bytes of a file, at most `limit` and one; `nil` where there is none.
  func bytes(of path: String, limit: Int) throws(CommandFailure) -> [UInt8]? {
    try Self.git(["cat-file", "blob", object(path)], in: folder, limit: limit)
  }

  /// The paths of all files in a folder and those in it, as from that folder, in the order of their bytes.
  func files(in path: String) throws(CommandFailure) -> [String] {
    let arguments = ["ls-tree", "-r", "-z", "--full-tree", "--name-only", object(path)]
    let names = try Self.git(arguments, in: folder) ?? []
    return names.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The path of a folder of the working tree as from the root of the repository, ending in `/` unless empty.
  ///
  /// - Throws: `CommandFailure` where the folder is in no repository.
  static func prefix(of folder: String) throws(CommandFailure) -> String {
    guard let prefix = try git(["rev-parse", "--show-prefix"], in: folder) else {
      throw CommandFailure("\(folder) is in no git repository")
    }
    return line(prefix)
  }

  /// The path of the root of the working tree that a folder belongs to.
  static func root(of folder: String) throws(CommandFailure) -> String {
    guard let root = try git(["rev-parse", "--show-toplevel"], in: folder) else {
      throw CommandFailure("\(folder) is in no git repository")
    }
    return line(root)
  }

  private func object(_ path: String) -> String { "\(commit):\(path)" }

  /// What git writes, `nil` where it fails.
  private static func git(
    _ arguments: [String],
    in folder: String,
    limit: Int = 1 << 28
  ) throws(CommandFailure) -> [UInt8]? {
    do throws(SystemError) {
      let run = try ChildProcess.outcome(of: ["git", "-C", folder] + arguments, limit: limit)
      return run.status == 0 || run.output.count > limit ? run.output : nil
    } catch {
      throw CommandFailure("cannot run git, which revisions are read with: \(error.reason)")
    }
  }

  private static func line(_ bytes: [UInt8]) -> String {
    String(
      decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...],
      as: UTF8.self
    )
  }
}
