import Specification
import TestDesign
import Text

extension AnalysedSpecification {
  /// Writes answers into the text of the spec.
  func answered(_ answers: [QuestionAnswer], in text: String) -> AnsweredText {
    let file = AnswerFile(text, of: specification, settings: Settings())
    return answered(answers, in: file, today: testDay)
  }
}
