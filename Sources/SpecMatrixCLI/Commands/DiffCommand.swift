import ArgumentParser
import Reporting

/// `specmatrix diff`: what changed for QA between two versions of specs.
struct DiffCommand: ConsoleCommand {
  /// The formats of the report.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, markdown
  }

  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Say what changed for QA between two versions of specs.",
    discussion: """
      A version is a file, a folder, or REVISION:PATH of a git repository, the path counted from its \
      root. A revision alone stands for the same path in that revision, and without NEW a path is \
      that of the files as they are now. Cases keep the numbers of the suite that was generated of OLD.

      Examples:
        specmatrix diff main specs/post.yaml       since the branch began
        specmatrix diff main:specs/post.yaml       the same, in short
        specmatrix diff HEAD~3                     all specs in the folder specs
        specmatrix diff old.yaml new.yaml --format markdown
        specmatrix diff v1.0: v1.1: --exit-code    for continuous integration
      """
  )

  @Argument(help: ArgumentHelp("The version before.", valueName: "old"), completion: .file())
  var old: String

  @Argument(
    help: ArgumentHelp("The version after. (default: the files as they are)", valueName: "new"),
    completion: .file()
  )
  var new: String?

  @Option(help: "How the report is written.")
  var format = Format.text

  @Flag(help: "Show all changes of a kind, not only the first ten (text).")
  var all = false

  @Flag(help: "Make the exit status 1 where something changes.")
  var exitCode = false

  @Option(
    help: ArgumentHelp("Colours; auto: on a terminal unless NO_COLOR is set.", valueName: "when")
  )
  var color = ColorChoice.auto

  @Option(
    help: ArgumentHelp("Write the report to a file instead.", valueName: "file"),
    completion: .file()
  )
  var outputFile: String?

  @Option(
    help: ArgumentHelp(
      "Where generated suites are looked for, whose numbers the cases have.",
      valueName: "folder"
    ),
    completion: .directory
  )
  var suiteFolder = "output"

  @OptionGroup var settings: SettingsOptions

  func execute(on console: Console) throws -> CommandStatus {
    let versions = try versions()
    let sources = (versions.old.entries + versions.new.entries).map(\.source)
    let projects = try settings.projects(for: sources)
    let comparison = Comparison(
      pipeline: Pipeline(today: try console.today(), projects: projects),
      suites: SuiteFolder(path: suiteFolder),
      console: console
    )
    let (report, status) = try comparison.report(from: versions.old, to: versions.new)
    let text = render(report, on: console)
    if let outputFile {
      try OutputFile.write(text, to: outputFile)
    } else {
      try console.write(text)
    }
    return max(status, exitCode && !report.isEmpty ? .findings : .success)
  }

  private func render(_ report: ChangeReport, on console: Console) -> String {
    let usesColor = outputFile == nil ? color.usesColor(on: console) : color == .always
    return switch format {
    case .text: report.text(limit: all ? nil : 10, usesColor: usesColor)
    case .json: report.json
    case .markdown: report.markdown
    }
  }

  // MARK: What the arguments name

  /// Both sides; of a side that is only a revision the path is that of the other.
  private func versions() throws(UsageError) -> (old: SpecVersion, new: SpecVersion) {
    guard old != "-" || new != "-" else {
      throw UsageError("only one of the two can come from standard input")
    }
    let here = folder(of: new) ?? folder(of: old) ?? "."
    let before = try SpecVersion.Argument(old, in: here)
    let after: SpecVersion.Argument
    if let new {
      after = try SpecVersion.Argument(new, in: here)
    } else {
      after = .file(try newPath(before))
    }
    // The root is asked for only where a revision is read.
    let folder = folder(of: filePath(after)) ?? folder(of: filePath(before)) ?? here
    return (
      try version(before, other: after, in: folder),
      try version(after, other: before, in: folder)
    )
  }

  /// The path of the new version where only the old one is named.
  private func newPath(_ before: SpecVersion.Argument) throws(UsageError) -> String {
    switch before {
    case .file: throw UsageError("name the version to compare \(old) with")
    case .revision(_, nil): return "specs"
    case .revision(_, let path?):
      // Of a run in the root, the path as it was written.
      return try GitRevision.prefix(of: ".").isEmpty
        ? path : FilePaths.join(try GitRevision.root(of: "."), path)
    }
  }

  private func version(
    _ argument: SpecVersion.Argument,
    other: SpecVersion.Argument,
    in folder: String
  ) throws(UsageError) -> SpecVersion {
    switch argument {
    case .file(let path): return try SpecVersion(path: path, skipping: suiteFolder)
    case .revision(let revision, var path):
      path = path ?? revisionPath(other)
      if path == nil { path = try treePath(other) }
      return try SpecVersion(revision, path: path ?? "", root: try GitRevision.root(of: folder))
    }
  }

  private func revisionPath(_ argument: SpecVersion.Argument) -> String? {
    if case .revision(_, let path) = argument { return path }
    return nil
  }

  private func filePath(_ argument: SpecVersion.Argument) -> String? {
    if case .file(let path) = argument { return path }
    return nil
  }

  /// The path of a file as from the root of its repository.
  private func treePath(_ argument: SpecVersion.Argument) throws(UsageError) -> String? {
    guard case .file(let path) = argument, let folder = folder(of: path) else { return nil }
    let prefix = try GitRevision.prefix(of: folder)
    guard folder != path else { return prefix }
    return prefix + (path.split(separator: "/").last.map(String.init) ?? "")
  }

  /// The folder that a path leads into, itself where it is one.
  private func folder(of path: String?) -> String? {
    guard let path, path != "-", let kind = try? FileStatus(path: path).kind else { return nil }
    return kind == .folder ? path : FilePaths.folder(of: path)
  }
}
