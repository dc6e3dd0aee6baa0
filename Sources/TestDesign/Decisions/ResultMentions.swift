import Combinatorics
import Specification
import Text

/// A factor that results mention, or rules change, without reading it: "The book moves to the next shelf".
struct ResultMention {
  /// The rules concerned, ascending, at least one.
  var rules: [Int]
  var factor: Int
  /// The reachable combinations in which the rules win.
  var rows: Diagram
}

/// Finds results that name a factor or one of its values although their rules do not read it and it varies where they win.
///
/// Rules that change a factor without reading it, from at least two other values, are found as well. Labels and results are compared word
/// by word, outside quotation marks. For a moving factor, only rules that change it count, unless an event resets it to its start or the
/// operation leads to every value. A factor for the acting person is ignored, unless that person has to approve.
///
/// Complexity: linear in the words of all labels and results.
struct ResultMentions {
  private let lowered: LoweredSpecification
  private var specification: Specification { lowered.specification }
  private struct Name: Hashable {
    var words: [String]
    var factor: Int
    /// True if the name counts only behind a word such as "next", since most results name their subject.
    var needsRelation: Bool
  }

  /// The names by their first word.
  private var names: [String: [Name]] = [:]
  private let moving: Set<Int>
  /// The number of named values of each factor.
  private var named: [Int: Int] = [:]
  /// The values that rules set, by operation and factor.
  private var ends: [[Int]: Set<Int>] = [:]

  init(_ lowered: LoweredSpecification) {
    self.lowered = lowered
    let specification = lowered.specification
    moving = Set(specification.movingFactors)
    for (number, factor) in specification.factors.enumerated()
    where !factor.isYesNo && factor.comparison == nil {
      let own = ResultWords.words(of: factor.label)
      // The head of a Japanese label follows の.
      let head = factor.label.split(separator: "の").last.map(String.init) ?? ""
      // There is no "next" count.
      let labels = factor.line == nil ? [factor.label, head, factor.name] : []
      let values = factor.values.filter { $0.number == nil && !$0.isNeighbour }.map(\.label)
      for (label, needsRelation) in labels.map({ ($0, true) }) + values.map({ ($0, false) }) {
        let words = ResultWords.words(of: label)
        guard let first = words.first else { continue }
        let name = Name(words: words, factor: number, needsRelation: needsRelation)
        // A single character occurs in many words, but 次の棚 means the next shelf.
        let isTelling =
          needsRelation
          ? label.count > 1 || label == factor.label && !label.allSatisfy(\.isASCII)
          : words.joined().count > 1 && own.ranges(of: words).isEmpty
            && !words.contains { $0.contains(where: \.isNumber) }
        guard isTelling, !ResultWords.areCommon(words),
          names[first]?.contains(name) != true
        else { continue }
        names[first, default: []].append(name)
        if !needsRelation { named[number, default: 0] += 1 }
      }
    }
    for (number, rule) in specification.rules.enumerated() {
      for move in rule.becomes {
        guard case .value(let end) = move.target else { continue }
        for operation in lowered.operations(ofRule: number) {
          ends[[operation, move.factor], default: []].insert(end)
        }
      }
    }
  }

  /// Returns the mentions in results of the spec's own rules within the reachable rows, one per factor, in the order of the rules.
  func mentions(
    _ regions: RuleRegions,
    in reached: Diagram
  ) throws(LimitExceeded) -> [ResultMention] {
    let store = regions.space.store
    let full = Cube(full: lowered.domains)
    var found: [(factor: Int, rule: Int, rows: Diagram)] = []
    for (number, rule) in specification.rules.enumerated() where rule.house == nil {
      guard let results = rule.results, regions.wins[number] != .empty else { continue }
      let read = Set(rule.when.alternatives.flatMap(\.terms).map(\.factor))
      let moved = Set(rule.becomes.map(\.factor)).subtracting(read)
        .filter { !isSetAnew($0, by: number) }
      let named = factors(in: results).subtracting(read)
        .filter { moving.contains($0) ? moved.contains($0) : asks(of: $0, number, results) }
      guard !named.union(moved).isEmpty else { continue }
      let rows = try store.intersection(regions.wins[number], reached)
      guard let support = store.support(of: rows, in: full) else { continue }
      for factor in named.union(moved).sorted() where support.values(of: factor).count > 1 {
        let left = specification.valuesLeft(by: rule, factor, among: support.values(of: factor))
        if named.contains(factor) || left.count > 1 { found.append((factor, number, rows)) }
      }
    }
    return try found.gathered(by: \.factor).map { (mentions) throws(LimitExceeded) in
      ResultMention(
        rules: mentions.map(\.rule),
        factor: mentions[0].factor,
        rows: try store.union(mentions.map(\.rows))
      )
    }
  }

  private func isEvent(_ rule: Int) -> Bool {
    lowered.operations(ofRule: rule).allSatisfy { specification.operations[$0].isEvent }
  }

  /// True if an event resets a factor to its start, or if the operation leads to every other value.
  private func isSetAnew(_ factor: Int, by rule: Int) -> Bool {
    let declared = specification.factors[factor]
    let start = declared.start ?? []
    let target = specification.rules[rule].becomes.first { $0.factor == factor }?.target
    if case .value(let end)? = target, start.contains(end), isEvent(rule) { return true }
    return lowered.operations(ofRule: rule).contains { operation in
      let all = ends[[operation, factor], default: []]
      return all.count > 1
        && declared.values.indices.allSatisfy {
          all.contains($0) || start.contains($0) || declared.values[$0].isInvalid
        }
    }
  }

  /// False if the factor names the acting person and no approval is required.
  private func asks(of factor: Int, _ rule: Int, _ results: [String]) -> Bool {
    !ResultWords.meansActor(specification.factors[factor].label)
      || !isEvent(rule) && results.contains(where: ResultWords.meansApproval)
  }

  /// Returns the factors that results mention; a list of all values of a factor does not count.
  private func factors(in results: [String]) -> Set<Int> {
    var values: [Int: Set<[String]>] = [:]
    var found: Set<Int> = []
    for words in results.map(ResultWords.words) {
      for start in words.indices {
        let isRelated = start > 0 && ResultWords.isRelation(words[start - 1])
        for name in names[words[start]] ?? [] where words[start...].starts(with: name.words) {
          if !name.needsRelation {
            values[name.factor, default: []].insert(name.words)
          } else if isRelated {
            found.insert(name.factor)
          }
        }
      }
    }
    // “Not offered” contains “offered” but does not mention it.
    for (factor, said) in values
    where said.count < named[factor] ?? 0
      || said.contains(where: { whole in said.allSatisfy { !whole.ranges(of: $0).isEmpty } })
    { found.insert(factor) }
    return found
  }
}

extension Specification {
  /// Returns the valid values that a rule changes to a fixed other value; empty for a statement.
  func valuesLeft(by rule: Rule, _ factor: Int, among values: [Int]) -> [Int] {
    let declared = factors[factor]
    guard case .value(let end)? = rule.becomes.first(where: { $0.factor == factor })?.target,
      !declared.isYesNo
    else { return [] }
    return values.filter {
      $0 != end && declared.values.indices.contains($0) && !declared.values[$0].isInvalid
    }
  }
}

/// The word classes by which labels and results are compared.
enum ResultWords {
  private static let lists = wordLists("Wording/common.yaml").map {
    Set($0.texts.map(String.init))
  }

  /// True if a word refers to another value than the present one: "next", 別.
  static func isRelation(_ word: String) -> Bool { lists[0].contains(word) }

  /// True if a name is too generic to be recognised in a result: "new", 表示.
  static func areCommon(_ words: [String]) -> Bool { words.allSatisfy(lists[1].contains) }

  /// True if a word only negates or forms a tense: "not", "does".
  static func isGrammar(_ word: String) -> Bool {
    lists[2].contains(word) || lists[3].contains(word)
  }

  /// True if a word is a unit of time, or of the size of a single item.
  static func isMeasure(_ word: String) -> Bool { lists[6].contains(word) }

  /// True if a label denotes the acting person: "Who acts", "Role", "User role", 操作する人.
  static func meansActor(_ label: String) -> Bool {
    let words = words(of: label)
    // “Price per person” is a price, and 求人 is not a person.
    let isHead = words.last.map(lists[7].contains) == true && !words.contains("per")
    let isWho = words.first == "who" || label.contains(#/\p{Hiragana}人$/#)
    return isHead || isWho || lists[9].contains { label.hasSuffix($0) }
  }

  /// True if a result requires an approval: “It goes to the store manager for approval”.
  static func meansApproval(_ result: String) -> Bool {
    let words = words(of: result)
    return !isDenied(words, result)
      && words.contains { word in lists[8].contains(where: word.hasPrefix) }
  }

  /// True if a text is negated: "The coupon is not returned", 戻らない.
  static func isDenied(_ words: [String], _ text: String) -> Bool {
    words.contains(where: lists[2].contains)
      || VagueWords.unquoted(text).contains { part in lists[4].contains(where: part.holds) }
  }

  /// Returns the words of a text outside quotation marks.
  ///
  /// English words are in lower case and singular, without articles. In Japanese, runs of kanji and of katakana are words, separated by
  /// hiragana.
  static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var kind = Kind.divides
    for part in VagueWords.unquoted(text) {
      if part.utf8.allSatisfy({ $0 < 0x80 }) {
        words += part.utf8.split(whereSeparator: divides)
          .map { singular(String(decoding: $0, as: UTF8.self).lowercased()) }
        continue
      }
      for character in part + " " {
        let next = Kind(character)
        if next != kind, !word.isEmpty {
          words.append(kind == .letters ? singular(word) : word)
          word = ""
        }
        kind = next
        if kind == .letters {
          word += character.lowercased()
        } else if kind != .divides {
          word.append(character)
        }
      }
    }
    return words.filter { !isArticle($0) }
  }

  private static func divides(_ byte: UInt8) -> Bool {
    !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      && !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  static func isArticle(_ word: String) -> Bool {
    word == "the" || word == "a" || word == "an"
  }

  static func singular(_ word: String) -> String {
    let letters = word.utf8
    let s = UInt8(ascii: "s")
    guard letters.count > 3, letters.last == s, letters.dropLast().last != s else { return word }
    return String(decoding: letters.dropLast(), as: UTF8.self)
  }

  private enum Kind {
    case letters, kanji, katakana, divides

    init(_ character: Character) {
      guard let scalar = character.unicodeScalars.first else {
        self = .divides
        return
      }
      switch scalar.value {
      case 0x3040...0x309F: self = .divides
      case 0x30A0...0x30FF: self = .katakana
      case 0x3400...0x9FFF: self = .kanji
      default: self = character.isLetter || character.isNumber ? .letters : .divides
      }
    }
  }
}
