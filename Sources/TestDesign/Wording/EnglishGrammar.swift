import Text

/// The English grammar needed to put arbitrary labels into sentences.
enum EnglishGrammar {
  /// The text in double quotation marks, in single ones if it contains such marks.
  static func quoted(_ text: String) -> String {
    text.contains { "“”".contains($0) } ? "‘\(text)’" : "“\(text)”"
  }

  /// The text unchanged if it is a short plain phrase, quoted otherwise.
  static func term(_ text: String) -> String {
    isPlain(text) ? text : quoted(text)
  }

  /// A value's label behind "is": in lower case where it begins with an ordinary word, quoted where "is" cannot stand before it.
  static func complement(_ label: String) -> String {
    guard isPlain(label) else { return quoted(label) }
    let words = label.split(separator: " ").map { $0.lowercased() }
    guard let first = words.first, !verbs.contains(first),
      words.count == 1 || !isPlural(first)
    else { return quoted(label) }
    return words.count > 1 || isOrdinary(first) ? lowercasedAtStart(label) : label
  }

  /// "A", "A or B", "A, B or C".
  static func list(_ items: [String], _ conjunction: String) -> String {
    guard items.count > 1, let last = items.last else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }

  /// A factor's label as the subject of "is": "the number of photos", or quoted where "the … is" would not read well.
  static func subject(_ label: String) -> String {
    guard isPlain(label) else { return quoted(label) }
    let words = label.split(separator: " ").map { $0.lowercased() }
    guard let first = words.first, !verbs.contains(first), !isPlural(head(words))
    else { return quoted(label) }
    return determiners.contains(first)
      ? lowercasedAtStart(label) : "the " + lowercasedAtStart(label)
  }

  /// The people that a label names, in the plural ("premium members" for "Premium member"), or `nil` where it names none.
  static func people(_ label: String) -> String? {
    guard isPlain(label) else { return nil }
    let words = label.split(separator: " ")
    guard let first = words.first, let last = words.last,
      !determiners.contains(first.lowercased()),
      let noun = peopleNouns.first(where: {
        [$0.singular, $0.plural].contains(last.lowercased())
      })
    else { return nil }
    let rest = label.dropLast(last.count)
    let isTitle = !rest.isEmpty && last.first?.isUppercase == true
    let plural = isTitle ? noun.plural.capitalisedAtStart : noun.plural
    return lowercasedAtStart(rest + plural)
  }

  /// The label as written inside a sentence, in lower case unless it seems to begin with a name.
  static func lowercasedAtStart(_ label: String) -> String {
    let words = label.split(separator: " ")
    guard let first = words.first, first.count > 1, isCapitalised(first),
      !words.dropFirst().contains(where: isCapitalised), !isName(first.lowercased())
    else { return label }
    return label.prefix(1).lowercased() + label.dropFirst()
  }

  /// Whether the text is at most five Latin words that cannot be taken for the sentence's own grammar.
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

  private static func isCapitalised(_ word: Substring) -> Bool {
    (word.first?.isUppercase ?? false) && word.dropFirst().allSatisfy { !$0.isUppercase }
      && word.contains(where: \.isLetter)
  }

  /// Whether a word alone is surely no name.
  private static func isOrdinary(_ word: String) -> Bool {
    word.hasSuffix("ed") || word.hasSuffix("ing") || ordinary.contains(word)
      || participles.contains(word.hasPrefix("un") ? String(word.dropFirst(2)) : word)
  }

  /// Names of peoples and languages, and of products that labels often begin with.
  private static func isName(_ word: String) -> Bool {
    ["ese", "ish", "ian", "ean"].contains { word.hasSuffix($0) && word.count > 5 }
      || names.contains(word)
  }

  /// The word that "is" must agree with: the last one before a preposition.
  private static func head(_ words: [String]) -> String {
    let phrase = words.prefix { !prepositions.contains($0) }
    return phrase.last ?? ""
  }

  private static func isPlural(_ word: String) -> Bool {
    word.hasSuffix("s")
      && !["ss", "us", "is", "'s", "’s"].contains { word.hasSuffix($0) }
  }

  /// In bytes; a longer label is quoted, so that its end is seen.
  private static let longest = 60

  private static let grammar: Set<String> = [
    "or", "and", "if", "when", "where", "except", "what", "which",
  ]

  private static let verbs: Set<String> = [
    "is", "are", "was", "were", "would", "could", "might", "cannot", "has", "have", "had", "can",
    "could", "does", "do", "did", "should",
    "will", "must", "may", "signed", "logged",
  ]

  private static let determiners: Set<String> = [
    "the", "a", "an", "this", "that", "its", "their", "his", "her", "my", "your",
  ]

  private static let prepositions: Set<String> = [
    "of", "in", "on", "for", "at", "to", "with", "from", "by", "per",
  ]

  private static let ordinary: Set<String> = [
    "short", "long", "empty", "full", "present", "absent", "free", "premium", "new", "old",
    "active", "inactive", "online", "offline", "on", "off", "yes", "no", "none", "some", "first",
    "last", "low", "high", "small", "large", "valid", "invalid", "public", "private", "open",
    "guest", "member",
  ]

  /// Those that do not end in "ed"; "un" may precede them.
  private static let participles: Set<String> = [
    "begun", "bought", "bound", "broken", "built", "chosen", "cut", "done", "drawn", "forgotten",
    "found", "frozen", "given", "held", "hidden", "kept", "known", "left", "lost", "made", "met",
    "overdrawn", "overridden", "paid", "read", "seen", "sent", "set", "shown", "shut", "sold",
    "spent", "split", "stolen", "stuck", "taken", "withdrawn", "written",
  ]

  private static let names: Set<String> = [
    "android", "apple", "google", "facebook", "instagram", "twitter", "amazon", "windows", "french",
    "german", "greek", "dutch", "arabic", "hebrew", "january", "february", "march", "april", "june",
    "july", "august", "september", "october", "november", "december", "monday", "tuesday",
    "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  private static let peopleNouns: [(singular: String, plural: String)] = [
    ("member", "members"), ("user", "users"), ("guest", "guests"), ("visitor", "visitors"),
    ("customer", "customers"), ("subscriber", "subscribers"), ("owner", "owners"),
    ("admin", "admins"), ("administrator", "administrators"), ("manager", "managers"),
    ("employee", "employees"), ("seller", "sellers"), ("buyer", "buyers"), ("sender", "senders"),
    ("recipient", "recipients"), ("viewer", "viewers"), ("editor", "editors"),
    ("author", "authors"), ("follower", "followers"), ("friend", "friends"), ("host", "hosts"),
    ("student", "students"), ("teacher", "teachers"), ("patient", "patients"),
    ("driver", "drivers"), ("person", "people"), ("adult", "adults"), ("child", "children"),
    ("man", "men"), ("woman", "women"),
  ]
}
