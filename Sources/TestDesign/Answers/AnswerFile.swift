import Diagnostics
package import Specification
package import Text
import YAMLSyntax

/// The text of the spec to which answers are applied.
package struct AnswerFile {
  var text: String
  /// Decodes an edited text in the same way as the original.
  var read: (SyntaxNode) -> Checked<Specification>

  /// Creates a file from the text of a spec, with the settings that it was decoded with.
  package init(_ text: String, of specification: Specification, settings: Settings) {
    self.text = text
    read = { root in
      decodeSpecification(
        root,
        path: specification.path,
        catalogue: specification.catalogue,
        settings: settings
      )
    }
  }
}

extension AnalysedSpecification {
  /// Applies answers to the text of the spec.
  ///
  /// Every answer is judged against the original spec, so the order of answers does not matter. The new text is decoded and analysed again.
  /// An answer that would break the spec, change another rule or leave its question open is judged again together with the applied ones, in
  /// at most so many rounds, and then refused without a trace.
  ///
  /// `today` is the day that deferrals are compared with. The outcomes are in the order of the answers; the text is unchanged if no answer
  /// is applied.
  package func answered(
    _ answers: [QuestionAnswer],
    in file: AnswerFile,
    today: CalendarDate,
    rounds: Int = 4
  ) -> AnsweredText {
    guard let editor = YAMLEditor(file.text) else {
      let reason = AnswerReason("the text of the spec cannot be edited")
      return AnsweredText(
        text: file.text,
        outcomes: answers.map { AnswerOutcome(answer: $0, state: .refused(reason)) }
      )
    }
    let judge = AnswerJudge(self, editor, today: today)
    var edit = AnswerEdit(self, editor, of: file, today: today)
    let states = edit.apply(judge.verdicts(on: answers))
    var answered = AnsweredText(
      text: edit.editor.text,
      outcomes: zip(answers, states).map { AnswerOutcome(answer: $0, state: $1) }
    )
    let refused = states.indices.filter {
      if case .refused = states[$0] { true } else { false }
    }
    guard rounds > 1, !refused.isEmpty, states.contains(where: \.isApplied),
      let now = try? analyse(edit.specification, today: today).value
    else { return answered }
    var left = file
    left.text = answered.text
    let again = now.answered(
      refused.map { answers[$0] },
      in: left,
      today: today,
      rounds: rounds - 1
    )
    for (number, outcome) in zip(refused, again.outcomes) where outcome.state.isApplied {
      answered.outcomes[number] = outcome
    }
    answered.text = again.text
    return answered
  }

  /// True if an answer can be applied, as far as can be told without decoding the new text.
  package func takes(_ answer: QuestionAnswer, today: CalendarDate) -> Bool {
    guard let finding = analysis.questions.first(where: { $0.id == answer.question }),
      let question = AskedQuestion(finding, in: self)
    else { return false }
    var planner = AnswerPlanner(self, today: today)
    if answer.kind == .outOfScope {
      planner.leftOut = planner.dismissals([answer.question: answer])
    }
    let ways = try? planner.plan(answer, to: question)
    return ways?.isEmpty == false
  }
}
