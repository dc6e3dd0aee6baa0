import Diagnostics
import Specification
import Text

/// Titles of cases: the operation, and the relevant and unusual part of the setup.
///
/// "Accept – expired transfer, not signed in", 「投稿ボタンをタップする – 無料会員・写真0枚」. The plain case of an operation has the operation's label alone.
///
/// **Problem.** Titles are short, and unique within a suite.
///
/// **Idea.** A title shows the unusual values of the factors that the operation reads: always invalid ones and those that the case's own
/// rules name, and as many others as fit. Cases with equal titles are distinguished by the factor that separates most of them, preferring
/// factors that the operation reads, and so on; only cases that need a factor show it. As a last resort, the case's id is appended.
///
/// **Cost.** Cases times factors, for each additional factor that titles need.
struct CaseTitles {
  /// The input for the title of a case.
  struct Subject {
    var id: String
    var operation: CaseOperation
    var combination: Combination
    /// The factors that the operation reads, ascending.
    var reads: [Int]
    /// The factors that the rules of the case name.
    var decisive: Set<Int>
    /// The title that the case already has.
    var standing: String?
  }

  private let wording: Wording
  private let subjects: [Subject]
  /// The factors that each case's title shows.
  private var shown: [Set<Int>]
  /// The labels of operation values.
  private var labels: [Int: String] = [:]
  /// The phrase for each value, by factor and value.
  private let phrases: [[String]]

  /// The maximum width in terminal columns, unless a single phrase is wider.
  static let width = 60

  init(_ subjects: [Subject], _ wording: Wording) {
    self.wording = wording
    self.subjects = subjects
    phrases = wording.titlePhrases()
    shown = []
    for subject in subjects where labels[subject.operation.value] == nil {
      labels[subject.operation.value] = wording.caseOperation(subject.operation)
    }
    shown = subjects.indices.map { essentials(of: $0) }
    tellApart()
  }

  /// Returns the title of each case; titles are unique unless two standing ones are equal.
  func titles() -> [String] {
    var taken = Set(subjects.compactMap(\.standing))
    return subjects.indices.map { number in
      if let standing = subjects[number].standing { return standing }
      var factors = shown[number]
      var title = title(number, factors)
      // A standing title may already use it.
      for factor in order(of: number) where taken.contains(title) {
        guard isUnusual(factor, in: number), factors.insert(factor).inserted else { continue }
        title = self.title(number, factors)
      }
      while taken.contains(title) { title += wording.bracketed(subjects[number].id) }
      taken.insert(title)
      return title
    }
  }

  // MARK: Selection of factors

  private func isUnusual(_ factor: Int, in number: Int) -> Bool {
    subjects[number].combination.values[factor].map {
      $0 != wording.specification.factors[factor].usual
    } ?? false
  }

  private func isInvalid(_ factor: Int, in number: Int) -> Bool {
    subjects[number].combination.values[factor].map {
      wording.specification.factors[factor].values[$0].isInvalid
    } ?? false
  }

  /// Returns the factors that an operation reads, followed by all others.
  private func order(of number: Int) -> [Int] {
    let read = subjects[number].reads
    let readSet = Set(read)
    return read + wording.specification.factors.indices.filter { !readSet.contains($0) }
  }

  /// Returns the unusual factors that the operation reads, as many as fit.
  private func essentials(of subject: Int) -> Set<Int> {
    let unusual = subjects[subject].reads.filter { isUnusual($0, in: subject) }
    let all = Set(unusual)
    guard DisplayWidth.columns(of: title(subject, all)) > Self.width else { return all }
    // What decides a case and what makes it invalid is shown regardless of the length.
    let decisive = subjects[subject].decisive
    func mustBeSaid(_ factor: Int) -> Bool {
      decisive.contains(factor) || isInvalid(factor, in: subject)
    }
    var chosen = Set(unusual.filter(mustBeSaid))
    for factor in unusual where !mustBeSaid(factor) {
      let more = chosen.union([factor])
      if chosen.isEmpty || DisplayWidth.columns(of: title(subject, more)) <= Self.width {
        chosen = more
      }
    }
    return chosen
  }

  /// Adds factors to titles until those of different cases differ.
  private mutating func tellApart() {
    for group in subjects.indices.gathered(by: { title($0, shown[$0]) }) where group.count > 1 {
      let unsettled = split(group, byUsualValues: false)
      // The remaining cases differ in where a factor applies.
      for members in unsettled { _ = split(members, byUsualValues: true) }
    }
  }

  /// Splits cases with equal titles repeatedly by the factor that separates most of them, and returns the groups that no factor separates.
  ///
  /// `group` has the indices of the cases; with `usual`, titles show usual values, too.
  private mutating func split(_ group: [Int], byUsualValues usual: Bool) -> [[Int]] {
    var unsettled: [[Int]] = []
    var open = [group]
    while let members = open.popLast() {
      var best: (factor: Int, parts: [[Int]])?
      for factor in order(of: members[0]) {
        let parts = parts(of: members, by: factor, usual)
        if parts.count > best?.parts.count ?? 1 { best = (factor, parts) }
      }
      guard let best else {
        unsettled.append(members)
        continue
      }
      for number in members where usual || isUnusual(best.factor, in: number) {
        shown[number].insert(best.factor)
      }
      open += best.parts.filter { $0.count > 1 }
    }
    return unsettled
  }

  /// Groups cases by the phrase that a title would show for a factor.
  private func parts(of members: [Int], by factor: Int, _ usual: Bool) -> [[Int]] {
    members.gathered { number in
      let value = subjects[number].combination.values[factor]
      let isShown = usual || isUnusual(factor, in: number)
      return isShown ? value.map { phrases[factor][$0] } ?? "" : ""
    }
  }

  // MARK: Wording

  private func title(_ number: Int, _ factors: Set<Int>) -> String {
    let subject = subjects[number]
    let read = subject.reads.filter(factors.contains)
    let parts = (read + factors.subtracting(read).sorted()).compactMap { factor in
      subject.combination.values[factor].map { phrases[factor][$0] }
    }
    let label = labels[subject.operation.value] ?? ""
    guard !parts.isEmpty else { return label }
    return "\(label) – " + parts.joined(separator: wording.language == .english ? ", " : "・")
  }
}

/// Phrases for values in titles, as short as is comprehensible.
extension Wording {
  /// Returns the phrases by factor and value.
  ///
  /// "expired transfer", "4 photos", "Identity check: Not done", 「無料会員」, 「写真0枚」.
  func titlePhrases() -> [[String]] {
    var occurrences: [String: Int] = [:]
    for label in specification.factors.flatMap({ $0.values.map(\.label) }) {
      occurrences[label.onOneLine.lowercased(), default: 0] += 1
    }
    // A unit shared by two lines identifies neither.
    var units: [String: Int] = [:]
    for unit in specification.factors.compactMap({ $0.line?.unit }) {
      units[unit.lowercased(), default: 0] += 1
    }
    return specification.factors.enumerated().map { number, factor in
      let hasOwnUnit = factor.line?.unit.map { units[$0.lowercased()] == 1 } ?? false
      return factor.values.enumerated().map { place, value in
        if let comparison = factor.comparison {
          let label = specification.factors[comparison.left].label.onOneLine
          return language.choose(
            "\(label) is \(value.label)",
            "\(label)が\(value.label)"
          )
        }
        let isOnlyOne = occurrences[value.label.onOneLine.lowercased()] == 1
        let phrase =
          switch language {
          case .english:
            englishPhrase(value, of: factor, isOnlyOne: isOnlyOne, hasOwnUnit: hasOwnUnit)
          case .japanese:
            japanesePhrase(
              value,
              of: factor,
              standsAlone: standsAlone[number][place]
                || isOnlyOne && value.hasOwnLabel
                  && JapaneseGrammar.isTelling(value.label.onOneLine, of: factor.label.onOneLine)
            )
          }
        return phrase.contains(language == .english ? ", " : "・") ? quoted(phrase) : phrase
      }
    }
  }

  // MARK: English

  private func englishPhrase(
    _ value: FactorValue,
    of factor: Factor,
    isOnlyOne: Bool,
    hasOwnUnit: Bool
  ) -> String {
    let label = value.label.onOneLine
    let name = factor.label.onOneLine
    if factor.isYesNo { return value.id == "yes" ? insideTitle(name) : englishNegation(name) }
    // The label is just the name in words.
    let isNamed = EnglishGrammar.isDerived(name, from: factor.name)
    let subject = isNamed ? EnglishGrammar.words(factor.name, label: name) : name
    if value.number != nil, factor.line != nil {
      return insideTitle(hasOwnUnit || sharesWord(label, name) ? label : "\(subject) \(label)")
    }
    let words = value.hasOwnLabel ? label : EnglishGrammar.words(value.id, label: label)
    if sharesWord(label, name) { return insideTitle(words) }
    let first = words.lowercased().split(separator: " ").first.map(String.init) ?? ""
    if value.hasOwnLabel {
      let isTelling = isOnlyOne && words.contains(" ") && !Self.unspecific.contains(first)
      return isTelling ? insideTitle(words) : insideTitle("\(subject): \(words)")
    }
    let isAdjunct =
      isNamed && !words.contains(" ") && words.allSatisfy(\.isLetter) && words.count > 2
      && subject.split(separator: " ").count < 3 && !Self.unspecific.contains(first)
    return isAdjunct ? "\(words) \(subject)" : "\(subject): \(words)"
  }

  /// Returns a phrase for the middle of a title: "the text has a link".
  ///
  /// Only words that are certainly not names are put in lower case.
  private func insideTitle(_ phrase: String) -> String {
    let first = phrase.prefix { $0.isLetter }
    let isSmall = Self.unspecific.contains(first.lowercased())
    return isSmall ? first.lowercased() + phrase.dropFirst(first.count) : phrase
  }

  /// Returns the negation of a statement: "not subscribed", "Gets the newsletter: no".
  private func englishNegation(_ statement: String) -> String {
    let isWord = !statement.contains(" ") && statement.allSatisfy(\.isLetter)
    return isWord ? "not \(statement.lowercased())" : "\(insideTitle(statement)): no"
  }

  /// True if two labels share a word of at least four letters, in the singular or plural.
  private func sharesWord(_ first: String, _ second: String) -> Bool {
    func words(_ text: String) -> Set<String> {
      Set(
        text.lowercased().split { !$0.isLetter }.map { $0.hasSuffix("s") ? $0.dropLast() : $0 }
          .filter { $0.count > 3 }.map(String.init)
      )
    }
    return !words(first).isDisjoint(with: words(second))
  }

  /// Words that are not names, and that make a label unclear without its factor if it starts with them.
  private static let unspecific = EnglishGrammar.table["unspecific", default: []]

  // MARK: Japanese

  private func japanesePhrase(
    _ value: FactorValue,
    of factor: Factor,
    standsAlone: Bool
  ) -> String {
    let label = value.label.onOneLine
    let name = factor.label.onOneLine
    if factor.isYesNo { return value.id == "yes" ? name : "\(name)：いいえ" }
    return standsAlone ? label : "\(name)：\(label)"
  }
}
