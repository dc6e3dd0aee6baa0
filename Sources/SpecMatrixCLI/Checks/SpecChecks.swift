import Reporting
import RoundTrip
import Specification
import TestDesign
import YAMLSyntax

/// From specs to what a check reports of each, several at once.
struct SpecChecks: Sendable {
  let pipeline: Pipeline
  /// The folder of the generated suites, where it is not the one of each spec's project.
  let suiteFolder: String?

  /// What is kept of a spec: of an analysis only what reports show, so that a thousand specs fit into memory.
  private struct Outcome: Sendable {
    var check: SpecCheck
    /// What was told on the way.
    var messages = ""
  }

  /// Checks specs; the same whatever the number of workers, messages on the way included.
  ///
  /// - Parameters:
  ///   - sources: The specs.
  ///   - workers: Who does it.
  ///   - console: Where standard input is read, and where messages go, in the order of the specs.
  ///   - progress: Called now and then with the number of specs that are done or under way.
  /// - Returns: What was found, in the order of the specs.
  func checks(
    of sources: [SpecSource],
    by workers: Workers,
    on console: Console,
    progress: (Int) -> Void
  ) -> [SpecCheck] {
    // Nobody else may touch the console; what is read of it is read before.
    let input = sources.contains(.standardInput) ? standardInput(of: console) : .success([])
    let outcomes = workers.map(sources, progress: progress) { outcome(of: $0, input: input) }
    for outcome in outcomes where !outcome.messages.isEmpty { console.report(outcome.messages) }
    return outcomes.map(\.check)
  }

  private func standardInput(of console: Console) -> Result<[UInt8], SystemError> {
    do throws(SystemError) {
      return .success(try console.readInput(SyntaxLimits.bytes))
    } catch {
      return .failure(error)
    }
  }

  /// Checks a spec with a console of its own.
  private func outcome(of source: SpecSource, input: Result<[UInt8], SystemError>) -> Outcome {
    var messages = ""
    let console = Console(
      environment: [:],
      readInput: { _ throws(SystemError) in try input.get() },
      write: { _ in },
      report: { messages += $0 },
      isTerminal: false,
      now: { 0 }
    )
    let check = check(pipeline.answer(source, on: console), pipeline.projects[source], console)
    return Outcome(check: check, messages: messages)
  }

  /// What is reported of one spec, with the cases that meet its questions where a suite was generated.
  ///
  /// A suite that cannot be read is told and left alone: the answer does not depend on it.
  private func check(_ answer: SpecAnswer, _ project: Project, _ console: Console) -> SpecCheck {
    let suites = SuiteFolder(path: suiteFolder ?? project.output)
    var check = SpecCheck(source: answer.file, outcome: .invalid, diagnostics: answer.diagnostics)
    switch answer.outcome {
    case .invalid: break
    case .limitExceeded: check.outcome = .limitExceeded
    case .analysed(let analysed):
      let analysis = analysed.analysis.weighed(project.settings.severities)
      check.outcome = .analysed(analysed.specification, analysis)
      do throws(FileFailure) {
        check.cases = try suites.suite(of: analysed.specification.id)?.casesByQuestion ?? [:]
      } catch {
        console.say("\(error.message); the cases of questions are not named")
      }
    }
    return check
  }
}
