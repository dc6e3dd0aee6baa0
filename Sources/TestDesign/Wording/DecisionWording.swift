import Specification
import Text

extension Wording {
  /// How many conditions a sentence names.
  private static let maxConditions = 3
  /// How many results a sentence lists.
  private static let maxOutcomes = 8

  /// The question which of some rules (numbers in `Specification.rules`) comes first.
  ///
  /// - Parameters:
  ///   - cubes: Where they disagree; where that is too much for a sentence, it is said of the operations only.
  ///   - rules: At least two that say different things.
  ///   - areChoicesBeside: True if the choices stand beside it, so that it need not name them.
  /// - Returns: The question, a second one behind it: or do they happen together?
  func decisionQuestion(
    _ cubes: [NamedCube],
    rules: [Int],
    areChoicesBeside: Bool = false
  ) -> String {
    let outcomes = outcomes(of: rules)
    let shown = outcomes.prefix(Self.maxOutcomes).map(\.name)
    let place = cubes.count > Self.maxConditions ? [operations(of: cubes)] : cubes.map(\.literals)
    switch language {
    case .english:
      let more = outcomes.count - shown.count
      let choice = EnglishGrammar.list(shown + (more > 0 ? ["\(more) more"] : []), "or")
      let asked = outcomes.count > 2 ? "which of these comes first" : "which comes first"
      let both = outcomes.count > 2 ? "do they happen together" : "do both happen"
      let (clause, condition) = circumstances(place, asTopic: false)
      let sentence = [clause, [asked, condition].filter { !$0.isEmpty }.joined(separator: " ")]
      let question = sentence.filter { !$0.isEmpty }.joined(separator: ", ").capitalisedAtStart
      return areChoicesBeside ? question + "?" : question + ": \(choice)? Or \(both)?"
    case .japanese:
      let more = outcomes.count - shown.count
      let choice = (shown + (more > 0 ? ["ほか\(more)件"] : [])).joined(separator: "と")
      let asked = outcomes.count > 2 ? "のどれが優先されますか？" : "のどちらが優先されますか？"
      let both = outcomes.count > 2 ? "すべて起こりますか？" : "両方とも起こりますか？"
      let (clause, condition) = circumstances(place, asTopic: true)
      let question = areChoicesBeside ? "次" + asked : choice + asked
      return [clause, condition, question].filter { !$0.isEmpty }.joined(separator: "、")
        + (areChoicesBeside ? "" : " それとも、" + both)
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

  /// The answers to choose from where some rules disagree: each result, then all of them.
  func decisionChoices(_ rules: [Int]) -> [String] {
    let outcomes = outcomes(of: rules)
    return outcomes.map { comesFirst($0.name) } + [allHappen(outcomes.count)]
  }

  /// The same in fewer words: what each side says.
  package func briefDecisionChoices(_ rules: [Int]) -> [String] {
    let outcomes = outcomes(of: rules)
    return outcomes.compactMap { $0.rules.first }.map { outcome(of: specification.rules[$0]) }
      + [allHappen(outcomes.count)]
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

  /// "“One” (rule one) comes first".
  func comesFirst(_ name: String) -> String {
    language == .english ? "\(name) comes first" : "\(name)を優先する"
  }

  func allHappen(_ count: Int) -> String {
    switch language {
    case .english: count > 2 ? "All of them happen" : "Both happen"
    case .japanese: count > 2 ? "すべて起こる" : "両方とも起こる"
    }
  }

  /// A different result of some rules, in quotation marks with the rules that say it.
  struct Outcome {
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
    var outcomes: [(text: String, rules: [Int])] = []
    for rule in rules {
      let text = outcome(of: specification.rules[rule])
      if let known = outcomes.firstIndex(where: { $0.text == text }) {
        outcomes[known].rules.append(rule)
      } else {
        outcomes.append((text, [rule]))
      }
    }
    return outcomes.map {
      Outcome(name: quoted($0.text) + bracketed(names(ofRules: $0.rules)), rules: $0.rules)
    }
  }

  // MARK: Circumstances

  /// The clause of the operation that all conditions share, and the conditions; where they share none, the conditions name it.
  private func circumstances(
    _ conditions: [[NamedCube.Literal]],
    asTopic: Bool
  ) -> (clause: String, condition: String) {
    let operations = conditions.map { literals in
      literals.first { $0.factor == specification.operationFactor }
    }
    let isShared = operations.allSatisfy { $0 == operations[0] }
    let phrases = conditions.enumerated().map { number, literals in
      let resolved = resolvingApplicability(literals)
      // Only the last one ends in は.
      let isLast = asTopic && number == conditions.count - 1
      return isShared
        ? factorPhrase(resolved, asTopic: isLast) : phrase(resolved, asTopic: isLast)
    }
    if language == .japanese, isShared, let operation = operations[0] {
      let resolved = conditions.map(resolvingApplicability)
      return ("", japaneseClause(of: operation, under: resolved, asTopic: asTopic))
    }
    let clause = isShared ? operations[0].map { operationClause($0) } ?? "" : ""
    // A condition without words holds wherever the operation is done.
    guard !phrases.contains("") else { return (clause, "") }
    return (clause, phrases.joined(separator: language == .english ? ", or " : "、または"))
  }

  /// The operations of some cubes together.
  private func operations(of cubes: [NamedCube]) -> [NamedCube.Literal] {
    let values = cubes.flatMap { cube in
      cube.literals.first { $0.factor == specification.operationFactor }?.values ?? []
    }
    return [
      NamedCube.Literal(
        factor: specification.operationFactor,
        values: Set(values).sorted(),
        allowsNotApplicable: false
      )
    ]
  }

  private func resolved(_ cube: NamedCube) -> [NamedCube.Literal] {
    resolvingApplicability(cube.literals)
  }

  private func phrase(_ cube: NamedCube) -> String { phrase(resolved(cube), asTopic: false) }

  /// "rule a", "rules a, b", "house rule c (company.yaml:12)"; ルールa・b.
  private func names(ofRules rules: [Int]) -> String {
    let own = rules.filter { specification.rules[$0].house == nil }
    let ids = own.map { specification.rules[$0].id }
    let houses = rules.compactMap(nameOfHouseRule)
    switch language {
    case .english:
      let word = ids.count == 1 ? "rule" : "rules"
      return ((ids.isEmpty ? [] : ["\(word) \(ids.joined(separator: ", "))"]) + houses)
        .joined(separator: ", ")
    case .japanese:
      return ((ids.isEmpty ? [] : ["ルール\(ids.joined(separator: "・"))"]) + houses)
        .joined(separator: "・")
    }
  }
}
