import Combinatorics
import Diagnostics
import Reporting
import RoundTrip
import Specification
import TestDesign
import Text

extension Pipeline {
  /// Checks all specs, several at once; the result and the messages are the same whatever the number of workers.
  ///
  /// Of each analysis only what reports show is kept, so that a thousand specs fit into memory.
  ///
  /// - Parameters:
  ///   - workers: The threads to use.
  ///   - console: Where messages go, in the order of the specs.
  ///   - line: Shows the specs that are done or under way; of a single one how far it is.
  /// - Returns: One check per spec, in the order of the specs.
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

  /// A spec's analysis, and how far it is on a terminal.
  func analyse(_ source: SpecSource, showing line: ProgressLine) -> SpecResult {
    analyse(source) { line.show("\($0.grouped) steps of at most \($1.grouped)") }
  }

  /// What is reported of one spec, with the cases that meet its questions where a suite is stored.
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
