import Specification
import TestDesign

/// The questions, for those who decide.
extension ReportSource {
  func questionsTable() -> ReportTable {
    let hasDeadline = questions.contains { deadline(of: $0) != nil }
    var columns = [
      column(.questions, .id, marks: [ReportMark(.isEmpty(.answer), .open)]),
      column(
        .questions,
        .kind,
        marks: [
          ReportMark(.equals(kind(of: .contradictoryExpectations)), .bad),
          ReportMark(.equals(kind(of: .undecidedExpectation)), .notice),
          ReportMark(.equals(kind(of: .undefinedExpectation)), .open),
        ]
      ),
      column(.questions, .combinations),
      column(.questions, .operation),
      column(.questions, .condition),
      column(.questions, .question),
      column(.questions, .example),
      column(.questions, .nearestRule),
      column(.questions, .suggestion),
      column(.questions, .followUp),
      column(.questions, .ask),
    ]
    if hasDeadline { columns.append(column(.questions, .decideBy)) }
    columns += [
      column(
        .questions,
        .answer,
        hint: text(
          "Write what the user sees, as it should read in the test case.",
          "期待する動作を、テストケースにそのまま載せられる文で書いてください。"
        )
      ),
      column(
        .questions,
        .answerKind,
        choices: AnswerChoices(specification.language).all,
        hint: text("Choose from the list.", "一覧から選んでください。"),
        marks: [
          ReportMark(.equals(AnswerChoices(specification.language).asWritten), .good),
          ReportMark(.equals(AnswerChoices(specification.language).notPossible), .muted),
          ReportMark(.equals(AnswerChoices(specification.language).outOfScope), .muted),
          ReportMark(.equals(AnswerChoices(specification.language).later), .open),
          ReportMark(.equals(AnswerChoices(specification.language).depends), .changed),
        ]
      ),
      column(.questions, .answeredBy),
      column(
        .questions,
        .answeredOn,
        hint: text("For example 2027-01-31.", "例：2027-01-31")
      ),
      column(.questions, .comment),
      column(.questions, .relatedCases),
      column(.questions, .fingerprint),
    ]
    columns[columns.count - 1].isHidden = true
    return ReportTable(
      name: .questions,
      title: ReportTable.Name.questions.title(specification.language),
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
    case .fingerprint: return .text(detail?.fingerprint ?? "")
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
