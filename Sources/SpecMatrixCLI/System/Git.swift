#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The files of a commit, read through the program `git`.
struct GitRevision {
  enum Kind {
    case file, folder
  }

  /// As the command line has it: `main`, `HEAD~3`.
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
        "\(name): neither a file nor a revision: \(folder == "." ? "this folder" : folder) is not in a git repository"
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

  /// The kind of what is at a path from the root of the repository; the root itself is the empty path.
  func kind(of path: String) throws(CommandFailure) -> Kind? {
    guard let type = try Self.git(["cat-file", "-t", object(path)], in: folder) else { return nil }
    return switch Self.line(type) {
    case "blob": .file
    case "tree": .folder
    default: nil
    }
  }

  /// The bytes of a file, at most `limit` + 1; `nil` where there is none.
  func bytes(of path: String, limit: Int) throws(CommandFailure) -> [UInt8]? {
    try Self.git(["cat-file", "blob", object(path)], in: folder, limit: limit)
  }

  /// The paths of all files below a folder, relative to it, in the order of their bytes.
  func files(in path: String) throws(CommandFailure) -> [String] {
    let arguments = ["ls-tree", "-r", "-z", "--full-tree", "--name-only", object(path)]
    let names = try Self.git(arguments, in: folder) ?? []
    return names.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The lines of YAML and JSON files of the whole revision that begin with a key `id`, with the paths of the files from the root of the repository.
  func linesWithIDs() throws(CommandFailure) -> [(path: String, line: [UInt8])] {
    let arguments = [
      "grep", "-I", "-z", "--full-name", "-E", "-e", #"^(id|[[:space:]]*"id")[[:space:]]*:"#,
      commit,
      "--", ":(top)*.yaml", ":(top)*.yml", ":(top)*.json",
    ]
    let output = try Self.git(arguments, in: folder) ?? []
    // Each line is the commit, a colon, the path, a zero byte, and the line of the file.
    return output.split(separator: UInt8(ascii: "\n")).compactMap { record in
      let parts = record.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      let path = parts[0].dropFirst(commit.utf8.count + 1)
      return (String(decoding: path, as: UTF8.self), Array(parts[1]))
    }
  }

  /// The path of a folder of the working tree from the root of the repository, ending in `/` unless empty.
  ///
  /// - Throws: `CommandFailure` where the folder is in no repository.
  static func prefix(of folder: String) throws(CommandFailure) -> String {
    guard let prefix = try git(["rev-parse", "--show-prefix"], in: folder) else {
      throw CommandFailure("\(folder) is not in a git repository")
    }
    return line(prefix)
  }

  /// The path of the root of the working tree of a folder.
  static func root(of folder: String) throws(CommandFailure) -> String {
    guard let root = try git(["rev-parse", "--show-toplevel"], in: folder) else {
      throw CommandFailure("\(folder) is not in a git repository")
    }
    return line(root)
  }

  private func object(_ path: String) -> String { "\(commit):\(path)" }

  /// The output of git; `nil` where it fails.
  private static func git(
    _ arguments: [String],
    in folder: String,
    limit: Int = 1 << 28
  ) throws(CommandFailure) -> [UInt8]? {
    do throws(SystemError) {
      let run = try ChildProcess.outcome(of: ["git", "-C", folder] + arguments, limit: limit)
      return run.status == 0 || run.output.count > limit ? run.output : nil
    } catch {
      throw CommandFailure("cannot run git to read revisions: \(error.reason)")
    }
  }

  private static func line(_ bytes: [UInt8]) -> String {
    String(
      decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...],
      as: UTF8.self
    )
  }
}

/// A program run to its end, without a shell.
enum ChildProcess {
  struct Outcome {
    /// The exit status; 128 plus the signal where one ended the program.
    let status: Int32
    let output: [UInt8]
  }

  /// Runs a program found by `PATH`, without input; its messages are discarded.
  ///
  /// - Parameters:
  ///   - arguments: The program's name, then its arguments.
  ///   - limit: The most bytes of output that are wanted; one more is read to show that there are more.
  /// - Returns: How it ended and what it wrote.
  /// - Throws: `SystemError` where it cannot be run.
  static func outcome(of arguments: [String], limit: Int) throws(SystemError) -> Outcome {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw SystemError.last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let process: pid_t
    do throws(SystemError) {
      process = try spawn(arguments, output: ends[1])
    } catch {
      for end in ends { close(end) }
      throw error
    }
    close(ends[1])
    let output = Result { () throws(SystemError) in try readAll(from: ends[0], limit: limit) }
    // A program that writes on gets a signal and ends.
    close(ends[0])
    var status: Int32 = 0
    _ = try retrying { unsafe waitpid(process, &status, 0) }
    let signal = status & 0x7F
    return Outcome(
      status: signal == 0 ? status >> 8 & 0xFF : 128 + signal,
      output: try output.get()
    )
  }

  private static func spawn(_ arguments: [String], output: Int32) throws(SystemError) -> pid_t {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = unsafe posix_spawn_file_actions_t()
    #endif
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { throw SystemError.last }
    defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    var process: pid_t = 0
    let code = unsafe posix_spawnp(&process, arguments[0], &actions, nil, &words, environ)
    guard code == 0 else { throw SystemError(code: code) }
    return process
  }
}
