import Specification
import YAMLSyntax

/// Answers that confirm or replace a draft.
extension AnswerPlanner {
  /// Records where an answer comes from: replaces the source of a draft, and adds to any other source.
  func note(
    _ answer: QuestionAnswer,
    inPlaceOf source: String?,
    behind key: String
  ) -> FieldChange {
    Draft.origin(source) == nil
      ? .mention("source", answer.note(), behind: key)
      : .replace("source", by: "source", .text(answer.note()))
  }

  /// Confirms a draft; the source keeps where it came from.
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
