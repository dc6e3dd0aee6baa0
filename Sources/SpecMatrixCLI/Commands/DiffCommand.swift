import ArgumentParser
import Reporting

/// `specmatrix diff`: reports what changed for QA between two versions of specs.
struct DiffCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Report what changed for QA between two versions of specs.",
    discussion: """
      A version is a file, a folder, or REVISION:PATH in a git repository, where the path starts at \
      the root of the repository. A revision alone means the same path in that revision; without NEW, \
      OLD is compared with the files as they are now. Cases keep the numbers of the suite generated \
      from OLD.

      Examples:
        specmatrix diff main specs/post.yaml       since the branch began
        specmatrix diff main:specs/post.yaml       the same, shorter
        specmatrix diff HEAD~3                     all specs in the folder specs
        specmatrix diff old.yaml new.yaml --format markdown
        specmatrix diff v1.0: v1.1: --exit-code    for continuous integration
      """
  )

  @Argument(help: .value("old", "The old version."), completion: .file())
  var old: String

  @Argument(
    help: .value("new", "The new version. (default: the files as they are now)"),
    completion: .file()
  )
  var new: String?

  @Option(help: "The format of the report.")
  var format = ReportFormat.text

  @Flag(help: "Show all changes of a kind, not only the first ten (text).")
  var all = false

  @Flag(help: "Exit with status 1 if anything changed.")
  var exitCode = false

  @OptionGroup var color: ColorOption

  @OptionGroup var outputFile: OutputFileOption

  @Option(
    help: .value("folder", "The folder of generated suites, for the ids of cases."),
    completion: .directory
  )
  var suiteFolder = "output"

  @OptionGroup var day: DayOption

  @OptionGroup var settings: SettingsOptions

  func execute(on console: Console) throws -> CommandStatus {
    let console = day.applied(to: console)
    let versions = try versions()
    let sources = (versions.old.entries + versions.new.entries).map(\.source)
    let project = settings.project(suiteFolder)
    let pipeline = try Pipeline(sources: sources, of: project, on: console)
    try outputFile.expect(apartFrom: pipeline.inputFiles)
    let comparison = Comparison(pipeline: pipeline, console: console)
    let (report, status) = try comparison.report(from: versions.old, to: versions.new)
    try outputFile.write(render(report, on: console), on: console)
    return max(status, exitCode && !report.isEmpty ? .findings : .success)
  }

  private func render(_ report: ChangeReport, on console: Console) -> String {
    let usesColor = outputFile.path == nil ? color.isUsed(on: console) : color.color == .always
    return switch format {
    case .text: report.text(limit: all ? nil : 10, usesColor: usesColor)
    case .json: report.json
    case .markdown: report.markdown
    }
  }

  // MARK: What the arguments name

  /// Returns both versions; a revision without a path takes the path of the other version.
  private func versions() throws(CommandFailure) -> (old: SpecVersion, new: SpecVersion) {
    guard old != "-" || new != "-" else {
      throw CommandFailure("only one of the two can come from standard input")
    }
    let here = folder(of: new) ?? folder(of: old) ?? "."
    let before = try SpecVersion.Argument(old, in: here)
    let after: SpecVersion.Argument
    if let new {
      after = try SpecVersion.Argument(new, in: here)
    } else {
      after = .file(try newPath(before))
    }
    // The root is needed only when a revision is read.
    let folder = folder(of: after.filePath) ?? folder(of: before.filePath) ?? here
    return (
      try version(before, other: after, in: folder),
      try version(after, other: before, in: folder)
    )
  }

  /// Returns the path of the new version if only the old one is given.
  private func newPath(_ before: SpecVersion.Argument) throws(CommandFailure) -> String {
    switch before {
    case .file: throw CommandFailure("name the version to compare \(old) with")
    case .revision(_, nil): return "specs"
    case .revision(_, let path?):
      // In the root of the repository, the path stays as written.
      return try GitRevision.prefix(of: ".").isEmpty
        ? path : FilePaths.join(try GitRevision.root(of: "."), path)
    }
  }

  private func version(
    _ argument: SpecVersion.Argument,
    other: SpecVersion.Argument,
    in folder: String
  ) throws(CommandFailure) -> SpecVersion {
    switch argument {
    case .file(let path): return try SpecVersion(path: path, skipping: suiteFolder)
    case .revision(let revision, var path):
      path = path ?? other.revisionPath
      if path == nil { path = try treePath(other) }
      return try SpecVersion(revision, path: path ?? "", root: try GitRevision.root(of: folder))
    }
  }

  /// Returns the path of a file relative to the root of its repository.
  private func treePath(_ argument: SpecVersion.Argument) throws(CommandFailure) -> String? {
    guard let path = argument.filePath, let folder = folder(of: path) else { return nil }
    let prefix = try GitRevision.prefix(of: folder)
    guard folder != path else { return prefix }
    return prefix + FilePaths.name(of: path)
  }

  /// Returns the path itself if it is a folder, otherwise its parent folder.
  private func folder(of path: String?) -> String? {
    guard let path, path != "-", let kind = FileStatus.kind(of: path) else { return nil }
    return kind == .folder ? path : FilePaths.folder(of: path)
  }
}
