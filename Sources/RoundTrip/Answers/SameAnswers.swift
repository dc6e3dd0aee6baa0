import Reporting
import Specification
import TestDesign
import Text

/// Answers that say the same as another one, or as a rule.
extension SavedAnswers {
  struct Reason: Error {
    var text: AnswerReason
  }

  /// The most answers that are followed from one to the next.
  private static let longestChain = 200

  /// An answer with what it says the same as.
  func resolved(
    _ reference: AnswerReference,
    _ answer: QuestionAnswer,
    _ row: Row,
    _ readings: [Int: Reading],
    of sheet: AnswerSheet,
    seen: Set<Int>
  ) -> Result<QuestionAnswer, Reason> {
    let named = "`\(answer.text.onOneLine)`"
    let other: Int
    switch reference {
    case .rule:
      return .failure(
        Reason(
          text: .init(
            "\(named) is no result: the rule may say something else by now; write what is observed",
            "\(named)の内容は変わっている可能性があります。確認できる結果を書いてください"
          )
        )
      )
    case .question(let id):
      guard let found = sheet.row(ofQuestion: id) else {
        if let results = results(decidedBy: id) {
          return .success(answer.saying(results.joined(separator: "\n")))
        }
        return .failure(
          Reason(
            text: .init(
              "\(named) names a question that is not in this sheet",
              "\(named)の確認事項はこのシートにありません"
            )
          )
        )
      }
      other = found
    case .number(let number):
      guard sheet.questions.indices.contains(number - 1) else {
        return .failure(
          Reason(
            text: .init(
              "\(named) names no question: the sheet has \(sheet.questions.count); write its id",
              "\(named)の番号の確認事項はありません（全\(sheet.questions.count)件）。確認IDを書いてください"
            )
          )
        )
      }
      guard sheet.isInOrder else {
        return .failure(
          Reason(
            text: .init(
              "the rows have been sorted, so \(named) may mean another one; write its id",
              "行が並べ替えられているため、\(named)がどれを指すか分かりません。確認IDを書いてください"
            )
          )
        )
      }
      other = sheet.questions[number - 1].row
    case .unclear(let number):
      let third =
        sheet.questions.indices.contains(number - 1) ? sheet.questions[number - 1].id : nil
      let example = third.map { ": \($0) for question \(number)" } ?? ""
      return .failure(
        Reason(
          text: .init(
            "\(named) may count questions or rows; write the id instead\(example)",
            "\(named)が確認事項の番号か行番号か分かりません。確認IDを書いてください"
          )
        )
      )
    case .row(let number):
      guard !sheet.id(ofRow: number - 1).isEmpty else {
        return .failure(
          Reason(
            text: .init(
              "\(named) names a row without a question; write its id",
              "\(named)の行に確認事項はありません。確認IDを書いてください"
            )
          )
        )
      }
      other = number - 1
    case .above:
      guard let above = sheet.question(above: row.number) else {
        return .failure(
          Reason(
            text: .init(
              "\(named) is no result; no question stands above",
              "\(named)とありますが、上に確認事項がありません"
            )
          )
        )
      }
      guard isSameOperation(sheet.id(ofRow: above), answer.question), sheet.isInOrder else {
        return .failure(
          Reason(
            text:
              .init(
                "\(named) is no result; the question above is about something else, write the id of the one meant",
                "\(named)とありますが、すぐ上は別の操作の確認事項です。確認IDを書いてください"
              )
          )
        )
      }
      other = above
    }
    guard !seen.contains(other) else {
      return .failure(
        Reason(
          text: .init(
            "\(named) leads back to this question; write what is observed",
            "\(named)をたどるとこの確認事項に戻ってしまいます。確認できる結果を書いてください"
          )
        )
      )
    }
    guard seen.count < Self.longestChain else {
      return .failure(
        Reason(
          text: .init(
            "\(named) leads from question to question without an end; write what is observed",
            "\(named)から確認事項を次々にたどることになります。確認できる結果をここに書いてください"
          )
        )
      )
    }
    let id = sheet.id(ofRow: other)
    switch readings[other] {
    case nil, .problem?:
      if let results = results(decidedBy: id) {
        return .success(answer.saying(results.joined(separator: "\n")))
      }
      return .failure(
        Reason(
          text:
            .init(
              "\(named) is no result; \(id) has no answer that can be taken; write what is observed",
              "\(id)に反映できる回答がありません。確認できる結果をここに書いてください"
            )
        )
      )
    case .answer(let found)? where found.refusal != nil || found.isNoResult:
      return .failure(
        Reason(
          text:
            .init(
              "\(named) is no result; \(id) has no answer that can be taken; write what is observed",
              "\(id)に反映できる回答がありません。確認できる結果をここに書いてください"
            )
        )
      )
    case .answer(let found)?:
      let isOrder = [id, answer.question].contains { findings[$0]?.code == .contradictoryRules }
      guard
        !isOrder
          || findings[id]?.code == findings[answer.question]?.code && found.kind == .asWritten
      else {
        return .failure(
          Reason(
            text: .init(
              "\(named): \(id) asks which rule comes first; write what is observed here",
              "\(id)はどのルールを優先するかの確認です。確認できる結果をここに書いてください"
            )
          )
        )
      }
      if isOrder, let mine = findings[answer.question]?.choices(in: specification),
        !mine.contains(where: { ReadChoice.isSame($0.joined(separator: "\n"), found.text) })
      {
        return .failure(
          Reason(
            text: .init(
              "\(named): \(id) is about other rules; write which one comes first here",
              "\(id)は別のルールについての確認です。優先するルールをここに書いてください"
            )
          )
        )
      }
      var same = answer.saying(found.text)
      same.kind = found.kind
      return .success(same)
    case .same(let next, let found)?:
      let row = sheet.row(other) ?? row
      return resolved(next, found, row, readings, of: sheet, seen: seen.union([other])).map {
        var same = answer.saying($0.text)
        same.kind = $0.kind
        return same
      }
    }
  }

  private func isSameOperation(_ one: String, _ other: String) -> Bool {
    guard let operation = findings[one]?.question?.operation else { return false }
    return operation == findings[other]?.question?.operation
  }

  /// What a rule says that an answer to a question made or decided before.
  private func results(decidedBy id: String) -> [String]? {
    specification.rules.first { $0.source?.contains(id) ?? false }?.results
  }
}
