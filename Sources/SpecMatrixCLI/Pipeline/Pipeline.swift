import Combinatorics
import Diagnostics
import Reporting
import RoundTrip
import Specification
import TestDesign
import Text
import YAMLSyntax

/// The one way from the command line to results: paths → settings and specs → text → syntax tree → specification → analysis.
///
/// What comes after the analysis starts from a `SpecResult`: its check, its stored suite, new cases.
struct Pipeline: Sendable {
  /// The specs, in the order of the bytes of their paths unless a command named them one by one.
  let sources: [SpecSource]
  /// The paths that lead to no spec.
  let failedPaths: [CheckReport.FailedPath]
  /// The day that deferrals are measured against.
  let today: CalendarDay
  private let projects: Projects
  /// The folder of stored suites; `nil` for that of each spec's project.
  private let suiteFolder: String?
  private let standardInput: Result<[UInt8], SystemError>

  /// Finds the specs that paths lead to, and their settings.
  ///
  /// - Parameters:
  ///   - paths: Files, folders that are searched, or `-`; those that lead nowhere are reported and kept in `failedPaths`.
  ///   - settings: Where the settings come from.
  ///   - suiteFolder: The folder of stored suites, which is not searched for specs; `nil` for that of the project.
  ///   - shard: The part of the specs that is wanted.
  ///   - console: Where standard input is read and messages go.
  /// - Throws: `CommandFailure` where the settings are wrong, `FileFailure` where they cannot be read.
  init(
    paths: [String],
    settings: SettingsChoice,
    suiteFolder: String? = nil,
    shard: Shard? = nil,
    on console: Console
  ) throws {
    let today = try console.today()
    let projects = try Projects(settings)
    // A path that leads nowhere belongs to one shard, as a spec does.
    let isWanted = { shard?.holds($0) ?? true }
    let found = SpecFinder(skippedFolder: suiteFolder ?? projects.fallback.output).find(paths)
    let failed = found.failed.filter { isWanted($0.path) }
    for path in failed { console.say("\(path.path): \(path.reason)") }
    try self.init(
      sources: found.sources.filter { isWanted($0.path) },
      failedPaths: failed,
      today: today,
      projects: projects,
      suiteFolder: suiteFolder,
      on: console
    )
  }

  /// Finds the settings for specs that were found already.
  ///
  /// - Throws: `CommandFailure` where the settings are wrong, `FileFailure` where they cannot be read.
  init(
    sources: [SpecSource],
    settings: SettingsChoice,
    suiteFolder: String? = nil,
    on console: Console
  ) throws {
    try self.init(
      sources: sources,
      failedPaths: [],
      today: try console.today(),
      projects: try Projects(settings),
      suiteFolder: suiteFolder,
      on: console
    )
  }

  private init(
    sources: [SpecSource],
    failedPaths: [CheckReport.FailedPath],
    today: CalendarDay,
    projects: Projects,
    suiteFolder: String?,
    on console: Console
  ) throws {
    var projects = projects
    try projects.add(sources)
    self.sources = sources
    self.failedPaths = failedPaths
    self.today = today
    self.projects = projects
    self.suiteFolder = suiteFolder
    standardInput = Result { () throws(SystemError) in
      sources.contains(.standardInput) ? try console.readInput(SyntaxLimits.bytes) : []
    }
  }

  /// The folder of a spec's stored suite.
  func suites(of source: SpecSource) -> SuiteFolder {
    SuiteFolder(path: suiteFolder ?? projects[source].output)
  }

  /// Bytes → text → syntax tree → specification → analysis.
  ///
  /// - Parameters:
  ///   - source: The spec.
  ///   - other: The spec whose project is in force; `nil` for the spec itself.
  /// - Returns: How far it came, and what was found.
  func analyse(_ source: SpecSource, inProjectOf other: SpecSource? = nil) -> SpecResult {
    let project = projects[other ?? source]
    let (file, read) = decode(source, in: project)
    var check = SpecCheck(source: file, outcome: .invalid, diagnostics: read.diagnostics)
    var analysed: AnalysedSpecification?
    if let specification = read.value {
      do throws(LimitExceeded) {
        let analysis = try TestDesign.analyse(specification, today: today)
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
    }
    check.diagnostics = check.diagnostics.sortedByPlace()
    return SpecResult(
      source: source,
      suites: suites(of: other ?? source),
      check: check,
      analysed: analysed
    )
  }

  /// Bytes → text → syntax tree → specification.
  ///
  /// A stage that finds mistakes passes on its value if it has one, so that all mistakes are reported at once; only a spec without
  /// mistakes leaves the last stage.
  func decode(_ source: SpecSource) -> (file: SourceFile, read: Checked<Specification>) {
    decode(source, in: projects[source])
  }

  private func decode(
    _ source: SpecSource,
    in project: Project
  ) -> (file: SourceFile, read: Checked<Specification>) {
    var file = SourceFile(path: source.path, text: "")
    var found: [Diagnostic] = []

    func take<Value>(_ stage: Checked<Value>) throws(StageStopped) -> Value {
      found += stage.diagnostics
      guard let value = stage.value else { throw StageStopped() }
      return value
    }

    do throws(StageStopped) {
      let bytes = try take(source.read(standardInput: standardInput))
      // What reports show of a text that is not UTF-8.
      file.text = String(decoding: bytes.prefix(SyntaxLimits.bytes), as: UTF8.self)
      file = try take(readSource(bytes: bytes, path: source.path))
      let tree = try take(parseYAML(file))
      let specification = try take(
        decodeSpecification(
          tree,
          path: file.path,
          catalogue: project.catalogue,
          settings: project.settings
        )
      )
      let isSound = !found.contains { $0.severity == .error }
      return (file, Checked(isSound ? specification : nil, diagnostics: found))
    } catch {
      return (file, Checked(nil, diagnostics: found))
    }
  }
}

/// A stage has no value to pass on; its diagnostics say why.
private struct StageStopped: Error {}

extension Diagnostic {
  /// The exact result is beyond the limits of the engine.
  fileprivate static func limitExceeded(_ limit: LimitExceeded) -> Diagnostic {
    Diagnostic(
      code: "limit-exceeded",
      message: "there is no exact result within the limits: \(limit.what)",
      span: nil,
      help: ["split the feature into several specs, or reduce the values of large factors"]
    )
  }
}

/// What the pipeline made of one spec.
struct SpecResult {
  let source: SpecSource
  /// The folder of the spec's stored suite.
  let suites: SuiteFolder
  /// How far the spec came, as reports show it: with severities as the project's settings weigh them.
  let check: SpecCheck
  /// The analysis before the project's settings weigh it; `nil` where there is none.
  let analysed: AnalysedSpecification?

  /// The path, and the text as far as it could be read, for excerpts.
  var file: SourceFile { check.source }

  /// The spec's id; `nil` for a spec that was not analysed.
  var id: String? { analysed?.specification.id }

  /// Writes the diagnostics.
  func report(on console: Console) {
    console.show(check.diagnostics, in: file)
  }

  /// Writes the diagnostics and returns the analysis, for commands that need one.
  ///
  /// - Throws: `CommandFailure` where there is none.
  func required(on console: Console) throws(CommandFailure) -> AnalysedSpecification {
    report(on: console)
    guard let analysed else { throw CommandFailure(text: "", status: check.status) }
    return analysed
  }

  /// The suite that was generated last; `nil` where there is none.
  func storedSuite() throws(FileFailure) -> StoredSuite? {
    guard let id else { return nil }
    return try suites.suite(of: id)
  }
}

extension SpecCheck {
  /// The exit status for the spec, regardless of its findings.
  var status: CommandStatus {
    switch outcome {
    case .analysed: .success
    case .invalid: .invalid
    case .limitExceeded: .failure
    }
  }
}

extension CommandFailure {
  /// A limit of the engine was exceeded: `specs/post.yaml: no matrix within the limits: …`.
  ///
  /// - Parameters:
  ///   - limit: The limit.
  ///   - path: The file.
  ///   - missing: What could not be made: `no matrix`.
  ///   - advice: What to do instead.
  init(_ limit: LimitExceeded, _ path: String, _ missing: String, advice: String? = nil) {
    let advice = advice.map { "; \($0)" } ?? ""
    self.init("\(path): \(missing) within the limits: \(limit.what)\(advice)", status: .failure)
  }
}
