import Specification
import Text

/// What a person can answer where rules disagree.
struct ContradictionChoice {
  /// The whole answer, and the same in fewer words: what that side says.
  var text: String
  var brief: String
  /// The rules that come first; `nil` where all happen.
  var first: [Int]?
}

extension Wording {
  /// How many results a sentence lists.
  private static let maxOutcomes = 8
  /// How many conditions are listed.
  private static let maxConditions = 3

  /// The question what holds where rules disagree.
  ///
  /// - Parameters:
  ///   - place: The operations, and the circumstances that are said.
  ///   - contradiction: The rules.
  ///   - causes: By rule of an order: what of its condition is not ordinary.
  ///   - areChoicesBeside: True if the choices stand beside it, so that it need not name them.
  /// - Returns: One question, behind it a second one where the results can go together.
  func contradictionQuestion(
    _ place: [NamedCube.Literal],
    _ contradiction: Contradiction,
    causes: [Int: [NamedCube.Literal]] = [:],
    areChoicesBeside: Bool = false
  ) -> String {
    let (question, together) = asked(contradiction, causes, areChoicesBeside)
    let more = canGoTogether(contradiction.rules) ? together : ""
    switch language {
    case .english:
      let clause = place.filter { $0.factor == specification.operationFactor }.map {
        operationClause($0)
      }
      let said = (clause + [factorPhrase(place, asTopic: false)]).filter { !$0.isEmpty }
        .joined(separator: ", ")
      return
        (said.isEmpty ? question.capitalisedAtStart : "\(said.capitalisedAtStart): \(question)")
        + more
    case .japanese:
      let said = phrase(place, asTopic: true)
      return (said.isEmpty ? "" : said + "、") + question + more
    }
  }

  /// What is asked, and the question whether all happens.
  private func asked(
    _ contradiction: Contradiction,
    _ causes: [Int: [NamedCube.Literal]],
    _ areChoicesBeside: Bool
  ) -> (question: String, together: String) {
    let outcomes = outcomes(of: contradiction.rules).map { outcome -> Outcome in
      var outcome = outcome
      let cause = causes[outcome.rules[0]].map { factorPhrase($0, asTopic: false) } ?? ""
      if !cause.isEmpty { outcome.name += bracketed(cause) }
      return outcome
    }
    let count = outcomes.count
    if count > 2, case .star(let centre) = contradiction.kind {
      let own = quoted(outcome(of: specification.rules[centre]))
      let others = outcomes.filter { !$0.rules.contains(centre) }.map(\.name)
      switch language {
      case .english:
        let list = EnglishGrammar.list(others, "and")
        return (
          "does \(own) replace \(list), or do they replace it?", " Or do all of them happen?"
        )
      case .japanese:
        let list = others.joined()
        return ("\(own)は、ほかの結果（\(list)）に代わりますか？ほかの結果のままですか？", "それとも、両方とも起こりますか？")
      }
    }
    let shown = outcomes.prefix(Self.maxOutcomes).map(\.name)
    switch language {
    case .english:
      let choice = EnglishGrammar.list(
        shown + (count > shown.count ? ["\(count - shown.count) more"] : []),
        "or"
      )
      let first =
        count > 2 ? "where several of these apply, which one wins" : "which one wins"
      let named = count > 2 ? ": \(choice)?" : ", \(choice)?"
      return (
        first + (areChoicesBeside ? "?" : named),
        areChoicesBeside ? "" : count > 2 ? " Or do they all happen?" : " Or do both happen?"
      )
    case .japanese:
      let choice = (shown + (count > shown.count ? ["ほか\(count - shown.count)件"] : [])).joined()
      let first = count > 2 ? "いくつか当てはまるときは、どれが優先されますか？" : "どちらが優先されますか？"
      let named = count > 2 ? choice + "のうち" + first : shown.joined(separator: "と") + "の" + first
      return (
        areChoicesBeside ? first : named,
        areChoicesBeside ? "" : count > 2 ? "それとも、すべて起こりますか？" : "それとも、両方とも起こりますか？"
      )
    }
  }

  /// The conditions under which rules disagree, as one phrase; without the operation where `isOperationSaid`.
  func disagreement(_ cubes: [NamedCube], isOperationSaid: Bool) -> String {
    let shown = cubes.prefix(Self.maxConditions).map { cube in
      isOperationSaid ? factorPhrase(resolved(cube), asTopic: false) : phrase(cube)
    }.filter { !$0.isEmpty }
    let more = cubes.count - Self.maxConditions
    let (joiner, rest) =
      language == .english
      ? (", or ", "in \(more) more case\(more == 1 ? "" : "s")") : ("、または", "ほか\(more)件の場合")
    return (shown + (more > 0 ? [rest] : [])).joined(separator: joiner)
  }

  /// The answers to choose from where some rules disagree.
  func choices(_ contradiction: Contradiction) -> [ContradictionChoice] {
    let rules = contradiction.rules
    let outcomes = outcomes(of: rules)
    let joint = canGoTogether(rules) ? [allHappen(outcomes.count)] : []
    let together = joint.map { ContradictionChoice(text: $0, brief: $0, first: nil) }
    if outcomes.count > 2, case .star(let centre) = contradiction.kind {
      let own = outcome(of: specification.rules[centre])
      return [
        ContradictionChoice(text: comesFirst(quoted(own)), brief: own, first: [centre]),
        ContradictionChoice(
          text: othersComeFirst,
          brief: language == .english ? "The other results" : "ほかの結果",
          first: rules.filter { $0 != centre }
        ),
      ] + together
    }
    return outcomes.map {
      ContradictionChoice(text: comesFirst($0.name), brief: $0.text, first: $0.rules)
    } + together
  }

  /// True if results of rules may hold side by side: none says that it leaves no room, or refuses.
  private func canGoTogether(_ rules: [Int]) -> Bool {
    let lists: [AbsoluteWords.List] = [.alone, .refusing]
    return rules.flatMap { specification.rules[$0].results ?? [] }.allSatisfy { result in
      lists.allSatisfy { AbsoluteWords.word(result, $0) == nil }
    }
  }

  /// The question which comes first where some rules apply beside a rule that asks a question.
  func orderQuestion(_ rules: [Int]) -> String {
    let outcomes = outcomes(of: rules).map(\.name)
    let shown = Array(outcomes.prefix(Self.maxConditions))
    let more = outcomes.count - shown.count
    switch language {
    case .english:
      let names = EnglishGrammar.list(shown + (more > 0 ? ["\(more) more"] : []), "or")
      return "Where \(names) applies too, which comes first?"
    case .japanese:
      let names = (shown + (more > 0 ? ["ほか\(more)件"] : [])).joined(separator: "や")
      // The answer itself is one of those that may come first.
      let which = outcomes.count > 1 ? "どれ" : "どちら"
      return "\(names)にも当てはまる場合は、\(which)が優先されますか？"
    }
  }

  /// What may come first where some rules apply beside a rule that asks a question: the answer to it, then their results.
  func orderChoices(ofQuestionSharing rules: [Int]) -> [String] {
    guard !rules.isEmpty else { return [] }
    let answer = language == .english ? "The answer" : "この回答"
    return [comesFirst(answer)] + outcomes(of: rules).map { comesFirst($0.name) }
  }

  /// "“One” comes first".
  func comesFirst(_ name: String) -> String {
    language == .english ? "\(name) comes first" : "\(name)を優先する"
  }

  /// What gives way is one rule against several.
  var othersComeFirst: String {
    language == .english ? "The other results come first" : comesFirst("ほかの結果")
  }

  func allHappen(_ count: Int) -> String {
    switch language {
    case .english: count > 2 ? "All of them happen" : "Both happen"
    case .japanese: count > 2 ? "すべて起こる" : "両方とも起こる"
    }
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
    outcomes(of: rules).compactMap { $0.rules.first }.map { specification.rules[$0].results ?? [] }
  }

  /// The different results of some rules, in their order.
  func outcomes(of rules: [Int]) -> [Outcome] {
    var outcomes: [Outcome] = []
    for rule in rules {
      let text = outcome(of: specification.rules[rule])
      if let known = outcomes.firstIndex(where: { $0.text == text }) {
        outcomes[known].rules.append(rule)
      } else {
        outcomes.append(Outcome(text: text, name: quoted(text), rules: [rule]))
      }
    }
    return outcomes
  }

  private func resolved(_ cube: NamedCube) -> [NamedCube.Literal] {
    resolvingApplicability(cube.literals)
  }

  private func phrase(_ cube: NamedCube) -> String { phrase(resolved(cube), asTopic: false) }
}
