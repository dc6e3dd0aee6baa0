import Combinatorics
import Specification
import Text
import YAMLSyntax

/// An open question as an answer to it sees it.
struct AskedQuestion {
  let finding: Finding
  /// The combinations that it represents.
  let rows: Diagram
  /// The cubes that a rule or a constraint must name to speak of exactly these; `nil` where other rules decide a part of them.
  let cubes: [Cube]?
  /// The rule that asks; `nil` for what is undefined or contradictory.
  let rule: Int?

  /// The question of a finding; `nil` for a finding that asks nothing.
  init?(_ finding: Finding, in analysed: AnalysedSpecification) {
    let regions = analysed.regions
    self.finding = finding
    switch finding.code {
    case .undefinedCombination, .contradictoryRules:
      guard let number = analysed.questionIDs.firstIndex(of: finding.id) else { return nil }
      rows = analysed.questions[number].rows
      cubes = [analysed.questions[number].tight]
      rule = nil
    case .undecidedRule:
      guard let rule = finding.rules.first else { return nil }
      rows = regions.wins[rule]
      cubes =
        regions.wins[rule] == regions.matches[rule] ? regions.space.lowered.rules[rule] : nil
      self.rule = rule
    default: return nil
    }
  }
}

extension RuleRegions {
  /// Whether a combination of a set is in the cube; where a search cannot tell, one is taken to be.
  func mayMeet(_ rows: Diagram, _ cube: Cube) -> Bool {
    (try? space.rows(of: rows).intersects(cube)) ?? true
  }
}

/// What an answer asks to be changed.
enum AnswerPlan {
  /// The changes, and what they do in one phrase.
  case changes([SpecificationChange], String)
  /// The spec says it already.
  case known
  /// Why nothing can be changed.
  case refused(String)
}

/// Turns answers into changes of the spec that they answer a question of.
struct AnswerPlanner {
  let analysed: AnalysedSpecification
  /// The day that deferrals are measured against.
  let today: CalendarDay
  let wording: Wording

  var specification: Specification { analysed.specification }
  var lowered: LoweredSpecification { analysed.regions.space.lowered }

  init(_ analysed: AnalysedSpecification, today: CalendarDay) {
    self.analysed = analysed
    self.today = today
    wording = Wording(analysed.specification)
  }

  /// What an answer to a question changes.
  func plan(_ answer: QuestionAnswer, to question: AskedQuestion) -> AnswerPlan {
    switch answer.kind {
    case .asWritten: rule(answer, to: question)
    case .notPossible, .outOfScope: constraint(answer, to: question)
    case .later: deferral(answer, of: question)
    case .depends: split(answer, of: question)
    }
  }

  // MARK: As written

  private func rule(_ answer: QuestionAnswer, to question: AskedQuestion) -> AnswerPlan {
    let results = answer.results
    guard !results.isEmpty else { return .refused("the answer is empty") }
    if let rule = question.rule {
      return .changes(
        [
          .changeRule(
            rule,
            [
              .replace("undecided", by: "then", .texts(results)),
              .mention("source", answer.note(), behind: "undecided"), .remove("ask"),
              .remove("until"),
            ]
          )
        ],
        "rule \(specification.rules[rule].id) is decided"
      )
    }
    let id = newID(for: answer)
    let item = item(id, question, question.cubes ?? [], [.init("then", .texts(results))], answer)
    return .changes([.addRule(item)], "rule \(id) added")
  }

  /// A rule for cubes of a question, which wins over the rules that disagree there.
  func item(
    _ id: String,
    _ question: AskedQuestion,
    _ cubes: [Cube],
    _ outcome: [NewItem.Field],
    _ answer: QuestionAnswer,
    remark: String = ""
  ) -> NewItem {
    var fields: [NewItem.Field] = [.init("id", .text(id)), .init("when", .flow(maps(cubes)))]
    fields += outcome
    let overridden = overridden(by: cubes, question)
    if !overridden.isEmpty { fields.append(.init("overrides", .texts(overridden))) }
    fields.append(.init("source", .text(answer.note(remark))))
    return NewItem(fields)
  }

  /// The conditions that say some cubes.
  func maps(_ cubes: [Cube]) -> [String] {
    cubes.flatMap { wording.flowMaps(lowered.named($0).literals) }
  }

  /// The rules that a new rule for cubes of a contradiction has to override by word.
  ///
  /// Most give way as it is, since the new rule is an exception of theirs; they are named all the same where they have a name, so that a
  /// reader sees what was decided.
  private func overridden(by cubes: [Cube], _ question: AskedQuestion) -> [String] {
    guard question.finding.code == .contradictoryRules else { return [] }
    let regions = analysed.regions
    return specification.rules.indices.filter { rule in
      guard cubes.contains(where: { regions.mayMeet(regions.wins[rule], $0) }) else { return false }
      let isNamed = specification.rules[rule].id != "rule-\(rule + 1)"
      return isNamed || regions.matches[rule] == question.rows
    }.map { specification.rules[$0].id }
  }

  /// An id for the rule that an answer makes: always the same for the same question, unless another rule has it.
  func newID(for answer: QuestionAnswer, part: Int? = nil) -> String {
    let id = answer.ruleID + (part.map { "-\($0)" } ?? "")
    var candidate = id
    var number = 2
    while specification.rules.contains(where: { $0.id == candidate }) {
      candidate = "\(id)-again-\(number)"
      number += 1
    }
    return candidate
  }

  // MARK: Not possible, out of scope

  private func constraint(_ answer: QuestionAnswer, to question: AskedQuestion) -> AnswerPlan {
    guard let cubes = question.cubes else {
      return .refused(
        "other rules decide a part of these combinations; write the constraint by hand"
      )
    }
    let item = NewItem([
      .init("exclude", .flow(maps(cubes))), .init("because", .text(reason(answer))),
    ])
    return .changes([.addConstraint(item)], "constraint added")
  }

  /// Why the combinations are left out.
  func reason(_ answer: QuestionAnswer) -> String {
    let said = [answer.text, answer.comment].map(\.onOneLine).filter { !$0.isEmpty }
    let isJapanese = wording.language == .japanese
    let text = said.joined(separator: " – ")
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

/// A change of a spec's text.
enum SpecificationChange: Hashable {
  case addRule(NewItem)
  case addConstraint(NewItem)
  /// Of the rule with this number.
  case changeRule(Int, [FieldChange])

  /// Makes the change.
  func apply(to editor: inout YAMLEditor) throws(EditRefusal) {
    switch self {
    case .addRule(let item):
      try editor.append(
        item,
        toListOf: "expectations",
        following: Self.head + ["states", "data", "operations", "dismissed", "constraints"]
      )
    case .addConstraint(let item):
      try editor.append(
        item,
        toListOf: "constraints",
        following: Self.head + ["states", "data", "operations", "dismissed"]
      )
    case .changeRule(let number, let changes):
      try editor.change(item: number, ofListOf: "expectations", changes)
    }
  }

  private static let head = [
    "specmatrix", "id", "feature", "language", "owner", "links", "traits",
  ]
}
