import Specification
import Text

/// Detects results that hold in some cases only, or that distinguish cases: “…, otherwise …”, 登録前は….
///
/// A word that introduces a condition counts at the beginning of a clause, or before a topic in Japanese. Within a clause it may say when
/// the result itself is observed: “The form closes after 3 seconds”. “If” counts anywhere. In doubt, the text is taken to distinguish
/// cases.
enum ToldCases {
  private static let maxBound = 12
  nonisolated(unsafe) fileprivate static let verbBehindWho =
    #/\b(who|that) (?:is|are|has|have|do|does)\b/#

  static func areTold(in plain: String) -> Bool {
    let sentences = plain.clauses(endingAt: ":.;。!()[]")
    return unsafe sentences.contains(where: isConditional) || plain.contains(laterLabel)
      || plain.contains(bracketInFront) || plain.count(where: { "([【".contains($0) }) > 1
      || isConditionalInJapanese(plain) || isAboutPeople(plain)
      || plain.clauses(endingAt: ":.;。!()[]–—-,、").dropFirst().contains { clause in
        AnswerWords.ends("limit clause ends", clause)
          || clause.firstIndex(of: "は").map { isBound(String(clause[..<$0])) } ?? false
      }
  }

  /// True for alternatives: “Either refused or queued”, “It is refused or the button is grey”, 緑または黒, 最初からか、7日前から, 送る／送らない.
  private static func isAlternative(_ sentence: String) -> Bool {
    if !sentence.contains(" or "), sentence.utf8.allSatisfy({ $0 < 0x80 }) { return false }
    return unsafe alternatives.contains { sentence.contains($0) }
      || sentence.contains("/") && sentence.contains(#/(\S)\S{0,6}\/\1\S{0,8}(?:ない|ません)$/#)
  }

  /// True if a text is a number used as a bound: 23:31から, 18:00より後.
  static func isBound(_ text: String) -> Bool {
    let plain = CompatibilityForms.plain(text).trimmed
    return plain.count <= maxBound && plain.first?.isNumber == true
      && !plain.contains(where: \.isWhitespace) && AnswerWords.ends("bound ends", plain)
  }

  /// “…, Android: the grid”, but not “…, Title: “Too late””.
  nonisolated(unsafe) private static let laterLabel =
    /[;,.、。\/]\s*(?:[^;,.、。:\/]{1,20}:(?!\d|\s*“)|[^;,.、。:\/\d]{0,20}\d[^;,.、。:\/]{0,12}:(?!\d))/
  nonisolated(unsafe) private static let bracketInFront =
    /(?:^|[;.。])\s*[(\[【][^)\]】]{1,30}[)\]】]/
  nonisolated(unsafe) private static let alternatives: [Regex<Substring>] = [
    #/^either .* or /#, #/^[^をがはにでも\s]{1,10}(?:または|もしくは|あるいは)[^をがはにでも\s]{1,10}$/#,
    #/^(?=.* or (?:the|an?|it|they) .*\b(?:is|are|gets?|goes|stays?|becomes?)\b)(?!.*\b(?:until|once|whether|before|after|that|which) )/#,
    #/(?:または|もしくは|あるいは)[^、]{1,12}を(?:表示|出[すし])/#, #/[いるたんら]か、(?!.*か(?!ら))/#,
  ]
  nonisolated(unsafe) private static let places: [Regex<Substring>] = [
    #/^(?:but |and )?(?:on|in|at) (?:the|an?) /#,
    #/ (?:on|in|at|for|with) (?!(?:the|an?|its|each|all) )[^ ]+$/#,
  ]
  nonisolated(unsafe) private static let joint = #/ (?:and|but|while|whereas) /#
  nonisolated(unsafe) private static let topic = #/([^はも]+?)[にで]?(?:は|も(?![うのとし]))/#
  // 8〜30日は最初から, 0個はエラー, 6個以上だけエラー, 7個：選べない
  nonisolated(unsafe) private static let span =
    #/(?:^|[。、;])\d+(?:[^\d\s]{0,3}[〜~-]\d+[^\sぁ-ん]{0,4}は|[^\sぁ-ん時分秒日週月年上下内満]{0,3}は|[^\sぁ-ん]{0,3}(?:以上|以下|以内|未満|超)(?:だけ|のみ)|[^\sぁ-ん:\d]{1,4}:(?!\d))/#
  nonisolated(unsafe) private static let some = #/([^、。・\s]{1,8}?)(?:だけ|のみ)(?![にへをのからでと])/#

  private static func isConditional(_ sentence: String) -> Bool {
    let words = sentence.split { $0.isWhitespace || ",、".contains($0) }
    let spaced = " " + words.joined(separator: " ") + " "
    let asksIf = words.indices.dropFirst().allSatisfy { number in
      words[number] != "if" || AnswerWords.holds("before if", words[number - 1])
    }
    let clauses = sentence.clauses(endingAt: ",、–—-")
    let places = clauses.count { clause in unsafe Self.places.contains { clause.contains($0) } }
    let isForSome =
      sentence.contains(" for ")
      && clauses.contains { clause in
        clause.firstMatch(of: #/([a-z]+) for (?:[a-z]+ )?([a-z]+)$/#).map {
          !AnswerWords.holds("before for", $0.1) && !AnswerWords.holds("durations", $0.2)
            && !AnswerWords.holds("counted", $0.2)
            && ($0.2.hasSuffix("s") || AnswerWords.holds("people", $0.2))
        } ?? false
      }
    let isOnSome = clauses.contains { clause in
      AnswerWords.words("platforms").contains { clause.hasSuffix(" on \($0)") }
        || clause.contains(" outside ")
          && clause.contains(#/ outside (?!(?:it|the|of|this)\b)[a-z]+/#)
    }
    return !asksIf || isForSome || isOnSome || places > 1 || isAlternative(sentence)
      || spaced.contains(" between ") && spaced.contains(#/ between .*(?:\d:\d\d|\d ?[ap]m\b)/#)
      || AnswerWords.words("condition holds").contains { spaced.contains(" \($0) ") }
      || clauses.enumerated().contains { beginsCase($1, isFirst: $0 == 0) }
  }

  /// True if a later clause is about some group of people: “…; pass holders see nothing”, …。会員は当日も選べる.
  private static func isAboutPeople(_ plain: String) -> Bool {
    unsafe plain.replacing(joint, with: ", ")
      .clauses(endingAt: ":.;。!()[]–—-,、").dropFirst().contains { clause in
        if let topic = unsafe clause.prefixMatch(of: topic) {
          return AnswerWords.ends("people topics", String(topic.1))
        }
        let words = clause.split(separator: " ")
        guard let first = words.first, !AnswerWords.holds("no people", first) else { return false }
        // “Pass holders”, but not “shows members”.
        let isNoun = !first.hasSuffix("s") || first.hasSuffix("ss")
        return (0...(isNoun ? 1 : 0)).contains { place in
          guard let noun = words.dropFirst(place).first else { return false }
          let rest = words.dropFirst(place + 1).joined(separator: " ")
          return !rest.isEmpty && AnswerWords.holds("people", noun)
            || AnswerWords.beginsClause("people do", rest)
        }
      }
  }

  private static func beginsCase(_ clause: String, isFirst: Bool) -> Bool {
    if clause.hasSuffix(" only") || AnswerWords.beginsClause("condition begins", clause) {
      return true
    }
    var words = clause.split(whereSeparator: \.isWhitespace)[...]
    let isFirst = isFirst || words.first == "but"
    if let first = words.first, AnswerWords.holds("joints", first) { words.removeFirst() }
    guard let first = words.first, let next = words.dropFirst().first else { return false }
    let isCounted = AnswerWords.holds("counted", next) || next.contains(where: \.isNumber)
    switch first {
    // “Only JPG is possible” excludes everything else, so it is a result for all cases.
    case "only": return !isCounted && !AnswerWords.ends("only ends", clause)
    case "for": return !isCounted
    // “Some get an error”, “Most offers are refused”, but not “Most recent first”.
    case "some", "most", "many", "few":
      return next.hasSuffix("s")
        || AnswerWords.beginsClause("people do", words.dropFirst().joined(separator: " "))
    case "after":
      return !AnswerWords.holds("no cases behind", next)
        && !words.prefix(4).contains { AnswerWords.holds("durations", $0) }
    case "on", "in", "at":
      if ["the", "a", "an"].contains(next) {
        return words.dropFirst(2).first.map { AnswerWords.holds("cases behind articles", $0) }
          ?? false
      }
      return (isFirst || first != "in") && !AnswerWords.holds("no cases behind", next)
    default:
      let rest = words.joined(separator: " ")
      return AnswerWords.beginsClause("condition begins", rest)
        || isFirst && AnswerWords.beginsClause("condition begins sentence", rest)
    }
  }

  private static func isConditionalInJapanese(_ plain: String) -> Bool {
    guard plain.contains(where: { !$0.isASCII }) else { return false }
    let text = AnswerWords.words("no case holds").reduce(plain) { $0.replacing($1, with: "＿") }
    if unsafe plain.contains(span) { return true }
    let onlySome = unsafe plain.matches(of: some)
    if onlySome.contains(where: { AnswerWords.ends("people alone", String($0.1)) }) { return true }
    return AnswerWords.words("topic holds").contains { text.contains($0) }
  }
}

extension Wording {
  /// True if a clause begins with a value or an operation that is not the whole subject of the question: “…; members get two hours”,
  /// …、会員は….
  ///
  /// The first clause may name something that the question does not mention.
  func namesAnotherCase(_ lines: [String], _ asked: [NamedCube.Literal]) -> Bool {
    let clauses = lines.flatMap { NonResult.plain($0).clauses(endingAt: ":.;。!()[]–—-,、") }
    let known = labels(asked)
    let first = otherValues(asked, isFirst: true)
    let (others, operations) =
      clauses.count > 1 ? (otherValues(asked, isFirst: false), otherOperations(asked)) : ([], [])
    // Each clause is about something else: 一覧には出す、掲示板には出さない.
    let onSeveral = Set(asksOn(asked).map { specification.operationValues[$0].operation }).count > 1
    let isTold = lines.contains { line in
      NonResult.plain(line).clauses(endingAt: ":.;。!()[]–—-,、").count {
        $0.dropFirst().contains("は")
      } > 1
    }
    if onSeveral, isTold { return true }
    return clauses.enumerated().contains { number, clause in
      let topic =
        (clause.firstIndex { "はも".contains($0) } ?? (number == 0 ? subject(of: clause) : nil))
        .map { String(clause[..<$0]) }
      let isEnglish = !clause.contains { $0 >= "ぁ" }
      // A subject of the question with “too” is not another case: （理事長も）.
      if let topic, clause == topic + "も", NamesInText(known).listed(in: topic) != nil {
        return false
      }
      let isOfSomebody =
        clause.hasPrefix("the ") && clause.contains(#/^the \w+ (?:is told|gets an? \w+$)/#)
      guard isEnglish || topic != nil, !isOfSomebody else { return false }
      let words = ResultWords.words(of: topic ?? clause)
      let said = isEnglish ? words.drop { AnswerWords.holds("before name", $0) } : words[...]
      return (number == 0 ? first : others).contains { said.starts(with: $0) }
        || number > 0
          && operations.contains { name in
            said.starts(with: name) && (isEnglish || name.count > 1)
              // A remark about a button is a result of this operation.
              && !(said.dropFirst(name.count).first.map { AnswerWords.holds("seen", $0) } ?? false)
          }
    }
  }

  /// True if a result is about people that no value in the question mentions: 会員には警告を出す.
  func areOfPeople(_ lines: [String], _ asked: [NamedCube.Literal]) -> Bool {
    lines.contains { line in
      guard let topic = line.prefixMatch(of: #/([^、。は]+?)[にで]?[はも]/#)?.1, !topic.hasPrefix("その"),
        let word = AnswerWords.words("people topics").first(where: topic.hasSuffix)
      else { return false }
      return !labels(asked).contains { $0.contains(word) }
    }
  }

  /// True if a clause is about only some of the people in question: “… for people without a membership”, “… to Basic members”.
  func isForSome(_ line: String, _ asked: [NamedCube.Literal]) -> Bool {
    func named(_ text: String) -> [String] {
      ResultWords.words(of: unsafe text.replacing(ToldCases.verbBehindWho) { $0.1 })
        .filter { !AnswerWords.holds("behind whom", $0) }
    }
    let names = otherValues(asked, isFirst: false).map { named($0.joined(separator: " ")) }
      .filter { !ResultWords.areCommon($0) }
    return NonResult.plain(line).clauses(endingAt: ":.;。!()[]–—,、").contains { clause in
      let words = named(clause)
      return words.indices.contains { place in
        let isFor =
          words[place] == "for" && !clause.contains("for the ")
          && (place == 0 || !AnswerWords.holds("before for", words[place - 1]))
        let rest = words[(place + 1)...]
        return names.contains { name in
          rest.starts(with: name)
            && (isFor || OpenNames.isWhom(words[place])
              || words[place] == "to"
                && rest.dropFirst(name.count).first.map(OpenNames.isWhom) == true)
        }
      }
    }
  }

  /// True if results mention some but not all parts of the screen that a question is about: “The button is grey”.
  func namesSomeParts(_ results: [String], _ asked: [NamedCube.Literal]) -> Bool {
    let parts = asksOn(asked).map { specification.operationValues[$0] }
      .filter { specification.operations[$0.operation].hasParts }
    let words = results.map { ResultWords.words(of: $0) }
    let named = parts.count { part in
      guard let variant = part.variant else { return false }
      return names(variant.label, variant.id).contains { name in
        words.contains { !$0.ranges(of: name).isEmpty }
      }
    }
    return 0 < named && named < parts.count
  }

  /// Returns the labels of the values that a question names.
  private func labels(_ asked: [NamedCube.Literal]) -> [String] {
    asked.filter { $0.factor != specification.operationFactor }.flatMap { literal in
      literal.values.map { specification.factors[literal.factor].values[$0].label }
    }
  }

  private func otherValues(_ asked: [NamedCube.Literal], isFirst: Bool) -> [[String]] {
    specification.factors.enumerated().filter { !$1.isYesNo }.flatMap { number, factor in
      let own = asked.first { $0.factor == number }?.values ?? []
      return factor.values.enumerated().filter { place, value in
        value.number == nil && !value.isNeighbour
          && (isFirst ? own.count > 1 && own.contains(place) : own != [place])
      }.flatMap { names($1.label, $1.id) }
    }
  }

  /// Returns the end of the name of a person who is the subject of a clause: 理事長が承認できる.
  private func subject(of clause: String) -> String.Index? {
    clause.firstIndex(of: "が").flatMap {
      AnswerWords.ends("people alone", String(clause[..<$0])) ? $0 : nil
    }
  }

  /// Returns the operation values that a question is about.
  private func asksOn(_ asked: [NamedCube.Literal]) -> [Int] {
    asked.first { $0.factor == specification.operationFactor }?.values ?? []
  }

  private func otherOperations(_ asked: [NamedCube.Literal]) -> [[String]] {
    let known = Set(asksOn(asked).map { specification.operationValues[$0].operation })
    return specification.operations.enumerated().filter { known != [$0.offset] }
      .flatMap { names($1.label, $1.id) }
  }

  /// Returns the words of a label without brackets, and those of an id made of the same words; names with only common words are omitted.
  private func names(_ label: String, _ id: String) -> [[String]] {
    let label = String(label.prefix { !"(（".contains($0) })
    let words = ResultWords.words(of: label)
    return [label, id].filter { !$0.contains { "「『“".contains($0) } }
      .map(ResultWords.words).filter { $0.allSatisfy(words.contains) }
      .filter { !$0.isEmpty && !ResultWords.areCommon($0) }
  }
}
