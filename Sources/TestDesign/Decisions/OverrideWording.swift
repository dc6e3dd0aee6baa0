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
    switch language {
    case .english where kind == .beside:
      return "\(condition): \(result) – and beside it \(list(beaten, besides: winner, "and"))"
    case .japanese where kind == .beside:
      return "\(condition)：\(quoted(result))とし、ほかに\(list(beaten, besides: winner, "・"))"
    case .english where kind == .addition:
      return "\(condition): \(result), on top of \(list(beaten, besides: winner, "and"))"
    case .japanese where kind == .addition:
      return "\(condition)：\(list(beaten, besides: winner, "・"))に加えて\(quoted(result))とする"
    case .english:
      return "\(condition): \(result) – not \(list(beaten, besides: winner, "or"))"
    case .japanese:
      return "\(condition)：\(quoted(result))とし、\(list(beaten, besides: winner, "・"))とはしない"
    }
  }

  /// Asks if that is meant, such as "…: does “The loan is refused” replace “Only a notice is shown”?".
  func overrideQuestion(_ winner: Int, _ beaten: [Int], _ kind: Decision.Kind) -> String {
    let condition = place(winner, beaten, kind)
    let result = quoted(outcome(of: specification.rules[winner], toldFrom: beaten))
    switch language {
    case .english where kind == .beside:
      return
        "\(condition), \(result): is this still seen beside it: \(list(beaten, besides: winner, "and"))?"
    case .japanese where kind == .beside:
      return "\(condition)：\(result)とありますが、\(list(beaten, besides: winner, "・"))も表示しますか？"
    case .english where kind == .addition:
      return "\(condition): does \(result) come on top of \(list(beaten, besides: winner, "and"))?"
    case .japanese where kind == .addition:
      return "\(condition)：\(list(beaten, besides: winner, "・"))に加えて\(result)とする、で正しいですか？"
    case .english:
      return "\(condition): does \(result) replace \(list(beaten, besides: winner, "and"))?"
    case .japanese:
      return "\(condition)：\(list(beaten, besides: winner, "・"))ではなく\(result)とする、で正しいですか？"
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
      return language.choose(
        "\(name) makes no difference to \(list(rules, "and"))\(example)",
        "\(name)の値は\(list(rules, "", between: ""))に影響しない\(example)"
      )
    }
    let condition = condition(of: specification.rules[rules[0]].when).capitalisedAtStart
    let result = outcome(of: specification.rules[rules[0]])
    return language.choose(
      "\(condition): \(result) – \(name) makes no difference\(example)",
      "\(condition)：\(quoted(result))とし、\(name)の値は影響しない\(example)"
    )
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
    switch language {
    case .english:
      return "\(place), the first that fits decides: \(texts.joined(separator: "; "))"
    case .japanese:
      let numbered = texts.enumerated().map { "\(($0 + 1).asChoice)\($1)" }.joined(separator: " ")
      return "\(place)、上から順に、最初に当てはまるものとする：\(numbered)"
    }
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
