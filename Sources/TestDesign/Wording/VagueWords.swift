import Text

/// Words that make a result unobservable.
enum VagueWords {
  private static let lists = wordTable("Wording/vague.yaml")

  /// The words by first character, since most characters start none.
  private static let (japanese, english) = (
    byFirstCharacter("japanese"), byFirstCharacter("english")
  )

  private static func byFirstCharacter(_ list: String) -> [Character: [String]] {
    Dictionary(grouping: lists[list, default: []]) { $0[$0.startIndex] }
  }

  /// Returns the first filler for a text that is still to be written, even inside quotation marks, or `nil`: TBD, ○○.
  static func filler(in text: String) -> String? {
    let folded = text.onOneLine.lowercased()
    func words(_ text: String) -> String {
      " \(String(text.map { $0.isLetter || $0.isNumber ? $0 : " " })) "
    }
    let titles = lists["titles", default: []]
    let (lower, all) = (words(folded), words(text.onOneLine))
    let written = titles.contains { lower.holds(" \($0) ") } ? "" : all
    return lists["fillers", default: []].first { filler in
      guard filler.first?.isASCII == true, filler.first?.isLetter == true else {
        return folded.holds(filler)
      }
      return (filler.first?.isUppercase == true ? written : lower).holds(" \(filler) ")
    }
  }

  /// Returns a refusal that does not say what is shown, or `nil`: 送信できない.
  static func refusal(in text: String) -> String? {
    let folded = text.onOneLine.lowercased().withoutFullStop
    guard let refusal = lists["refusals", default: []].first(where: folded.hasSuffix),
      !lists["seen", default: []].contains(where: folded.holds)
    else { return nil }
    return refusal
  }

  /// The marks around on-screen text, which can always be observed.
  private static let quotationMarks: [Character: Character] = [
    "「": "」", "『": "』", "“": "”", "‘": "’", "\"": "\"", "«": "»",
  ]

  private static let openingMarks = Set(quotationMarks.keys.flatMap(\.unicodeScalars))

  private static let allMarks = Set(quotationMarks.flatMap { [$0, $1] }.flatMap(\.unicodeScalars))

  /// Returns a text with spaces instead of its quotation marks.
  static func withoutMarks(_ text: String) -> String {
    text.blanking(allMarks)
  }

  /// The maximum length in characters, which keeps an unpaired mark from causing repeated searches to the end.
  private static let longestQuotation = 200

  /// Returns the first vague word of a text outside quotation marks, as written, or `nil`.
  static func first(in text: String) -> String? {
    let folded = Array(text.lowercased())
    let written = Array(text)
    // Lowercasing may change the number of characters (İ); the lowercased text is then used.
    let source = folded.count == written.count ? written : folded
    var start = 0
    while start < folded.count {
      if let end = endOfQuotation(in: folded, from: start) {
        start = end + 1
        continue
      }
      if let length = lengthOfWord(in: folded, at: start) {
        return String(source[start..<(start + length)])
      }
      start += 1
    }
    return nil
  }

  /// Returns the pieces of a text outside quotation marks.
  static func unquoted(_ text: String) -> [String] {
    guard text.unicodeScalars.contains(where: openingMarks.contains) else { return [text] }
    let characters = Array(text)
    var pieces = [""]
    var start = 0
    while start < characters.count {
      if let end = endOfQuotation(in: characters, from: start) {
        pieces.append("")
        start = end + 1
      } else {
        pieces[pieces.count - 1].append(characters[start])
        start += 1
      }
    }
    return pieces
  }

  /// Returns the length of the vague word that starts at an index, or `nil`.
  private static func lengthOfWord(in text: [Character], at start: Int) -> Int? {
    let rest = text[start...]
    if let word = japanese[text[start]]?.first(where: { rest.starts(with: $0) }) {
      let before = start > 0 ? text[start - 1] : nil
      return isMeant(word, behind: before, before: rest.dropFirst(word.count)) ? word.count : nil
    }
    guard start == 0 || !isWordCharacter(text[start - 1]) else { return nil }
    return english[text[start]]?.first { word in
      guard rest.starts(with: word) else { return false }
      return rest.dropFirst(word.count).first.map { !isWordCharacter($0) } ?? true
    }?.count
  }

  /// True if a Japanese word is not part of another one, as in 不適切な, 正しくない, 均等に or あなどる.
  private static func isMeant(
    _ word: String,
    behind before: Character?,
    before rest: ArraySlice<Character>
  ) -> Bool {
    switch word {
    case "適切に", "適切な": return before != "不"
    case "正しく": return !["な", "あり", "は"].contains { rest.starts(with: $0) }
    case "など": return before != "あ"
    case "等":
      guard let before, !before.isNumber, !"均同平対高中初上優劣特一二三何".contains(before) else { return false }
      return rest.first.map { "をがはのもにへで、。）) ".contains($0) } ?? true
    default: return true
    }
  }

  /// Returns the end of a quotation that starts at an index, with nested marks taken into account, or `nil`.
  private static func endOfQuotation(in text: [Character], from start: Int) -> Int? {
    guard let closing = quotationMarks[text[start]] else { return nil }
    var depth = 0
    for place in text.indices.dropFirst(start + 1).prefix(longestQuotation) {
      if text[place] == closing {
        if depth == 0 { return place }
        depth -= 1
      } else if text[place] == text[start] {
        depth += 1
      }
    }
    return nil
  }

  private static func isWordCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber)
  }
}

/// Words of results that leave no room for others: "Only a notice is shown".
enum AbsoluteWords {
  /// The kinds of words, by what they exclude.
  enum List: String {
    /// Another result instead.
    case absolute
    /// Any additional result.
    case alone
    /// Anything else on the screen.
    case sole
    /// Anything visible at all.
    case absent
    /// The operation by its name.
    case unable
    /// The requested action.
    case refusing
  }

  private static let lists = wordTable("Wording/absolute.yaml")

  /// Returns the first such word that a text contains, in the order of the list, or `nil`.
  ///
  /// Quotations are ignored, except for `unable` and `refusing`.
  static func word(_ text: String, _ list: List) -> String? {
    let said =
      [.unable, .refusing].contains(list)
      ? text : VagueWords.unquoted(text).joined(separator: "“”")
    // Some Japanese words are parts of others, such as 正常に and だけでなく.
    let folded = lists["others", default: []].reduce(said.onOneLine.lowercased()) {
      $0.holds($1) ? $0.replacing($1, with: "、") : $0
    }
    // "All-day" and "read-only" are words of their own.
    let letters = folded.map { $0.isLetter || "'-".contains($0) ? $0 : $0.isNumber ? "#" : " " }
    // "Every 15 seconds" does not exclude anything.
    var words = " \(String(letters)) "
    if words.holds("#") {
      words = words.replacing(" every #", with: " #").replacing("#", with: " ")
    }
    let found = lists[list.rawValue, default: []].first { word in
      word.utf8.allSatisfy { $0 < 0x80 } ? words.holds(" \(word) ") : folded.holds(word)
    }
    guard found == nil, list == .absolute else { return found }
    let end = folded.withoutFullStop
    return lists["ends", default: []].first { end.hasSuffix($0) }
  }

  /// True if a result refuses something, or says who else may do it: “Only editors can share”, 「編集者のみ共有できます」.
  static func turnsDown(_ text: String) -> Bool {
    if word(text, .refusing) != nil { return true }
    let folded = text.lowercased()
    return unsafe ["only", "のみ", "だけ"].contains(where: folded.holds)
      && folded.contains(saysWhoElse)
  }

  nonisolated(unsafe) private static let saysWhoElse =
    /(^|[“"‘「『])only\b(?:(?!\b(?:that|which)\b)[^,.])*\b(can|may)\b|(のみ|だけ).+(できます|できる|可能)/

  /// True if a result says that only a quoted text is shown: Only “Very late” is shown, 「大幅な遅れ」とだけ表示する.
  static func boundsQuotation(_ text: String) -> Bool {
    let said = VagueWords.unquoted(text).joined(separator: "“”").lowercased()
    return lists["bounds", default: []].contains(where: said.holds)
  }
}
