import Combinatorics
import Diagnostics
import Specification
import Text
import YAMLSyntax

/// Turns answers to the questions of a spec into changes of it.
///
/// A plan consists of alternative ways to make the changes, the preferred one first; it is empty if the spec already says so.
struct AnswerPlanner {
  let analysed: AnalysedSpecification
  /// The day that deferrals are compared with.
  let today: CalendarDate
  let wording: Wording
  let names: AnswerRuleNames
  /// The operation to dismiss for each question, if all answers of the run say that it is out of scope.
  var leftOut: [String: OperationDismissal] = [:]

  var specification: Specification { analysed.specification }
  var lowered: LoweredSpecification { analysed.regions.space.lowered }

  init(_ analysed: AnalysedSpecification, today: CalendarDate) {
    self.analysed = analysed
    self.today = today
    wording = Wording(analysed.specification)
    names = AnswerRuleNames(analysed.specification)
  }

  func say(_ phrase: Phrase) -> String { wording.language.say(phrase) }

  /// Returns a phrase about an answer's effect in the language of the spec.
  func told(_ english: String, _ japanese: String) -> String {
    wording.language.choose(english, japanese)
  }

  /// Plans the changes for an answer.
  ///
  /// Throws the reason why nothing can be changed.
  func plan(_ answer: QuestionAnswer, to question: AskedQuestion) throws(AnswerReason) -> [Way] {
    if let reason = question.finding.question?.reason {
      return try plan(answer, confirming: reason)
    }
    if answer.isYes, question.finding.code == .draftedRule {
      return try plan(answer, confirming: question)
    }
    if question.finding.code == .unreachedValue,
      let value = question.finding.question?.asked?.literals.first
    {
      return try plan(answer, to: question, leadingTo: value)
    }
    if let entry = question.entry { return try plan(answer, toEntry: entry) }
    if !question.unread.isEmpty { return try confirmation(answer, of: question.unread) }
    if let entry = question.unconsidered {
      return try plan(answer, toConsider: entry, asked: question.finding.message)
    }
    if [.noSuchDay, .excludedRule].contains(question.finding.code) {
      throw "the spec contradicts itself here; correct its text by hand"
    }
    if answer.isYes,
      let asked = analysed.unnamedInvalid.first(where: { $0.id == question.finding.id })
    {
      return try confirmation(answer, of: [asked.unnamed.factor], on: asked.unnamed.operations)
    }
    if answer.isYes, question.finding.code == .unconfirmedDecision,
      let winner = question.finding.rules.first
    {
      let rule = specification.rules[winner]
      let said = [answer.note(), rule.because].compactMap(\.self).joined(separator: " – ")
      let key = rule.isAddition ? "adds" : "then"
      let because = FieldChange.set("because", .text(said), behind: key)
      return .changes([.changeRule(winner, [because])], confirmed(rule))
    }
    if question.finding.isAboutAddition, answer.kind != .later {
      return try narrowing(answer, question)
    }
    if question.finding.code == .contestedDecision, answer.kind != .asWritten {
      throw
        "an objection is settled by a result; write what should happen, or agree to the decision after all"
    }
    switch answer.kind {
    case .asWritten where question.finding.code == .contradictoryRules:
      return try decide(answer, question)
    case .asWritten: return try rule(answer, to: question)
    case .notPossible, .outOfScope: return try impossibility(answer, to: question)
    case .later: return try deferral(answer, of: question)
    case .depends: return try split(answer, of: question)
    case .nothing, .select, .dismiss:
      throw
        "“Yes” and “Does not matter: why” answer what nobody has considered yet; choose something else"
    }
  }

  func confirmed(_ rule: Rule) -> String {
    say("rule \(rule.id) is confirmed")
  }

  func dismissed(_ id: String) -> String { say("`\(id)` is dismissed") }

  /// The phrase for a new `impossible` entry.
  var excluded: String { say("entry of `impossible` added") }

  // MARK: As written

  private func rule(
    _ answer: QuestionAnswer,
    to question: AskedQuestion
  ) throws(AnswerReason) -> [Way] {
    let asked = question.rule.map { specification.rules[$0] }
    let (order, rest) = question.rule.map { splitOrder(answer, ofRule: $0) } ?? ([], answer)
    let option = asked?.openQuestion?.options.first(where: rest.says)
    let isYesNo = asked?.openQuestion.map { YesNoQuestion.isOne($0.text) } == true
    let said = option ?? (isYesNo ? YesNoQuestion.behindReply(rest.results) : nil) ?? rest.results
    guard !said.isEmpty else {
      throw order.isEmpty
        ? .empty
        : .init("the answer says which one wins, but not what happens")
    }
    var results = try self.results(said, to: asked, in: question, isOption: option != nil)
    if question.finding.code == .fillerResult, let written = asked?.results {
      // The other results of the rule stay.
      let filler = written.firstIndex { VagueWords.filler(in: $0) != nil } ?? 0
      results = written[..<filler] + results + written[(filler + 1)...]
    }
    if let rule = question.rule, let asked, asked.house == nil {
      let said = asked.isAddition ? "adds" : "then"
      let key = asked.openQuestion == nil ? said : "question"
      let fields = [
        .replace(key, by: said, .texts(results)),
        note(answer, inPlaceOf: asked.source, behind: key), .remove("options"), .remove("ask"),
        .remove("until"),
      ]
      let moves = moves(saying: results, inPlaceOf: key, ofRule: rule)
      return try decide(
        results,
        answer,
        ofRule: rule,
        changing: fields + moves.fields,
        moving: moves.phrase,
        question,
        order: order
      )
    }
    if question.finding.code == .contestedDecision, let winner = question.finding.rules.first,
      analysed.regions.wins[winner] == question.rows
    {
      let rule = specification.rules[winner]
      if rule.house == nil, rule.becomes.isEmpty, !rule.isAddition {
        let marks = AgreementLedger.Entry.marks(in: rule.because ?? "", besides: answer.comment)
        let because = ([answer.note()] + marks).joined(separator: " – ")
        let fields: [FieldChange] = [
          .replace("then", by: "then", .texts(results)),
          .set("because", .text(because), behind: "then"),
        ]
        return .changes([.changeRule(winner, fields)], say("rule \(rule.id) is decided"))
      }
    }
    guard let cubes = question.cubes else { throw elsewhere }
    let then = NewField("then", .texts(results))
    return adding(newRules(question, cubes, [then], answer))
  }

  /// The refusal for a question that cannot get a rule of its own, since other rules decide part of it.
  var elsewhere: AnswerReason {
    .init("other rules decide part of these combinations; write the entry by hand")
  }

  /// Returns a rule for the cubes of each set of operations, taking precedence over the rules that cover them.
  func newRules(
    _ question: AskedQuestion,
    _ cubes: [Cube],
    _ outcome: [NewField],
    _ answer: QuestionAnswer,
    remark: String = ""
  ) -> [AnswerRule] {
    // An answer that replaces a decision also confirms it.
    let confirms =
      question.finding.isAboutDecision || question.finding.code == .invalidLikeValid
      || question.contradiction != nil && outcome.contains { $0.key == "then" }
    let replaced = question.replacedRule.map { specification.rules[$0] }
    let priority = (replaced?.priority).map { [NewField("priority", .text($0.rawValue))] } ?? []
    let said = [answer.note(remark), replaced?.source].compactMap(\.self).joined(separator: " – ")
    let origin = NewField(confirms ? "because" : "source", .text(said))
    return byOperations(cubes).map { cubes in
      // Depends only on the cubes, unless another rule has the id.
      let id = names.id(for: cubes.map(lowered.named), instead: answer.ruleID)
      return AnswerRule(
        rule: NewRule(
          condition: written(cubes),
          fields: [NewField("id", .text(id))] + outcome + priority + [origin]
        ),
        id: id,
        goesFirst: question.finding.code != .undefinedCombination
          && analysed.regions.needsPrecedence(cubes, in: question.rows),
        near: question.rule.map { [$0] } ?? question.contradiction?.rules
          ?? question.finding.question?.nearest.map { [$0] } ?? []
      )
    }
  }

  /// Returns the condition for cubes with the same operations.
  private func written(_ cubes: [Cube]) -> WrittenCube {
    wording.written(cubes.map(lowered.named))
  }

  // MARK: Not possible, out of scope

  private func impossibility(
    _ answer: QuestionAnswer,
    to question: AskedQuestion
  ) throws(AnswerReason) -> [Way] {
    let dismissal = answer.kind == .outOfScope ? leftOut[question.finding.id] : nil
    let isInvalid = question.finding.code == .invalidLikeValid
    if isInvalid, answer.text.onOneLine.isEmpty, answer.comment.onOneLine.isEmpty {
      throw .withoutReason
    }
    if let name = partNamed(in: answer.text + "\n" + answer.comment, question) {
      let lines = wording.labels(of: question.finding)
      throw
        "the reason covers only “\(name)”, but the question covers more; write a reason that holds for all of it\(lines)"
    }
    // A number beyond its range is out of scope for every operation.
    let isBeyond = question.finding.question?.asked.flatMap(wording.beyondRangeQuestion) != nil
    let whole =
      answer.kind == .notPossible || isInvalid || isBeyond ? excluded(by: question) : nil
    func isEverything(_ cubes: [Cube]) -> Bool {
      let condition = written(cubes)
      return condition.operations.count == lowered.operationValues.count
        && condition.alternatives.contains(where: \.isEmpty)
    }
    let cubes = [whole.map { [$0] }, question.cubes].compactMap(\.self)
    let entries = cubes.filter { !isEverything($0) }.map { cubes in
      let changes = byOperations(cubes).map { impossible($0, because: reason(answer)) }
      return Way(changes, excluded, reaches: cubes)
    }
    let ways =
      (dismissal.map { [Way([.dismiss($0)], dismissed($0.operation))] } ?? []) + entries
    guard !ways.isEmpty else {
      throw cubes.isEmpty
        ? elsewhere
        : .init("nothing could happen at all then; correct the spec by hand")
    }
    return ways
  }

  /// Returns the whole condition of the question, to be excluded at once, or `nil` if part of it is settled or assumed, or if a rule would
  /// be left without combinations.
  ///
  /// For an invalid value that no rule names the cube includes all operations; likewise for a number beyond a range, if no rule and no
  /// other question speaks of it.
  func excluded(by question: AskedQuestion) -> Cube? {
    let id = question.finding.id
    var cube: Cube
    if let invalid = analysed.unnamedInvalid.first(where: { $0.id == id }) {
      cube = lowered.cube(of: invalid.unnamed)
      cube.release(lowered.operationFactor)
    } else {
      guard question.finding.code == .undefinedCombination, let detail = question.finding.question,
        let asked = detail.asked, let number = analysed.questionIDs.firstIndex(of: id)
      else { return nil }
      cube = analysed.questions[number].condition
      var anywhere = cube
      anywhere.release(lowered.operationFactor)
      if wording.beyondRangeQuestion(asked) != nil, isUnspoken(anywhere, besides: number) {
        cube = anywhere
      } else if !detail.settled.isEmpty || !detail.assumed.isEmpty {
        return nil
      }
    }
    let regions = analysed.regions
    let rows = try? regions.space.store.diagram(of: cube)
    guard let rows, cube.namedFactors.contains(where: { $0 != lowered.operationFactor }),
      let rest = try? regions.space.store.complement(rows),
      regions.wins.allSatisfy({ wins in
        wins == .empty || (try? regions.space.meet(wins, rest)) == true
      })
    else { return nil }
    return cube
  }

  /// True if no condition that names a factor of the cube decides anything in it, and no other question that names one asks about it.
  private func isUnspoken(_ cube: Cube, besides question: Int) -> Bool {
    let (regions, store) = (analysed.regions, analysed.regions.space.store)
    let factors = Set(cube.namedFactors)
    guard let rows = try? store.diagram(of: cube) else { return false }
    let named = specification.rules.indices.flatMap { rule in
      lowered.rules[rule].filter { !factors.isDisjoint(with: $0.namedFactors) }
        .map { own in
          try? store.meet(try store.intersection(regions.wins[rule], rows), store.diagram(of: own))
        }
    }
    let others = analysed.questions.indices.filter { other in
      other != question
        && !factors.isDisjoint(with: analysed.questions[other].condition.namedFactors)
    }
    return (named + others.map { try? store.meet(analysed.questions[$0].rows, rows) })
      .allSatisfy { $0 == false }
  }

  /// Returns the combinations that may change if an answer is applied in one of the ways.
  func asked(_ ways: [Way], _ question: AskedQuestion) -> Diagram {
    let store = analysed.regions.space.store
    let reached = ways.flatMap(\.reach).map { cube in try? store.diagram(of: cube) }
    return (try? store.union([question.rows] + reached.compactMap(\.self))) ?? question.rows
  }

  /// Returns an `impossible` entry for cubes with the same operations.
  func impossible(_ cubes: [Cube], because reason: String) -> SpecificationChange {
    let condition = written(cubes)
    let isAnywhere = condition.operations.count == lowered.operationValues.count
    let when = wording.condition(
      condition.alternatives,
      ofOperations: isAnywhere ? [] : condition.operations,
      in: .impossible
    )
    let entry = NewValue.map([NewField("when", when), NewField("because", .text(reason))])
    return .addImpossible(entry, condition)
  }

  /// Returns the reason for excluding combinations, with the origin of the answer.
  func reason(_ answer: QuestionAnswer) -> String {
    let said = [answer.text, answer.comment].map(\.onOneLine).filter { !$0.isEmpty }
    let isJapanese = wording.language == .japanese
    let text = StatedReason.alone(said.joined(separator: " – "))
    let reason =
      switch (answer.kind, said.isEmpty) {
      case (.outOfScope, true): isJapanese ? "今回は対象外" : "Out of scope"
      case (.outOfScope, false): isJapanese ? "今回は対象外：\(text)" : "Out of scope: \(text)"
      case (_, true): isJapanese ? "起こり得ない" : "This cannot happen"
      case (_, false): text
      }
    return reason + wording.bracketed(answer.origin)
  }
}

extension QuestionAnswer {
  /// The id of the rule that the answer makes: `answer-q-3f9a2c7d`.
  var ruleID: String { "answer-" + question.lowercased() }
}

enum SpecificationChange: Hashable {
  case addRule(AnswerRule)
  /// Adds an entry with this condition to `impossible`.
  case addImpossible(NewValue, WrittenCube)
  /// Changes fields of the rule with this index.
  case changeRule(Int, [FieldChange])
  /// Adds lists of rule indices to `precedence`, with a note about their origin.
  case addPrecedence([[Int]], String)
  /// Changes fields of a map that is not a rule, such as an entry of `questions`.
  case changeFields([SyntaxStep], [FieldChange])
  /// Names the person who answers if nobody else is named.
  case addOwner(String)
  /// Adds an entry to `questions`.
  case addQuestion([NewField])
  /// Adds factors as `any` to a rule, with a note about who confirmed it.
  case confirm(rule: Int, factors: [Int], note: String)
  /// Selects an operation of the catalogue.
  case select(Selection)
  /// Dismisses an entry of the catalogue with a reason.
  case leaveOut(String, because: String)
  /// Adds an entry to `questions` that puts off whether an entry of the catalogue matters.
  case putOff([NewField])
  /// Removes a rule that others replace.
  case removeRule(Int)
  /// Dismisses a selected operation.
  case dismiss(OperationDismissal)
}

extension SpecificationChange {
  /// Changes an entry of `questions`.
  static func changeQuestion(_ number: Int, _ fields: [FieldChange]) -> SpecificationChange {
    .changeFields([.key("questions"), .item(number)], fields)
  }
}

struct AnswerRule: Hashable {
  var rule: NewRule
  var id: String
  /// True if `precedence` must put it first.
  var goesFirst: Bool
  /// The indices of the rules after which it is written: those that its question shows.
  var near: [Int]
}
