package import Specification
package import TestDesign
import Text
import Workbooks

/// The table of questions, for those who decide.
extension ReportSource {
  /// The number of empty rows for questions added by the director.
  private static let ownQuestions = 3

  func questionsTable() -> ReportTable {
    var table = table(
      .questions,
      Self.questionColumns,
      head: specification.owner == nil ? [headEntry(.ask)] + answerHead : answerHead,
      rows: questions.map { ($0.id, $0) }
    )
    table.emptyRows = Self.ownQuestions
    table.sayStatus(specification.language)
    return table
  }

  /// The head rows for who answers and when, which apply to all rows.
  var answerHead: [ReportTable.HeadRow] { [headEntry(.answeredBy), headEntry(.answeredOn)] }

  private func headEntry(_ role: ReportColumn.Role) -> ReportTable.HeadRow {
    let label = ReportTable.headLabel(role, specification.language)
    return .entry(role, label: label ?? "", cell: .empty)
  }

  static let questionColumns: [TableColumn<Finding>] = [
    TableColumn(.number, "No.", "No.", .init(5...5)) { source, question in
      source.questionNumbers[question.id].map { .number($0 + 1) } ?? .empty
    },
    TableColumn(.question, "What should happen?", "確認したいこと", .init(50...52)) {
      .text($0.asked($1))
    },
    TableColumn(
      forPeople: .answerKind,
      "Your choice",
      "選択",
      width: 24,
      choices: { $0.dropDown(of: $1) }
    )
    .hint(
      "Choose from the list. If the result beside it answers the question, this may stay empty.",
      "一覧から選んでください。どうなるかを尋ねる質問では、右の欄に期待結果を書けば、空欄のままで構いません。"
    ),
    TableColumn(forPeople: .answer, "Result or reason", "期待結果・理由", width: 32)
      .hint(
        "What the user sees, as it should read in the test case; beside a choice, only why: “because …”.",
        "期待する動作を、そのままテストケースの期待結果になる文で書いてください。選択した場合は、その理由だけを「…のため」の形で書きます。"
      ),
    TableColumn(forPeople: .decideBy, "Decide by", "決定期日", width: 11)
      .hint(
        "Only for “\(QuestionAnswer.Kind.later.name(.english))”: the day, for example 2027-01-31.",
        "「\(QuestionAnswer.Kind.later.name(.japanese))」を選んだ場合だけ、期日を書いてください。例：2027-01-31"
      ),
    TableColumn(forPeople: .answeredBy, "Who", "回答者", width: 10),
    TableColumn(
      forPeople: .refusal,
      "Status",
      "状況",
      width: 28,
      cell: { source, question in
        let deferred = AnswerStatus(source.specification.language).deferred
        return .text(question.deferral(in: source.specification).map { deferred + $0 } ?? "")
      }
    )
    .hint("Filled in by specmatrix answer.", "specmatrix answer が書き込みます。")
    .marked { source in
      let words = AnswerStatus(source.specification.language)
      return [
        ReportMark(.equals(words.answered), .good), ReportMark(.begins(words.notApplied), .bad),
      ]
    },
    TableColumn(.ask, "Ask, until", "確認先・回答期限", .init(12...15)) { .text($0.asking($1)) },
    TableColumn(.nearestRule, "What the spec says", "仕様に書かれていること", .init(40...52)) {
      $0.nearby($1)
    },
    TableColumn(forPeople: .comment, "Comment", "コメント", width: 30),
    TableColumn(.id, "Question", "確認ID", .init(12...13)) { .text($1.id) }.folded,
    TableColumn(forPeople: .answeredOn, "Answered on", "回答日", width: 12)
      .hint("For example 2027-01-31.", "例：2027-01-31").folded,
    TableColumn(.kind, "Type", "種別") {
      .text($1.isOptional ? $0.optionalKind : $0.kind(of: $1.code))
    }
    .marked { source in
      let tones: [(FindingCode, CellTone)] = [
        (.contradictoryRules, .bad), (.undecidedRule, .notice), (.placeholderResult, .notice),
        (.openQuestion, .notice), (.unreadFactor, .notice), (.contestedDecision, .bad),
        (.unconsideredOperation, .open), (.undefinedCombination, .open),
      ]
      return tones.map { ReportMark(.equals(source.kind(of: $0)), $1) }
    }.folded,
    TableColumn(.operation, "Operation", "操作", .init(8...16, maxLines: 5)) {
      $0.operation(of: $1)
    }.folded,
    TableColumn(.condition, "Condition", "条件", .init(8...17)) { source, question in
      guard !question.isBesideOperations else { return .empty }
      guard let condition = question.question?.condition, !condition.isEmpty else {
        return .text(source.text("always", "常に"), isMuted: true)
      }
      return .text(condition)
    }.folded,
    TableColumn(.example, "Example", "具体例", .init(24...40)) { source, question in
      source.example(of: question)
    }.folded,
    TableColumn(.followUp, "Also consider", "あわせて確認したいこと", .init(20...30)) {
      .text($0.followUp(of: $1))
    }.folded,
    TableColumn(.combinations, "Combinations settled", "影響する組み合わせ数") {
      $1.combinations.map(ReportCell.count) ?? .empty
    }.folded,
    TableColumn(.relatedCases, "Test cases", "関連ケース", .init(8...20)) {
      $0.cell(ofCases: $0.casesByQuestion[$1.id] ?? [])
    }.folded,
    TableColumn(.options, "Options", "選択肢", .init(20...40)) { source, question in
      .text(
        (source.options(of: question) + source.otherChoices(of: question)).joined(separator: "\n")
      )
    }.folded,
    TableColumn(.fingerprint, "Fingerprint", "照合用") {
      .text($1.question?.fingerprint ?? "")
    }.hidden,
  ]

  /// The type of a row that needs no answer.
  var optionalKind: String { text("Worth a thought", "検討候補") }

  fileprivate func kind(of code: FindingCode) -> String {
    switch code {
    case .contradictoryRules: text("Contradictory", "矛盾")
    case .undecidedRule: text("Undecided", "未決定")
    case .placeholderResult, .fillerResult: text("Placeholder", "仮の記載")
    case .openQuestion: text("The team's own", "チームの確認事項")
    case .unreadFactor, .unconfirmedDecision: text("To confirm", "要確認")
    case .draftedRule: text("Drafted", "下書き")
    case .contestedDecision: text("Contested", "相違あり")
    case .noSuchDay: text("No such day", "存在しない日付")
    case .unreachedValue: text("Nothing leads there", "到達しない状態")
    case .excludedRule: text("Excluded", "起こり得ない条件")
    case .invalidLikeValid: text("Invalid value", "不正な値")
    case .unconsideredOperation: text("Not considered", "未検討")
    default: text("Undefined", "未定義")
    }
  }

  /// Returns the operation, catalogue entry or feature that the question is about.
  fileprivate func operation(of question: Finding) -> ReportCell {
    if let entry = question.entries.first.flatMap({ specification.catalogue[$0] }) {
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

  /// Returns what is typically also asked about the operation.
  fileprivate func followUp(of question: Finding) -> String {
    question.isBesideOperations ? "" : question.question?.followUp ?? ""
  }

  /// Returns an example combination, or one per pair if several pairs of rules disagree.
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

  /// Returns a combination in words: the setup, then the operation.
  fileprivate func example(_ combination: Combination) -> ReportCell {
    let operation = text.labelled(
      text("Operation", "操作"),
      wording.operation(combination.operation)
    )
    return setup(of: combination, adding: [operation])
  }
}

extension Finding {
  /// True if the question concerns no operation of the spec: a question of the team, an unread factor or an unconsidered entry.
  fileprivate var isBesideOperations: Bool {
    code == .draftedRule && rules.isEmpty
      || [
        .openQuestion, .unreadFactor, .unconsideredOperation, .noSuchDay, .unreachedValue,
      ].contains(code)
  }
}

extension ReportTable {
  /// Returns the label above the headings for an entry in the head, or `nil` for other roles.
  ///
  /// `.ask` is the person who decides, for specs that name nobody.
  package static func headLabel(_ role: ReportColumn.Role, _ language: Language) -> String? {
    let text = ReportText(language: language)
    return switch role {
    case .ask: text("Who decides what is open?", "未決定事項の責任者")
    case .answeredBy: text("Answered by", "回答者")
    case .answeredOn: text("Answered on", "回答日")
    default: nil
    }
  }

  /// Updates each question's status according to whether it has an answer, unless the status says something else.
  package mutating func sayStatus(_ language: Language) {
    guard name == .questions, let status = index(of: .refusal) else { return }
    let words = AnswerStatus(language)
    let answers = [ReportColumn.Role.answer, .answerKind].compactMap(index)
    for row in rows.indices where !rows[row].isAdded && !rows[row].isGone {
      let cells = rows[row].cells
      let said = cells[status].shownText
      guard AnswerStatus.isWord(said) else { continue }
      if answers.contains(where: { !cells[$0].shownText.onOneLine.isEmpty }) {
        rows[row].cells[status] = .text(words.answered)
      } else if !said.hasPrefix(words.deferred) {
        rows[row].cells[status] = .text(words.open)
      }
    }
  }

  /// Returns the questions of a spec for which no cases have been generated.
  package static func questions(of specification: Specification, _ analysis: Analysis) -> Self {
    ReportSource(specification, analysis).questionsTable()
  }
}
