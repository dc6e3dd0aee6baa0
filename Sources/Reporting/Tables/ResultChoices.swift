package import Specification

/// The drop-down of a tester's results, whose texts the tallies of the summary count.
package struct ResultChoices: Sendable {
  package let passed = "OK"
  package let failed = "NG"
  package let blocked: String
  package let notRun: String
  package let notApplicable: String

  package init(_ language: Language) {
    let text = ReportText(language: language)
    blocked = text("Blocked", "ブロック")
    notRun = text("Not run", "未実施")
    notApplicable = text("N/A", "対象外")
  }

  package var all: [String] { [passed, failed, blocked, notRun, notApplicable] }
}
