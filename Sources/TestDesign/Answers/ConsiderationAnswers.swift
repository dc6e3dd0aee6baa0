import Specification
import Text
import YAMLSyntax

/// What an answer makes of an operation that nobody considered.
enum Consideration: Hashable {
  /// The operation is selected.
  struct Selection: Hashable {
    var operation: String
    /// What happens on it; empty where the answer leaves that open.
    var results: [String]
    /// The id of the rule that says so.
    var ruleID: String
    var source: String
  }

  case select(Selection)
  /// The operation is left out for a reason.
  case dismiss(operation: String, reason: String)
  /// The question is put off: an entry of `questions`.
  case putOff(operation: String, [NewField])

  fileprivate var operation: String {
    switch self {
    case .select(let selection): selection.operation
    case .dismiss(let operation, _), .putOff(let operation, _): operation
    }
  }
}

extension AnswerPlanner {
  /// The changes that an answer to the question of an entry of the catalogue asks for.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - entry: The entry.
  ///   - message: The question as the spec asks it.
  /// - Returns: The plan.
  func plan(
    _ answer: QuestionAnswer,
    toConsider entry: CatalogueEntry,
    asked message: String
  ) -> AnswerPlan {
    switch answer.kind {
    case .asWritten, .select:
      return entry.kind == .topic
        ? question(answer, of: entry, asked: message) : selection(answer, of: entry)
    case .dismiss
    where answer.comment.onOneLine.isEmpty
      && answer.results.allSatisfy({ PlaceholderKind(of: $0) == .open }):
      return .refused(
        .init(
          "the reason is missing: write why `\(entry.id)` is left out",
          "理由がありません。`\(entry.id)`を対象外とする理由を書いてください"
        )
      )
    case .notPossible, .outOfScope, .dismiss:
      return .changes(
        [.consider(.dismiss(operation: entry.id, reason: reason(answer)))],
        "`\(entry.id)` is dismissed"
      )
    case .later:
      return deferral(
        answer,
        of: entry,
        asked: entry.kind == .topic ? message : wording.unconsideredQuestion(entry)
      )
    case .depends:
      return .refused(
        .init(
          "choose “Yes” first; what happens on `\(entry.id)` is a question of its own then",
          "先に「はい」を選んでください。そのときの動作は、あらためて確認します"
        )
      )
    }
  }

  private func selection(_ answer: QuestionAnswer, of entry: CatalogueEntry) -> AnswerPlan {
    let isYes = BareReply(answer.text) == .yes
    guard answer.kind == .select || isYes else {
      return .refused(
        .init(
          "choose “Yes”, or “No: why” and write why `\(entry.id)` is left out",
          "「はい」を選ぶか、「いいえ：理由」を選んで、`\(entry.id)`を対象外とする理由を書いてください"
        )
      )
    }
    guard entry.kind == .operation else {
      return question(answer, of: entry, asked: entry.question(wording.language))
    }
    let results: [String]
    switch self.results(isYes ? [] : answer.results, to: nil, in: nil, isOption: false) {
    case .success(let said): results = said
    case .failure(let reason): return .refused(reason.text)
    }
    let selection = Consideration.Selection(
      operation: entry.id,
      results: results,
      ruleID: names.id(ofOperation: entry.id, instead: answer.ruleID),
      source: answer.note()
    )
    return .changes(
      [.consider(.select(selection))],
      "`\(entry.id)` is selected"
        + (results.isEmpty
          ? "; what happens on it is asked next" : ", rule \(selection.ruleID) added")
    )
  }

  /// A prompt matters: it is a question of the spec until a factor for it is declared, or until it is decided.
  private func question(
    _ answer: QuestionAnswer,
    of entry: CatalogueEntry,
    asked message: String
  ) -> AnswerPlan {
    guard specification.questionsPuttingOff(entry.id).isEmpty else { return .known }
    let results = BareReply(answer.text) == .yes ? [] : answer.results
    let texts = results.filter { NonResult($0) != .conditional }
    if let reason = reasonAgainst(texts) { return .refused(reason) }
    let then = results.isEmpty ? [] : [NewField("then", .texts(results))]
    let fields =
      [
        NewField("question", .text(message)),
        NewField("operation", .text(entry.id)),
      ] + then + [NewField("source", .text(answer.note()))]
    return .changes(
      [.consider(.putOff(operation: entry.id, fields))],
      results.isEmpty
        ? "`\(entry.id)` is a question of the spec until it is declared"
        : "`\(entry.id)` is a question of the spec, decided"
    )
  }

  private func deferral(
    _ answer: QuestionAnswer,
    of entry: CatalogueEntry,
    asked message: String
  ) -> AnswerPlan {
    let day: CalendarDate
    switch deferralDay(answer) {
    case .success(let found): day = found
    case .failure(let reason): return .refused(reason.text)
    }
    let phrase = "`\(entry.id)` is put off until \(day)"
    if let known = specification.questionsPuttingOff(entry.id).first {
      return deferral(answer, ofEntry: known, until: day, phrase)
    }
    return .changes(
      [
        .consider(
          .putOff(
            operation: entry.id,
            [
              .init("question", .text(message)),
              .init("operation", .text(entry.id)), .init("until", .text(day.description)),
              .init("source", .text(answer.note(remark(of: answer)))),
            ]
          )
        )
      ],
      phrase
    )
  }

  /// What an answer became whose question, whether an operation matters, is no longer asked; `nil` where it answers another question.
  func consideration(of answer: QuestionAnswer) -> AnswerOutcome.State? {
    let asked = specification.catalogue.listings.first { listing in
      answer.question
        == "Q-" + FindingID.digits(["unconsidered", specification.id, listing.id])
    }
    guard let id = asked?.id else { return nil }
    if let dismissal = specification.dismissed.first(where: { $0.id == id }) {
      switch answer.kind {
      case .notPossible, .outOfScope, .dismiss:
        if dismissal.reason == reason(answer) { return .known }
      case .asWritten, .later, .depends, .select: break
      }
      return .stale(
        now: .init(
          "`dismissed` says: \(dismissal.reason.onOneLine)",
          "すでに対象外になっています（\(dismissal.reason.onOneLine)）"
        )
      )
    }
    let selected = specification.operations.first { $0.id == id || $0.catalogueEntry?.id == id }
    guard let selected else {
      let decided = specification.questionsPuttingOff(id).map {
        specification.questions[$0].decision
      }
      if [.asWritten, .select].contains(answer.kind), decided.contains(where: answer.says) {
        return .known
      }
      let isDeclared = specification.factors.contains { $0.name == id }
      return isDeclared && [.asWritten, .select].contains(answer.kind) ? .known : nil
    }
    let said = specification.rules.filter {
      $0.id.hasPrefix(answer.ruleID) || $0.source?.contains(answer.question) ?? false
    }
    switch answer.kind {
    case .asWritten, .select:
      let saysNothing = answer.results.isEmpty || BareReply(answer.text) == .yes
      if saysNothing || said.contains(where: { $0.results.map(answer.says) ?? false }) {
        return .known
      }
    case .notPossible, .outOfScope, .later, .depends, .dismiss: break
    }
    return .stale(now: .init("`\(selected.id)` is selected", "`\(selected.id)`はすでに仕様に含まれています"))
  }
}

extension Specification {
  /// The entries of the spec's own `questions` that put an operation off.
  func questionsPuttingOff(_ operation: String) -> [Int] {
    questions.indices.filter { questions[$0].house == nil && questions[$0].operation == operation }
  }
}

extension RulePlacement {
  /// The changes of the text that an answer makes of an operation: it stands in the shape that `operations` has.
  func textChanges(_ consideration: Consideration) -> [TextChange] {
    var changes: [TextChange] = []
    switch consideration {
    case .select(let selection):
      if case .sequence = root[[.key("operations")]]?.content {
        changes.append(.append([.text(selection.operation)], to: [.key("operations")]))
      } else {
        let entry = NewField(selection.operation, .nothing)
        changes.append(.addEntry(entry, to: [.key("operations")]))
      }
      if !selection.results.isEmpty {
        let rule = NewValue.map([
          .init("id", .text(selection.ruleID)), .init("then", .texts(selection.results)),
          .init("source", .text(selection.source)),
        ])
        changes.append(entry(NewField(selection.operation, rule), in: "rules"))
      }
    case .dismiss(let operation, let reason):
      changes.append(entry(NewField(operation, .text(reason)), in: "dismissed"))
    case .putOff(_, let fields):
      return [additions(ofQuestions: [.map(fields)])]
    }
    return changes + removal(of: specification.questionsPuttingOff(consideration.operation))
  }

  /// One more entry of a section, which begins where there is none.
  func entry(_ field: NewField, in section: String) -> TextChange {
    root[[.key(section)]] == nil
      ? .addKey(NewField(section, .map([field])), following: Self.keys(before: section))
      : .addEntry(field, to: [.key(section)])
  }

  /// What takes questions away, with the section where nothing is left of it.
  private func removal(of questions: [Int]) -> [TextChange] {
    let count = specification.questions.count { $0.house == nil }
    guard !questions.isEmpty, questions.count < count else {
      return questions.isEmpty ? [] : [.changeFields([], [.remove("questions")])]
    }
    return questions.reversed().map { .removeItem([.key("questions")], $0) }
  }
}
