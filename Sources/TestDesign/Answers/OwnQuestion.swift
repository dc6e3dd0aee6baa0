package import Specification
import Text
import YAMLSyntax

/// Questions that somebody wrote into the sheet: they become entries of `questions`.
extension QuestionAnswer {
  /// The id that the question has as soon as the spec asks it.
  package static func id(ofOwnQuestion text: String, in specification: Specification) -> String {
    "Q-" + FindingID.digits(["open", specification.id, text])
  }
}

extension AnswerPlanner {
  /// What adds a question of somebody's own, decided where they answered it.
  func plan(addingQuestionOf answer: QuestionAnswer) -> AnswerPlan {
    guard let text = answer.ownQuestion else { return .known }
    var fields = [NewField("question", .text(text))]
    if !answer.ask.isEmpty, answer.ask != specification.owner {
      fields.append(NewField("ask", .text(answer.ask)))
    }
    var phrase = "the question is added to `questions`"
    var hasAnswer = true
    switch answer.kind {
    case .later:
      switch deferralDay(answer) {
      case .failure(let reason): return .refused(reason.text)
      case .success(let day):
        fields.append(NewField("until", .text(day.description)))
        phrase += ", open until \(day)"
      }
    case .asWritten:
      let results = answer.results
      hasAnswer = !results.isEmpty
      if hasAnswer, let reason = reasonAgainst(results, toQuestion: text, []) {
        return .refused(reason)
      }
      if hasAnswer {
        fields.append(NewField("then", .texts(results)))
        phrase += " with its answer"
      }
    case .notPossible, .outOfScope, .depends, .select, .dismiss:
      return .refused(
        .init(
          "a question of your own is answered as written, or put off with “Decide later” and a day",
          "ご自身の確認事項には、回答をそのまま書くか、「後日決定」を選んで期日を書いてください"
        )
      )
    }
    let source = [answer.author, answer.day, answer.comment].map(\.onOneLine)
      .filter { !$0.isEmpty }.joined(separator: ", ")
    if hasAnswer || !source.isEmpty {
      fields.append(NewField("source", .text(hasAnswer ? answer.note() : source)))
    }
    return .changes([.addQuestion(fields)], phrase)
  }

  /// True if the spec has the question already, open or decided.
  func asksAlready(_ answer: QuestionAnswer) -> Bool {
    specification.questions.contains {
      QuestionAnswer.id(ofOwnQuestion: $0.question.text, in: specification) == answer.question
    }
  }
}
