import Diagnostics
import Specification
import Text

struct ContradictionChoice {
  /// The whole answer, and the same in fewer words: what that side says.
  var text: String
  var brief: String
  /// The rules that come first; `nil` if all happen.
  var first: [Int]?
}

extension Wording {
  /// How many conditions are listed.
  private static let maxConditions = 3

  /// The question what holds where rules disagree.
  ///
  /// - Parameters:
  ///   - place: The operations, and the circumstances that are said.
  ///   - contradiction: The rules.
  ///   - lead: Of an order the pair that is asked about first, in `place`; `nil` if all are asked about alike.
  ///   - causes: By rule of an order: when it applies, as a phrase.
  ///   - areChoicesBeside: True if the choices stand beside it, so that it need not name them.
  /// - Returns: One question, behind it a second one where the results can go together; of an order another one about the other rules.
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

  /// What is asked, and whether all happens.
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
      // Among rules with the same result, the one in the pair is asked about.
      let rule = outcome.rules.first(where: pair.contains) ?? outcome.rules[0]
      let cause = causes[rule] ?? ""
      return outcome.name + (cause.isEmpty ? "" : bracketed(cause))
    }
    guard outcomes.count > 2 else {
      let names = outcomes.map(named).joined(separator: isJapanese ? "と" : " or ")
      return areChoicesBeside ? say("which one wins?") : say("which one wins, \(names)?\(both)")
    }
    let first = outcomes.filter { !$0.rules.allSatisfy { !pair.contains($0) } }
    // What never meets one of the pair takes no place beside it.
    let rest = contradiction.places.filter { place in !pair.contains(where: place.contains) }
      .map { eitherOf(self.outcomes(of: $0, toldFrom: contradiction.rules).map(named)) }
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

  /// When a rule applies, by the alternatives of its condition: what each names, or `nil` if that is ordinary.
  func cause(_ alternatives: [[NamedCube.Literal]]) -> String {
    let said = alternatives.map { factorPhrase($0, asTopic: false) }
    let isJapanese = language == .japanese
    return said.contains("")
      ? isJapanese ? "ふだん" : "ordinarily" : said.joined(separator: isJapanese ? "、または" : ", or ")
  }

  /// The conditions under which rules disagree, as one phrase; without the operation where `isOperationSaid`.
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

  /// The answers to choose from where some rules disagree.
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

  /// True if results of rules may hold side by side, as something can say: none of them leaves no room, or refuses.
  private func canGoTogether(_ contradiction: Contradiction) -> Bool {
    guard contradiction.additions != nil || contradiction.mayShareRule else { return false }
    return contradiction.rules.flatMap { specification.rules[$0].results ?? [] }.allSatisfy {
      result in
      [.alone, .refusing].allSatisfy { AbsoluteWords.word(result, $0) == nil }
    }
  }

  /// The same of results that never meet: "“One” or “Two” wins".
  func comesFirst(_ outcomes: [Outcome]) -> String {
    comesFirst(eitherOf(outcomes.map(\.name)))
  }

  private func eitherOf(_ names: [String]) -> String {
    language == .english ? EnglishGrammar.list(names, "or") : names.joined(separator: "・")
  }

  /// The question which comes first where some rules apply beside a rule that asks a question, to be put behind that; empty if there are none.
  func orderQuestion(_ rules: [Int]) -> String {
    guard !rules.isEmpty else { return "" }
    let outcomes = outcomes(of: rules).map(\.name)
    let shown = Array(outcomes.prefix(Self.maxConditions))
    let more = outcomes.count - shown.count
    switch language {
    case .english:
      let names = EnglishGrammar.list(shown + (more > 0 ? ["\(more) more"] : []), "or")
      return " Where \(names) applies too, which one wins?"
    case .japanese:
      let names = (shown + (more > 0 ? ["ほか\(more)件"] : [])).joined(separator: "や")
      // The answer itself is one of those that may come first.
      let which = outcomes.count > 1 ? "どれ" : "どちら"
      return " \(names)にも当てはまる場合は、\(which)が優先されますか？"
    }
  }

  /// What may come first where some rules apply beside a rule that asks a question: the answer to it, then their results.
  func orderChoices(ofQuestionSharing rules: [Int]) -> [String] {
    guard !rules.isEmpty else { return [] }
    let answer = language == .english ? "The answer" : "この回答"
    return [comesFirst(answer)] + outcomes(of: rules).map { comesFirst($0.name) }
  }

  /// "“One” wins".
  func comesFirst(_ name: String) -> String {
    language == .english ? "\(name) wins" : "\(name)を優先する"
  }

  /// What gives way is one rule against several.
  var othersComeFirst: String {
    language == .english ? "The other results win" : comesFirst("ほかの結果")
  }

  func allHappen(_ count: Int) -> String {
    Self.joint[(language == .english ? 0 : 2) + (count > 2 ? 1 : 0)]
  }

  /// That two results happen, or more, in each language.
  static let joint = ["Both happen", "All of them happen", "両方とも起こる", "すべて起こる"]

  /// True if a choice says which result comes first.
  static func isOrder(_ choice: String) -> Bool {
    choice.hasSuffix(" wins") || choice.hasSuffix("を優先する")
  }

  /// A different result of some rules.
  struct Outcome {
    /// What they say, as it is and in quotation marks.
    var text: String
    var name: String
    /// Ascending.
    var rules: [Int]
  }

  /// The texts of the different results of some rules, in their order.
  func results(ofRules rules: [Int]) -> [[String]] {
    let alike = rulesBySaying(rules)
    return outcomes(of: rules).map { outcome in
      let rule = specification.rules[outcome.rules[0]]
      return results(of: rule, toldFrom: alike[rule.results] ?? [])
    }
  }

  /// The different results of some rules, in their order, distinguished from each other or from those of other rules.
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
