import Diagnostics
import Specification
import Text
import YAMLSyntax

/// Plans answers to the question whether some factors really make no difference.
extension AnswerPlanner {
  /// Writes a Yes as `any` of each factor into a rule, which is how a spec records that somebody considered them.
  ///
  /// Rules of the given operations are preferred. Any other answer needs a rule by hand.
  func confirmation(
    _ answer: QuestionAnswer,
    of factors: [Int],
    on operations: [Int] = []
  ) throws(AnswerReason) -> [Way] {
    let names = factors.map { "`\(specification.factors[$0].name)`" }.joined(separator: ", ")
    let labels = factors.map { wording.quoted(specification.factors[$0].label.onOneLine) }
    let list = told(EnglishGrammar.list(labels, "and"), labels.joined())
    guard answer.isYes else {
      throw factors.count == 1
        ? "answer Yes if \(list) makes no difference; otherwise ask an engineer to add the rule that depends on it"
        : "answer Yes if \(list) make no difference; otherwise ask an engineer to add the rule that depends on them"
    }
    let rules = rulesToConfirm(on: operations).prefix(Self.maxTries)
    guard !rules.isEmpty else {
      throw factors.count == 1
        ? "the spec has no place for that yet; ask an engineer to add that \(list) makes no difference"
        : "the spec has no place for that yet; ask an engineer to add that \(list) make no difference"
    }
    // A rule shared through a YAML alias cannot be changed alone, so that several ways are offered.
    return rules.map { rule in
      let id = specification.rules[rule].id
      return Way(
        [.confirm(rule: rule, factors: factors, note: answer.note())],
        factors.count == 1
          ? say("rule \(id) says that \(names) makes no difference")
          : say("rule \(id) says that \(names) make no difference")
      )
    }
  }

  private static let maxTries = 8

  /// Excludes other rules from the `when` of a rule, if the answer is No to the question whether its results are added to theirs.
  ///
  /// Throws a reason for any other answer, and if no `when` can state what is left.
  func narrowing(
    _ answer: QuestionAnswer,
    _ question: AskedQuestion
  ) throws(AnswerReason) -> [Way] {
    let number = question.finding.rules[0]
    let others = Array(question.finding.rules.dropFirst())
    let rule = specification.rules[number]
    guard answer.kind == .asWritten, BareReply(answer.text) == .no else {
      throw
        "answer Yes or No; if something else happens, ask an engineer to change the rule \(rule.id)"
    }
    guard let cubes = try? analysed.regions.rest(ofAddition: number, beside: others) else {
      throw
        "the rule \(rule.id) cannot be narrowed automatically; ask an engineer to narrow its `when`"
    }
    let considered = Set(rule.when.alternatives.flatMap(\.terms).filter(\.isAny).map(\.factor))
    let maps = wording.written(cubes.map(lowered.named)).alternatives.map { entries in
      let left = considered.subtracting(entries.map(\.factor)).sorted()
        .map { ", \(specification.factors[$0].name.asFlowScalar): any}" }
      let map = wording.condition([entries], in: .rule).inBlockStyle
      return NewValue.flow(left.reduce(map) { $0.dropLast() + $1 })
    }
    let fields = [
      note(answer, inPlaceOf: rule.source, behind: "adds"),
      .set("when", maps.count == 1 ? maps[0] : .list(maps), behind: "adds"),
      // A derived id would change with the condition.
      .set("id", .text(rule.id), behind: "adds"),
    ]
    return .changes([.changeRule(number, fields)], say("rule \(rule.id) is decided"))
  }

  /// Returns the rules that can get an `any`, the most suitable first: list items before texts and branches of a tree, and rules with an id
  /// of their own before others, since a derived id changes with the condition.
  private func rulesToConfirm(on operations: [Int]) -> [Int] {
    let rules = specification.rules
    let named = Set(specification.precedence.flatMap { $0.entries.compactMap(\.rule) })
    func preference(_ rule: Int) -> Int {
      let isItem = if case .item = rules[rule].path.last { true } else { false }
      let isShown = lowered.operations(ofRule: rule).contains(where: operations.contains)
      return (rules[rule].hasOwnID ? 0 : 1) + (isItem ? 0 : 2) + (isShown ? 0 : 4)
    }
    // The derived ids shared by several rules, without the numbers that distinguish them.
    let shared = Set(
      rules.filter(\.hasNumberedID).compactMap { rule in
        rule.id.lastIndex(of: "-").map { rule.id[..<$0] }
      }
    )
    return rules.indices.filter { rule in
      let isAlone = !rules[rule].hasNumberedID && !shared.contains(rules[rule].id[...])
      return rules[rule].house == nil && rules[rule].when.alternatives.count == 1
        && !rules[rule].isAddition && (rules[rule].hasOwnID || !named.contains(rule) && isAlone)
    }.sorted { (preference($0), $0) < (preference($1), $1) }
  }
}

extension QuestionAnswer {
  /// True if the answer is a plain yes.
  package var isYes: Bool {
    kind == .asWritten && [.yes, .assent].contains(BareReply(text))
  }
}

extension RulePlacement {
  /// Returns the changes that add factors as `any` to a rule, whatever form it is written in.
  func confirmation(_ rule: Rule, _ factors: [Int], note: String) -> [TextChange] {
    let fields = factors.map { NewField(specification.factors[$0].name, .text("any")) }
    let when = NewField(
      "when",
      .flow("{" + fields.map { "\($0.key.asFlowScalar): any" }.joined(separator: ", ") + "}")
    )
    guard case .mapping(let entries) = root[rule.path]?.content else {
      guard case .key(let key)? = rule.path.last else { return [] }
      let whole = [
        when, NewField("then", .texts(rule.results ?? [])), NewField("source", .text(note)),
      ]
      return [.changeFields(Array(rule.path.dropLast()), [.replace(key, by: key, .map(whole))])]
    }
    let last = entries.contains { $0.key == "then" } ? "then" : "question"
    let mention = FieldChange.mention("source", note, behind: last)
    guard entries.contains(where: { $0.key == "when" }) else {
      let place = entries.contains { $0.key == "id" } ? "id" : last
      return [
        .changeFields(rule.path, [.set("when", when.value, behind: place), mention])
      ]
    }
    return fields.map { .addEntry($0, to: rule.path + [.key("when")]) }
      + [.changeFields(rule.path, [mention])]
  }
}

/// Plans answers that confirm or replace a draft.
extension AnswerPlanner {
  /// Records the origin of an answer, replacing the source of a draft.
  func note(
    _ answer: QuestionAnswer,
    inPlaceOf source: String?,
    behind key: String
  ) -> FieldChange {
    if Draft.origin(source) != nil {
      return .replace("source", by: "source", .text(answer.note()))
    }
    return mention(answer.note(), besides: source, behind: key)
  }

  /// Puts a note before those of other questions, replaces an earlier one of the same question, and adds it to any other source.
  func mention(_ note: String, besides source: String?, behind key: String) -> FieldChange {
    guard let source, QuestionAnswer.isOrigin(source) else {
      return .mention("source", note, behind: key)
    }
    let earlier = source.split(separator: #/ – (?=Q-[0-9A-F]{8}\b)/#).map { String($0) }
      .filter { !$0.hasPrefix(note.prefix("Q-1382E8BC".count)) }
    return .set("source", .text(([note] + earlier).joined(separator: " – ")), behind: key)
  }

  /// Confirms a draft; its origin stays in the source.
  func plan(
    _ answer: QuestionAnswer,
    confirming question: AskedQuestion
  ) throws(AnswerReason) -> [Way] {
    let rule = question.rule.map { specification.rules[$0] }
    let entry = question.entry.map { specification.questions[$0] }
    if let house = rule?.house ?? entry?.house { throw refusal(ofDraftIn: house) }
    let origin = Draft.origin(rule?.source ?? entry?.source) ?? ""
    let fields: [FieldChange] = [
      .replace("source", by: "source", .text(answer.note(origin))), .remove("until"),
    ]
    if let number = question.rule, let rule {
      return .changes([.changeRule(number, fields)], confirmed(rule))
    }
    guard let number = question.entry else { return [] }
    return .changes([.changeQuestion(number, fields)], say("the decision is confirmed"))
  }

  private func refusal(ofDraftIn house: HouseOrigin) -> AnswerReason {
    .init("\(house.path):\(house.line) holds the draft; confirm it there")
  }

  /// Confirms a drafted reason, and adds who confirmed it.
  func plan(
    _ answer: QuestionAnswer,
    confirming reason: DraftedReason
  ) throws(AnswerReason) -> [Way] {
    if let house = reason.house { throw refusal(ofDraftIn: house) }
    guard answer.isYes else {
      throw
        "answer Yes (はい) if that is right; otherwise remove it from the spec, and what happens is asked"
    }
    let said = [reason.text, answer.comment].map(\.onOneLine).filter { !$0.isEmpty }
    let text =
      reason.text.isEmpty
      ? answer.note() : said.joined(separator: " – ") + wording.bracketed(answer.origin)
    return .changes(
      [.changeFields(reason.map, [.replace(reason.key, by: reason.key, .text(text))])],
      say("the reason is confirmed")
    )
  }
}
