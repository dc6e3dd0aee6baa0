import Specification
import Text
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
    if let house = rule?.house ?? entry?.house { return refusal(ofDraftIn: house) }
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

  private func refusal(ofDraftIn house: HouseOrigin) -> AnswerPlan {
    .refused(
      .init(
        "\(house.path):\(house.line) holds the draft; confirm it there",
        "\(house.path)の\(house.line)行目にある下書きです。そちらで確認してください"
      )
    )
  }

  /// Confirms a drafted reason, which is kept with who confirmed it.
  func plan(_ answer: QuestionAnswer, confirming reason: DraftedReason) -> AnswerPlan {
    if let house = reason.house { return refusal(ofDraftIn: house) }
    guard answer.isYes else {
      return .refused(
        .init(
          "answer Yes (はい) if that is right; otherwise remove it from the spec, and what happens is asked",
          "正しければ「はい」と回答してください。正しくなければ、仕様ファイルから削除してください（何が起こるかが確認事項になります）"
        )
      )
    }
    let said = [reason.text, answer.comment].map(\.onOneLine).filter { !$0.isEmpty }
    let text =
      reason.text.isEmpty
      ? answer.note() : said.joined(separator: " – ") + wording.bracketed(answer.origin)
    return .changes([.confirmReason(reason.map, reason.key, text)], "the reason is confirmed")
  }
}
