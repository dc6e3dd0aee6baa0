import Diagnostics
import Reporting
import Specification
import TestDesign
import YAMLSyntax

/// The findings that specs already had in a git revision.
///
/// Specs are matched by id, so moving a file changes nothing. In a spec that has changed since, overdue questions count as new: whoever
/// works on the spec can answer them.
struct EarlierFindings {
  private let revisionName: String
  private let pipeline: Pipeline
  private let console: Console
  /// The revision and the folder's path from the root of the repository, by folder.
  private var places: [String: (revision: GitRevision, prefix: String)] = [:]
  /// The paths of the specs in the revision by their guessed ids, by the root of the repository.
  private var pathsByID: [String: [String: [String]]] = [:]

  init(revision: String, _ pipeline: Pipeline, _ console: Console) {
    revisionName = revision
    self.pipeline = pipeline
    self.console = console
  }

  /// Returns the severities of the findings that the spec had in the revision, by id; empty if it did not exist.
  ///
  /// Both versions are analysed with the current date and settings. Throws `CommandFailure` if git or the revision is missing.
  mutating func known(
    of source: SpecSource,
    now check: SpecCheck
  ) throws(CommandFailure) -> [String: Severity] {
    guard case .file(let path) = source else {
      throw CommandFailure("--diff-base needs files: \(source.path) has no earlier version")
    }
    guard case .analysed(let specification, _) = check.outcome else {
      // Throws if the revision is missing.
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

  /// Returns the spec with the id in the revision: at the same path, otherwise anywhere.
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

  /// Returns the paths of the specs in the revision whose guessed id matches, sorted by bytes.
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
