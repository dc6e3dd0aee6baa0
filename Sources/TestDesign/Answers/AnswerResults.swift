import Specification
import Text

/// What answers say that is observed, if they say it.
extension AnswerPlanner {
  /// The results that an answer gives a rule.
  ///
  /// Where a placeholder stands among results that are decided, the answer takes only its place.
  ///
  /// - Parameters:
  ///   - said: The texts of the answer.
  ///   - asked: The rule that is open; `nil` for what is undefined or contradictory.
  ///   - question: `nil` for an entry of the catalogue.
  ///   - isOption: True if the texts are an option of the question.
  /// - Returns: The results.
  /// - Throws: Why the answer says none.
  func results(
    _ said: [String],
    to asked: Rule?,
    in question: AskedQuestion?,
    isOption: Bool
  ) throws(AnswerReason) -> [String] {
    if !isOption {
      let mayBeDate = asked?.openQuestion.map { AnswerWords.asksWhen($0.text) } ?? false
      let texts = mayBeDate ? said.filter { NonResult($0) != .date } : said
      let literals =
        question?.finding.question?.asked?.literals
        ?? question?.cubes?.first.map { lowered.named($0).literals } ?? []
      // “No”, or “There is no such plan”, to “Can it be? If so, what happens?”.
      let isBeyond =
        question?.finding.code == .invalidLikeValid
        || question?.finding.question?.asked.flatMap(wording.beyondRangeQuestion) != nil
      let first = said.first ?? ""
      let excludes =
        BareReply(String(first.prefix { !",、".contains($0) })) == .no
        || first.folded.contains(#/^there(?: is| are|'s) no /#)
      // Elsewhere all results may be numbers.
      let isNumber =
        asked?.openQuestion == nil && texts.contains(where: NonResult.isQuantity)
        && !specification.rules.contains {
          $0.results?.contains(where: NonResult.isQuantity) ?? false
        }
      let reason =
        (isBeyond && excludes
          ? NonResult.placeholder(.excluded).reason(first, wording.language) : nil)
        ?? wording.reasonAgainst(results: texts, where: literals, asksIfPossible: isBeyond)
        ?? (isNumber ? NonResult.sign.reason(first, wording.language) : nil)
      if let reason { throw reason }
    }
    guard let placeholder = asked?.placeholder else { return said }
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
    return results
  }

  /// Why some texts are not results; `nil` where all may be.
  func reasonAgainst(_ texts: [String]) -> AnswerReason? {
    texts.lazy.compactMap { text in NonResult(text)?.reason(text, wording.language) }.first
  }
}

extension Wording {
  /// Why some texts are not all that happens where a question asks; `nil` where they may be.
  func reasonAgainst(
    results: [String],
    where literals: [NamedCube.Literal],
    asksIfPossible: Bool = false
  ) -> AnswerReason? {
    func reason(_ found: NonResult, _ text: String) -> AnswerReason {
      found.reason(text, language, asksIfPossible: asksIfPossible)
    }
    return results.lazy.compactMap { text in NonResult(text).map { reason($0, text) } }.first
      ?? (saysCaseByCase(results) || namesAnotherCase(results, literals)
        ? reason(.conditional, results.joined(separator: "\n")) : nil)
  }
}

extension Rule {
  /// True if the rule says an answer that made or decided it, as its id or its source tells: alone, or beside results that were decided before.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - isMade: True if an answer to the question made the rule: it then says nothing else.
  /// - Returns: True if it does.
  func repeats(_ answer: QuestionAnswer, isMade: Bool) -> Bool {
    guard let results else { return false }
    let said = answer.results
    if answer.says(results) { return true }
    let known = Set(results.map(FoldedText.init))
    return !isMade && !said.isEmpty
      && said.allSatisfy { known.contains(FoldedText($0)) }
  }
}

/// Tells questions that are answered by yes or no from others.
enum YesNoQuestion {
  /// True if yes or no is an answer to the question: in English a clause of it begins like one and offers no choice, in Japanese it ends like one
  /// and asks for nothing else.
  static func isOne(_ question: String) -> Bool {
    let text = question.folded
    let end = text.filter { !"?。 ".contains($0) }.replacing(",", with: "、")
    if end.hasSuffix("か") {
      return !AnswerWords.words("no yes or no holds").contains { end.dropLast().contains($0) }
    }
    guard text.hasSuffix("?") else { return false }
    let clauses = text.split { ",:;.".contains($0) }.map { $0.split(separator: " ") }
    return clauses.contains { AnswerWords.holds("yes or no begins", $0.first ?? "") }
      && !clauses.joined().contains("or")
  }
}
