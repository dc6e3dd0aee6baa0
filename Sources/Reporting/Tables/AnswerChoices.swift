package import Specification

/// The drop-down beside an answer, in the order of what an answer can be.
package struct AnswerChoices: Sendable {
  package let asWritten: String
  package let notPossible: String
  package let outOfScope: String
  package let later: String
  package let depends: String

  package init(_ language: Language) {
    let text = ReportText(language: language)
    asWritten = text("As written", "回答欄のとおり")
    notPossible = text("Not possible", "起こり得ない")
    outOfScope = text("Out of scope", "今回は対象外")
    later = text("Decide later", "後日決定")
    depends = text("Depends on …", "他の条件による")
  }

  package var all: [String] { [asWritten, notPossible, outOfScope, later, depends] }
}
