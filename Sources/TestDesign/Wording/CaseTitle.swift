import Diagnostics
import Specification
import Text

/// Titles of cases: the operation, and what of the setup matters and is not as usual.
///
/// "Accept – expired transfer, not signed in", 「投稿ボタンをタップする – 無料会員・写真0枚」. The plain case of an operation has its label alone.
///
/// **Problem.** A title is short, and no two cases of a suite have the same one. **Idea.** Take the unusual values of the factors that the
/// operation reads: those that the case's own rules name and invalid ones, and of the others as many as fit. Cases that are then alike are told apart by the factor
/// that tells most of them apart, of equal ones what the operation reads, and so on; only the cases that need a factor show it. At the
/// very end stands the case's number. **Cost.** Cases times factors, for each factor that a title needs besides.
struct CaseTitles {
  /// What the title of a case is made from.
  struct Subject {
    var id: String
    var operation: CaseOperation
    var combination: Combination
    /// The factors that the operation reads, ascending.
    var reads: [Int]
    /// The factors that the rules of the case name.
    var decisive: Set<Int>
    /// The title that the case has already.
    var standing: String?
  }

  private let wording: Wording
  private let subjects: [Subject]
  /// By case: the factors that its title shows.
  private var shown: [Set<Int>]
  /// By operation value: its label.
  private var labels: [Int: String] = [:]
  /// By factor and value: what a title says of it.
  private let phrases: [[String]]

  /// In columns of a terminal, as far as one phrase fits.
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

  /// The titles, case by case; no two are the same unless two standing ones are.
  func titles() -> [String] {
    var taken = Set(subjects.compactMap(\.standing))
    return subjects.indices.map { number in
      if let standing = subjects[number].standing { return standing }
      var factors = shown[number]
      var title = title(number, factors)
      // A standing title may be in the way.
      for factor in order(of: number) where taken.contains(title) {
        guard isUnusual(factor, in: number), factors.insert(factor).inserted else { continue }
        title = self.title(number, factors)
      }
      while taken.contains(title) { title += wording.bracketed(subjects[number].id) }
      taken.insert(title)
      return title
    }
  }

  // MARK: What a title shows

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

  /// What an operation reads, then all other factors.
  private func order(of number: Int) -> [Int] {
    let read = subjects[number].reads
    let readSet = Set(read)
    return read + wording.specification.factors.indices.filter { !readSet.contains($0) }
  }

  /// The factors that the operation reads and that are not as usual, as many as fit.
  private func essentials(of subject: Int) -> Set<Int> {
    let unusual = subjects[subject].reads.filter { isUnusual($0, in: subject) }
    let all = Set(unusual)
    guard DisplayWidth.columns(of: title(subject, all)) > Self.width else { return all }
    // What decides the case and what makes it an invalid one must be said, however long.
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

  /// Shows what tells cases apart that would have the same title.
  private mutating func tellApart() {
    for group in subjects.indices.gathered(by: { title($0, shown[$0]) }) where group.count > 1 {
      let unsettled = split(group, byUsualValues: false)
      // What is left differs in where a factor applies.
      for members in unsettled { _ = split(members, byUsualValues: true) }
    }
  }

  /// Splits cases with the same title by the factor that tells most of them apart, and goes on with what is still alike.
  ///
  /// - Parameters:
  ///   - group: The numbers of the cases.
  ///   - usual: True if titles say usual values, too.
  /// - Returns: The cases that no factor tells apart.
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

  /// The cases in parts of which a title would say the same of a factor.
  private func parts(of members: [Int], by factor: Int, _ usual: Bool) -> [[Int]] {
    members.gathered { number in
      let value = subjects[number].combination.values[factor]
      let isShown = usual || isUnusual(factor, in: number)
      return isShown ? value.map { phrases[factor][$0] } ?? "" : ""
    }
  }

  // MARK: Words

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

/// What titles say of a value, as shortly as it can be understood.
extension Wording {
  /// By factor and value: "expired transfer", "4 photos", "Identity check: Not done", 「無料会員」, 「写真0枚」.
  func titlePhrases() -> [[String]] {
    var occurrences: [String: Int] = [:]
    for label in specification.factors.flatMap({ $0.values.map(\.label) }) {
      occurrences[label.onOneLine.lowercased(), default: 0] += 1
    }
    // If two lines share a unit, it identifies neither.
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
    // A label that is only the name in words.
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

  /// A phrase that does not begin its sentence: "the text has a link".
  ///
  /// Only words that are not names are known to be written small.
  private func insideTitle(_ phrase: String) -> String {
    let first = phrase.prefix { $0.isLetter }
    let isSmall = Self.unspecific.contains(first.lowercased())
    return isSmall ? first.lowercased() + phrase.dropFirst(first.count) : phrase
  }

  /// A statement that is not true: "not subscribed", "Gets the newsletter: no".
  private func englishNegation(_ statement: String) -> String {
    let isWord = !statement.contains(" ") && statement.allSatisfy(\.isLetter)
    return isWord ? "not \(statement.lowercased())" : "\(insideTitle(statement)): no"
  }

  /// True if two labels have a word of four letters or more in common, in the singular or the plural.
  private func sharesWord(_ first: String, _ second: String) -> Bool {
    func words(_ text: String) -> Set<String> {
      Set(
        text.lowercased().split { !$0.isLetter }.map { $0.hasSuffix("s") ? $0.dropLast() : $0 }
          .filter { $0.count > 3 }.map(String.init)
      )
    }
    return !words(first).isDisjoint(with: words(second))
  }

  /// Words that are not names, and with which a label says too little without its factor.
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
    if standsAlone { return label }
    // 写真0枚, but 写真：絵文字 and 枠2：3.
    let isCount =
      factor.line?.unit != nil && value.number != nil && name.last?.isNumber == false
      && JapaneseGrammar.isNounPhrase(name)
    return isCount ? name + label : "\(name)：\(label)"
  }
}
