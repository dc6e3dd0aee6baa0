import Specification
import TestDesign
import Text

extension AnalysedSpecification {
  /// Puts answers into the text of the spec.
  func answered(
    _ answers: [QuestionAnswer],
    in text: String,
    catalogue: Catalogue,
    settings: Settings,
    today: CalendarDate
  ) -> AnsweredText {
    answered(
      answers,
      in: AnswerFile(text, of: specification, catalogue: catalogue, settings: settings),
      today: today
    )
  }
}
