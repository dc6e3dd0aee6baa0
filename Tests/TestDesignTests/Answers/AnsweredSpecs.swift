import Specification
import TestDesign
import Text

extension AnalysedSpecification {
  /// Writes answers into the text of the spec.
  func answered(
    _ answers: [QuestionAnswer],
    in text: String,
    catalogue: Catalogue = .standard
  ) -> AnsweredText {
    let file = AnswerFile(text, of: specification, catalogue: catalogue, settings: Settings())
    return answered(answers, in: file, today: testDay)
  }
}
