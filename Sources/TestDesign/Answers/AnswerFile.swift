import Diagnostics
package import Specification
package import Text
import YAMLSyntax

/// The text of the spec that answers go to.
package struct AnswerFile {
  var text: String
  /// Reads the spec where the file says something else.
  var read: (SyntaxNode) -> Checked<Specification>

  /// - Parameters:
  ///   - text: The text that the spec was read from.
  ///   - specification: What it says.
  ///   - catalogue: The one that it was read with.
  ///   - settings: Those that it was read with.
  package init(
    _ text: String,
    of specification: Specification,
    catalogue: Catalogue,
    settings: Settings
  ) {
    self.text = text
    read = { root in
      decodeSpecification(
        root,
        path: specification.path,
        catalogue: catalogue,
        settings: settings
      )
    }
  }
}

extension AnalysedSpecification {
  /// Puts answers into the text of the spec.
  ///
  /// Every answer is judged against the spec as it was given, so that the order of answers does not matter. The new text is read and analysed again:
  /// an answer that would break the spec, change another rule or leave its question open is judged again beside those that were applied, in at most
  /// four rounds, then refused without a trace.
  ///
  /// - Parameters:
  ///   - answers: In the order in which they are to be reported.
  ///   - file: What the answers go to.
  ///   - today: The day that deferrals are measured against.
  /// - Returns: The new text, the same where no answer is applied, and what became of each answer.
  package func answered(
    _ answers: [QuestionAnswer],
    in file: AnswerFile,
    today: CalendarDate
  ) -> AnsweredText {
    answered(answers, in: file, today: today, rounds: 4)
  }

  private func answered(
    _ answers: [QuestionAnswer],
    in file: AnswerFile,
    today: CalendarDate,
    rounds: Int
  ) -> AnsweredText {
    guard let editor = YAMLEditor(file.text) else {
      let reason = AnswerReason(
        "the text of the spec cannot be edited",
        "仕様ファイルの書き方の都合で、自動では反映できません"
      )
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

  /// True if an answer can be put into the spec, as far as can be told without reading the new text.
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
