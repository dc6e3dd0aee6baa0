import Reporting
import Text

/// The vocabulary for reading sheets of test cases, from `Words/sheets.yaml`.
enum SheetWords {
  /// The purpose of a column.
  enum Column: String, CaseIterable {
    case id, section, title, operation, conditions, steps, expected, feature, priority, ignored
  }

  private static let lists = wordTable("Words/sheets.yaml")
  private static let sets = lists.mapValues { Set($0.map(key)) }
  private static let columns = Dictionary(
    firstOf: Column.allCases.flatMap { column in
      list(column.rawValue).map { (key($0), column) }
    }
  )
  private static let pairs = lists.mapValues { texts in
    texts.map { text in
      let sides = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      return (from: sides[0], to: sides.count > 1 ? sides[1] : "")
    }
  }

  static func list(_ name: String) -> [String] { lists[name] ?? [] }

  /// Returns the entries `from=to` of a list, the longest first.
  static func replacements(_ name: String) -> [(from: String, to: String)] {
    (pairs[name] ?? []).enumerated()
      .sorted { ($1.element.from.count, $0.offset) < ($0.element.from.count, $1.offset) }
      .map(\.element)
  }

  static func holds(_ name: String, _ text: String) -> Bool {
    sets[name]?.contains(key(text)) ?? false
  }

  /// Returns the purpose of a column, ignoring a suffix in parentheses as in 期待結果（iOS）.
  static func column(_ heading: String) -> Column? {
    let plain = CompatibilityForms.plain(heading)
    if let column = columns[key(plain)] { return column }
    guard plain.trimmed.hasSuffix(")"), let open = plain.firstIndex(of: "("),
      let column = columns[key(String(plain[..<open]))],
      [.expected, .steps, .conditions].contains(column)
    else { return nil }
    return column
  }

  /// True if a cell does not restrict the factor of its heading: 不問, 全ランク below 会員ランク, “all tiers” below Tier.
  static func saysNothing(_ text: String, below heading: String) -> Bool {
    if holds("nothing", text) { return !holds("false", text) }
    let plain = CompatibilityForms.plain(text).withSingleBlanks
    let words = ConditionReading.words(plain).map(ConditionReading.singular)
    let named = ConditionReading.words(heading).map(ConditionReading.singular)
    return list("every").contains { word in
      guard isJapanese(word) else {
        return words.count > 1 && words[0] == word
          && named.suffix(words.count - 1) == words.dropFirst()
      }
      let thing = plain.dropFirst(word.count).trimmed
      return plain.hasPrefix(word) && thing.count > 1 && heading.hasSuffix(thing)
    }
  }

  /// True for a sentence that refers to another row: 上記に加え、在庫なし, No.1と同じ, same as case 3.
  static func pointsElsewhere(_ sentence: String) -> Bool {
    let plain = CompatibilityForms.plain(sentence).lowercased()
    return unsafe pointers.contains { plain.contains($0) }
  }

  nonisolated(unsafe) private static let pointers: [Regex<Substring>] = [
    /上記|前記|参照$|(?:no\.?|#|ケース|項番)\s?[0-9]+\s?(?:と同|に同|の続き)/,
    /\b(?:same as (?:above|case|row|no\b|#|[0-9]|(?:the )?previous)|see above|as above)/,
  ]

  /// Returns the form of a text for comparisons: in one width and case, without spaces, and without signs unless there are only these.
  static func key(_ text: String) -> String {
    let name = text.asName
    let words = name.filter { $0.isLetter || $0.isNumber }
    return words.isEmpty ? name : words
  }

  /// True if a text contains kana or kanji.
  static func isJapanese(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      (0x3041...0x30FF).contains($0.value) || $0.properties.isIdeographic
    }
  }
}

/// The normalisation of words in conditions.
extension ConditionReading {
  /// Returns a sentence in normal form, without its ending.
  static func tidied(_ sentence: String) -> String {
    var text = withoutTopicCommas(CompatibilityForms.plain(sentence).withSingleBlanks)
    for (from, to) in SheetWords.replacements("politeness") where text.hasSuffix(from) {
      text = text.dropLast(from.count) + to
    }
    var isShorter = true
    while isShorter {
      isShorter = false
      for tail in ["。", ".", "、", ","] + tails where text.hasSuffix(tail) && text.count > tail.count
      {
        text = text.dropLast(tail.count).trimmed
        isShorter = true
      }
    }
    return text
  }

  /// Returns a text without commas after its subject and object: ユーザーは、ログインしている.
  static func withoutTopicCommas(_ text: String) -> String {
    text.holds("、") ? text.replacing(/([はをにへ])、/) { $0.1 } : text
  }

  private static let tails = SheetWords.list("tails")
  nonisolated(unsafe) private static let code = /[A-Za-z]+[0-9][A-Za-z0-9]*/
  nonisolated(unsafe) private static let quoted = /「([^」]*)」|『([^』]*)』|“([^”]*)”|"([^"]*)"/

  /// Returns the parts of a text that are sensitive to case and width: codes and entered texts, such as “save10” and 「 」.
  static func exact(_ text: String) -> String {
    var parts = unsafe text.matches(of: code).map { String($0.0) }
    if isEntry(text) {
      parts += unsafe text.matches(of: quoted).map { match in
        String([match.1, match.2, match.3, match.4].lazy.compactMap(\.self).first ?? "")
      }
    }
    return parts.filter { $0.asName != $0 }.map { "\u{1F}" + $0 }.joined()
  }

  static func words(_ text: String) -> [String] {
    text.lowercased().replacing("’", with: "'")
      .split { !($0.isLetter || $0.isNumber || "-'".contains($0)) }.map(String.init)
  }

  /// Returns the form of a unit for comparisons, in which singular and plural are equal.
  static func unitKey(_ unit: String) -> String { singular(SheetWords.key(unit)) }

  static func singular(_ word: String) -> String {
    word.hasSuffix("s") && !word.hasSuffix("ss") && word.count > 3 ? String(word.dropLast()) : word
  }

  static func withoutArticle(_ text: String) -> String {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2, ["the", "a", "an"].contains(words[0].lowercased()) else { return text }
    return words[1].capitalisedAtStart
  }
}

/// The words of a cell.
extension SheetFactors {
  /// Returns the meanings of the words in a cell, such as `Gold`, `Standard, VIP` or `not Gold`, and true if the cell excludes them.
  ///
  /// The result is `nil` if a word has no meaning.
  static func choice<Meaning>(
    _ text: String,
    _ meaning: (String) -> Meaning?
  ) -> (named: [Meaning], isExcluded: Bool)? {
    if let one = meaning(text) { return ([one], false) }
    let excluded = excluded(by: text)
    let parts = parts(excluded ?? text)
    let named = parts.compactMap(meaning)
    return named.isEmpty || named.count < parts.count ? nil : (named, excluded != nil)
  }

  /// Returns the text that a cell excludes, such as Gold for `not Gold` and 英語 for 英語以外, or `nil` if it excludes nothing.
  static func excluded(by text: String) -> String? {
    let plain = CompatibilityForms.plain(text).withSingleBlanks
    let words = SheetWords.list("excluding").map { $0.first?.isLowercase == true ? $0 + " " : $0 }
    if let word = words.first(where: { plain.lowercased().hasPrefix($0) }) {
      return plain.dropFirst(word.count).trimmed
    }
    let end = words.first { plain.hasSuffix($0) && plain.count > $0.count }
    return end.map { plain.dropLast($0.count).trimmed }
  }

  /// True for a text such as シルバー以上 if シルバー is a value, since the order of the values is unknown.
  static func isOrdered(_ text: String, among known: Set<String>) -> Bool {
    let plain = CompatibilityForms.plain(text).withSingleBlanks
    // “iPhone Pro Max” is a name.
    let ends = ["least", "more", "most", "less"].flatMap(SheetWords.list).filter { end in
      ["以", "未", "超"].contains(end.prefix(1)) || ["or ", "and "].contains { end.hasPrefix($0) }
    }
    return ends.contains { end in
      plain.lowercased().hasSuffix(end) && known.contains(plain.dropLast(end.count).trimmed.asSaid)
    }
  }

  static func alternatives(_ text: String) -> String {
    SheetWords.list("number or").reduce(text) { text, word in
      text.replacing(SheetWords.isJapanese(word) ? word : " \(word) ", with: ",")
    }
  }

  /// Returns the words of a cell that may contain several, such as `Standard, VIP`.
  static func parts(_ text: String) -> [String] {
    alternatives(text).split { ",、/／;；・".contains($0) }.map(\.trimmed).filter { !$0.isEmpty }
      .map(ConditionReading.unquoted)
  }
}

extension String {
  /// The form of a text for comparing cells: in one width and case, except for codes and entered texts.
  var asSaid: String { asName + ConditionReading.exact(self) }

  /// The text without trailing question marks and colons.
  var trimmingSigns: String {
    var text = self
    while let last = text.last, "?:？：".contains(last) { text.removeLast() }
    return text.trimmed
  }
}
