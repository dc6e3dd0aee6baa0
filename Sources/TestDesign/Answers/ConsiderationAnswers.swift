import Combinatorics
import Diagnostics
import Specification
import Text
import YAMLSyntax

/// An operation of the catalogue that an answer selects.
struct Selection: Hashable {
  var operation: String
  /// The results; empty if the answer leaves them open.
  var results: [String]
  /// The id of the rule with the results.
  var ruleID: String
  var source: String
}

extension AnswerPlanner {
  /// Plans an answer to the question whether an entry of the catalogue matters.
  ///
  /// `message` is the question as the spec asks it. Throws the reason why nothing can be changed.
  func plan(
    _ answer: QuestionAnswer,
    toConsider entry: CatalogueEntry,
    asked message: String
  ) throws(AnswerReason) -> [Way] {
    switch answer.kind {
    case .asWritten, .select:
      return entry.kind == .topic
        ? try question(answer, of: entry, asked: message) : try selection(answer, of: entry)
    case .dismiss
    where answer.comment.onOneLine.isEmpty
      && answer.results.allSatisfy({ PlaceholderKind(of: $0) == .open }):
      throw "the reason is missing: write why \(label(entry)) is left out"
    case .notPossible, .outOfScope, .dismiss:
      return .changes(
        [.leaveOut(entry.id, because: reason(answer))],
        dismissed(entry.id)
      )
    case .later:
      let asked = entry.kind == .topic ? message : wording.unconsideredQuestion(entry)
      return try deferral(
        answer,
        say("`\(entry.id)` is postponed"),
        ofEntry: specification.questionsPuttingOff(entry.id).first,
        [NewField("question", .text(asked)), NewField("operation", .text(entry.id))]
      )
    case .nothing, .depends:
      throw .init(
        "choose “Yes” first; what happens on \(label(entry)) is then a question of its own",
        "先に「はい」を選んでください。そのときの動作は、あらためて確認します"
      )
    }
  }

  private func label(_ entry: CatalogueEntry) -> String {
    wording.quoted(entry.label(wording.language))
  }

  private func selection(
    _ answer: QuestionAnswer,
    of entry: CatalogueEntry
  ) throws(AnswerReason) -> [Way] {
    let isYes = BareReply(answer.text) == .yes
    let saysResult = !answer.results.contains { $0.label != nil || NonResult($0) != nil }
    guard answer.kind == .select || isYes || entry.kind == .operation && saysResult else {
      throw "choose “Yes”, or “Does not matter: why” and write why \(label(entry)) is left out"
    }
    guard entry.kind == .operation else {
      return try question(answer, of: entry, asked: entry.question(wording.language))
    }
    let results = try self.results(isYes ? [] : answer.results, to: nil, in: nil, isOption: false)
    let selection = Selection(
      operation: entry.id,
      results: results,
      ruleID: names.id(ofOperation: entry.id, instead: answer.ruleID),
      source: answer.note()
    )
    return .changes(
      [.select(selection)],
      results.isEmpty
        ? say("`\(entry.id)` is selected; what happens on it is asked next")
        : say("`\(entry.id)` is selected, rule \(selection.ruleID) added")
    )
  }

  /// Adds a prompt that matters as a question of the spec, until a factor for it is declared or the question is decided.
  private func question(
    _ answer: QuestionAnswer,
    of entry: CatalogueEntry,
    asked message: String
  ) throws(AnswerReason) -> [Way] {
    guard specification.questionsPuttingOff(entry.id).isEmpty else { return [] }
    let results = BareReply(answer.text) == .yes ? [] : answer.results
    let texts = results.filter { ![.conditional, .fact].contains(NonResult($0)) }
    if let reason = reasonAgainst(texts) { throw reason }
    if let limit = results.first(where: StatedReason.isOnlyLimit) {
      throw
        "`\(limit)` limits “Yes” and says nothing else; write what happens there as a sentence, or choose “Yes” alone"
    }
    let then = results.isEmpty ? [] : [NewField("then", .texts(results))]
    let fields =
      [
        NewField("question", .text(message)),
        NewField("operation", .text(entry.id)),
      ] + then + [NewField("source", .text(answer.note()))]
    return .changes(
      [.putOff(fields)],
      results.isEmpty
        ? say("`\(entry.id)` is a question of the spec until it is declared")
        : say("`\(entry.id)` is a question of the spec, decided")
    )
  }

  /// Returns the state of an answer to the question whether an entry of the catalogue matters, if that is no longer asked; `nil` if the
  /// answer is to another question.
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
      // “No, the framework handles it”.
      case .asWritten:
        if let (reply, why) = BareReply.leading(answer.text), reply == .no,
          dismissal.reason.contains(answer.question), dismissal.reason.contains(why)
        {
          return .known
        }
      case .nothing, .later, .depends, .select: break
      }
      return .stale(
        now: .init("it is left out already: \(dismissal.reason.onOneLine)")
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
      // “Yes: the list is shown”.
      let behindYes = BareReply.leading(answer.text).flatMap { $0.reply == .no ? nil : [$0.rest] }
      if saysNothing
        || said.contains(where: { $0.results.map { answer.says($0) || $0 == behindYes } ?? false })
      {
        return .known
      }
    case .nothing, .notPossible, .outOfScope, .later, .depends, .dismiss: break
    }
    return .stale(
      now: .init("the spec has “\(selected.label)” already")
    )
  }
}

extension Specification {
  /// Returns the indices of the spec's own `questions` that put an operation off.
  func questionsPuttingOff(_ operation: String) -> [Int] {
    questions.indices.filter { questions[$0].house == nil && questions[$0].operation == operation }
  }
}

extension RulePlacement {
  /// Returns the changes of the text that select an operation, in the form that `operations` has.
  func textChanges(_ selection: Selection) -> [TextChange] {
    var changes: [TextChange] = []
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
    return changes + removal(of: specification.questionsPuttingOff(selection.operation))
  }

  /// Returns the changes that remove questions, including the section if it becomes empty.
  func removal(of questions: [Int]) -> [TextChange] {
    let count = specification.questions.count { $0.house == nil }
    guard !questions.isEmpty, questions.count < count else {
      return questions.isEmpty ? [] : [.changeFields([], [.remove("questions")])]
    }
    return questions.reversed().map { .removeItem([.key("questions")], $0) }
  }
}

/// An operation that is dismissed as a whole: it moves from `operations` to `dismissed`.
struct OperationDismissal: Hashable {
  var operation: String
  var reason: String
  /// The indices of the rules that only ask about it; they are removed, too.
  var rules: [Int]
}

extension AnswerPlanner {
  /// Returns the operation that answers dismiss as a whole, for each question about it.
  ///
  /// A spec must have other operations, and answers must say of every combination of the operation that it is out of scope. No rule may be
  /// about it except those that ask these questions; any other reference to it is found when the new text is decoded. `answers` are valid
  /// answers that say so, by question id.
  func dismissals(_ answers: [String: QuestionAnswer]) -> [String: OperationDismissal] {
    let excluding = answers.filter { $0.value.refusal == nil }
    guard specification.operations.count > 1, !excluding.isEmpty else { return [:] }
    var asked: [Int: [AskedQuestion]] = [:]
    for finding in analysed.analysis.findings where excluding[finding.id] != nil {
      guard let question = AskedQuestion(finding, in: analysed), question.contradiction == nil,
        let operation = operation(of: question)
      else { continue }
      asked[operation, default: []].append(question)
    }
    var dismissals: [String: OperationDismissal] = [:]
    for (operation, questions) in asked.sorted(by: { $0.key < $1.key }) {
      guard let rules = rules(onlyAsking: questions, on: operation),
        (try? isWhole(operation, questions)) ?? false
      else { continue }
      let reasons = questions.compactMap { excluding[$0.finding.id].map { reason($0) } }
        .withoutRepetitions
      let dismissal = OperationDismissal(
        operation: specification.operations[operation].id,
        reason: reasons.joined(separator: wording.language == .japanese ? "；" : "; "),
        rules: rules
      )
      for question in questions { dismissals[question.finding.id] = dismissal }
    }
    return dismissals
  }

  /// Returns the operation of a question, or `nil` if there is none or several.
  private func operation(of question: AskedQuestion) -> Int? {
    if let rule = question.rule {
      let operations = lowered.operations(ofRule: rule)
      return operations.count == 1 ? operations[0] : nil
    }
    return question.rows == .empty ? nil : question.finding.question?.operation
  }

  /// Returns the rules that ask the questions, or `nil` if another rule is about the operation or one of them names anything else.
  private func rules(onlyAsking questions: [AskedQuestion], on operation: Int) -> [Int]? {
    let asking = Set(questions.compactMap(\.rule))
    let naming = specification.rules.indices.filter {
      lowered.operations(ofRule: $0).contains(operation)
    }
    let areAlone = naming.allSatisfy { rule in
      asking.contains(rule) && specification.rules[rule].house == nil
        && specification.rules[rule].when.alternatives.allSatisfy { $0.terms.count == 1 }
    }
    return areAlone ? naming : nil
  }

  /// True if the questions cover every combination of an operation.
  private func isWhole(
    _ operation: Int,
    _ questions: [AskedQuestion]
  ) throws(LimitExceeded) -> Bool {
    let space = analysed.regions.space
    let all = try space.store.intersection(
      space.all,
      try space.store.diagram(of: lowered.cube(ofOperation: operation))
    )
    return try space.isWithin(all, try space.store.union(questions.map(\.rows)))
  }
}

extension RulePlacement {
  /// Returns the changes of the text that move a whole operation to `dismissed`.
  func textChanges(_ dismissal: OperationDismissal) -> [TextChange] {
    var changes: [TextChange] = []
    let operations: [SyntaxStep] = [.key("operations")]
    if case .sequence = root[operations]?.content,
      let number = specification.operations.firstIndex(where: { $0.id == dismissal.operation })
    {
      changes.append(.removeItem(operations, number))
    } else {
      changes.append(.changeFields(operations, [.remove(dismissal.operation)]))
    }
    changes.append(
      entry(NewField(dismissal.operation, .text(dismissal.reason)), in: "dismissed")
    )
    // Rules of this operation alone are written under keys of their own.
    let keys = dismissal.rules.compactMap { rule -> String? in
      guard case .key(let key) = specification.rules[rule].path.dropFirst().first else {
        return nil
      }
      return key
    }
    guard !keys.isEmpty, case .mapping(let entries) = root[[.key("rules")]]?.content else {
      return changes
    }
    let gone = Set(keys)
    changes.append(
      entries.allSatisfy { gone.contains($0.key) }
        ? .changeFields([], [.remove("rules")])
        : .changeFields([.key("rules")], gone.sorted().map(FieldChange.remove))
    )
    return changes
  }
}
