import Combinatorics
import Diagnostics
import Specification
import YAMLSyntax

/// An operation that answers leave out as a whole: it goes from `operations` to `dismissed`.
struct OperationDismissal: Hashable {
  var operation: String
  var reason: String
  /// The rules that only asked what happens on it, by their numbers: they go, too.
  var rules: [Int]
}

extension AnswerPlanner {
  /// By question: the operation that the answers leave out with it.
  ///
  /// That is one of several of the spec, about whose every combination one of the answers says that it is out of scope. No rule says anything
  /// of it but those that ask these questions. What else names it shows when the text is read without it.
  ///
  /// - Parameter answers: Those that say so and fit their questions.
  /// - Returns: The same dismissal for all questions of an operation.
  func dismissals(_ answers: [QuestionAnswer]) -> [String: OperationDismissal] {
    let excluding = answers.filter { $0.refusal == nil }
    guard specification.operations.count > 1, !excluding.isEmpty else { return [:] }
    let ids = Set(excluding.map(\.question))
    var asked: [Int: [AskedQuestion]] = [:]
    for finding in analysed.analysis.findings where ids.contains(finding.id) {
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
      let byQuestion = Dictionary(excluding.map { ($0.question, $0) }) { first, _ in first }
      var reasons: [String] = []
      for question in questions {
        guard let reason = byQuestion[question.finding.id].map({ reason($0) }) else { continue }
        if !reasons.contains(reason) { reasons.append(reason) }
      }
      let dismissal = OperationDismissal(
        operation: specification.operations[operation].id,
        reason: reasons.joined(separator: wording.language == .japanese ? "；" : "; "),
        rules: rules
      )
      for question in questions { dismissals[question.finding.id] = dismissal }
    }
    return dismissals
  }

  /// The only operation that a question is about; `nil` where there are several, or none.
  private func operation(of question: AskedQuestion) -> Int? {
    if let rule = question.rule {
      let operations = lowered.operations(ofRule: rule)
      return operations.count == 1 ? operations[0] : nil
    }
    return question.rows == .empty ? nil : question.finding.question?.operation
  }

  /// The rules that ask some questions, where no other rule speaks of their operation and these name nothing else; `nil` elsewhere.
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

  /// True if some questions are about every combination of an operation.
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

extension Way {
  /// The way in which an answer leaves out a whole operation.
  init(_ dismissal: OperationDismissal) {
    self.init([.dismiss(dismissal)], "`\(dismissal.operation)` is dismissed")
  }
}

extension RulePlacement {
  /// The changes of the text that leave out a whole operation: it stands under `dismissed`, and nowhere else.
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
    // Rules of the operation alone stand under keys of their own.
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
