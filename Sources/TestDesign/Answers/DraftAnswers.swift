import Specification
import YAMLSyntax

/// Answers that confirm or replace a draft.
extension AnswerPlanner {
  /// What says where an answer comes from: in the place of a draft, else beside what was said before.
  func note(
    _ answer: QuestionAnswer,
    inPlaceOf source: String?,
    behind key: String
  ) -> FieldChange {
    Draft.origin(source) == nil
      ? .mention("source", answer.note(), behind: key)
      : .replace("source", by: "source", .text(answer.note()))
  }

  /// A draft becomes what somebody confirmed; where it came from stays.
  func plan(_ answer: QuestionAnswer, confirming question: AskedQuestion) -> AnswerPlan {
    let rule = question.rule.map { specification.rules[$0] }
    let entry = question.entry.map { specification.questions[$0] }
    if let house = rule?.house ?? entry?.house {
      return .refused(
        .init(
          "\(house.path):\(house.line) holds the draft; confirm it there",
          "\(house.path)の\(house.line)行目にある下書きです。そちらで確認してください"
        )
      )
    }
    let origin = Draft.origin(rule?.source ?? entry?.source) ?? ""
    let fields: [FieldChange] = [
      .replace("source", by: "source", .text(answer.note(origin))), .remove("until"),
    ]
    if let number = question.rule, let rule {
      return .changes([.changeRule(number, fields)], "rule \(rule.id) is confirmed")
    }
    guard let number = question.entry else { return .known }
    return .changes([.changeQuestion(number, fields)], "the decision is confirmed")
  }
}
