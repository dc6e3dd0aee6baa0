import Specification
import Text

/// What answers say that is observed, if they say it.
extension AnswerPlanner {
  /// The results that an answer gives a rule.
  ///
  /// Where a placeholder stands among results that are decided, the answer takes only its place. A Japanese question that asks for yes or no
  /// says what happens once it is affirmed; any other “yes” says nothing that can be observed.
  ///
  /// - Parameters:
  ///   - said: The texts of the answer.
  ///   - asked: The rule that is open; `nil` for what is undefined or contradictory.
  ///   - isOption: True if the texts are an option of the question.
  /// - Returns: The results, or why the answer says none.
  func results(
    _ said: [String],
    to asked: Rule?,
    isOption: Bool
  ) -> Result<[String], Reason> {
    if !isOption {
      if said.count == 1, BareReply(said[0]) == .yes, let question = asked?.openQuestion,
        question.options.isEmpty, let statement = YesNoQuestion.affirmed(question.text)
      {
        return .success([statement])
      }
      let mayBeDate = asked?.openQuestion.map { AnswerWords.asksWhen($0.text) } ?? false
      let texts = mayBeDate ? said.filter { NonResult($0) != .date } : said
      if let reason = reasonAgainst(texts) { return .failure(Reason(text: reason)) }
    }
    guard let placeholder = asked?.placeholder else { return .success(said) }
    let decided = Set(placeholder.decided.map(FoldedText.init))
    var new = said.filter { !decided.contains(FoldedText($0)) }
    var results: [String] = []
    for text in placeholder.results.map(\.text) {
      if PlaceholderKind(of: text) == nil {
        results.append(text)
      } else {
        results += new
        new = []
      }
    }
    return .success(results)
  }

  /// Why some texts are not results; `nil` where all may be.
  func reasonAgainst(_ texts: [String]) -> AnswerReason? {
    texts.lazy.compactMap { text in NonResult(text)?.reason(text, wording.language) }.first
  }
}

extension Rule {
  /// True if the rule says an answer that made or decided it, as its id or its source tells: alone, beside results that were decided before, or
  /// as the question that “yes” affirmed.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - isMade: True if an answer to the question made the rule: it then says nothing else.
  /// - Returns: True if it does.
  func repeats(_ answer: QuestionAnswer, isMade: Bool) -> Bool {
    guard let results else { return false }
    let said = answer.results
    if answer.says(results) { return true }
    if said.count == 1, results.count == 1, BareReply(said[0]) == .yes {
      guard let sentence = answer.sentence?.folded else { return true }
      let question = results[0] + "か"
      return [question, JapaneseGrammar.polite(question)].contains { sentence.contains($0.folded) }
    }
    let known = Set(results.map(FoldedText.init))
    return !isMade && !said.isEmpty
      && said.allSatisfy { known.contains(FoldedText($0)) }
  }
}

/// Tells questions that are answered by yes or no from others.
enum YesNoQuestion {
  private static let beginnings: Set<Substring> = [
    "is", "are", "was", "were", "does", "do", "did", "can", "could", "shall", "should", "will",
    "would", "must", "may", "might", "has", "have", "had", "isn't", "aren't", "doesn't", "don't",
    "can't", "won't", "shouldn't",
  ]

  private static let japaneseWords = [
    "どう", "どの", "どち", "どれ", "どこ", "どん", "どっち", "何", "なに", "なん", "いつ", "誰", "だれ", "いくつ", "いくら", "なぜ",
    "それとも", "または", "あるいは", "か、", "か，", "か,",
  ]

  /// What a Japanese question says once it is affirmed: 残してよいですか → 残してよい; `nil` for any other question.
  static func affirmed(_ question: String) -> String? {
    guard isOne(question) else { return nil }
    var text = question.onOneLine
    while let last = text.last, "?？。 ".contains(last) { text.removeLast() }
    guard text.hasSuffix("か"), !text.contains(where: { "。?？".contains($0) }) else { return nil }
    text.removeLast()
    if text.hasSuffix("いです") { text.removeLast(2) }
    let isPlain = ["ません", "でしょう", "だろう", "の"].allSatisfy { !text.hasSuffix($0) }
    return isPlain && !text.isEmpty ? text : nil
  }

  /// True if yes or no is an answer to the question: in English a clause of it begins like one and offers no choice, in Japanese it ends like one
  /// and asks for nothing else.
  static func isOne(_ question: String) -> Bool {
    let text = question.folded
    let end = text.filter { $0 != "?" && $0 != "。" && $0 != " " }
    if end.hasSuffix("か") { return !japaneseWords.contains { end.dropLast().contains($0) } }
    guard text.hasSuffix("?") else { return false }
    let clauses = text.split { ",:;.".contains($0) }.map { $0.split(separator: " ") }
    return clauses.contains { $0.first.map(beginnings.contains) ?? false }
      && !clauses.joined().contains("or")
  }
}
