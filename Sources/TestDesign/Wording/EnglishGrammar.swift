import Text

/// The English grammar for inserting arbitrary labels into sentences.
enum EnglishGrammar {
  /// Returns the text in double quotation marks, or in single ones if it contains such marks.
  static func quoted(_ text: String) -> String {
    text.contains { "“”".contains($0) } ? "‘\(text)’" : "“\(text)”"
  }

  /// Returns the text unchanged if it is a short plain phrase, and quoted otherwise.
  static func term(_ text: String) -> String {
    isPlain(text) ? text : quoted(text)
  }

  /// Returns a value's label as the complement of "is", quoted if it does not fit there or is capitalised.
  static func complement(_ label: String) -> String {
    guard isPlain(label), label.first?.isUppercase != true else { return quoted(label) }
    let words = label.split(separator: " ").map { $0.lowercased() }
    guard let first = words.first, !verbs.contains(first), words.count == 1 || !isPlural(first)
    else { return quoted(label) }
    return label
  }

  /// True if a label is just the id in words: "Very long" for `very_long`.
  static func isDerived(_ label: String, from id: String) -> Bool {
    label.lowercased() == id.replacing("_", with: " ").lowercased()
  }

  /// Returns the id in words if there is no label of its own, such as "very long" for `very_long`, and the label otherwise.
  static func words(_ id: String, label: String) -> String {
    isDerived(label, from: id) ? id.replacing("_", with: " ") : label
  }

  /// "A", "A or B", "A, B or C".
  static func list(_ items: [String], _ conjunction: String) -> String {
    items.listed(", ", " \(conjunction) ")
  }

  /// True if the text is at most five Latin words that cannot be mistaken for the sentence's grammar.
  private static func isPlain(_ text: String) -> Bool {
    guard text.utf8.count <= longest else { return false }
    let words = text.split(separator: " ").map { $0.lowercased() }
    return (1...5).contains(words.count) && words.allSatisfy { !grammar.contains($0) }
      && text.hasBalancedBrackets
      && text.unicodeScalars.allSatisfy { scalar in
        let isLatin = scalar.value < 0x250 && scalar.properties.isAlphabetic
        return isLatin || ("0"..."9").contains(scalar)
          || " _-–/%+()'’$€£¥&#@<>=≤≥".unicodeScalars.contains(scalar)
          || (scalar == "." && text.last != ".")
      }
  }

  static func isPlural(_ word: String) -> Bool {
    word.hasSuffix("s")
      && !["ss", "us", "is", "'s", "’s"].contains { word.hasSuffix($0) }
  }

  /// The maximum length in bytes; longer labels are quoted to show where they end.
  private static let longest = 60

  /// Words, prefixes and suffixes by grammatical function.
  static let table = wordTable("Wording/english.yaml").mapValues(Set.init)

  private static let grammar = table["grammar", default: []]

  private static let verbs = table["verbs", default: []]
}

extension [String] {
  /// Joins texts with a separator, and the last one with a word.
  func listed(_ sign: String, _ word: String) -> String {
    guard count > 1, let last else { return first ?? "" }
    return dropLast().joined(separator: sign) + word + last
  }
}

/// English statements in natural wording: "the book is not reserved", "nobody has acknowledged the unit".
enum EnglishStatement {
  /// Returns a statement, or its negation, as the clause after "if".
  ///
  /// "The book is reserved" becomes "the book is reserved" or "the book is not reserved". Returns `nil` if the label is not certainly a
  /// statement, or if its negation would be ambiguous.
  static func clause(_ label: String, isTrue: Bool) -> String? {
    let words = label.split(separator: " ").map(String.init)
    let small = words.map { $0.lowercased().replacing("’", with: "'") }
    guard label.count <= 90, words.allSatisfy(isPlain),
      let verb = small.indices.first(where: { isVerb(small, $0) }), isStatement(small, verb)
    else { return nil }
    let (start, rest) = (inside(words, small), Array(words[(verb + 1)...]))
    if isTrue { return ([start] + words.dropFirst()).joined(separator: " ") }
    // "Not … for 3 days" is ambiguous, and so is "not … for the first time".
    let isTimed = small.contains("for") && small.contains { isA($0, "amount") }
    guard !isTimed, !small.dropFirst().contains(where: { isA($0, "scope") }), small.last != "too",
      !isA(small[verb - 1], "adverb"), !small[1..<verb].contains(where: { isA($0, "whole") })
    else { return nil }
    var negated: [String]?
    if small[0] == "there" {
      let isOne = isA(small[1], "being") && !rest.prefix(2).contains { isA($0, "amount") }
      negated = isOne ? without(rest).map { [start, words[1]] + $0 } : nil
    } else if opposites[small[0]] != nil {
      // "No guest must pay" would forbid it, and "no month has passed" would mean something else.
      let isOne = !small[1...verb].contains { isA($0, "amount", "duty") }
      negated = isOne && small[1] != "of" ? without([small[0]] + words.dropFirst()) : nil
    } else if !isA(small[0], "amount") {
      negated = negation(small[verb], rest).map { [start] + words[1..<verb] + $0 }
    }
    return negated?.joined(separator: " ")
  }

  /// Returns a factor's name in words as a subject: "the role"; quoted if it is not certainly a singular noun.
  static func subject(_ name: String, of label: String) -> String {
    let words = name.lowercased().split(separator: " ").map(String.init)
    let isNoun = !words.contains {
      isA($0, "link", "clause", "pronoun", "determiner", "auxiliary", "participle", "bare")
    }
    guard isNoun, name.count > 1, let last = words.last, !EnglishGrammar.isPlural(last),
      EnglishGrammar.term(name) == name
    else { return EnglishGrammar.quoted(label) }
    return "the \(name)"
  }

  /// Returns an event as the clause after "when", or `nil` if the label is not certainly a sentence: "The link expires" → "the link
  /// expires", "5 days pass without payment".
  ///
  /// `happens` is true if the label of an event is known to be one.
  static func event(_ label: String, happens: Bool = true) -> String? {
    if let clause = clause(label, isTrue: true) { return clause }
    let words = label.split(separator: " ").map(String.init)
    guard let first = words.first?.lowercased() else { return nil }
    if words.allSatisfy(isPlain), isA(first, "amount"),
      words.prefix(4).dropFirst(happens ? 1 : 2).contains(where: { isA($0, "passing") })
    {
      return ([first] + words.dropFirst()).joined(separator: " ")
    }
    guard words.count > 2, isA(first, "determiner", "pronoun"),
      words.allSatisfy(isPlain),
      words.indices.dropFirst(2).contains(where: { place in
        happens
          ? words[place].hasSuffix("s") || isA(words[place], "auxiliary", "verb")
          : (isAction(words[place], before: words[(place + 1)...].first)
            || place == words.count - 1 && isA(words[place - 1], "agent")
              && isAction(words[place], before: "the"))
            && !isA(words[place - 1], "determiner", "link", "amount")
            || isA(words[place], "passing") && words[..<place].contains { isA($0, "amount") }
      })
    else { return nil }
    return ([first] + words.dropFirst()).joined(separator: " ")
  }

  /// True if a word may be the verb of somebody's action: "taps", or "orders" before "the meal".
  private static func isAction(_ word: String, before next: String?) -> Bool {
    isA(word, "verb", "auxiliary")
      || [("ies", "y"), ("es", ""), ("s", "")].contains { end, rest in
        let stem = String(word.dropLast(end.count)) + rest
        let isVerb =
          isA(stem, "action") || isA(stem, "action or noun") && next.map { startsNoun($0) } == true
        return word.hasSuffix(end) && isVerb
      }
  }

  /// True if a word begins a noun phrase, or links one: "the", "for", a quotation.
  private static func startsNoun(_ word: String, orLink: Bool = true) -> Bool {
    "“‘\"".contains(word.first ?? " ") || isA(word.lowercased(), "determiner", "pronoun")
      || orLink && isA(word.lowercased(), "link")
  }

  /// Returns what somebody does as a clause, or `nil` if the label is not certainly an instruction: "Tap Post" → "somebody taps Post".
  static func action(_ label: String, by subject: String = "somebody") -> String? {
    let words = label.split(separator: " ").map(String.init)
    let small = words.map { $0.lowercased() }
    guard label.utf8.count <= 90, label.hasBalancedBrackets, words.count > 1, small[1] != "of",
      label.count(where: { $0 == "“" }) == label.count(where: { $0 == "”" }),
      small[0].allSatisfy(\.isLetter), let last = label.last,
      last.isLetter || last.isNumber || "”’)\"".contains(last),
      !small.contains(where: {
        isA($0, "joint", "address") || $0 == "somebody" || $0.hasSuffix(",")
      }),
      !small.prefix(while: { !isA($0, "clause") }).contains(where: { isA($0, "auxiliary") })
    else { return nil }
    let verb = small[0]
    let isParticle = isA(words[1], "link") && (words.count == 2 || startsNoun(words[2]))
    let hasObject =
      startsNoun(words[1], orLink: false) || isParticle
      || isA(verb, "phase") && small[1].hasSuffix("ing")
    guard isA(verb, "action") || isA(verb, "action or noun") && hasObject else { return nil }
    let isSibilant = ["s", "x", "z", "ch", "sh", "o"].contains { verb.hasSuffix($0) }
    let endsInY = verb.hasSuffix("y") && !"aeiou".contains(verb.dropLast().last ?? "a")
    let form = endsInY ? verb.dropLast() + "ies" : verb + (isSibilant ? "es" : "s")
    return "\(subject) \(form)" + label.dropFirst(verb.count)
  }

  /// True if a value's label says that there is nobody: "None", "Unknown".
  static func namesNobody(_ label: String) -> Bool {
    isA(label.lowercased().prefix { $0 != " " }.description, "unspecific", "amount")
  }

  /// Returns the negation of a noun phrase: "A ticket" → "no ticket".
  private static func without(_ words: [String]) -> [String]? {
    if let none = opposites[words[0]] { return words.count > 1 ? [none] + words.dropFirst() : nil }
    return isA(words[0], "determiner", "pronoun", "link", "adverb") ? nil : ["no"] + words
  }

  /// Returns the negated verb with what follows it, or `nil`.
  private static func negation(_ verb: String, _ rest: [String]) -> [String]? {
    // "Is not to be paid" would forbid it.
    if isA(verb, "being", "modal") { return rest[0] == "to" ? nil : [verb, "not"] + rest }
    let stem = verb.replacing("ies", with: "ys").replacing("ches", with: "chs").dropLast()
    if isA(verb, "verb") { return ["does not", String(stem)] + rest }
    guard let opposite = opposites[verb] else { return nil }
    let isThing = isA(rest[0], "determiner", "object", "amount") && !isA(rest[0], "whole")
    if isThing || ["can", "must"].contains(verb) { return [opposite] + rest }
    // "Has paid for it", but not "has limited access".
    let tense = Array(rest.drop { isA($0, "adverb") } + ["the", "the"])
    let isEnd = isA(tense[1], "determiner", "pronoun", "link", "adverb", "amount")
    let isTense = tense[0] == "been" || isA(tense[0], "participle") && isEnd
    return isTense ? [verb, "not"] + rest : nil
  }

  /// True if a word may be a statement's verb; nouns may look the same: "the changes", "the user needs are met".
  private static func isVerb(_ words: [String], _ place: Int) -> Bool {
    let subject = isA(words[0], "pronoun") ? 1 : isA(words[0], "determiner") ? 2 : words.count
    let isNoun = place + 1 < words.count && isA(words[place + 1], "auxiliary", "part")
    return isA(words[place], place >= subject && !isNoun ? "verb" : "auxiliary", "auxiliary")
  }

  /// True if the verb has a subject, and no other verb could be the statement's.
  private static func isStatement(_ words: [String], _ verb: Int) -> Bool {
    let (subject, rest) = (words[..<verb], words[(verb + 1)...])
    guard verb > 0, !rest.isEmpty || isA(words[verb], "verb"), !isA(words[0], "adverb", "link"),
      words[0] != "there" || verb == 1, !words.contains("or"),
      !subject.contains(where: { isA($0, "clause", "saying") })
    else { return false }
    // "The can lid is open", "the app says it is late", "the photo you took is blurred".
    let isNested = zip(subject, subject.dropFirst()).contains { before, word in
      isA(word, "determiner", "pronoun") && !isA(before, "link") && before != "all"
    }
    return !isNested
      && !rest.prefix { !isA($0, "clause") }.contains { isA($0, "being", "singular") }
  }

  /// Returns the first word for use inside a sentence, in lower case unless it may be a name.
  private static func inside(_ words: [String], _ small: [String]) -> String {
    if isA(small[0], "determiner", "pronoun", "amount") { return small[0] }
    let isOrdinary = !isA(small[1], "singular") || isA(small[0], "noun")
    let isName =
      isA(small[0], "name") || words[0].dropFirst().contains(where: \.isUppercase)
      || words.dropFirst().contains(words[0]) || words[1].first?.isUppercase == true
    return isOrdinary && !isName ? small[0] : words[0]
  }

  private static func isPlain(_ word: String) -> Bool {
    ![word.first, word.last].contains { "'’.,:-–".contains($0 ?? ".") }
      && word.allSatisfy { "0123456789.,:'’-–%€$£¥°".contains($0) || $0.isLetter && $0 < "\u{250}" }
  }

  private static func isA(_ word: String, _ kinds: String...) -> Bool {
    let forms = [word, word.prefix(1) + "-"] + (2...5).map { "-" + word.suffix($0) }
    return kinds.contains { EnglishGrammar.table[$0]?.isDisjoint(with: forms) == false }
  }

  private static let opposites = Dictionary(
    uniqueKeysWithValues: (EnglishGrammar.table["opposite"] ?? []).map { pair in
      let sides = pair.split(separator: "=").map(String.init)
      return (sides[0], sides[1])
    }
  )
}
