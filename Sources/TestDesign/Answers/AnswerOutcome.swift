/// What became of an answer.
package struct AnswerOutcome: Hashable, Sendable {
  /// How far it came.
  package enum State: Hashable, Sendable {
    /// The spec says it now; how, in one phrase.
    case applied(String)
    /// The spec said it before.
    case known
    /// The spec has moved on since the question went out; what it asks or says now.
    case stale(now: String)
    /// Why it cannot be applied, and what to do.
    case refused(String)
  }

  package var answer: QuestionAnswer
  package var state: State

  package init(_ answer: QuestionAnswer, _ state: State) {
    self.answer = answer
    self.state = state
  }

  /// Whether nothing is left to do about it.
  package var isSettled: Bool {
    switch state {
    case .applied, .known: true
    case .stale, .refused: false
    }
  }
}
