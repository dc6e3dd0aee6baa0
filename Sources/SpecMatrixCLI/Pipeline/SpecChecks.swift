import Diagnostics
import Reporting
import RoundTrip
import Specification
import TestDesign

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
