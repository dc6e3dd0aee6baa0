import Reporting
import Text

/// The words by which sheets of test cases are read: `Words/sheets.yaml`.
enum SheetWords {
  /// What a column is for.
  enum Column: String, CaseIterable {
    case id, section, title, operation, conditions, steps, expected, feature, ignored
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

  /// The entries `from=to` of a list, the longest first.
  static func replacements(_ name: String) -> [(from: String, to: String)] {
    (pairs[name] ?? []).enumerated()
      .sorted { ($1.element.from.count, $0.offset) < ($0.element.from.count, $1.offset) }
      .map(\.element)
  }

  static func holds(_ name: String, _ text: String) -> Bool {
    sets[name]?.contains(key(text)) ?? false
  }

  static func column(_ heading: String) -> Column? { columns[key(heading)] }

  /// The form in which words are compared: one width and case, no blanks, of signs only those that stand alone.
  static func key(_ text: String) -> String {
    let name = text.asName
    let words = name.filter { $0.isLetter || $0.isNumber }
    return words.isEmpty ? name : words
  }

  /// True if a text has kana or kanji.
  static func isJapanese(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      (0x3041...0x30FF).contains($0.value) || $0.properties.isIdeographic
    }
  }
}

/// Words of a condition in the forms in which they are compared.
extension ConditionReading {
  /// A sentence in plain forms, without what ends it.
  static func tidied(_ sentence: String) -> String {
    var text = withoutRemark(CompatibilityForms.plain(sentence).withSingleBlanks)
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

  /// 予約件数が6件 of 予約件数が6件(データ不正).
  private static func withoutRemark(_ text: String) -> String {
    guard text.hasSuffix(")"), let open = text.lastIndex(of: "("), open > text.startIndex else {
      return text
    }
    return text[..<open].trimmed
  }

  private static let tails = SheetWords.list("tails")

  static func words(_ text: String) -> [String] {
    text.lowercased().replacing("’", with: "'")
      .split { !($0.isLetter || $0.isNumber || "-'".contains($0)) }.map(String.init)
  }

  /// A unit in the form in which units are compared: one character, two characters.
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

extension String {
  /// The text without question marks and colons behind it.
  var trimmingSigns: String {
    var text = self
    while let last = text.last, "?:？：".contains(last) { text.removeLast() }
    return text.trimmed
  }
}
