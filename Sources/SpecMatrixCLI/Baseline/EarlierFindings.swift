import Diagnostics
import Reporting
import Specification
import TestDesign
import YAMLSyntax

/// What the specs held already in a revision of their git repository.
struct EarlierFindings {
  private let revisionName: String
  private let pipeline: Pipeline
  private let console: Console
  /// By folder: the revision, and the folder's path from the root of the repository.
  private var places: [String: (revision: GitRevision, prefix: String)] = [:]

  init(revision: String, _ pipeline: Pipeline, _ console: Console) {
    revisionName = revision
    self.pipeline = pipeline
    self.console = console
  }

  /// The severity of every finding of the spec as it was, by id; none where the file was not there.
  ///
  /// Both versions are measured against the same day and by the same settings.
  ///
  /// - Parameters:
  ///   - source: Where the spec is read from.
  ///   - check: What was found in it as it is.
  /// - Returns: The severities.
  /// - Throws: `UsageError` where git or the revision is missing.
  mutating func known(of source: SpecSource, now check: SpecCheck) throws -> [String: Severity] {
    guard case .file(let path) = source else {
      throw UsageError("--diff-base needs files: \(source.path) has no earlier version")
    }
    let (revision, prefix) = try place(of: FilePaths.folder(of: path))
    let name = prefix + (path.split(separator: "/").last.map(String.init) ?? "")
    guard let bytes = try revision.bytes(of: name, limit: SyntaxLimits.bytes) else { return [:] }
    let project = pipeline.projects[source]
    if bytes.elementsEqual(check.source.text.utf8) { return severities(of: check.findings) }
    let earlier = SpecSource.bytes(bytes, name: "\(revisionName):\(name)")
    let before = Pipeline(today: pipeline.today, projects: Projects(fallback: project))
      .answer(earlier, on: console)
    if case .analysed(let analysed) = before.outcome {
      return severities(of: analysed.analysis.weighed(project.settings.severities).findings)
    }
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

  /// The severity of every finding, by id.
  private func severities(of findings: [Finding]) -> [String: Severity] {
    Dictionary(findings.map { ($0.id, $0.severity) }, uniquingKeysWith: max)
  }
}
