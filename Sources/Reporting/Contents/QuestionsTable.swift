package import Specification
package import TestDesign
import Text
import Workbooks

/// The questions, for those who decide.
extension ReportSource {
  func questionsTable() -> ReportTable {
    table(.questions, Self.questionColumns, rows: questions.map { ($0.id, $0) })
  }

  static let questionColumns: [TableColumn<Finding>] = [
    TableColumn(
      .id,
      "Question",
      "確認ID",
      .init(8...30),
      look: { _ in .init(marks: [ReportMark(.isEmpty(.answer), .open)]) }
    ) { .text($1.id) },
    TableColumn(
      .kind,
      "Type",
      "種別",
      look: {
        .init(marks: [
          ReportMark(.equals($0.kind(of: .contradictoryRules)), .bad),
          ReportMark(.equals($0.kind(of: .undecidedRule)), .notice),
          ReportMark(.equals($0.kind(of: .placeholderResult)), .notice),
          ReportMark(.equals($0.kind(of: .openQuestion)), .notice),
          ReportMark(.equals($0.kind(of: .unreadFactor)), .notice),
          ReportMark(.equals($0.kind(of: .unconsideredOperation)), .open),
          ReportMark(.equals($0.kind(of: .undefinedCombination)), .open),
        ])
      }
    ) { .text($0.kind(of: $1.code)) },
    TableColumn(.combinations, "Combinations settled", "決まる組み合わせ数") {
      $1.combinations.map(ReportCell.count) ?? .empty
    },
    TableColumn(.operation, "Operation", "操作", .init(8...16, mostLines: 5)) {
      $0.operation(of: $1)
    },
    TableColumn(.condition, "Condition", "条件", .init(8...17)) { source, question in
      guard !question.isBesideOperations else { return .empty }
      guard let condition = question.question?.condition, !condition.isEmpty else {
        return .text(source.text("always", "常に"), isMuted: true)
      }
      return .text(condition)
    },
    TableColumn(.question, "What should happen?", "確認したいこと", .init(12...32)) {
      .text($0.sentence(of: $1))
    },
    TableColumn(.example, "Example", "具体例", .init(14...23)) { source, question in
      source.example(of: question)
    },
    TableColumn(.nearestRule, "Related rules", "関連するルール", .init(12...24)) {
      $0.relatedRules(of: $1)
    },
    TableColumn(
      .options,
      "Options",
      "選択肢",
      .init(8...17),
      if: { source in source.questions.contains { !source.options(of: $0).isEmpty } }
    ) { source, question in
      .text(source.options(of: question).joined(separator: "\n"))
    },
    TableColumn(.followUp, "Also consider", "あわせて確認したいこと", .init(8...17)) {
      .text($0.followUp(of: $1))
    },
    TableColumn(.ask, "Ask", "確認先", .init(6...12)) { .text($1.ask ?? "") },
    TableColumn(
      .decideBy,
      "Decide by",
      "回答期限",
      if: { source in source.questions.contains { $0.deadline(in: source.specification) != nil } }
    ) { .text($1.deadline(in: $0.specification)?.description ?? "") },
    TableColumn(
      forPeople: .answer,
      "Answer",
      "回答",
      width: 30,
      look: {
        .init(
          allowsOthers: true,
          hint: $0.text(
            "Write what the user sees, as it should read in the test case.",
            "期待する動作を、そのままテストケースの期待結果になる文で書いてください。"
          )
        )
      },
      choices: { source, question in
        source.options(of: question).indices.map { ($0 + 1).asChoice }
      }
    ),
    TableColumn(
      forPeople: .answerKind,
      "Kind of answer",
      "回答の種類",
      width: 14,
      look: { source in
        let answers = AnswerChoices(source.specification.language)
        return .init(
          hint: source.text("Choose from the list.", "一覧から選んでください。"),
          marks: [
            ReportMark(.equals(answers.asWritten), .good),
            ReportMark(.equals(answers.notPossible), .muted),
            ReportMark(.equals(answers.outOfScope), .muted),
            ReportMark(.equals(answers.later), .open),
            ReportMark(.equals(answers.depends), .changed),
            ReportMark(.equals(answers.select), .good),
            ReportMark(.equals(answers.dismiss), .muted),
          ]
        )
      },
      choices: { AnswerChoices($0.specification.language).answering($1) }
    ),
    TableColumn(forPeople: .answeredBy, "Answered by", "回答者", width: 10),
    TableColumn(
      forPeople: .answeredOn,
      "Answered on",
      "回答日",
      width: 10.5,
      look: { .init(hint: $0.text("For example 2027-01-31.", "例：2027-01-31")) }
    ),
    TableColumn(forPeople: .comment, "Comment", "コメント", width: 14),
    TableColumn(
      forPeople: .refusal,
      "Not applied",
      "未反映の理由",
      width: 24,
      look: {
        .init(
          hint: $0.text(
            "Filled in by specmatrix answer.",
            "specmatrix answer が書き込みます。"
          )
        )
      }
    ),
    TableColumn(.relatedCases, "Test cases", "関連ケース", .init(8...20)) {
      $0.cell(ofCases: $0.casesByQuestion[$1.id] ?? [])
    },
    TableColumn(
      .fingerprint,
      "Fingerprint",
      "照合用",
      look: { _ in .init(isHidden: true) }
    ) { .text($1.question?.fingerprint ?? "") },
  ]

  fileprivate func kind(of code: FindingCode) -> String {
    switch code {
    case .contradictoryRules: text("Contradictory", "矛盾")
    case .undecidedRule: text("Undecided", "未決定")
    case .placeholderResult: text("Placeholder", "仮の記載")
    case .openQuestion: text("The team's own", "チームの確認事項")
    case .unreadFactor: text("To confirm", "要確認")
    case .unconsideredOperation: text("Not considered", "未検討")
    default: text("Undefined", "未定義")
    }
  }

  /// What is asked about.
  fileprivate func operation(of question: Finding) -> ReportCell {
    if question.entries.count == 1, let entry = specification.catalogue[question.entries[0]] {
      return .text(entry.label(specification.language))
    }
    if question.isBesideOperations {
      return .text(text("the whole feature", "機能全体"), isMuted: true)
    }
    return .text(
      question.question?.operation.map { specification.operations[$0].label }
        ?? text("several operations", "複数の操作")
    )
  }

  /// The question; of entries of the catalogue all are named, which a message has no room for.
  fileprivate func sentence(of question: Finding) -> String {
    guard question.entries.count > 1 else { return question.message }
    return wording.unconsideredQuestion(
      question.entries.compactMap(specification.catalogue.listing),
      mostNames: question.entries.count
    )
  }

  /// The answers that the question itself offers, numbered; where several rules disagree, an order of them as well.
  fileprivate func options(of question: Finding) -> [String] {
    let options = question.choices(in: specification)
    let isOrder = question.code == .contradictoryRules && options.count > 3
    return text.numbered(options)
      + (isOrder ? [text("or an order, such as ② > ① > ③", "または順番（例：② > ① > ③）")] : [])
  }

  /// What else is typically asked; of many entries of the catalogue where that is listed.
  fileprivate func followUp(of question: Finding) -> String {
    guard question.entries.count > 1 else { return question.question?.followUp ?? "" }
    return text(
      "They are selected or dismissed in the spec: specmatrix catalogue \(specification.path) says what each of them asks.",
      "仕様ファイルで選ぶか対象外とします。それぞれの確認点は specmatrix catalogue \(specification.path) で見られます。"
    )
  }

  /// One combination that the question stands for; where several pairs of rules disagree, one for each.
  fileprivate func example(of question: Finding) -> ReportCell {
    let pairs = question.question?.disagreements ?? []
    guard pairs.count > 1 else { return question.question?.example.map(example) ?? .empty }
    let shown = pairs.prefix(Disagreement.shownCount).map { pair in
      let names = pair.rules.map { specification.rules[$0].id }.joined(separator: text(" / ", "・"))
      return text.labelled(names, pair.setup)
    }
    let more = pairs.count - shown.count
    return .text(
      (shown + (more > 0 ? [text("and \(more) more", "ほか\(more)組")] : [])).joined(separator: "\n")
    )
  }

  /// One combination in words: the setup, then what happens.
  fileprivate func example(_ combination: Combination) -> ReportCell {
    let operation = text.labelled(
      text("Operation", "操作"),
      label(ofOperationValue: combination.operation)
    )
    return setup(of: combination, adding: [operation])
  }

  /// Of a gap the nearest rule; of a contradiction every rule with its results; of a rule's own question that rule; of a pack's question
  /// the place in the pack.
  fileprivate func relatedRules(of question: Finding) -> ReportCell {
    let nearest = question.question?.nearest
    let subject = question.code == .undefinedCombination ? nearest : question.rules.first
    let link = subject.map { ReportCell.Link.row(of: .rules, key: key(ofRule: $0)) }
    switch question.code {
    case .contradictoryRules:
      return .text(text.lines(question.rules.map(results(ofRule:))), link: link)
    case .undecidedRule, .placeholderResult:
      return .text(text.lines(question.rules.map(reference(toRule:))), link: link)
    case .openQuestion:
      return .text(question.teamQuestion(in: specification)?.house.map(text.place) ?? "")
    default:
      let nearest = question.question?.nearestRule.map {
        text.labelled(text("Nearest rule", "最も近いルール"), $0)
      }
      return .text(nearest ?? "", link: link)
    }
  }
}

extension Finding {
  /// Whether what is asked concerns no operation of the spec: what the team asks itself, what nothing depends on, what nobody considered.
  fileprivate var isBesideOperations: Bool {
    [.openQuestion, .unreadFactor, .unconsideredOperation].contains(code)
  }
}

extension ReportTable {
  /// The questions of a spec before there are cases.
  package static func questions(of specification: Specification, _ analysis: Analysis) -> Self {
    ReportSource(specification, analysis).questionsTable()
  }
}
