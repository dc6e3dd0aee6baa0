package import Specification
import Text

/// The relevance of catalogue entries to a spec.
///
/// `touches.yaml` lists words of results, labels and sources that an entry is about, and what its question names. `alike.yaml` lists the
/// names that authors give an entry: an operation, state or data factor declared with such a label considers the entry under another name.
///
/// Complexity: O(*n* log *n*) in the words of the spec and of the lists.
package struct CatalogueRelevance {
  private static let touches = lists("Catalogue/touches.yaml")
  private static let alike = lists("Catalogue/alike.yaml")

  /// The results of the spec, then its labels, then sources and reasons; negated texts last.
  private let texts: [String]
  /// The text outside quotation marks, since the contents of a message are not a rule.
  private let unquoted: WordIndex
  /// The texts that quote something, whole, since on-screen text also shows what a feature is about.
  private let quoting: WordIndex
  private let operations: WordIndex
  private let factors: WordIndex
  /// The questions that the spec itself asks.
  private let questions: WordIndex
  /// The labels that a question of the catalogue may name, by what they are labels of.
  private let named: [Substring: (labels: [String], index: WordIndex)]
  private static let longestName = 40

  /// A label of the spec, and the words around it, in which it is `…`.
  typealias Example = (label: String, english: String, japanese: String)

  package init(_ specification: Specification) {
    let own = specification.operations.filter { $0.catalogueEntry == nil }
    operations = WordIndex(own.map { "\($0.label) \($0.id)" })
    factors = WordIndex(specification.factors.map { "\($0.label) \($0.name)" })
    let named: [Substring: [String]] = [
      "action": own.filter { !$0.isEvent && !$0.hasParts }.map(\.label),
      "operation": own.map(\.label), "factor": specification.factors.map(\.label),
      "input": specification.factors.filter { $0.line?.scale == .textLength }.map(\.label)
        + own.filter { $0.line?.scale == .textLength }.map(\.label),
      "result": specification.rules.flatMap { $0.results ?? [] },
    ]
    self.named = named.mapValues { labels in
      let short = labels.map(\.onOneLine).filter { $0.count <= Self.longestName }
      return (short, WordIndex(short))
    }
    let asked = specification.rules.compactMap {
      if case .question(let question) = $0.outcome { question.text } else { nil }
    }
    questions = WordIndex(specification.questions.map(\.question.text) + asked)
    var texts = specification.rules.flatMap { $0.results ?? [] }
    texts += specification.factors.flatMap { factor in
      [factor.label] + factor.values.filter { $0.number == nil }.map(\.label)
    }
    texts += own.map(\.label)
    texts += own.flatMap { $0.variants.map(\.label) }
    // Addresses of links are not words.
    texts += specification.rules.compactMap { $0.house == nil ? $0.source?.onOneLine : nil }
      .map { $0.split(separator: " ").filter { !$0.contains("://") }.joined(separator: " ") }
    // The reason of an answer repeats its question.
    texts += specification.impossible.compactMap { $0.house == nil ? $0.because : nil }
      .filter { !($0.contains("Q-") && $0.contains(/[(（]Q-[0-9A-F]{8}/)) }
    // Quote sentences that say what happens before those that say what does not.
    let denied = Dictionary(grouping: texts.map(\.onOneLine)) {
      ResultWords.isDenied(ResultWords.words(of: $0), $0)
    }
    self.texts = (denied[false] ?? []) + (denied[true] ?? [])
    let parts = self.texts.map(VagueWords.unquoted)
    unquoted = WordIndex(parts.map { $0.joined(separator: "、") })
    quoting = WordIndex(zip(self.texts, parts).filter { $1.count > 1 }.map(\.0))
  }

  /// Returns the entries that the spec does not declare under another name.
  package func unnamed(_ listings: [CatalogueListing]) -> [CatalogueListing] {
    listings.filter { listing in
      let terms = Self.alike[listing.id] ?? []
      let isOperation =
        listing.kind != .state && listing.kind != .data
        && terms.contains { !operations.all(with: $0, inOrder: false).isEmpty }
      let isFactor =
        listing.kind != .operation
        && terms.contains { !factors.all(with: $0, inOrder: false).isEmpty }
      return !isOperation && !isFactor
    }
  }

  /// Sorts entries by how many of their words the spec contains; ties keep the order of the catalogue.
  func mostRelevantFirst(
    _ listings: [CatalogueListing]
  ) -> [(listing: CatalogueListing, words: Int)] {
    let counted = listings.map { listing in
      let terms = Self.touches[listing.id] ?? []
      return (
        listing: listing,
        words: terms.count { !unquoted.all(with: $0).isEmpty || !quoting.all(with: $0).isEmpty }
      )
    }
    return counted.sorted { $0.words > $1.words }
  }

  /// Returns the topics that the spec's texts touch on, each with the first such text, in the order of the catalogue.
  ///
  /// Topics that the spec's own questions touch on come last.
  package func raised(
    _ topics: [CatalogueListing]
  ) -> [(listing: CatalogueListing, text: String, isAsked: Bool)] {
    let raised = topics.compactMap { topic in
      let terms = Self.touches[topic.id] ?? []
      return unquoted.first(withAnyOf: terms).map {
        (topic, texts[$0], terms.contains { !questions.all(with: $0).isEmpty })
      }
    }
    return raised.filter { !$0.2 } + raised.filter(\.2)
  }

  /// Returns what of the spec the question of an entry names, the first label with a word of the entry, or `nil`.
  func example(for entry: String) -> Example? {
    guard let said = Self.touches["\(entry) names"] else { return nil }
    let terms = said.count > 3 ? Array(said[3...]) : Self.touches[entry] ?? []
    for kind in said[0].split(separator: " ") {
      guard let (labels, index) = named[kind] else { continue }
      let found = kind == "input" ? labels.indices.first : index.first(withAnyOf: terms)
      if let found { return (labels[found], String(said[1]), String(said[2])) }
    }
    return nil
  }

  private static func lists(_ name: String) -> [String: [Substring]] {
    Dictionary(wordLists(name)) { $0 + $1 }
  }
}

/// An inverted index of texts: English words in lower case and singular, Japanese text as character bigrams.
private struct WordIndex {
  private static let marks = Set("“”\"‘’「」『』_".unicodeScalars)

  private let texts: [String]
  private var places: [String: Set<Int>] = [:]
  /// The first bytes of all words and bigrams, by which most terms are ruled out at once.
  private var beginnings: Set<UInt32> = []

  init(_ texts: [String]) {
    self.texts = texts.map { $0.lowercased().blanking(Self.marks) }
    for (number, text) in self.texts.enumerated() {
      var parts = Self.words(of: text)
      if !text.utf8.allSatisfy({ $0 < 0x80 }) { parts += Self.pairs(of: text) }
      for part in parts {
        places[part, default: []].insert(number)
        beginnings.insert(Self.beginning(of: part))
      }
    }
  }

  /// Returns the indices of the texts that contain a term, in no order.
  ///
  /// A term is an English phrase, in which `#` stands for any number, or a Japanese string. The words of a phrase may have one other word
  /// between them: "for 10 minutes" matches "for minute". In a phrase of `#` and one word, nothing may stand in between, so "if there is
  /// one, and the time" does not match "# time". A number at the end of a phrase must not be followed by a unit, so "up to 24 hours" does
  /// not match "up to #".
  func all(with term: Substring, inOrder isInOrder: Bool = true) -> [Int] {
    guard beginnings.contains(Self.beginning(of: term)) else { return [] }
    let text = String(term)
    let isEnglish = text.utf8.allSatisfy { $0 < 0x80 }
    let parts = isEnglish ? Self.phrase(text) : Self.pairs(of: text)
    let places = parts.map { self.places[$0] ?? [] }
    guard let rarest = places.min(by: { $0.count < $1.count }) else { return [] }
    return rarest.filter { number in
      places.allSatisfy { $0.contains(number) }
        && (isEnglish ? !isInOrder || holds(parts, number) : texts[number].holds(text))
    }
  }

  /// Returns the index of the first text that contains one of the terms, and none of those behind `!`, or `nil`.
  func first(withAnyOf terms: [Substring]) -> Int? {
    let barred = Set(terms.filter { $0.first == "!" }.flatMap { all(with: $0.dropFirst()) })
    return terms.flatMap { all(with: $0) }.filter { !barred.contains($0) }.min()
  }

  private static func phrase(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: " "))
      .map { ResultWords.singular(String(decoding: $0, as: UTF8.self)) }
      .filter { !ResultWords.isArticle($0) }
  }

  /// The first two bytes, or three beyond ASCII; a term shares them with its first word or bigram.
  private static func beginning(of text: some StringProtocol) -> UInt32 {
    let length = text.utf8.first.map { $0 < 0x80 } == true ? 2 : 3
    return text.utf8.prefix(length).prefix { $0 != UInt8(ascii: " ") }
      .reduce(0) { $0 << 8 | UInt32($1) }
  }

  private func holds(_ phrase: [String], _ number: Int) -> Bool {
    guard phrase.count > 1 else { return true }
    let words = Self.words(of: texts[number])
    let gap = phrase.count == 2 && phrase[0] == "#" ? 1 : 2
    return words.indices.contains { start in
      var place = start
      return words[start] == phrase[0]
        && phrase.dropFirst().allSatisfy { word in
          let next = words.dropFirst(place + 1).prefix(gap).firstIndex(of: word)
          place = next ?? place
          return next != nil
        }
        && !(phrase.last == "#"
          && words.dropFirst(place + 1).prefix(1).contains(where: ResultWords.isMeasure))
    }
  }

  private static let numbers: Set = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve",
  ]

  /// Returns the words of a text, with `#` for each number.
  static func words(of text: String) -> [String] {
    ResultWords.words(of: text).map {
      $0.first?.isNumber == true || numbers.contains($0) ? "#" : $0
    }
  }

  static func pairs(of text: String) -> [String] {
    zip(text, text.dropFirst()).map { String([$0, $1]) }
  }
}
