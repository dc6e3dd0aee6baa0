import Diagnostics
import Reporting
import Specification
import TestDesign
import YAMLSyntax

/// The findings that specs already had in a revision of their git repository.
///
/// A spec is found by its id, so that moving its file changes nothing. Of a spec whose text has changed since, questions whose day has passed count
/// as new: whoever works on the spec can answer them.
struct EarlierFindings {
  private let revisionName: String
  private let pipeline: Pipeline
  private let console: Console
  /// By folder: the revision, and the folder's path from the root of the repository.
  private var places: [String: (revision: GitRevision, prefix: String)] = [:]
  /// By root of a repository: the paths of the specs of the revision, by the ids that they seem to have.
  private var pathsByID: [String: [String: [String]]] = [:]

  init(revision: String, _ pipeline: Pipeline, _ console: Console) {
    revisionName = revision
    self.pipeline = pipeline
    self.console = console
  }

  /// The severity of every finding of the spec as it was, by id; empty where it did not exist.
  ///
  /// Both versions are measured against the same day and by the same settings.
  ///
  /// - Parameters:
  ///   - source: Where the spec is read from.
  ///   - check: What was found in it as it is.
  /// - Returns: The severities.
  /// - Throws: `CommandFailure` if git or the revision is missing.
  mutating func known(
    of source: SpecSource,
    now check: SpecCheck
  ) throws(CommandFailure) -> [String: Severity] {
    guard case .file(let path) = source else {
      throw CommandFailure("--diff-base needs files: \(source.path) has no earlier version")
    }
    guard case .analysed(let specification, _) = check.outcome else {
      // The revision must be there all the same.
      _ = try place(of: FilePaths.folder(of: path))
      return [:]
    }
    guard let (name, bytes) = try earlier(specification.id, of: path) else { return [:] }
    let isChanged = !bytes.elementsEqual(check.source.text.utf8)
    var before = check
    if isChanged {
      let earlier = SpecSource.bytes(bytes, name: "\(revisionName):\(name)")
      before = pipeline.analyse(earlier, inProjectOf: source).check
      if case .planned = before.outcome { return [:] }
      guard case .analysed = before.outcome else {
        console.say("\(earlier.path) could not be analysed: all findings of \(path) count as new")
        return [:]
      }
    }
    let severities = before.findings.map { ($0.id, $0.severity) }
    var known = Dictionary(severities, uniquingKeysWith: max)
    if isChanged {
      for finding in check.findings where finding.isOverdue { known[finding.id] = nil }
    }
    return known
  }

  /// The spec of an id as it was: at the same path, else wherever it stood.
  private mutating func earlier(
    _ id: String,
    of path: String
  ) throws(CommandFailure) -> (name: String, bytes: [UInt8])? {
    let folder = FilePaths.folder(of: path)
    let (revision, prefix) = try place(of: folder)
    let name = prefix + FilePaths.name(of: path)
    let same = try revision.bytes(of: name, limit: SyntaxLimits.bytes)
    if let same, SpecID(same, path: name)?.text == id { return (name, same) }
    for other in try paths(of: id, in: folder, revision) where other != name {
      guard let bytes = try revision.bytes(of: other, limit: SyntaxLimits.bytes),
        !SuiteFolder.isSuite(bytes), SpecID(bytes, path: other)?.text == id
      else { continue }
      return (other, bytes)
    }
    return same.map { (name, $0) }
  }

  /// The paths of the specs in the revision that seem to have an id, in the order of their bytes.
  private mutating func paths(
    of id: String,
    in folder: String,
    _ revision: GitRevision
  ) throws(CommandFailure) -> [String] {
    let root = try GitRevision.root(of: folder)
    if let known = pathsByID[root] { return known[id] ?? [] }
    var found: [String: [String]] = [:]
    for (path, line) in try revision.linesWithIDs()
    where SpecFinder.isSpecName(FilePaths.name(of: path)) {
      guard let id = SpecID.guess(line: line) else { continue }
      found[id, default: []].append(path)
    }
    pathsByID[root] = found
    return found[id] ?? []
  }

  private mutating func place(
    of folder: String
  ) throws(CommandFailure) -> (revision: GitRevision, prefix: String) {
    if let place = places[folder] { return place }
    let place = (
      revision: try GitRevision(revisionName, in: folder),
      prefix: try GitRevision.prefix(of: folder)
    )
    places[folder] = place
    return place
  }
}
