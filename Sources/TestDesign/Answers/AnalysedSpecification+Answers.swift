package import Specification
package import Text
import YAMLSyntax

extension AnalysedSpecification {
  /// Puts answers into the text of the spec.
  ///
  /// Every answer is judged by the spec as it stands, so that the order of answers does not matter. The new text is read and analysed again:
  /// an answer that would break the spec, or leave its question open, is refused and leaves no trace.
  ///
  /// - Parameters:
  ///   - answers: In the order in which they are to be told of.
  ///   - text: The text that the spec was read from.
  ///   - catalogue: The one that it was read with.
  ///   - today: The day that deferrals are measured against.
  /// - Returns: The new text, the same where no answer is applied, and what became of each answer.
  package func answered(
    _ answers: [QuestionAnswer],
    in text: String,
    catalogue: Catalogue,
    today: CalendarDay
  ) -> AnsweredText {
    guard let editor = YAMLEditor(text) else {
      return AnsweredText(
        text: text,
        outcomes: answers.map {
          AnswerOutcome($0, .refused("the text of the spec cannot be edited"))
        }
      )
    }
    let verdicts = AnswerJudge(self, editor, today: today).verdicts(on: answers)
    var edit = AnswerEdit(
      editor: editor,
      path: specification.path,
      catalogue: catalogue,
      today: today
    )
    let states = edit.apply(verdicts)
    return AnsweredText(
      text: edit.editor.text,
      outcomes: zip(answers, states).map { AnswerOutcome($0, $1) }
    )
  }
}
