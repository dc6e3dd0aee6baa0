import Specification
import Text

/// The words for what a rule takes the place of.
extension Wording {
  /// How many results that give way a sentence names.
  private static let maxBeaten = 3

  /// "If the card has expired: the loan is refused – not “The book is lent for 28 days”"; 期限切れの場合：「貸出を断る」とし、「28日間貸し出す」とはしない.
  func override(_ winner: Int, _ beaten: [Int]) -> String {
    let condition = condition(of: specification.rules[winner].when).capitalisedAtStart
    let result = outcome(of: specification.rules[winner])
    switch language {
    case .english:
      return "\(condition): \(result) – not \(list(beaten, "or"))"
    case .japanese:
      return "\(condition)：\(quoted(result))とし、\(list(beaten, "・"))とはしない"
    }
  }

  /// Asks if that is meant, such as "…: does “The loan is refused” replace “Only a notice is shown”?".
  func overrideQuestion(_ winner: Int, _ beaten: [Int]) -> String {
    let condition = condition(of: specification.rules[winner].when).capitalisedAtStart
    let result = quoted(outcome(of: specification.rules[winner]))
    switch language {
    case .english:
      return "\(condition): does \(result) replace \(list(beaten, "and"))?"
    case .japanese:
      return "\(condition)：\(list(beaten, "・"))ではなく\(result)とする、で正しいですか？"
    }
  }

  /// The different results of some rules; beyond the first ones, how many more there are.
  private func list(_ rules: [Int], _ word: String) -> String {
    var texts: [String] = []
    for text in rules.map({ quoted(outcome(of: specification.rules[$0])) })
    where !texts.contains(text) { texts.append(text) }
    let more = texts.count - Self.maxBeaten
    if more > 0 { texts = Array(texts.prefix(Self.maxBeaten)) }
    switch language {
    case .english:
      return EnglishGrammar.list(texts + (more > 0 ? ["\(more) more"] : []), word)
    case .japanese:
      return texts.joined(separator: "・") + (more > 0 ? "ほか\(more)件" : "")
    }
  }
}
