import Combinatorics
import Diagnostics
import Reporting
import RoundTrip
import Specification
import TestDesign
import Text
import YAMLSyntax

/// The path from the command line to results: paths → settings and specs → text → syntax tree → specification → analysis.
///
/// Later steps start from a `SpecResult`: its check, its stored suite, new cases.
struct Pipeline: Sendable {
  /// The specs, sorted by the bytes of their paths unless a command named them one by one.
  let sources: [SpecSource]
  let failedPaths: [CheckReport.FailedPath]
  /// The date that deadlines are measured against.
  let today: CalendarDate
  private let foundFiles: [String]
  private(set) var projects: Projects
  /// The folder of stored suites, or `nil` for that of each spec's project.
  private let suiteFolder: String?
  private let inputs: SpecSource.Inputs
  private let namesakes: Namesakes

  /// Finds the specs at the paths, skipping the folder of stored suites; throws if the settings are wrong or cannot be read.
  init(
    _ paths: [String],
    of choice: ProjectChoice,
    shard: Shard? = nil,
    on console: Console
  ) throws {
    today = try console.today()
    suiteFolder = choice.suiteFolder
    var projects = try Projects(choice.settings, unsaved: console.unsaved)
    let found = SpecFinder(skippedFolder: suiteFolder ?? projects.fallback.output).find(paths)
    // Failed paths are divided among the shards, as specs are.
    let isWanted = { shard?.holds($0) ?? true }
    let wanted = found.sources.filter { isWanted($0.path) }
    failedPaths = found.failed.filter { isWanted($0.path) }
    for path in failedPaths { console.say("\(path.path): \(path.reason)") }
    try projects.add(wanted)
    // Packs in a searched folder are skipped; naming one as a spec is a mistake.
    sources = wanted.filter { source in
      guard case .file(let path) = source, !paths.contains(path) else { return true }
      return !projects.holds(path)
    }
    for remarks in projects.remarks { console.show(remarks.diagnostics, in: remarks.file) }
    self.projects = projects
    inputs = Self.inputs(of: sources, console)
    // Namesakes may be in other shards.
    let (read, all) = (projects, found.sources)
    foundFiles = all.map { $0 == .standardInput ? "-" : $0.path }
    namesakes = Namesakes(
      all.filter { !read.holds($0.path) && ($0 != .standardInput || wanted.contains($0)) },
      neighbours: projects.neighbours(of: sources),
      inputs
    )
  }

  /// Creates a pipeline for known specs, several of which may be versions of one.
  ///
  /// Throws `CommandFailure` if the settings are wrong and `FileFailure` if they cannot be read.
  init(sources: [SpecSource], of choice: ProjectChoice, on console: Console) throws {
    self.sources = sources
    suiteFolder = choice.suiteFolder
    foundFiles = sources.map(\.path)
    failedPaths = []
    today = try console.today()
    var projects = try Projects(choice.settings, unsaved: console.unsaved)
    try projects.add(sources)
    for remarks in projects.remarks { console.show(remarks.diagnostics, in: remarks.file) }
    self.projects = projects
    inputs = Self.inputs(of: sources, console)
    namesakes = Namesakes()
  }

  private static func inputs(
    of sources: [SpecSource],
    _ console: Console
  ) -> SpecSource.Inputs {
    var inputs = SpecSource.Inputs(unsaved: console.unsaved)
    if sources.contains(.standardInput) {
      inputs.standardInput = Result { () throws(SystemError) in
        try console.readInput(SyntaxLimits.bytes)
      }
    }
    return inputs
  }

  var projectFiles: [String] { projects.files }

  /// The files that no output may replace: the specs, including those of other shards, the settings and the packs.
  var inputFiles: [String] { foundFiles + projectFiles }

  /// Returns remarks about packs without labels in the language of a checked spec.
  func untranslated(in checks: [SpecCheck]) -> [PackRemarks] {
    projects.untranslated(
      in: zip(sources, checks).compactMap { source, check in
        guard case .analysed(let specification, _) = check.outcome else { return nil }
        return (source, specification.language)
      }
    )
  }

  func namesake(of source: SpecSource) -> Namesakes.Other? { namesakes.others[source.path] }

  /// True if a file is one of the settings or packs, not a spec.
  func isPack(_ path: String) -> Bool { projects.holds(path) }

  func settings(of source: SpecSource) -> Settings { projects[source].settings }

  func suites(of source: SpecSource) -> SuiteFolder {
    SuiteFolder(path: suiteFolder ?? projects[source].output)
  }

  /// Reads and analyses a spec, with the settings of `other` if given.
  func analyse(
    _ source: SpecSource,
    inProjectOf other: SpecSource? = nil,
    progress: ((_ steps: Int, _ limit: Int) -> Void)? = nil
  ) -> SpecResult {
    let project = projects[other ?? source]
    let (file, read) = decode(source, inProjectOf: other)
    var check = SpecCheck(source: file, outcome: .invalid, diagnostics: read.diagnostics)
    check.settings = project.applied
    var analysed: AnalysedSpecification?
    if let specification = read.value, specification.isPlanned {
      check.outcome = .planned(specification)
    } else if let specification = read.value {
      do throws(LimitExceeded) {
        let analysis = try TestDesign.analyse(
          specification,
          today: today,
          ledger: LedgerFile.readable(of: specification).ledger,
          progress: progress
        )
        check.diagnostics += analysis.diagnostics
        analysed = analysis.value
      } catch {
        check.diagnostics.append(.limitExceeded(error))
        check.outcome = .limitExceeded
      }
    }
    if let analysed {
      let weighed = analysed.analysis.weighed(project.settings.severities)
      check.outcome = .analysed(analysed.specification, weighed)
      check.settings?.switchedOff = analysed.analysis.switchedOff(by: project.settings.severities)
    }
    check.diagnostics = check.diagnostics.sortedByPlace()
    return SpecResult(
      source: source,
      suites: suites(of: other ?? source),
      projectFiles: project.files,
      check: check,
      analysed: analysed
    )
  }

  /// Reads a spec: bytes → text → syntax tree → specification.
  ///
  /// A stage that finds mistakes still passes on its value, if any, so that all mistakes are reported at once; the result has a
  /// specification only if there are none.
  func decode(
    _ source: SpecSource,
    inProjectOf other: SpecSource? = nil
  ) -> (file: SourceFile, read: Checked<Specification>) {
    let project = projects[other ?? source]
    var file = SourceFile(path: source.path, text: "")
    var found: [Diagnostic] = []

    func take<Value>(_ stage: Checked<Value>) throws(StageStopped) -> Value {
      // Of two mistakes in one place, keep the one that suggests a correction.
      let corrected = Set(
        stage.diagnostics.filter { $0.help.contains { $0.hasPrefix("write `") } }.compactMap(\.span)
      )
      found.removeAll { $0.code == "yaml-syntax" && $0.span.map(corrected.contains) == true }
      found += stage.diagnostics
      guard let value = stage.value else { throw StageStopped() }
      return value
    }

    var told: [Diagnostic] {
      let language = found.isEmpty ? nil : Language(of: file.text) ?? project.settings.language
      return found.map { $0.told(in: language ?? .english) }
    }

    do throws(StageStopped) {
      if case .file(let path) = source, projects.holds(path) {
        found.append(.projectFileForSpec)
        throw StageStopped()
      }
      let bytes = try take(source.read(inputs))
      // Reports show this if the text is not UTF-8.
      file.text = String(decoding: bytes.prefix(SyntaxLimits.bytes), as: UTF8.self)
      file = try take(readSource(bytes: bytes, path: source.path))
      let tree = try take(parseYAML(file))
      if let namesake = namesakes.mistake(in: file.path, tree) { found.append(namesake) }
      let specification = try take(
        decodeSpecification(
          tree,
          path: file.path,
          catalogue: project.catalogue,
          settings: project.settings
        )
      )
      let isSound = !found.contains { $0.severity == .error }
      return (file, Checked(isSound ? specification : nil, diagnostics: told))
    } catch {
      return (file, Checked(nil, diagnostics: told))
    }
  }
}

/// Thrown if a stage has no value to pass on; its diagnostics say why.
private struct StageStopped: Error {}

extension Diagnostic {
  fileprivate static let projectFileForSpec = Diagnostic(
    code: "wrong-type",
    message: "this file is the settings or a pack of the project, not a spec",
    span: nil,
    help: ["name a spec: each uses the settings and packs automatically"]
  )

  fileprivate static func limitExceeded(_ limit: LimitExceeded) -> Diagnostic {
    Diagnostic(
      code: "limit-exceeded",
      message: "there is no exact result within the limits: \(limit.what)",
      span: nil,
      help: ["split the feature into several specs, or reduce the values of large factors"]
    )
  }
}

struct SpecResult {
  let source: SpecSource
  let suites: SuiteFolder
  let projectFiles: [String]
  /// The result as reports show it, with severities adjusted by the project's settings.
  let check: SpecCheck
  /// The analysis with its original severities, or `nil` if there is none.
  let analysed: AnalysedSpecification?

  /// The path, and the text as far as it could be read, for excerpts.
  var file: SourceFile { check.source }

  var id: String? { analysed?.specification.id }

  func report(on console: Console) {
    console.show(check.diagnostics, in: file)
  }

  var isPlanned: Bool {
    if case .planned = check.outcome { true } else { false }
  }

  /// Reports the diagnostics and returns the analysis; throws `CommandFailure` if there is none.
  func required(on console: Console) throws(CommandFailure) -> AnalysedSpecification {
    report(on: console)
    guard !isPlanned else {
      throw CommandFailure("\(file.path) is planned and not described yet: give it `operations`")
    }
    guard let analysed else { throw CommandFailure(text: "", status: check.status) }
    return analysed
  }

  /// Returns the last generated suite, or `nil` if there is none.
  func storedSuite() throws(FileFailure) -> StoredSuite? {
    guard let id else { return nil }
    return try suites.suite(of: id)
  }

  /// Returns the cases that `generate` would write, at the depth of the last suite; an unreadable suite is reported.
  func suite(
    of analysed: AnalysedSpecification,
    effort: CoveringEffort? = .normal,
    monitor: CoveringMonitor? = nil,
    saying say: (String) -> Void
  ) throws(LimitExceeded) -> TestMatrix {
    var stored: EarlierSuite?
    do throws(FileFailure) {
      stored = try storedSuite()?.earlier
    } catch {
      say("\(error.message); the cases get new ids")
    }
    return try analysed.cases(
      earlier: stored,
      depth: stored?.depth,
      strength: stored?.strength,
      effort: effort,
      monitor: monitor
    )
  }
}

extension SpecCheck {
  /// The exit status for the spec, regardless of its findings.
  var status: CommandStatus {
    switch outcome {
    case .analysed, .planned: .success
    case .invalid: .invalid
    case .limitExceeded: .failure
    }
  }
}

extension CommandFailure {
  /// Creates the failure for an exceeded limit: `specs/post.yaml: no matrix within the limits: …`.
  init(_ limit: LimitExceeded, _ path: String, _ missing: String, advice: String? = nil) {
    let advice = advice.map { "; \($0)" } ?? ""
    self.init("\(path): \(missing) within the limits: \(limit.what)\(advice)", status: .failure)
  }

  /// Runs `work`, turning an exceeded limit into a `CommandFailure`.
  static func limiting<Value>(
    _ path: String,
    _ missing: String,
    advice: String? = nil,
    _ work: @autoclosure () throws(LimitExceeded) -> Value
  ) throws(CommandFailure) -> Value {
    do throws(LimitExceeded) {
      return try work()
    } catch {
      throw CommandFailure(error, path, missing, advice: advice)
    }
  }
}
