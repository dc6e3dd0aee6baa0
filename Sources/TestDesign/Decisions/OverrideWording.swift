import Diagnostics
import Specification
import Text

/// The words for what a rule takes the place of.
extension Wording {
  /// How many results of several rules a sentence quotes; one alone is never left out.
  private static let maxQuoted = 3

  /// "If the card has expired: the loan is refused – not “The book is lent for 28 days”"; 期限切れの場合：「貸出を断る」とし、「28日間貸し出す」とはしない.
  func override(_ winner: Int, _ beaten: [Int], _ kind: Decision.Kind) -> String {
    let condition = place(winner, beaten, kind)
    let result = outcome(of: specification.rules[winner], toldFrom: beaten)
    let said = language.choose(result, quoted(result))
    func others(_ word: String) -> String { list(beaten, besides: winner, word) }
    return switch kind {
    case .beside: say("\(condition): \(said) – and beside it \(others("and"))")
    case .addition: say("\(condition): \(said), on top of \(others("and"))")
    default: say("\(condition): \(said) – not \(others("or"))")
    }
  }

  /// Asks if that is meant, such as "…: does “The loan is refused” replace “Only a notice is shown”?".
  func overrideQuestion(_ winner: Int, _ beaten: [Int], _ kind: Decision.Kind) -> String {
    let condition = place(winner, beaten, kind)
    let result = quoted(outcome(of: specification.rules[winner], toldFrom: beaten))
    let others = list(beaten, besides: winner, "and")
    return switch kind {
    case .beside: say("\(condition), \(result): is this still seen beside it: \(others)?")
    case .addition: say("\(condition): does \(result) come on top of \(others)?")
    default: say("\(condition): does \(result) replace \(others)?")
    }
  }

  /// The condition of the winner; of what is added always, that of the one rule to which it is added.
  private func place(_ winner: Int, _ beaten: [Int], _ kind: Decision.Kind) -> String {
    let when = specification.rules[winner].when
    let isAlways = when.alternatives.allSatisfy { alternative in
      alternative.terms.allSatisfy { $0.factor == specification.operationFactor || $0.isAny }
    }
    let rule = kind == .addition && isAlways && beaten.count == 1 ? beaten[0] : winner
    return condition(of: specification.rules[rule].when).capitalisedAtStart
  }

  /// Results that speak of a factor and are the same for every value, with the last as an example.
  func mention(_ rules: [Int], of factor: Int, _ last: Int?) -> String {
    let declared = specification.factors[factor]
    let name = quoted(declared.label)
    let value = last.map { quoted(declared.values[$0].label) }
    let results = outcomes(of: rules, toldFrom: []).map(\.name)
    let example = value.map { language.choose(" (\($0) included)", "（\($0)でも同じ）") } ?? ""
    if results.count > 1 {
      return say("\(name) makes no difference to \(list(rules, "and", between: ""))\(example)")
    }
    let condition = condition(of: specification.rules[rules[0]].when).capitalisedAtStart
    let result = outcome(of: specification.rules[rules[0]])
    let said = language.choose(result, quoted(result))
    return say("\(condition): \(said) – \(name) makes no difference\(example)")
  }

  /// What a list says of which the first rule that fits decides: "On “Tap Upload”, the first that fits decides: …; …; …".
  func order(_ rules: [Int]) -> String {
    guard var all = rules.first.map({ specification.rules[$0].when }),
      let operation = all.alternatives.first?.terms.first
    else { return "" }
    all.alternatives.removeLast(all.alternatives.count - 1)
    all.alternatives[0].terms = [operation]
    let place = condition(of: all).capitalisedAtStart
    let texts = rules.map { outcome(of: specification.rules[$0], toldFrom: rules) }
    let numbered = texts.enumerated().map { "\(($0 + 1).asChoice)\($1)" }.joined(separator: " ")
    let said = language.choose(texts.joined(separator: "; "), numbered)
    return say("\(place), the first that fits decides: \(said)")
  }

  /// A question of the team with its answer: "Does the place stay? → “The place stays”".
  func answered(_ asked: TeamQuestion) -> String {
    "\(asked.question.text.onOneLine) → \(answer(to: asked))"
  }

  func answer(to asked: TeamQuestion) -> String {
    listed(asked.decision.map { quoted($0.onOneLine) })
  }

  /// The different results of some rules; beyond the first ones, how many more there are.
  private func list(
    _ rules: [Int],
    besides winner: Int? = nil,
    _ word: String,
    between: String = "・"
  ) -> String {
    var texts = outcomes(of: rules, toldFrom: winner.map { [$0] } ?? []).map(\.name)
    let more = texts.count - Self.maxQuoted
    if more > 1 { texts.removeLast(more) }
    return language.choose(
      EnglishGrammar.list(texts + (more > 1 ? ["\(more) more"] : []), word),
      texts.joined(separator: between) + (more > 1 ? "ほか\(more)件" : "")
    )
  }
}
