/// Statements as people say them: "the book is not reserved", "nobody has acknowledged the unit".
enum EnglishStatement {
  /// A statement as the clause behind "if": "The book is reserved" → "the book is reserved"; negated: "the book is not reserved".
  ///
  /// `nil` for what is not surely a statement, and where its negation could be taken for something else.
  static func clause(_ label: String, isTrue: Bool) -> String? {
    let words = label.split(separator: " ").map(String.init)
    let small = words.map { $0.lowercased().replacing("’", with: "'") }
    guard label.count <= 90, words.allSatisfy(isPlain),
      let verb = small.indices.first(where: { isVerb(small, $0) }), isStatement(small, verb)
    else { return nil }
    let (start, rest) = (inside(words, small), Array(words[(verb + 1)...]))
    if isTrue { return ([start] + words.dropFirst()).joined(separator: " ") }
    // "Not … for 3 days" has two meanings, and so has "not … for the first time".
    let isTimed = small.contains("for") && small.contains { isA($0, "amount") }
    guard !isTimed, !small.dropFirst().contains(where: { isA($0, "scope") }), small.last != "too",
      !isA(small[verb - 1], "adverb"), !small[1..<verb].contains(where: { isA($0, "whole") })
    else { return nil }
    var negated: [String]?
    if small[0] == "there" {
      let isOne = isA(small[1], "being") && !rest.prefix(2).contains { isA($0, "amount") }
      negated = isOne ? without(rest).map { [start, words[1]] + $0 } : nil
    } else if opposites[small[0]] != nil {
      // Not "no guest must pay", which forbids it, and not "no month has passed".
      let isOne = !small[1...verb].contains { isA($0, "amount", "duty") }
      negated = isOne && small[1] != "of" ? without([small[0]] + words.dropFirst()) : nil
    } else if !isA(small[0], "amount") {
      negated = negation(small[verb], rest).map { [start] + words[1..<verb] + $0 }
    }
    return negated?.joined(separator: " ")
  }

  /// "A ticket" → "no ticket".
  private static func without(_ words: [String]) -> [String]? {
    if let none = opposites[words[0]] { return words.count > 1 ? [none] + words.dropFirst() : nil }
    return isA(words[0], "determiner", "pronoun", "link", "adverb") ? nil : ["no"] + words
  }

  /// The verb with what follows it, negated.
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

  /// True if a word may be a statement's verb; a noun may look the same: "the changes", "the user needs are met".
  private static func isVerb(_ words: [String], _ place: Int) -> Bool {
    let subject = isA(words[0], "pronoun") ? 1 : isA(words[0], "determiner") ? 2 : words.count
    let isNoun = place + 1 < words.count && isA(words[place + 1], "auxiliary", "part")
    return isA(words[place], place >= subject && !isNoun ? "verb" : "auxiliary", "auxiliary")
  }

  /// True if the verb has a subject of its own, and no other verb could be the statement's.
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

  /// The first word inside a sentence: in small letters unless it may be a name.
  private static func inside(_ words: [String], _ small: [String]) -> String {
    if isA(small[0], "determiner", "pronoun", "amount") { return small[0] }
    let isOrdinary = !isA(small[1], "singular") || isA(small[0], "noun")
    let isName =
      isA(small[0], "name") || words[0].dropFirst().contains(where: \.isUppercase)
      || words.dropFirst().contains(words[0]) || words[1].first?.isUppercase == true
    return isOrdinary && !isName ? small[0] : words[0]
  }

  private static func isPlain(_ word: String) -> Bool {
    ![word.first, word.last].contains { "'’.,-–".contains($0 ?? ".") }
      && word.allSatisfy { "0123456789.,'’-–%€$£¥°".contains($0) || $0.isLetter && $0 < "\u{250}" }
  }

  private static func isA(_ word: String, _ kinds: String...) -> Bool {
    let forms = [word, word.prefix(1) + "-"] + (2...5).map { "-" + word.suffix($0) }
    return kinds.contains { table[$0]?.isDisjoint(with: forms) == false }
  }

  private static let opposites = [
    "a": "no", "an": "no", "some": "no", "another": "no other", "all": "not all",
    "every": "not every", "everyone": "not everyone", "somebody": "nobody", "someone": "no one",
    "something": "nothing", "can": "cannot", "must": "need not", "has": "does not have",
    "have": "do not have", "had": "did not have",
  ]

  /// Words, their beginnings and endings, by what they do in a sentence, as far as it matters here.
  private static let table = Dictionary(
    uniqueKeysWithValues: """
      determiner: the a an this that these those its his her their your our my another each every all both some any no
      pronoun: it he she they we you there somebody someone something everybody everyone everything nobody nothing
      link: of in on at to for from with by as than into within under over between during about against per and off up down out back
      clause: who whom whose that which what if whether when where why how because while until since after before as than unless although though
      saying: says said shows shown thinks knows believes sees finds found claims means hopes expects assumes confirms confirmed told asks notices
      auxiliary: is are was were has have had can cannot could will would should must may might does do did -n't
      being: is are was were
      modal: could will would should
      duty: should must
      whole: all every each both any half most one
      singular: is was has can will had would could should must may
      verb: exceeds contains belongs exists applies requires owns comes gets becomes includes allows expires looks gives takes receives differs agrees wants needs changes covers matches uses starts ends works supports
      noun: -ance -ence -tion -ment -ing -ness -ity -ery -age stock email e-mail password login sync backup
      participle: -ted -sed -ded -ned -led -ked -ved -ced -ged -med -ped -owed -ewed -ied -yed -zed -xed -ued -ibed -bbed -ered -ired -ored -ured -ared -rred -ched -ished -eshed been had seen paid gone left sent made done taken given set put chosen written read lost bought sold come begun broken got kept met spent won withdrawn drawn held cut let built brought lent stolen
      object: to access permission
      adverb: -ly already still also now often always just only even never ever yet again twice here before
      scope: -n't no not none never nobody nothing neither nor cannot and but some somebody someone something somewhere several also even just only still yet once now again until since because if when unless while although though so perhaps probably maybe sometimes few little either without about almost nearly hardly seldom
      amount: 0- 1- 2- 3- 4- 5- 6- 7- 8- 9- no not none nobody nothing neither more less fewer one two three four five six seven eight nine ten most many much several few both each any anybody anyone anything everything everybody half enough lot couple number majority third quarter single certain second minute hour day week month year time first somebody's someone's everyone's everybody's another's
      part: of
      name: i monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december christmas japan tokyo slack github gmail bluetooth google apple android amazon paypal microsoft windows visa japanese english french german
      """.split(separator: "\n").map { $0.split { ": ".contains($0) }.map(String.init) }
        .map { ($0[0], Set($0.dropFirst())) }
  )
}
