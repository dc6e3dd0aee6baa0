import Diagnostics
import Specification
import Text

struct ContradictionChoice {
  /// The whole answer, and the result of that side alone.
  var text: String
  var brief: String
  /// The rules that come first, or `nil` if all happen.
  var first: [Int]?
}

extension Wording {
  /// The maximum number of conditions listed.
  private static let maxConditions = 3

  /// Asks how a contradiction is resolved.
  ///
  /// A second question follows if the results can go together, and for an order a request to rank the other rules.
  ///
  /// - Parameters:
  ///   - place: The operations, and the circumstances to mention.
  ///   - contradiction: The disagreeing rules.
  ///   - lead: The pair of an order that is asked about first, in `place`; `nil` to ask about all rules alike.
  ///   - causes: The phrases for when rules apply, by rule.
  ///   - areChoicesBeside: True if the choices are shown beside the question, which then need not name them.
  /// - Returns: The question, or several, as one text.
  func contradictionQuestion(
    _ place: [NamedCube.Literal],
    _ contradiction: Contradiction,
    lead: DisagreeingPair? = nil,
    causes: [Int: String] = [:],
    areChoicesBeside: Bool = false
  ) -> String {
    let question = asked(contradiction, lead, causes, areChoicesBeside)
    switch language {
    case .english:
      let clause = place.filter { $0.factor == specification.operationFactor }.map {
        operationClause($0)
      }
      let said = (clause + [factorPhrase(place, asTopic: false)]).filter { !$0.isEmpty }
        .joined(separator: ", ")
      return said.isEmpty ? question.capitalisedAtStart : "\(said.capitalisedAtStart): \(question)"
    case .japanese:
      let said = phrase(place, asTopic: true)
      return (said.isEmpty ? "" : said + "、") + question
    }
  }

  /// Returns the question without its place, including whether all results happen.
  private func asked(
    _ contradiction: Contradiction,
    _ lead: DisagreeingPair?,
    _ causes: [Int: String],
    _ areChoicesBeside: Bool
  ) -> String {
    let isJapanese = language == .japanese
    let outcomes = outcomes(of: contradiction.rules)
    let canGoTogether = canGoTogether(contradiction)
    let both = canGoTogether ? isJapanese ? "それとも、両方とも起こりますか？" : " Or do both happen?" : ""
    let all = canGoTogether ? isJapanese ? "それとも、すべて起こりますか？" : " Or do they all happen?" : ""
    if outcomes.count > 2, case .star(let centre) = contradiction.kind {
      let own = outcomes.first { $0.rules.contains(centre) }?.name ?? ""
      let others = outcomes.filter { !$0.rules.contains(centre) }.map(\.name)
        .joined(separator: isJapanese ? "" : ", ")
      return contradiction.leading == [[centre]]
        ? say("does \(own) win over the other results (\(others))?\(both)")
        : say("which one wins, \(own), or what happens otherwise (\(others))?\(both)")
    }
    let pair = lead.map { [$0.first, $0.second] } ?? []
    func named(_ outcome: Outcome) -> String {
      // Among rules with the same result, use the one in the pair if there is one.
      let rules = outcome.rules.first(where: pair.contains).map { [$0] } ?? outcome.rules
      let said = rules.compactMap { causes[$0] }.withoutRepetitions
      let isSaid = !said.isEmpty && said.count < 3 && !said.contains("")
      let cause = said.joined(separator: isJapanese ? "、または" : ", or ")
      return outcome.name + (isSaid ? bracketed(cause) : "")
    }
    guard outcomes.count > 2 else {
      let names = outcomes.map(named).joined(separator: isJapanese ? "と" : " or ")
      return areChoicesBeside ? say("which one wins?") : say("which one wins, \(names)?\(both)")
    }
    let first = outcomes.filter { !$0.rules.allSatisfy { !pair.contains($0) } }
    // Rules that never meet one of the pair are not ranked.
    let rest = contradiction.places.filter { place in !pair.contains(where: place.contains) }
      .map { series(self.outcomes(of: $0, toldFrom: contradiction.rules).map(named), "or") }
    let more = rest.count - Self.maxConditions
    let shown = Array(rest.prefix(Self.maxConditions))
    if areChoicesBeside {
      return say(
        "where several of these apply, which one wins? You can also put them in order, such as 2, 1, 3."
      )
    }
    let listed = shown + (more > 0 ? [say("\(more) more")] : [])
    let choice =
      isJapanese ? listed.joined() : EnglishGrammar.list(listed, first.isEmpty ? "or" : "and")
    let leading = first.map(named).joined(separator: isJapanese ? "と" : " or ")
    return first.isEmpty
      ? say("where several of these apply, which one wins: \(choice)?\(all)")
      : say("which one wins, \(leading)?\(all) Please put \(choice) in order with them as well.")
  }

  /// Returns when a rule applies, given the unusual literals of each alternative; an empty alternative is ordinary.
  func cause(_ alternatives: [[NamedCube.Literal]]) -> String {
    let said = alternatives.map { factorPhrase($0, asTopic: false) }
    let isJapanese = language == .japanese
    return said.contains("")
      ? isJapanese ? "ふだん" : "ordinarily" : said.joined(separator: isJapanese ? "、または" : ", or ")
  }

  /// Returns the conditions under which rules disagree as one phrase, without the operation if `isOperationSaid`.
  func disagreement(_ cubes: [NamedCube], isOperationSaid: Bool) -> String {
    let shown = cubes.prefix(Self.maxConditions).map { cube in
      let literals = resolvingApplicability(cube.literals)
      return isOperationSaid
        ? factorPhrase(literals, asTopic: false) : phrase(literals, asTopic: false)
    }.filter { !$0.isEmpty }
    let more = cubes.count - Self.maxConditions
    let (joiner, rest) =
      language == .english
      ? (", or ", "in \(more) more case\(more == 1 ? "" : "s")") : ("、または", "ほか\(more)件の場合")
    return (shown + (more > 0 ? [rest] : [])).joined(separator: joiner)
  }

  /// Returns the possible answers to a contradiction.
  func choices(_ contradiction: Contradiction) -> [ContradictionChoice] {
    let leading = contradiction.leading.map { place in
      let outcomes = outcomes(of: place, toldFrom: contradiction.rules)
      if outcomes.count > 1, case .star = contradiction.kind {
        return ContradictionChoice(
          text: othersComeFirst,
          brief: language == .english ? "The other results" : "ほかの結果",
          first: place
        )
      }
      return ContradictionChoice(
        text: comesFirst(outcomes),
        brief: outcomes.map(\.text).joined(separator: " / "),
        first: place
      )
    }
    guard canGoTogether(contradiction) else { return leading }
    let all = allHappen(contradiction.places.count)
    return leading + [ContradictionChoice(text: all, brief: all, first: nil)]
  }

  /// True if the results may hold at the same time: adding them is possible, and none excludes others or refuses.
  private func canGoTogether(_ contradiction: Contradiction) -> Bool {
    guard contradiction.additions != nil || contradiction.mayShareRule else { return false }
    let rules = contradiction.rules.map { specification.rules[$0] }
    let sayings = Set(rules.flatMap(Opposites.sayings))
    return sayings.allSatisfy { !sayings.contains($0.opposite) }
      && rules.flatMap { $0.results ?? [] }.allSatisfy { result in
        [.alone, .refusing].allSatisfy { AbsoluteWords.word(result, $0) == nil }
      }
  }

  /// Returns the answer for alternative results: "“One” or “Two” wins".
  func comesFirst(_ outcomes: [Outcome]) -> String {
    comesFirst(series(outcomes.map(\.name), "or"))
  }

  /// Returns the follow-up question for the order of an open rule and the rules that apply beside it; empty without such rules.
  func orderQuestion(_ rules: [Int]) -> String {
    guard !rules.isEmpty else { return "" }
    let outcomes = outcomes(of: rules).map(\.name)
    let shown = Array(outcomes.prefix(Self.maxConditions))
    let more = outcomes.count - shown.count
    switch language {
    case .english:
      let names = EnglishGrammar.list(shown + (more > 0 ? ["\(more) more"] : []), "or")
      return " Where \(names) applies too, which one wins, that or your answer?"
    case .japanese:
      let names = (shown + (more > 0 ? ["ほか\(more)件"] : [])).joined(separator: "や")
      // The answer to the open question is one of the candidates.
      let which = outcomes.count > 1 ? "どれ" : "どちら"
      return " \(names)にも当てはまる場合は、\(which)が優先されますか？"
    }
  }

  /// Returns the choices for that order: the answer to the open question, then the results of the rules.
  func orderChoices(ofQuestionSharing rules: [Int]) -> [String] {
    guard !rules.isEmpty else { return [] }
    let answer = language == .english ? "The answer" : "この回答"
    return [comesFirst(answer)] + outcomes(of: rules).map { comesFirst($0.name) }
  }

  /// Returns the answer that a result wins: "“One” wins".
  func comesFirst(_ name: String) -> String {
    language == .english ? "\(name) wins" : "\(name)を優先する"
  }

  /// The answer that one rule gives way to several others.
  var othersComeFirst: String {
    language == .english ? "The other results win" : comesFirst("ほかの結果")
  }

  func allHappen(_ count: Int) -> String {
    Self.joint[(language == .english ? 0 : 2) + (count > 2 ? 1 : 0)]
  }

  /// The answers that two results, or more, happen, for each language.
  static let joint = ["Both happen", "All of them happen", "両方とも起こる", "すべて起こる"]

  /// True if a choice states which result comes first.
  static func isOrder(_ choice: String) -> Bool {
    choice.hasSuffix(" wins") || choice.hasSuffix("を優先する")
  }

  /// A distinct result of rules.
  struct Outcome {
    /// The result, plain and in quotation marks.
    var text: String
    var name: String
    /// Ascending.
    var rules: [Int]
  }

  /// Returns the texts of the distinct results of rules, in their order.
  func results(ofRules rules: [Int]) -> [[String]] {
    let alike = rulesBySaying(rules)
    return outcomes(of: rules).map { outcome in
      let rule = specification.rules[outcome.rules[0]]
      return results(of: rule, toldFrom: alike[rule.results] ?? [])
    }
  }

  /// Returns the distinct results of rules, in their order, worded so as to differ from each other or from those of other rules.
  func outcomes(of rules: [Int], toldFrom others: [Int]? = nil) -> [Outcome] {
    let alike = rulesBySaying(others ?? rules)
    return rules.map { number in
      let rule = specification.rules[number]
      return (rule: number, text: outcome(of: rule, toldFrom: alike[rule.results] ?? []))
    }.gathered(by: \.text).map {
      Outcome(text: $0[0].text, name: quoted($0[0].text), rules: $0.map(\.rule))
    }
  }
}
