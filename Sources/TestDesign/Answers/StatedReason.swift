import Specification
import Text

/// The lists of `Words/answers.yaml` by their headings.
enum AnswerWords {
  private static let lists = wordTable("Words/answers.yaml")

  static func words(_ list: String) -> [String] {
    guard let words = lists[list] else { preconditionFailure("there is no list `\(list)`") }
    return words
  }

  static func holds(_ list: String, _ word: some StringProtocol) -> Bool {
    words(list).contains { $0 == word }
  }

  static func begins(_ list: String, _ text: String) -> Bool {
    words(list).contains(where: text.hasPrefix)
  }

  static func ends(_ list: String, _ text: String) -> Bool {
    words(list).contains(where: text.hasSuffix)
  }

  static func beginsClause(_ list: String, _ clause: String) -> Bool {
    words(list).contains { clause.begins(with: Substring($0)) }
  }

  static func prefix(_ list: String, of text: Substring) -> String? {
    words(list).first(where: text.hasPrefix)
  }

  static func asksWhen(_ question: String) -> Bool {
    let question = question.folded
    return words("when holds").contains { question.contains($0) }
  }

  static func asksIfPossible(_ question: String) -> Bool {
    words("if possible holds").contains(where: question.contains)
  }
}

/// Tells a reason from all other remarks by its form alone: “because …”, 「…のため」.
enum StatedReason {
  /// True if each sentence has the form of a reason, and none is a limit or says that nothing is decided.
  static func isOne(_ text: String) -> Bool {
    let sentences = text.split(whereSeparator: \.isNewline)
      .flatMap { CompatibilityForms.plain(String($0).folded).clauses(endingAt: ".;。!–—-") }
    guard let first = sentences.first, !text.contains(where: { "?？".contains($0) }),
      NonResult(text) != .placeholder(.open)
    else { return false }
    let isLed = AnswerWords.begins("reason leads", first)
    return isReason(first, isLed: isLed)
      && sentences.dropFirst().allSatisfy { isReason($0, isLed: false) }
  }

  /// True if a text may say why of all that a choice is about: no pointer, date or limit, and nothing to be done.
  static func isOfAll(_ text: String) -> Bool {
    switch NonResult(text) {
    case nil, .explanation: !isLimited(text)
    case .placeholder(.excluded): PlaceholderKind(of: text) == nil
    case .placeholder, .bareReply, .question, .date, .conditional, .sign: false
    }
  }

  /// The same, and it does not say what is seen of a control.
  static func mayBeOne(_ text: String) -> Bool {
    let plain = NonResult.plain(text)
    return isOfAll(text) && !AnswerWords.words("seen of controls").contains(where: plain.contains)
  }

  private static func isReason(_ sentence: String, isLed: Bool) -> Bool {
    var sentence = sentence[...]
    if sentence.first == "(", sentence.last == ")" { sentence = sentence.dropFirst().dropLast() }
    let text = sentence.trimmed
    let ending = AnswerWords.words("reason ends").first(where: text.hasSuffix)
    guard isLed || ending != nil || AnswerWords.beginsClause("reason begins", text),
      !isLimited(text), !text.hasSuffix(" only")
    else { return false }
    // 会員のみのため
    let body = text.dropLast(ending?.count ?? 0)
    return !isLimited(String(body.hasSuffix("の") ? body.dropLast() : body))
  }

  /// True if a remark limits what it stands beside: “except at night”, 15時まで.
  static func isLimited(_ text: String) -> Bool {
    let plain = CompatibilityForms.plain(text.folded).trimmed
    let firstWord = plain.prefix { $0.isASCII && $0.isLetter }
    let clauses = plain.clauses(endingAt: ",、;.。()–—")
    return AnswerWords.holds("limit words", firstWord) || ToldCases.isBound(plain)
      || clauses.first.map { AnswerWords.begins("limit begins", $0) } ?? false
      || AnswerWords.ends("limit ends", plain)
      || clauses.dropFirst().contains { clause in
        AnswerWords.beginsClause("limit clause begins", clause)
      }
  }
}
