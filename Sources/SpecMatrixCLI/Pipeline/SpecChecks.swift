import Combinatorics
import Diagnostics
import Reporting
import RoundTrip
import Specification
import TestDesign
import Text

extension Pipeline {
  /// Checks all specs in parallel; results and messages are in the order of the specs, independent of the number of workers.
  ///
  /// Only what reports show is kept of each analysis, so that a thousand specs fit into memory. `line` shows how many specs are done, or
  /// the steps of a single one.
  func checks(
    by workers: Workers,
    on console: Console,
    showing line: ProgressLine
  ) -> [SpecCheck] {
    let checks =
      if let source = sources.first, sources.count == 1 {
        [check(analyse(source, showing: line))]
      } else {
        workers.map(
          sources,
          progress: { line.show("\($0) of \(counted(sources.count, "spec")) checked") }
        ) { check(analyse($0)) }
      }
    line.clear()
    for message in checks.flatMap(\.messages) { console.say(message) }
    return checks.map(\.check)
  }

  /// Analyses a spec, showing the number of steps.
  func analyse(_ source: SpecSource, showing line: ProgressLine) -> SpecResult {
    analyse(source) { line.show("\($0.grouped) steps of at most \($1.grouped)") }
  }

  /// Adds the cases that meet the questions of a spec and its agreement to its check.
  ///
  /// A suite that cannot be read is reported and ignored: the findings do not depend on it.
  func check(_ result: SpecResult) -> (check: SpecCheck, messages: [String]) {
    var check = result.check
    var messages: [String] = []
    do throws(FileFailure) {
      check.cases = try result.storedSuite()?.casesByQuestion ?? [:]
    } catch {
      messages.append("\(error.message); the cases of questions are not named")
    }
    if let analysed = result.analysed {
      let (agreement, problem) = LedgerFile.check(analysed)
      check.agreement = agreement
      if let problem { messages.append(problem) }
    }
    return (check, messages)
  }
}
