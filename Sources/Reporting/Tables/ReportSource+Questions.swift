import Specification
import TestDesign

/// The questions, for those who decide.
extension ReportSource {
  /// The drop-down beside the answer.
  private struct AnswerKinds {
    let asWritten: String
    let notPossible: String
    let outOfScope: String
    let later: String
    let depends: String

    init(_ text: ReportText) {
      asWritten = text("As written", "回答欄のとおり")
      notPossible = text("Not possible", "起こり得ない")
      outOfScope = text("Out of scope", "今回は対象外")
      later = text("Decide later", "後日決定")
      depends = text("Depends on …", "他の条件による")
    }

    var all: [String] { [asWritten, notPossible, outOfScope, later, depends] }
  }

  func questionsTable() -> ReportTable {
    let hasDeadline = questions.contains { deadline(of: $0) != nil }
    var columns = [
      generated(.id, "Question", "確認ID", marks: [ReportMark(.isEmpty(.answer), .open)]),
      generated(
        .kind,
        "Type",
        "種別",
        marks: [
          ReportMark(.equals(kind(of: .contradictoryExpectations)), .bad),
          ReportMark(.equals(kind(of: .undecidedExpectation)), .notice),
          ReportMark(.equals(kind(of: .undefinedExpectation)), .open),
        ]
      ),
      generated(.combinations, "Combinations settled", "決まる組み合わせ数"),
      generated(.operation, "Operation", "操作"),
      generated(.condition, "Condition", "条件"),
      generated(.question, "What should happen?", "確認したいこと"),
      generated(.example, "Example", "具体例"),
      generated(.nearestRule, "Related rules", "関連するルール"),
      generated(.suggestion, "Suggestion", "回答案"),
      generated(.followUp, "Also consider", "あわせて確認したいこと"),
      generated(.ask, "Ask", "確認先"),
    ]
    if hasDeadline { columns.append(generated(.decideBy, "Decide by", "回答期限")) }
    columns += [
      people(
        .answer,
        "Answer",
        "回答",
        hint: text(
          "Write what the user sees, as it should read in the test case.",
          "期待する動作を、テストケースにそのまま載せられる文で書いてください。"
        )
      ),
      people(
        .answerKind,
        "Kind of answer",
        "回答の種類",
        choices: AnswerKinds(text).all,
        hint: text("Choose from the list.", "一覧から選んでください。"),
        marks: [
          ReportMark(.equals(AnswerKinds(text).asWritten), .good),
          ReportMark(.equals(AnswerKinds(text).notPossible), .muted),
          ReportMark(.equals(AnswerKinds(text).outOfScope), .muted),
          ReportMark(.equals(AnswerKinds(text).later), .open),
          ReportMark(.equals(AnswerKinds(text).depends), .changed),
        ]
      ),
      people(.answeredBy, "Answered by", "回答者"),
      people(
        .answeredOn,
        "Answered on",
        "回答日",
        hint: text("For example 2027-01-31.", "例：2027-01-31")
      ),
      people(.comment, "Comment", "コメント"),
      generated(.relatedCases, "Test cases", "関連ケース"),
    ]
    return ReportTable(
      name: .questions,
      title: text("Questions", "確認事項"),
      columns: columns,
      rows: questions.map { question in
        ReportTable.Row(
          key: question.id,
          cells: columns.map {
            $0.kind == .people ? .empty : cell(of: question, role: $0.role)
          }
        )
      }
    )
  }

  private func cell(of question: Finding, role: ReportColumn.Role) -> ReportCell {
    let detail = question.question
    switch role {
    case .id: return .text(question.id)
    case .kind: return .text(kind(of: question.code))
    case .combinations: return question.combinations.map(ReportCell.count) ?? .empty
    case .operation:
      return .text(
        detail?.operation.map { specification.operations[$0].label }
          ?? text("several operations", "複数の操作")
      )
    case .condition:
      guard let condition = detail?.condition, !condition.isEmpty else {
        return .text(text("always", "常に"), isMuted: true)
      }
      return .text(condition)
    case .question: return .text(question.message)
    case .example: return detail?.example.map(example) ?? .empty
    case .nearestRule: return relatedRules(of: question)
    case .suggestion: return .text(text.lines(detail?.suggestion ?? []))
    case .followUp: return .text(detail?.followUp ?? "")
    case .ask: return .text(question.ask ?? "")
    case .decideBy: return .text(deadline(of: question)?.description ?? "")
    case .relatedCases:
      return cell(
        ofCases: matrix.cases.filter { $0.questions.contains(question.id) }.map(\.id)
      )
    default: return .empty
    }
  }

  private func kind(of code: FindingCode) -> String {
    switch code {
    case .contradictoryExpectations: text("Contradictory", "矛盾")
    case .undecidedExpectation: text("Undecided", "未決定")
    default: text("Undefined", "未定義")
    }
  }

  /// One combination in words: the setup, then what happens.
  private func example(_ combination: Combination) -> ReportCell {
    let operation = text.labelled(
      text("Operation", "操作"),
      label(ofOperationValue: combination.operation)
    )
    return setup(of: combination, adding: [operation])
  }

  /// Of a gap the nearest rule; of a contradiction every rule with its results; of a rule's own question that rule.
  private func relatedRules(of question: Finding) -> ReportCell {
    let nearest = question.question?.nearest
    let subject = question.code == .undefinedExpectation ? nearest : question.rules.first
    let link = subject.map {
      ReportCell.Link.row(of: .rules, key: specification.expectations[$0].id)
    }
    switch question.code {
    case .contradictoryExpectations:
      return .text(text.lines(question.rules.map(results(ofRule:))), link: link)
    case .undecidedExpectation:
      return .text(text.lines(question.rules.map(reference(toRule:))), link: link)
    default:
      let phrase = question.question?.nearestRule ?? nearest.map(reference(toRule:))
      return .text(phrase ?? "", link: link)
    }
  }

  private func deadline(of question: Finding) -> CalendarDay? {
    guard question.code == .undecidedExpectation, let rule = question.rules.first,
      case .undecided(let open) = specification.expectations[rule].outcome
    else { return nil }
    return open.until
  }
}
