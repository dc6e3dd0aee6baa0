/// The files of a commit, read with the program `git`.
///
/// A repository may come from anyone, including its configuration, which can name programs to run. So git fetches nothing, runs no helper,
/// and reads no repository that lies inside the files of another.
struct GitRevision {
  enum Kind {
    case file, folder
  }

  /// The revision as written on the command line: `main`, `HEAD~3`.
  let name: String
  private let folder: String
  /// The commit's hash, as a name may move while files are read.
  private let commit: String

  /// Finds a commit by a branch, a tag, a hash or any other revision; throws if git, the repository or the commit is missing.
  init(_ name: String, in folder: String) throws(CommandFailure) {
    self.name = name
    self.folder = folder
    if let form = Self.formOfSeveral(name) {
      throw CommandFailure("\(name) is \(form); name a branch, a tag or a commit")
    }
    let found = try GitRun(["rev-parse", "--git-dir"], in: folder)
    guard found.isDone else {
      guard found.says("not a git repository") else { throw found.failure("the repository") }
      throw CommandFailure(
        "\(name): neither a file nor a revision: \(folder == "." ? "this folder" : folder) is not in a git repository"
      )
    }
    let run = try GitRun(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"],
      in: folder
    )
    let hash = run.line
    guard !name.isEmpty, run.isDone, Self.isHash(hash) else {
      throw CommandFailure(
        "\(name): neither a file nor a revision of the git repository; name a branch, a tag or a commit"
      )
    }
    commit = hash
  }

  /// Returns a description of a name that stands for no commit or for several, or `nil` for other names.
  private static func formOfSeveral(_ name: String) -> String? {
    if name.hasPrefix("-") { return "an option of git, not a revision" }
    if name.hasPrefix("^") { return "everything but a revision" }
    if name.contains("..") { return "a range of revisions" }
    let suffixes = ["^@", "^!", "^-"]
    return suffixes.contains(where: name.hasSuffix) ? "more than one revision" : nil
  }

  private static func isHash(_ text: String) -> Bool {
    [40, 64].contains(text.utf8.count)
      && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }

  /// Returns the kind of the entry at a path from the root of the repository, which itself is the empty path; throws if git fails.
  func kind(of path: String) throws(CommandFailure) -> Kind? {
    guard !path.isEmpty else { return .folder }
    // `100644 blob HASH<tab>PATH`, or nothing if there is no such path.
    let run = try GitRun(["ls-tree", "-z", "--full-tree", commit, "--", path], in: folder)
    guard run.isDone else { throw run.failure("\(name):\(path)") }
    let type = run.output.split(separator: UInt8(ascii: " "), maxSplits: 2).dropFirst().first
    return switch type.map({ String(decoding: $0, as: UTF8.self) }) {
    case "blob": .file
    case "tree": .folder
    default: nil
    }
  }

  /// Returns the bytes of a file, at most `limit` + 1, or `nil` if there is none; throws if git cannot read it.
  func bytes(of path: String, limit: Int) throws(CommandFailure) -> [UInt8]? {
    let run = try GitRun(["cat-file", "blob", "\(commit):\(path)"], in: folder, limit: limit)
    if run.isDone { return run.output }
    guard try kind(of: path) == .file else { return nil }
    throw run.failure("\(name):\(path)")
  }

  /// Returns the paths of all files below a folder, relative to it and sorted by bytes, with replacement characters for what is not UTF-8;
  /// throws if git fails.
  func files(in path: String) throws(CommandFailure) -> [(path: String, isUTF8: Bool)] {
    let run = try GitRun(
      ["ls-tree", "-r", "-z", "--full-tree", "--name-only", "\(commit):\(path)"],
      in: folder
    )
    guard run.isDone else { throw run.failure("\(name):\(path)") }
    return run.output.split(separator: 0).map { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      return (text, text.utf8.elementsEqual(bytes))
    }.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Returns the lines of YAML and JSON files in the revision that begin with the key `id`, with the paths of the files from the root of
  /// the repository; throws if git cannot read all of them.
  func linesWithIDs() throws(CommandFailure) -> [(path: String, line: [UInt8])] {
    // The options override user settings of `grep` that add to the lines.
    let arguments = [
      "grep", "-I", "-z", "--full-name", "--no-color", "--no-line-number", "--no-column",
      "--no-recurse-submodules", "--no-textconv", "-E", "-e",
      #"^(id|[[:space:]]*"id")[[:space:]]*:"#, commit,
      "--", ":(top)*.yaml", ":(top)*.yml", ":(top)*.json",
    ]
    let run = try GitRun(arguments, in: folder)
    // Status 1 means no match, but also that a file could not be read.
    guard run.isDone || (run.status == 1 && run.complaint == nil) else { throw run.failure(name) }
    // Each record is the commit, a colon, the path, a zero byte, and the line.
    return run.output.split(separator: UInt8(ascii: "\n")).compactMap { record in
      let parts = record.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      let path = parts[0].dropFirst(commit.utf8.count + 1)
      return (String(decoding: path, as: UTF8.self), Array(parts[1]))
    }
  }

  /// Returns the path of a folder from the root of its repository, ending in `/` unless empty; throws if there is no repository.
  static func prefix(of folder: String) throws(CommandFailure) -> String {
    try place("--show-prefix", of: folder)
  }

  /// Returns the path of the root of the working tree of a folder.
  static func root(of folder: String) throws(CommandFailure) -> String {
    try place("--show-toplevel", of: folder)
  }

  /// Returns the commit of a working tree, with a `+` if some of the files differ from it: `02d755cbe4fa+`; `nil` if git has none.
  static func short(of files: [String], in folder: String) -> String? {
    guard let head = try? GitRun(["rev-parse", "--short=12", "HEAD"], in: folder), head.isDone
    else { return nil }
    guard !files.isEmpty else { return head.line }
    // Compared by their bytes: `git status` would run the filters that a repository names.
    let literal = ["--literal-pathspecs"]
    guard
      let committed = try? GitRun(
        literal + ["ls-tree", "-z", "HEAD", "--"] + files,
        in: folder
      ), committed.isDone,
      let present = try? GitRun(["hash-object", "--no-filters", "--"] + files, in: folder),
      present.isDone
    else { return head.line + "+" }
    // `100644 blob HASH<tab>PATH`.
    let before = committed.output.split(separator: 0).compactMap { entry in
      entry.split(separator: UInt8(ascii: "\t"), maxSplits: 1).first?
        .split(separator: UInt8(ascii: " ")).last.map { String(decoding: $0, as: UTF8.self) }
    }
    let now = present.output.split(separator: UInt8(ascii: "\n"))
      .map { String(decoding: $0, as: UTF8.self) }
    return head.line + (before.sorted() == now.sorted() ? "" : "+")
  }

  private static func place(_ option: String, of folder: String) throws(CommandFailure) -> String {
    let run = try GitRun(["rev-parse", option], in: folder)
    guard run.isDone else {
      guard run.says("not a git repository") else { throw run.failure("the repository") }
      throw CommandFailure("\(folder) is not in a git repository")
    }
    return run.line
  }
}

private struct GitRun {
  let status: Int32
  let output: [UInt8]
  /// The last error message of git, or `nil` if there is none.
  let complaint: String?
  /// True if git succeeded, or wrote more than the limit.
  let isDone: Bool

  private static let settings = [
    // Nothing missing from a partial clone is fetched.
    "protocol.allow=never",
    "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat",
    // A repository inside the files of another is not used.
    "safe.bareRepository=explicit",
  ]

  /// Changes to the environment of git.
  ///
  /// In a hook, git puts its own repository there, but the folder of the specs must decide which one is used.
  private static let environment: [String: String?] = [
    "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none", "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_REPLACE_OBJECTS": "1", "LC_ALL": "C",
    "GIT_DIR": nil, "GIT_WORK_TREE": nil, "GIT_COMMON_DIR": nil, "GIT_INDEX_FILE": nil,
    "GIT_PREFIX": nil, "GIT_NAMESPACE": nil, "GIT_OBJECT_DIRECTORY": nil,
    "GIT_ALTERNATE_OBJECT_DIRECTORIES": nil, "GIT_GRAFT_FILE": nil, "GIT_SHALLOW_FILE": nil,
    "GIT_IMPLICIT_WORK_TREE": nil, "GIT_INTERNAL_SUPER_PREFIX": nil, "GIT_EXTERNAL_DIFF": nil,
    "GIT_LITERAL_PATHSPECS": nil, "GIT_GLOB_PATHSPECS": nil, "GIT_NOGLOB_PATHSPECS": nil,
    "GIT_ICASE_PATHSPECS": nil,
  ]

  init(
    _ arguments: [String],
    in folder: String,
    limit: Int = 1 << 28
  ) throws(CommandFailure) {
    let words =
      ["git", "-C", folder, "--no-pager"] + Self.settings.flatMap { ["-c", $0] } + arguments
    do throws(SystemError) {
      let run = try ChildProcess.outcome(of: words, environment: Self.environment, limit: limit)
      status = run.status
      output = run.output
      isDone = run.status == 0 || run.output.count > limit
      let lines = String(decoding: run.errors, as: UTF8.self).split(separator: "\n")
      complaint = lines.last { $0.hasPrefix("fatal: ") || $0.hasPrefix("error: ") }.map {
        String($0.dropFirst("fatal: ".count))
      }
    } catch {
      throw CommandFailure("cannot run git to read revisions: \(error.reason)")
    }
  }

  var line: String {
    String(
      decoding: output.last == UInt8(ascii: "\n") ? output.dropLast() : output[...],
      as: UTF8.self
    )
  }

  func says(_ words: String) -> Bool { complaint?.contains(words) ?? false }

  /// Returns the failure to read something, with git's message and advice.
  func failure(_ subject: String) -> CommandFailure {
    let reason = complaint ?? "it ended with status \(status)"
    let advice =
      if says("dubious ownership") {
        "; if you trust it, say so to git: git config --global --add safe.directory FOLDER"
      } else if says("safe.bareRepository") {
        ""
      } else {
        "; nothing is fetched here: if a clone is partial or shallow, fetch what it lacks first"
      }
    return CommandFailure("git cannot read \(subject): \(reason)\(advice)")
  }
}
