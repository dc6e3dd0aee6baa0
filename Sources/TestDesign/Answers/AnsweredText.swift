/// The text of a spec with answers put into it, and what became of each.
package struct AnsweredText: Sendable {
  package var text: String
  /// In the order of the answers.
  package var outcomes: [AnswerOutcome]

  package init(text: String, outcomes: [AnswerOutcome]) {
    self.text = text
    self.outcomes = outcomes
  }
}
