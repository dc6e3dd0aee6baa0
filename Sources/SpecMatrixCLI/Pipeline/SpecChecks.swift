import Diagnostics
import Reporting
import RoundTrip
import Specification
import TestDesign
import YAMLSyntax

extension Pipeline {
  /// Checks all specs, several at once; the result and the messages are the same whatever the number of workers.
  ///
  /// Of each analysis only what reports show is kept, so that a thousand specs fit into memory.
  ///
  /// - Parameters:
  ///   - workers: The threads to use.
  ///   - console: Where messages go, in the order of the specs.
  ///   - progress: Called now and then with the number of specs that are done or under way.
  /// - Returns: One check per spec, in the order of the specs.
  func checks(
    by workers: Workers,
    on console: Console,
    progress: (Int) -> Void
  ) -> [SpecCheck] {
    let checks = workers.map(sources, progress: progress) { check(analyse($0)) }
    for case let message? in checks.map(\.message) { console.say(message) }
    return checks.map(\.check)
  }

  /// What is reported of one spec, with the cases that meet its questions where a suite is stored.
  ///
  /// A suite that cannot be read is reported and ignored: the findings do not depend on it.
  private func check(_ result: SpecResult) -> (check: SpecCheck, message: String?) {
    var check = result.check
    do throws(FileFailure) {
      check.cases = try result.storedSuite()?.casesByQuestion ?? [:]
    } catch {
      return (check, "\(error.message); the cases of questions are not named")
    }
    return (check, nil)
  }
}

/// The findings that specs already had in a revision of their git repository.
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

  /// The severity of every finding of the spec as it was, by id; empty where the file did not exist.
  ///
  /// Both versions are measured against the same day and by the same settings.
  ///
  /// - Parameters:
  ///   - source: Where the spec is read from.
  ///   - check: What was found in it as it is.
  /// - Returns: The severities.
  /// - Throws: `CommandFailure` where git or the revision is missing.
  mutating func known(
    of source: SpecSource,
    now check: SpecCheck
  ) throws(CommandFailure) -> [String: Severity] {
    guard case .file(let path) = source else {
      throw CommandFailure("--diff-base needs files: \(source.path) has no earlier version")
    }
    let (revision, prefix) = try place(of: FilePaths.folder(of: path))
    let name = prefix + FilePaths.name(of: path)
    guard let bytes = try revision.bytes(of: name, limit: SyntaxLimits.bytes) else { return [:] }
    var before = check
    if !bytes.elementsEqual(check.source.text.utf8) {
      let earlier = SpecSource.bytes(bytes, name: "\(revisionName):\(name)")
      before = pipeline.analyse(earlier, inProjectOf: source).check
      if case .planned = before.outcome { return [:] }
      guard case .analysed = before.outcome else {
        console.say("\(earlier.path) could not be analysed: all findings of \(path) count as new")
        return [:]
      }
    }
    return Dictionary(before.findings.map { ($0.id, $0.severity) }, uniquingKeysWith: max)
  }

  private mutating func place(
    of folder: String
  ) throws(CommandFailure) -> (GitRevision, String) {
    if let place = places[folder] { return place }
    let place = (
      revision: try GitRevision(revisionName, in: folder),
      prefix: try GitRevision.prefix(of: folder)
    )
    places[folder] = place
    return place
  }
}
