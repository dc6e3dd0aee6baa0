import Diagnostics
import Specification
import TestDesign
import YAMLSyntax

/// What the specs held already in a revision of their git repository.
struct EarlierFindings {
  private let revisionName: String
  private let today: CalendarDay
  private let console: Console
  /// By folder: the revision, and the folder's path from the root of the repository.
  private var places: [String: (revision: GitRevision, prefix: String)] = [:]

  init(revision: String, today: CalendarDay, console: Console) {
    revisionName = revision
    self.today = today
    self.console = console
  }

  /// The severity of every finding of the spec as it was, by id; none where the file was not there.
  ///
  /// Both versions are measured against the same day and by the same settings.
  ///
  /// - Parameters:
  ///   - source: Where the spec is read from.
  ///   - answer: The answer to it as it is.
  ///   - project: What is in force for it.
  /// - Returns: The severities.
  /// - Throws: `UsageError` where git or the revision is missing.
  mutating func known(
    of source: SpecSource,
    now answer: SpecAnswer,
    in project: Project
  ) throws -> [String: Severity] {
    guard case .file(let path) = source else {
      throw UsageError("--diff-base needs files: \(source.path) has no earlier version")
    }
    let (revision, prefix) = try place(of: FilePaths.folder(of: path))
    let name = prefix + (path.split(separator: "/").last.map(String.init) ?? "")
    guard let bytes = try revision.bytes(of: name, limit: SyntaxLimits.bytes) else { return [:] }
    if bytes.elementsEqual(answer.file.text.utf8) { return severities(answer, project) }
    let earlier = SpecSource.bytes(bytes, name: "\(revisionName):\(name)")
    let pipeline = Pipeline(today: today, projects: Projects(fallback: project))
    let before = pipeline.answer(earlier, on: console)
    if case .analysed = before.outcome { return severities(before, project) }
    console.say("\(earlier.path) could not be analysed: all findings of \(path) count as new")
    return [:]
  }

  private mutating func place(of folder: String) throws(UsageError) -> (GitRevision, String) {
    if let place = places[folder] { return place }
    let place = (
      revision: try GitRevision(revisionName, in: folder),
      prefix: try GitRevision.prefix(of: folder)
    )
    places[folder] = place
    return place
  }

  private func severities(_ answer: SpecAnswer, _ project: Project) -> [String: Severity] {
    guard case .analysed(let analysed) = answer.outcome else { return [:] }
    let findings = analysed.analysis.weighed(project.settings.severities).findings
    return Dictionary(findings.map { ($0.id, $0.severity) }, uniquingKeysWith: max)
  }
}
