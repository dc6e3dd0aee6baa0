import Combinatorics
import Diagnostics
import Reporting
import RoundTrip
import Specification
import TestDesign

/// The branch of `explain` for a case of the suite generated last: `POST-019`.
struct ExplainCase {
  let id: String
  let setting: ExplanationSetting

  /// The id that a word is meant to be, in whichever case it was typed; `nil` for any other word.
  static func id(_ word: String) -> String? {
    let word = word.uppercased()
    guard word.wholeMatch(of: /[A-Z][A-Z0-9-]*-[0-9]{1,9}/) != nil else { return nil }
    return word
  }

  func execute() throws -> CommandStatus {
    let console = setting.console
    let prefix = String(id.prefix(upTo: id.lastIndex(of: "-") ?? id.startIndex))
    let (found, status) = setting.first { $0.specification.id == prefix ? $0 : nil }
    guard let analysed = found else {
      console.say("no spec has the id \(prefix), which the case \(id) belongs to")
      return status
    }
    let path = setting.suites.path(of: prefix, "json")
    guard let suite = setting.suite(of: analysed.specification) else {
      console.say("there is no suite \(path) with the case \(id): `specmatrix generate` writes it")
      return .invalid
    }
    guard let stored = suite.earlier.cases.first(where: { $0.id == id }) else {
      let isRetired = suite.earlier.retired.contains { $0.id == id }
      let (first, last) = (suite.earlier.cases.first?.id, suite.earlier.cases.last?.id)
      let range = first.flatMap { first in last.map { "; there are \(first) to \($0)" } } ?? ""
      console.say(
        isRetired
          ? "\(id) is retired: nothing needed it any more" : "\(path) has no case \(id)\(range)"
      )
      return .invalid
    }
    return try explain(stored, of: suite.earlier, analysed)
  }

  private func explain(
    _ stored: EarlierSuite.Case,
    of suite: EarlierSuite,
    _ analysed: AnalysedSpecification
  ) throws -> CommandStatus {
    let console = setting.console
    guard let combination = analysed.combination(of: stored, in: suite) else {
      console.say(
        "\(id) is of an earlier spec, whose factors and values were others: generate again"
      )
      return .invalid
    }
    guard let explanation = analysed.explanation(of: combination) else {
      console.say("\(id) cannot happen any more, since the spec has changed: generate again")
      return .invalid
    }
    let report = CaseReport(analysed, case: stored, combination, explanation)
    try console.write(report.text(columns: setting.columns, usesColor: setting.usesColor))
    return .success
  }
}
