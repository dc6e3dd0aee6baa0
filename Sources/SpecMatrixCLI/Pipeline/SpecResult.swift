import Combinatorics
import Diagnostics
import Reporting
import Specification
import TestDesign

/// What the pipeline made of one spec.
struct SpecResult {
  let source: SpecSource
  /// The folder of the spec's stored suite.
  let suites: SuiteFolder
  /// How far the spec came, as reports show it: with severities as the project's settings weigh them.
  let check: SpecCheck
  /// The analysis as the spec itself has it; `nil` where it came to none.
  let analysed: AnalysedSpecification?

  /// The path, and the text as far as it could be read, for excerpts.
  var file: SourceFile { check.source }

  /// The spec's id; `nil` for a spec that was not analysed.
  var id: String? { analysed?.specification.id }

  /// Writes the diagnostics.
  func report(on console: Console) {
    console.show(check.diagnostics, in: file)
  }

  /// The analysis that a command cannot do without; the diagnostics are written.
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
  /// The exit status that the spec asks for, its findings left aside.
  var status: CommandStatus {
    switch outcome {
    case .analysed: .success
    case .invalid: .invalid
    case .limitExceeded: .failure
    }
  }
}

extension CommandFailure {
  /// That something about a file would take more than the engine allows itself: `specs/post.yaml: no matrix within the limits: …`.
  ///
  /// - Parameters:
  ///   - limit: What grew too large.
  ///   - path: The file.
  ///   - missing: What there is none of: `no matrix`.
  ///   - advice: What takes less.
  init(_ limit: LimitExceeded, _ path: String, _ missing: String, advice: String? = nil) {
    let advice = advice.map { "; \($0)" } ?? ""
    self.init("\(path): \(missing) within the limits: \(limit.what)\(advice)", status: .failure)
  }
}
