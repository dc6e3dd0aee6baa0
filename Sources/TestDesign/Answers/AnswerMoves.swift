import Diagnostics
import Specification
import Text
import YAMLSyntax

/// Plans the transitions (`becomes`) that answers add.
extension AnswerPlanner {
  /// Returns the ways to add rules.
  ///
  /// A new rule with the same result as another rule of its operation also gets the transitions of that rule, if possible. Otherwise the
  /// phrase names the factors that other rules of the operation change and the new one does not.
  func adding(_ rules: [AnswerRule]) -> [Way] {
    var taken: Set<String> = []
    let rules = rules.map { rule in
      let id = AnswerRuleNames.free(rule.id, taken)
      taken.insert(id)
      return rule.renamed(id)
    }
    let moves = rules.map(self.moves)
    let moving = zip(rules, moves).map { rule, moves in
      var rule = rule
      let place = (rule.rule.fields.firstIndex { $0.key == "then" } ?? 0) + 1
      if !moves.same.isEmpty {
        rule.rule.fields.insert(NewField("becomes", .flow(written(moves.same))), at: place)
      }
      return rule
    }
    let changed = moves.map(\.same).filter { !$0.isEmpty }.map { written($0) }.withoutRepetitions
    let list = changed.joined(separator: ", ")
    let plain = Way(rules.map { .addRule($0) }, phrase(rules, moves.map(\.all)))
    guard !changed.isEmpty else { return [plain] }
    let left = moves.map { $0.same.isEmpty ? $0.all : [] }
    return [Way(moving.map { .addRule($0) }, phrase(rules, left, with(list))), plain]
  }

  /// Returns the transitions of a rule, if other rules with the same results have different ones.
  func ownMoves(ofRule rule: Int?) -> [NewField] {
    guard let own = rule.map({ specification.rules[$0] }), !own.becomes.isEmpty else { return [] }
    let isOnly = specification.rules.allSatisfy {
      $0.results != own.results || $0.effect == own.effect
    }
    return isOnly ? [] : [NewField("becomes", .flow(written(own.becomes)))]
  }

  private static let maxNamed = 4

  private func phrase(_ rules: [AnswerRule], _ left: [[Int]], _ with: String = "") -> String {
    let ids = rules.map(\.id).joined(separator: ", ")
    let keeping = zip(rules, left).filter { !$1.isEmpty }.map(\.0.id)
    let isLong = rules.count > Self.maxNamed
    let added = isLong ? say("\(rules.count) rules added") : say("rule \(ids) added")
    return added + with
      + unchanged(Set(left.joined()), by: keeping, isAll: keeping.count == rules.count)
  }

  /// Returns a phrase about factors that rules do not change: ", which does not change `status`".
  private func unchanged(_ factors: Set<Int>, by rules: [String], isAll: Bool) -> String {
    guard !factors.isEmpty else { return "" }
    let names = factors.sorted().map { "`\(specification.factors[$0].name)`" }
    let who = isAll ? told("which", "") : told("", "、") + rules.joined(separator: told(", ", "・"))
    let kept = names.joined(separator: "・")
    return told(
      ", \(who) \(rules.count == 1 ? "does" : "do") not change \(EnglishGrammar.list(names, "or"))",
      isAll ? "、\(kept)は変えない" : "\(who)は\(kept)を変えない"
    )
  }

  /// Returns the transitions that an answer adds to the rule that asks, and the end of the phrase about it.
  ///
  /// `key` is the key that the results replace.
  func moves(
    saying results: [String],
    inPlaceOf key: String,
    ofRule rule: Int
  ) -> (fields: [FieldChange], phrase: String) {
    let asking = specification.rules[rule]
    guard asking.becomes.isEmpty, !asking.isAddition else { return ([], "") }
    let operations = asking.when.alternatives.flatMap(\.terms)
      .filter { $0.factor == specification.operationFactor }.flatMap(\.values)
    let moves = moves(saying: .texts(results), on: operations)
    guard !moves.same.isEmpty else {
      return ([], unchanged(Set(moves.all), by: [asking.id], isAll: true))
    }
    let list = written(moves.same)
    return ([.set("becomes", .flow(list), behind: key)], with(list))
  }

  private func with(_ becomes: String) -> String {
    becomes.isEmpty ? "" : told(" with `becomes` \(becomes)", "（`becomes`：\(becomes)）")
  }

  private func moves(of new: AnswerRule) -> (same: [Rule.Move], all: [Int]) {
    guard let then = new.rule.fields.first(where: { $0.key == "then" })?.value,
      !new.rule.fields.contains(where: { $0.key == "becomes" })
    else { return ([], []) }
    return moves(saying: then, on: new.rule.condition.operations)
  }

  /// Returns the transitions common to all rules of the same operations with the same result, and the factors that any rule of these
  /// operations changes.
  private func moves(
    saying then: NewValue,
    on operations: [Int]
  ) -> (same: [Rule.Move], all: [Int]) {
    let beside = specification.rules.filter { rule in
      rule.house == nil && rule.results != nil && !rule.isAddition && isAbout(rule, operations)
    }
    let same = beside.filter { NewValue.texts($0.results ?? []) == then }
    // A step is not copied, since in another rule it may end elsewhere.
    let isTaken =
      Set(same.map(\.effect)).count == 1
      && same[0].becomes.allSatisfy {
        if case .step = $0.target { false } else { true }
      }
    return (
      isTaken ? same[0].becomes : [],
      beside.flatMap(\.becomes).map(\.factor)
    )
  }

  /// True if a rule names one of the operation values.
  func isAbout(_ rule: Rule, _ operations: [Int]) -> Bool {
    rule.when.alternatives.flatMap(\.terms).contains { term in
      term.factor == specification.operationFactor
        && term.values.contains(where: operations.contains)
    }
  }

  /// Writes transitions as `{split: cancelled, attempts: +1}`.
  private func written(_ moves: [Rule.Move], and value: NamedCube.Literal? = nil) -> String {
    let targets = moves.map { ($0.factor, $0.target) }
    let last = value.map { [($0.factor, Rule.Move.Target.value($0.values[0]))] } ?? []
    let fields = (targets + last).map { number, target in
      let factor = specification.factors[number]
      let text =
        switch target {
        case .value(let value): factor.values[value].id.asFlowScalar
        case .any: "any"
        case .step(let step): step > 0 ? "+\(step)" : "\(step)"
        }
      return "\(factor.name.asFlowScalar): \(text)"
    }
    return "{\(fields.joined(separator: ", "))}"
  }

  // MARK: Leading to a state

  /// Returns the way to answer what leads to a value: the rule that the answer names, by id or as the only one of its operation, gets a
  /// transition to it.
  func plan(
    _ answer: QuestionAnswer,
    to question: AskedQuestion,
    leadingTo literal: NamedCube.Literal
  ) throws(AnswerReason) -> [Way] {
    if answer.kind == .later {
      let asked = [NewField("question", .text(question.finding.message))]
      return try deferral(answer, deferred, ofEntry: question.entry, asked)
    }
    guard literal.values.count == 1 || specification.factors[literal.factor].line != nil else {
      let later = QuestionAnswer.Kind.later
      throw
        "it asks about \(literal.values.count) values at once; ask an engineer to write down what leads to each, or to remove those that never come; until then choose “\(later.name(wording.language))” with a date"
    }
    let becomes = "`becomes: \(written([], and: literal))`"
    let able = specification.rules.indices.filter { number in
      let rule = specification.rules[number]
      return rule.house == nil && rule.results != nil && !rule.isAddition
        && !rule.becomes.contains { $0.factor == literal.factor }
    }
    let named = able.filter { isNamed($0, by: answer) }
    if answer.kind == .asWritten, named.count == 1, literal.values.count == 1 {
      let rule = specification.rules[named[0]]
      let fields: [FieldChange] = [
        .set("becomes", .flow(written(rule.becomes, and: literal)), behind: "then"),
        .mention("source", answer.note(), behind: "then"),
      ]
      let decided = question.entry.map { entry in
        SpecificationChange.changeQuestion(
          entry,
          [.set("then", .text(answer.text.onOneLine), behind: lastKey(ofEntry: entry))]
        )
      }
      return .changes(
        [.changeRule(named[0], fields)] + (decided.map { [$0] } ?? []),
        say("rule \(rule.id) gets \(becomes)")
      )
    }
    let operations = Set(able.flatMap { lowered.operations(ofRule: $0) }).sorted()
      .prefix(Self.maxNamed).map { wording.quoted(specification.operations[$0].label.onOneLine) }
    let ids = named.map { "`\(specification.rules[$0].id)`" }
    guard named.count < 2 else {
      let list = ids.joined(separator: told(", ", "・"))
      throw
        "several cases may lead there; answer with one (\(list)), or ask an engineer to write down those that do"
    }
    let later = QuestionAnswer.Kind.later
    let list = told(EnglishGrammar.list(operations, "or"), operations.joined())
    let such = operations.isEmpty ? "" : say(", such as \(list)")
    throw
      "it does not name what leads there; answer with one operation\(such); if none does, choose “\(later.name(wording.language))” with a date, and ask an engineer to add what does or to remove the value"
  }

  /// True if an answer is the id of the rule, or the name of one of its operations.
  func isNamed(_ number: Int, by answer: QuestionAnswer) -> Bool {
    let operations = lowered.operations(ofRule: number).map { specification.operations[$0] }
    let names = [specification.rules[number].id] + operations.flatMap { [$0.id, $0.label] }
    return names.contains { ReadChoice.words($0) == ReadChoice.words(answer.text) }
  }
}
