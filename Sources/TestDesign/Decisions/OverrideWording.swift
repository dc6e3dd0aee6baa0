import Diagnostics
import Specification
import Text

/// Sentences about overrides.
extension Wording {
  /// The maximum number of results that a sentence quotes; a single one is never left out.
  private static let maxQuoted = 3

  /// Returns the sentence of an override.
  ///
  /// "If the card has expired: the loan is refused, instead of “The book is lent for 28 days”"; 期限切れの場合：「28日間貸し出す」ではなく、「貸出を断る」とする.
  func override(_ winner: Int, _ beaten: [Int], _ kind: Decision.Kind) -> String {
    let condition = condition(of: place(winner, beaten, kind)).capitalisedAtStart
    let result = outcome(of: specification.rules[winner], toldFrom: beaten)
    let said = language.choose(result, quoted(result))
    func others(_ word: String) -> String { list(beaten, besides: winner, word) }
    return switch kind {
    case .beside: say("\(condition): \(said), together with \(others("and"))")
    case .addition: say("\(condition): \(said), in addition to \(others("and"))")
    default: say("\(condition): \(said), instead of \(others("or"))")
    }
  }

  /// Asks whether an override is intended, as in "…: does “The loan is refused” replace “Only a notice is shown”?".
  func overrideQuestion(_ winner: Int, _ beaten: [Int], _ kind: Decision.Kind) -> String {
    let place = place(winner, beaten, kind)
    let condition = condition(of: place).capitalisedAtStart
    let result = quoted(outcome(of: specification.rules[winner], toldFrom: beaten))
    let others = list(beaten, besides: winner, "and")
    return switch kind {
    case .beside: say("\(condition): is \(result) seen together with \(others)?")
    case .addition where namesNothing(place):
      say("Does \(result) happen in addition to \(others)?")
    case .addition: say("\(condition): does \(result) happen in addition to \(others)?")
    default: say("\(condition): does \(result) replace \(others)?")
    }
  }

  /// Returns the condition of the winner, or of the single beaten rule for an unconditional addition.
  private func place(_ winner: Int, _ beaten: [Int], _ kind: Decision.Kind) -> Condition {
    let when = specification.rules[winner].when
    let isAlways = when.alternatives.allSatisfy { alternative in
      alternative.terms.allSatisfy { $0.factor == specification.operationFactor || $0.isAny }
    }
    let rule = kind == .addition && isAlways && beaten.count == 1 ? beaten[0] : winner
    return specification.rules[rule].when
  }

  /// Returns a sentence on results that are the same for all values of a factor, with its last value as an example.
  ///
  /// ‘On “Cancel”, whatever “Stay” is, even “Expired”: …’; several results are listed by operation.
  func mention(_ rules: [Int], of factor: Int, _ last: Int?) -> String {
    let declared = specification.factors[factor]
    let name = quoted(declared.label)
    let value = last.map { quoted(declared.values[$0].label) }
    let example = value.map { language.choose(", even \($0)", "（\($0)でも）") } ?? ""
    let told = outcomes(of: rules, toldFrom: []).flatMap { outcome in
      outcome.rules.map(operationOfRule).withoutRepetitions.map { (operation: $0, outcome.name) }
    }
    if told.count > 1 {
      let operations = told.gathered(by: \.operation)
      var texts = operations.prefix(Self.maxQuoted).map { told in
        let all = list(told.map(\.1), "or")
        return language.choose("\(told[0].operation) → \(all)", "\(told[0].operation)→\(all)")
      }
      let more = operations.count - texts.count
      if more > 0 { texts.append(language.choose("and \(more) more", "ほか\(more)件")) }
      let all = texts.joined(separator: language.choose("; ", "、"))
      return say("Whatever \(name) is\(example): \(all)")
    }
    let condition = condition(of: specification.rules[rules[0]].when).capitalisedAtStart
    let result = outcome(of: specification.rules[rules[0]])
    let said = language.choose(result, quoted(result))
    return say("\(condition), whatever \(name) is\(example): \(said)")
  }

  /// True if a result is negated or refuses something.
  func isRefusal(_ text: String) -> Bool {
    AbsoluteWords.word(text, .refusing) != nil
      || ResultWords.isDenied(ResultWords.words(of: text), text)
  }

  private func operationOfRule(_ rule: Int) -> String {
    let literals = specification.rules[rule].when.alternatives[0].literals
    return literals.first { $0.factor == specification.operationFactor }.map(operationLabels) ?? ""
  }

  /// Returns the sentence of a list under `first`: "On “Tap Upload”, the first that fits decides: …; …; …".
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

  /// Returns a question of the team with its answer: "Does the place stay? → “The place stays”".
  func answered(_ asked: TeamQuestion) -> String { asked.beforeAnswer + answer(to: asked) }

  func answer(to asked: TeamQuestion) -> String {
    listed(asked.decision.map { quoted($0.onOneLine) })
  }

  /// Returns a list of the different results of rules.
  private func list(_ rules: [Int], besides winner: Int, _ word: String) -> String {
    list(outcomes(of: rules, toldFrom: [winner]).map(\.name), word)
  }

  /// Returns a list of the first texts and the number of the others.
  private func list(_ texts: [String], _ word: String) -> String {
    let more = texts.count - Self.maxQuoted
    let shown = more > 1 ? Array(texts.dropLast(more)) : texts
    return language.choose(
      EnglishGrammar.list(shown + (more > 1 ? ["\(more) more"] : []), word),
      shown.joined(separator: "・") + (more > 1 ? "など全\(texts.count)件" : "")
    )
  }
}
