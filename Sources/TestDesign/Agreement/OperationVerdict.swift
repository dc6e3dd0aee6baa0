import Diagnostics
import Specification
package import Text
import YAMLSyntax

/// A reviewer's verdict on the outcomes of an operation, or on a decision.
package struct OperationVerdict: Hashable, Sendable {
  /// The id of the operation or of the decision.
  package var operation: String
  /// The fingerprint of the outcomes that were reviewed.
  package var fingerprint: String
  package var isAgreed: Bool
  package var comment: String
  package var author: String
  /// As written.
  package var day: String
  /// The place of the verdict: `POST.xlsx:Outcomes!B7`.
  package var place: String

  package var isOfDecision: Bool { AgreementLedger.isOfDecision(operation) }

  package init(
    operation: String,
    fingerprint: String,
    isAgreed: Bool,
    comment: String = "",
    author: String = "",
    day: String = "",
    place: String
  ) {
    self.operation = operation
    self.fingerprint = fingerprint
    self.isAgreed = isAgreed
    self.comment = comment
    self.author = author
    self.day = day
    self.place = place
  }

  /// “Sato, 2026-11-22: the button should stay”.
  fileprivate var remark: String {
    let who = [author, day].filter { !$0.isEmpty }.joined(separator: ", ")
    return [who, comment].filter { !$0.isEmpty }.joined(separator: ": ")
  }
}

/// The result of applying verdicts: the ledger, the text of the spec, and the state of each verdict.
package struct AppliedVerdicts {
  package enum State: Hashable, Sendable {
    /// The ledger or the spec was changed, as described in a phrase.
    case applied(String)
    /// The verdict was known already.
    case known
    /// The verdict cannot be applied, for this reason and with this remedy.
    case refused(AnswerReason)

    fileprivate static func refused(_ english: String, _ japanese: String) -> Self {
      .refused(AnswerReason(english, japanese))
    }

    package var refusal: AnswerReason? { if case .refused(let why) = self { why } else { nil } }
  }

  package private(set) var ledger: AgreementLedger
  /// The text of the spec; unchanged if there are no objections.
  package private(set) var text: String
  /// In the order of the verdicts.
  package private(set) var states: [State] = []

  private let asked: AnalysedSpecification
  private let file: AnswerFile
  private let today: CalendarDate

  /// Records agreement in the ledger, and adds questions to the spec for objections.
  ///
  /// `asked` is the spec that reviewers looked at, before the answers of the same run; `file` is its text with those answers. `today` is
  /// recorded for verdicts without a day.
  package init(
    _ verdicts: [OperationVerdict],
    on asked: AnalysedSpecification,
    _ ledger: AgreementLedger,
    in file: AnswerFile,
    today: CalendarDate
  ) {
    self.ledger = ledger
    self.asked = asked
    self.file = file
    self.today = today
    text = file.text
    let comparison = try? AgreementComparison(asked)
    let builder = try? OutcomeTableBuilder(asked)
    for (number, verdict) in verdicts.enumerated() {
      let other = verdicts.first { other in
        other.operation == verdict.operation && other.isAgreed != verdict.isAgreed
      }
      if let other {
        states.append(
          .refused("\(other.place) says the opposite of the same operation; keep one of the two")
        )
      } else if verdicts[..<number].contains(where: { $0.isSame(as: verdict) }) {
        states.append(.known)
      } else {
        states.append(apply(verdict, comparison, builder))
      }
    }
  }

  private mutating func apply(
    _ verdict: OperationVerdict,
    _ comparison: AgreementComparison?,
    _ builder: OutcomeTableBuilder?
  ) -> State {
    if verdict.isAgreed, !verdict.comment.isEmpty,
      StatedReason.isLimited(verdict.comment) || NonResult(verdict.comment) == .placeholder(.open)
    {
      return .refused(
        "“\(verdict.comment)” limits the agreement; agree to all of it, or disagree and say what should happen"
      )
    }
    if verdict.isAgreed, StatedReason.objects(verdict.comment) {
      let choice = verdict.isOfDecision ? "Disagree" : "Not so"
      return .refused(
        "“\(verdict.comment)” contradicts the agreement; choose “\(choice)” and say what should happen, or clear the comment",
        "「\(verdict.comment)」は合意と食い違います。「相違あり」を選んで正しい結果を書くか、コメントを消してください"
      )
    }
    if verdict.isOfDecision { return decide(verdict) }
    guard
      let operation = asked.specification.operations.firstIndex(where: {
        $0.id == verdict.operation
      })
    else {
      return .refused(
        "the spec has no such operation any more; if something should still happen, ask in an empty row at the end of the sheet of questions"
      )
    }
    if verdict.isAgreed, ledger[verdict.operation]?.fingerprint == verdict.fingerprint {
      return .known
    }
    if !verdict.isAgreed, isAsked(verdict) { return .known }
    guard let comparison, let table = try? builder?.table(of: operation) else {
      return .refused("its outcomes are beyond the limits, and cannot be compared")
    }
    // If an agreement still holds, the workbook shows the fingerprint of that time.
    let known = ledger[verdict.operation].flatMap { entry in
      comparison.holds(entry, for: table) ? entry.fingerprint : nil
    }
    guard [table.fingerprint, known].contains(verdict.fingerprint) else {
      return .refused(
        "the outcomes have changed since this workbook was written; generate again and look"
      )
    }
    guard verdict.isAgreed else { return ask(verdict, operation) }
    ledger.record(
      comparison.entry(
        of: table,
        by: verdict.author,
        on: verdict.day.isEmpty ? today.description : verdict.day,
        comment: verdict.comment
      )
    )
    return .applied(say("agreed"))
  }

  /// Records agreement to a decision, or the objection to it.
  private mutating func decide(_ verdict: OperationVerdict) -> State {
    // True even if the decision has changed since.
    if let entry = ledger.decision(verdict.fingerprint), entry.isContested != verdict.isAgreed,
      verdict.isAgreed || entry.comment == verdict.comment
    {
      return .known
    }
    let decision = asked.analysis.decisions.first { $0.fingerprint == verdict.fingerprint }
    guard let decision else {
      guard asked.analysis.decisions.contains(where: { $0.id == verdict.operation }) else {
        return .refused(
          "the rules no longer settle this; if something else is wrong, disagree with the operation and say so in the comment"
        )
      }
      return .refused(
        "what the rules settle has changed since this workbook was written; generate again and look"
      )
    }
    let saysNothing: Bool =
      switch NonResult(verdict.comment) {
      case nil, .conditional, .explanation, .fact: verdict.comment.isEmpty
      case .placeholder, .bareReply, .question, .date, .name, .sign: true
      }
    guard verdict.isAgreed || !saysNothing else {
      return .refused("say in the comment what should happen instead")
    }
    var entry = AgreementLedger.Entry(
      operation: decision.id,
      fingerprint: decision.fingerprint,
      by: verdict.author,
      on: verdict.day.isEmpty ? today.description : verdict.day,
      comment: verdict.comment,
      outcomes: decision.sentence
    )
    entry.isContested = !verdict.isAgreed
    ledger.record(entry, answering: decision.state.objection ?? decision.state.lapsed)
    return .applied(say(verdict.isAgreed ? "agreed" : "contested: an error until the spec says so"))
  }

  private func say(_ phrase: Phrase) -> String { asked.specification.language.say(phrase) }

  // MARK: Objections

  /// True if the spec already asks the question of the verdict.
  private func isAsked(_ verdict: OperationVerdict) -> Bool {
    let question = question(verdict)
    let specification = YAMLEditor(text).flatMap { file.read($0.root).value } ?? asked.specification
    return specification.rules.contains { $0.openQuestion?.text == question }
      || specification.questions.contains { $0.question.text == question }
  }

  /// Returns the question that an objection leads to, with the operation and the words of the reviewer.
  private func question(_ verdict: OperationVerdict) -> String {
    let specification = asked.specification
    let label =
      specification.operations.first { $0.id == verdict.operation }?.label.onOneLine
      ?? verdict.operation
    let (remark, language) = (verdict.remark.onOneLine, specification.language)
    return language.say("“\(label)”: is this not so? What happens instead?")
      + (remark.isEmpty ? "" : language.choose(" (\(remark))", "（\(remark)）"))
  }

  /// Turns the rule that an objection is about into a question, or asks about the operation under `questions`.
  private mutating func ask(_ verdict: OperationVerdict, _ operation: Int) -> State {
    guard let editor = YAMLEditor(text), let before = file.read(editor.root).value else {
      return .refused("the text of the spec cannot be edited; write the question by hand")
    }
    let rules = before.rules.indices.filter { rule in
      before.operations(ofRule: rule).contains(verdict.operation)
    }
    let question = question(verdict)
    let named = rules.filter { verdict.comment.names(before.rules[$0].id) }
    let only = named.count == 1 ? named.first : rules.count == 1 ? rules.first : nil
    if named.count == 1, let rule = named.first {
      if let reason = Self.reasonAgainst(before.rules[rule]) { return .refused(reason) }
    }
    // A rule with transitions is left alone, since a question would lose them.
    let changed = only.flatMap { rule in
      Self.reasonAgainst(before.rules[rule]) == nil && before.rules[rule].becomes.isEmpty
        ? rule : nil
    }
    let change =
      changed.map { self.change(before.rules[$0], editor.root, question, verdict) }
      ?? addition(question, editor.root, before)
    var edited = editor
    do throws(EditRefusal) {
      try edited.apply([change])
    } catch {
      return .refused("could not edit the spec: \(error.reason); write the question by hand")
    }
    guard let after = file.read(edited.root).value, isExact(before, after, changed, question) else {
      return .refused("the spec would not say exactly this; write the question by hand")
    }
    text = edited.text
    guard let changed else { return .applied(say("asked under `questions`")) }
    return .applied(say("rule \(before.rules[changed].id) is a question now"))
  }

  private static func reasonAgainst(_ rule: Rule) -> AnswerReason? {
    if let house = rule.house {
      return "\(rule.id) is a house rule; write the question in \(house.path), line \(house.line)"
    }
    return rule.results == nil
      ? .init("\(rule.id) is open already; answer its question") : nil
  }

  /// Returns the change that turns a rule into a question whose first option is the old result; a rule written as a text or list of texts
  /// gets keys.
  private func change(
    _ rule: Rule,
    _ root: SyntaxNode,
    _ question: String,
    _ verdict: OperationVerdict
  ) -> TextChange {
    let options = NewValue.list([.texts(rule.results ?? [])])
    if case .mapping(let entries) = root[rule.path]?.content,
      entries.contains(where: { $0.key == "then" })
    {
      let fields: [FieldChange] = [
        .replace("then", by: "question", .text(question)),
        .set("options", options, behind: "then"),
      ]
      return .changeFields(rule.path, fields)
    }
    let fields = NewValue.map([
      NewField("question", .text(question)), NewField("options", options),
    ])
    guard case .key(let key)? = rule.path.last else {
      return .changeFields(rule.path, [.set("question", .text(question), behind: "then")])
    }
    return .changeFields(rule.path.dropLast(), [.set(key, fields, behind: key)])
  }

  /// Returns the change that adds an entry to `questions`.
  private func addition(
    _ question: String,
    _ root: SyntaxNode,
    _ specification: Specification
  ) -> TextChange {
    let stays = specification.language == .japanese ? "記載のとおり" : "As the spec says now"
    let entry = NewValue.map([
      NewField("question", .text(question)), NewField("options", .list([.text(stays)])),
    ])
    return RulePlacement(specification, root).items([entry], in: "questions")
  }

  /// True if the new text has the same rules as the old one, and asks the question.
  private func isExact(
    _ before: Specification,
    _ after: Specification,
    _ changed: Int?,
    _ question: String
  ) -> Bool {
    guard before.rules.count == after.rules.count else { return false }
    let areSame = zip(before.rules, after.rules).enumerated().allSatisfy { number, rules in
      let (old, new) = rules
      guard old.id == new.id else { return false }
      if number == changed {
        return new.openQuestion?.text == question
          && new.openQuestion?.options == [old.results ?? []]
      }
      return old.results == new.results && old.openTexts == new.openTexts
    }
    let added = after.questions.count - before.questions.count
    return areSame && added == (changed == nil ? 1 : 0)
  }
}

extension OperationVerdict {
  /// True if the verdicts are equal apart from place, author and day.
  fileprivate func isSame(as other: Self) -> Bool {
    operation == other.operation && isAgreed == other.isAgreed && fingerprint == other.fingerprint
      && comment == other.comment
  }
}

extension Specification {
  /// Returns the ids of the operations that a rule names.
  fileprivate func operations(ofRule rule: Int) -> Set<String> {
    let values = operationValues
    return Set(
      rules[rule].when.alternatives.flatMap(\.terms).filter { $0.factor == operationFactor }
        .flatMap(\.values).map { operations[values[$0].operation].id }
    )
  }
}

extension String {
  /// True if the text contains the id of a rule, not as part of a longer id.
  fileprivate func names(_ id: String) -> Bool {
    func isOfID(_ character: Character) -> Bool {
      character.isASCII && (character.isLetter || character.isNumber) || "-_".contains(character)
    }
    var rest = self[...]
    while let found = rest.firstRange(of: id) {
      let before = found.lowerBound == startIndex ? nil : self[..<found.lowerBound].last
      let after = self[found.upperBound...].first
      if !(before.map(isOfID) ?? false), !(after.map(isOfID) ?? false) { return true }
      rest = self[index(after: found.lowerBound)...]
    }
    return false
  }
}
