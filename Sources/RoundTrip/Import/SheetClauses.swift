import Text

/// The clauses of sentences that are conditions by themselves, such as 会員で、カートが空.
struct SheetClauses {
  /// The other clauses of the sentences in which a clause occurs.
  private var others: [String: Set<[String]>] = [:]

  init(_ sentences: some Sequence<String>) {
    for clauses in sentences.map(Self.all) {
      for clause in clauses {
        others[clause.asSaid, default: []].insert(clauses.filter { $0 != clause })
      }
    }
  }

  /// Returns the clauses of a sentence, or the whole sentence if one of them may not be a condition.
  func split(_ sentence: String) -> [String] {
    let clauses = Self.all(sentence)
    let recur = clauses.map { others[$0.asSaid, default: []].count > 1 }
    let areWhole = clauses.map(Self.isWhole)
    // In “name and card are valid”, only one clause looks complete.
    let isClear =
      SheetWords.isJapanese(sentence)
      ? zip(recur, areWhole).allSatisfy { $0 || $1 }
      : !recur.contains(false) || !areWhole.contains(false)
    guard clauses.count > 1, isClear else { return [sentence] }
    return clauses.map { ($0.hasSuffix("で") ? $0.dropLast().trimmed : $0).capitalisedAtStart }
  }

  private static func all(_ sentence: String) -> [String] {
    if SheetWords.isJapanese(sentence) {
      let clauses = ConditionReading.withoutTopicCommas(sentence).split(separator: "、").map(
        \.trimmed
      )
      let isClause = { (clause: String) in
        let text = ConditionReading.tidied(clause)
        return !topics.contains(where: text.hasSuffix)
      }
      return clauses.allSatisfy(isClause) ? clauses : [sentence]
    }
    let words = ConditionReading.words(sentence)
    guard !words.contains(where: undivided.contains) else { return [sentence] }
    return sentence.replacing(", and ", with: ", ").replacing(" and ", with: ", ")
      .split(separator: ", ").map(\.trimmed)
  }

  /// True if the form of a text suggests a complete statement.
  static func isWhole(_ text: String) -> Bool {
    guard SheetWords.isJapanese(text) else {
      let verb = ConditionReading.words(text).firstIndex(where: verbs.contains)
      return verb ?? 0 > 0
    }
    let plain = ConditionReading.tidied(text)
    return plain.count <= 25
      && (!unfinished.contains(where: plain.hasSuffix) || ["なし", "あり"].contains(plain.suffix(2)))
  }

  private static let verbs = Set(SheetWords.list("verbs"))
  private static let undivided = Set(SheetWords.list("undivided"))
  private static let unfinished = SheetWords.list("unfinished")
  private static let topics = SheetWords.list("topics")
}
