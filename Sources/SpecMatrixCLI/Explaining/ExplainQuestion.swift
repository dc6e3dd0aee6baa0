import Reporting
import RoundTrip
import TestDesign

/// The branch of `explain` for what the analysis found: `Q-1382E8BC`, or `F-` for what is no question.
struct ExplainQuestion {
  let id: String
  let setting: ExplanationSetting

  /// The id that a word is meant to be, in whichever case it was typed; `nil` for any other word.
  static func id(_ word: String) -> String? {
    let word = word.uppercased()
    guard word.wholeMatch(of: /[QF]-[0-9A-F]{8}/) != nil else { return nil }
    return word
  }

  func execute() throws -> CommandStatus {
    let console = setting.console
    let (found, status) = setting.first { analysed in
      analysed.analysis.findings.first { $0.id == id }.map { (analysed, $0) }
    }
    guard let (analysed, finding) = found else {
      console.say(
        "no spec has the finding \(id): it may be answered, or stand in a spec that was not named"
      )
      return status
    }
    let suite = setting.suite(of: analysed.specification)
    let report = QuestionReport(
      analysed.specification,
      analysed.analysis,
      finding,
      cases: suite?.casesByQuestion[id] ?? []
    )
    try console.write(report.text(columns: setting.columns, usesColor: setting.usesColor))
    return .success
  }
}
