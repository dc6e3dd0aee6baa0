import Diagnostics
import Specification
import Text

/// The reason why a text is not a result, that is, cannot be an observation in a test case.
enum NonResult: Hashable {
  case placeholder(PlaceholderKind)
  /// Yes, no or “noted”, if that was not the question.
  case bareReply
  case question
  /// A reason, or a remark.
  case explanation
  /// A statement about a number or a rule, which may answer a question of the team.
  case fact
  case date
  /// The name of a person.
  case name
  /// The result of one case, or of several that the spec does not distinguish.
  case conditional
  /// A ranking of rules or options, the number of an option that does not exist, or no word at all.
  case sign

  /// Classifies a line of text, or returns `nil` if it is a result.
  ///
  /// There is no guessing: a text is a result unless it, its first or its last clause is in a list, or it is a date or a question. Text in
  /// quotation marks is taken as shown on a screen.
  init?(_ text: String) {
    if let kind = PlaceholderKind(of: text) {
      self = .placeholder(kind)
    } else if BareReply(text) != nil {
      self = .bareReply
    } else if WrittenDate.isAlone(text) {
      self = .date
    } else if Self.isName(text) {
      self = .name
    } else if unsafe Self.plain(text).withoutFullStop.contains(Self.knowing) {
      self = .placeholder(.open)
    } else if text.contains("-"), text.trimmed.wholeMatch(of: /[A-Z]{2,}-\d+/) != nil {
      self = .placeholder(.elsewhere)
    } else if text.contains("a) ") && text.contains("b) ")
      || text.contains("#") && text.trimmed.wholeMatch(of: /#[A-Z\/0]+[!?]/) != nil
      || "①"..."⑳" ~= (text.trimmed.first ?? " ") || Self.isPointer(text.trimmed)
      || !text.contains(where: \.isLetter) && text.wholeMatch(of: /#[0-9]{6}/) == nil
    {
      self = .sign
    } else if let found = Self.inClauses(of: text) {
      self = found.kind
    } else {
      return nil
    }
  }

  /// Returns the kind that a clause indicates, with the folded words that indicate it, empty if there are none to quote.
  private static func inClauses(of text: String) -> (kind: NonResult, words: String)? {
    let plain = plain(text)
    if let open = AnswerWords.words("open remarks").first(where: plain.contains) {
      return (.placeholder(.open), open)
    }
    // A correction: 延長できる→できない.
    if plain.contains(where: { "→⇒>".contains($0) }),
      plain.contains(#/[^“”\s]\s*(?:→|⇒|->|=>)\s*[^“”\s]/#)
    {
      return (.explanation, "")
    }
    if let asked = plain.sentences.first(where: {
      $0.hasSuffix("?") && !PlaceholderKind.endsInAddress($0)
    }) {
      return (.question, asked)
    }
    var parts = plain.clauses(endingAt: ":.;。!()[]–—-")
    // “Not possible – “Too late” is shown”.
    if parts.count > 1, parts[0] == "not possible", parts[1].contains("“") { parts.removeFirst() }
    if let first = parts.first, BareReply(first) != nil { return (.bareReply, first) }
    // “We check with Legal”, but not “We send a mail”.
    let own = plain.clauses(endingAt: ":.;。!()[]–—-,、")
    if let plan = own.first(where: isPlan) { return (.placeholder(.open), plan) }
    let clauses = own.flatMap { clause in
      let leads = ["we ", "please ", "pls "].filter(clause.hasPrefix)
      return leads.map { String(clause.dropFirst($0.count)) }
        + (leads == ["we "] ? [] : [clause])
    }
    if let part = clauses.first(where: isUpToTeam) { return (.placeholder(.open), part) }
    // “Yes, by phone”.
    if clauses.count > 1, BareReply(clauses[0]) != nil,
      AnswerWords.beginsClause("can be begins", clauses[1])
    {
      return (.bareReply, clauses[0])
    }
    for part in [parts.first, parts.last].compactMap(\.self) {
      if let kind = PlaceholderKind(of: part) { return (.placeholder(kind), part) }
    }
    let isASCII = plain.utf8.allSatisfy { $0 < 0x80 }
    for (meaning, place, phrases) in lists {
      let mayBeName = [.placeholder(.open), .placeholder(.elsewhere)].contains(meaning)
      let found = phrases.first { phrase in
        clauses.contains { clause in
          let isSaid =
            switch place {
            case "begins": clause.begins(with: phrase)
            // “Until the manager decides”, 請求は発生しない.
            case "ends":
              clause.ends(with: phrase)
                && !clause.contains(#/until .+ decides$/#) && !isAboutCharge(clause)
            case "is": clause == phrase
            case "words": clause.hasWords(phrase)
            default: isASCII ? clause.holds(String(phrase)) : clause.contains(phrase)
            }
          return isSaid && !(mayBeName && isOnScreen(clause))
        }
      }
      if let found { return (meaning, String(found)) }
    }
    // 0回はない
    let deniesNumber = clauses.contains { clause in
      clause.contains(where: \.isNumber)
        && clause.contains(#/\d[^\sぁ-ん]{0,4}(?:は|には|に)(?:なることは|なら|なり)?(?:ない|ありません|ません)$/#)
    }
    if deniesNumber { return (.placeholder(.excluded), "") }
    // “Like network error”, but not “Like is removed”.
    let isLikeAnother = clauses.contains { clause in
      clause.hasPrefix("like ")
        && clause.contains(#/^like (?!(?:is|are|was|button|icon|count|counter)\b)\S+(?: \S+)?$/#)
        && !isOnScreen(clause)
    }
    if isLikeAnother { return (.placeholder(.elsewhere), "like") }
    // “…; tell Anna”.
    if plain.contains("tell ") || plain.contains("ping "),
      text.contains(#/(?:^|[.;,] *)(?:[Tt]ell|[Pp]ing) [A-Z][a-z]+\.?$/#)
    {
      return (.explanation, "")
    }
    // “At the Osaka store”.
    let isInOnePlace =
      plain.hasWords("the")
      && text.firstMatch(of: #/ (?:at|in) the [A-Z][a-z]+ ([a-z]+)/#)
        .map { AnswerWords.holds("places", $0.1) } == true
    return isInOnePlace || ToldCases.areTold(in: plain) ? (.conditional, "") : nil
  }

  /// True if a text is the name of a person: Bob, 田中さん.
  private static func isName(_ text: String) -> Bool {
    let plain = CompatibilityForms.plain(text).trimmed.withoutFullStop
    if unsafe plain.contains(person) { return true }
    let title = ["部長", "課長", "様"].first(where: plain.hasSuffix) ?? ""
    let words = plain.dropLast(title.count).split(separator: " ")
    return (1...2).contains(words.count) && words.allSatisfy { $0.first?.isLowercase == false }
      && AnswerWords.holds("names", words[0].lowercased())
  }

  /// True if a clause says that somebody has to act before a decision: “Legal must approve first”.
  private static func isUpToTeam(_ clause: String) -> Bool {
    let article = ["the ", "our "].first(where: clause.hasPrefix) ?? ""
    let clause = String(clause.dropFirst(article.count))
    return (AnswerWords.words("team") + AnswerWords.words("names")).contains { who in
      guard clause.begins(with: Substring(who)) else { return false }
      let rest = clause.dropFirst(who.count).trimmed
      return AnswerWords.beginsClause("team must", rest)
        && AnswerWords.isHeld("team decides", by: rest)
    }
  }

  /// True if a clause is about the team and states no result: “We need feedback from Legal”.
  private static func isPlan(_ clause: String) -> Bool {
    clause.hasPrefix("we're ")
      || clause.hasPrefix("we ")
        && !AnswerWords.beginsClause("done by us", String(clause.dropFirst(3)))
  }

  /// True if a clause says what is visible, whatever the thing is called: “Pending review banner is shown”, “Like turns red”.
  private static func isOnScreen(_ clause: String) -> Bool {
    clause.contains(
      #/ (?:(?:is|are) (?:shown|displayed|hidden|used|started|stopped|disabled|enabled|marked)|(?:dis)?appears?|starts?|stops?|turns?|stays?|opens?|closes?|shows?|follows?)\b/#
    )
  }

  /// True if a clause says whether there is a charge: 手数料は発生しない is a result.
  private static func isAboutCharge(_ clause: String) -> Bool {
    AnswerWords.words("charges").contains { charge in
      ["は", "も"].contains { clause.contains(charge + $0 + "発生し") }
    }
  }

  /// True if a text is just a number with its unit: 30分, “5 euros”, 必ず1回以上.
  static func isQuantity(_ text: String) -> Bool {
    unsafe CompatibilityForms.plain(text).lowercased().trimmed.wholeMatch(of: quantity) != nil
  }

  nonisolated(unsafe) private static let knowing =
    #/^(?:\S+ ){1,3}knows?(?: (?:it|this|that|more|best|better|the answer))?$|^(?:yes|no) (?:because|since) /#
  nonisolated(unsafe) private static let person = #/^\p{Han}{1,4}(?:さん|氏)$/#
  nonisolated(unsafe) private static let quantity =
    #/[^\d\sa-z「“#]{0,2}\d[\d.,:]*\s?(?:[a-z]+|[^\d\sa-zぁ-ん]{1,2}|ポイント|[ヶか]月)?(?:以上|以下|以内|まで)?/#

  /// Returns a text normalised for searching, with quotations reduced to their quotation marks.
  static func plain(_ text: String) -> String {
    VagueWords.unquoted(text).joined(separator: "“”").folded.replacing("’", with: "'")
  }

  /// True if a single word follows an arrow: “→ list”, 「→一覧」.
  private static func isPointer(_ text: String) -> Bool {
    AnswerWords.begins("arrows", text) && text.split { !$0.isLetter }.count < 2
      && !text.contains(where: JapaneseGrammar.isHiragana)
  }

  /// The phrases by meaning and position in a clause.
  private static let lists = wordLists("Words/nonresults.yaml").compactMap { heading, phrases in
    let words = heading.split(separator: " ")
    return meanings[words[0]].map { ($0, place: words.last, phrases: phrases) }
  }

  private static let meanings: [Substring: NonResult] = [
    "elsewhere": .placeholder(.elsewhere), "open": .placeholder(.open),
    "excluded": .placeholder(.excluded), "asks": .question, "explains": .explanation,
    "fact": .fact,
  ]

  /// Returns the reason and the remedy.
  ///
  /// `asksIfPossible` is true if the question may be about something that never occurs.
  func reason(
    _ text: String,
    _ language: Language,
    asksIfPossible: Bool = false,
    inParts lines: String = ""
  ) -> AnswerReason {
    func quoted(_ kind: QuestionAnswer.Kind) -> String {
      language.choose("“\(kind.name(language))”", "「\(kind.name(language))」")
    }
    let remedy: Phrase =
      switch self {
      case .placeholder(.open), .bareReply, .date, .name:
        "say what is observed, or choose \(quoted(.later)) with a date"
      case .placeholder(.elsewhere): "write out what is observed"
      case .placeholder(.excluded):
        "say what is observed, or choose \(quoted(.notPossible)) or \(quoted(.outOfScope)) in the list and write why beside it"
      case .question:
        "write what is observed, and the question in the comment; put what the screen asks in quotation marks"
      case .explanation, .fact: "write only what is observed, and reasons in the comment"
      case .conditional where asksIfPossible:
        "it distinguishes cases, or repeats the condition; write only what always happens\(lines), or choose \(quoted(.depends)) and write what it depends on; if it never occurs, choose \(quoted(.notPossible))"
      case .conditional:
        "it distinguishes cases, or repeats the condition; write only what always happens\(lines), or choose \(quoted(.depends)) and write what it depends on"
      case .sign: "say in words what is observed"
      }
    let found = Self.inClauses(of: text)
    let folded = found?.kind == self ? found?.words ?? "" : ""
    let isWhole = folded == Self.plain(text).withoutFullStop
    let words = isWhole ? "" : text.onOneLine.part(folded: folded)
    return words.isEmpty
      ? "`\(text.onOneLine)` is not a result; \(language.say(remedy))"
      : "`\(text.onOneLine)` is not a result because of “\(words)”; \(language.say(remedy))"
  }
}

extension String {
  fileprivate var sentences: [String] { pieces(endingAt: ".?!。") }

  /// Returns the part that equals some words apart from case, or an empty string.
  fileprivate func part(folded words: String) -> String {
    let parts = indices.lazy.map { self[$0...].prefix(words.count) }
    return parts.first { $0.lowercased() == words }.map { String($0) } ?? ""
  }

  /// Splits the text at the signs and removes them.
  func clauses(endingAt signs: String) -> [String] {
    pieces(endingAt: signs)
      .map { piece in
        let end = piece.reversed().drop { signs.contains($0) || $0.isWhitespace }
        return String(end.reversed().drop { $0.isWhitespace })
      }
      .filter { !$0.wordsAlone.isEmpty }
  }

  /// Splits the text after the signs, but not within words and numbers: `10:30`, `1.5`.
  private func pieces(endingAt signs: String) -> [String] {
    var pieces = [""]
    for index in indices {
      pieces[pieces.count - 1].append(self[index])
      guard signs.contains(self[index]) else { continue }
      let next = self.index(after: index)
      let before = pieces[pieces.count - 1].dropLast().last
      let isWithin =
        (before?.isASCII ?? false) && next < endIndex && self[next].isASCII
        && !self[next].isWhitespace
      if !isWithin || !".?!:,–—-".contains(self[index]) { pieces.append("") }
    }
    return pieces.map(\.trimmed).filter { !$0.isEmpty }
  }

  /// True if the text begins with a phrase, at a word boundary.
  func begins(with phrase: Substring) -> Bool {
    guard hasPrefix(phrase) else { return false }
    let next = dropFirst(phrase.count).first
    return !(next.map { $0.isPartOfWord || "-/".contains($0) } ?? false)
      || !(phrase.last?.isPartOfWord ?? false)
  }

  /// True if the text contains a phrase as whole words.
  ///
  /// A phrase “A … B” requires A at the beginning and B anywhere.
  fileprivate func hasWords(_ phrase: Substring) -> Bool {
    let parts = phrase.split(separator: " … ")
    return (parts.count == 1 || begins(with: parts[0]))
      && " \(self) ".contains(" \(parts[parts.count - 1]) ")
  }

  fileprivate func ends(with phrase: Substring) -> Bool {
    guard hasSuffix(phrase) else { return false }
    let before = dropLast(phrase.count).last
    return !(before?.isPartOfWord ?? false) || !(phrase.first?.isPartOfWord ?? false)
  }
}

extension Character {
  fileprivate var isPartOfWord: Bool { isASCII && (isLetter || isNumber) }
}

/// The lists of `Words/answers.yaml`, by heading.
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

  static func isHeld(_ list: String, by text: String) -> Bool {
    words(list).contains(where: text.contains)
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
