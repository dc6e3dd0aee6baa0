import Text

/// Statements as they stand before 場合 and 状態で: 予約されていない場合, 下書きがない状態で.
enum JapaneseStatement {
  /// A statement as what stands directly before 場合 or 状態で: 予約されている → 予約されている; negated: 予約されていない.
  ///
  /// The の that a noun needs is part of it: 予約済み → 予約済みの; negated: 予約済みでない. `nil` for what is not surely a statement, and where
  /// its negation could be taken for something else: 2枚選んだ, すべて届いている.
  static func attributive(_ label: String, isTrue: Bool) -> String? {
    guard label.count <= 50, !polite.contains(where: label.hasSuffix),
      label.allSatisfy({ $0.isLetter || $0.isNumber || " %％-".contains($0) }),
      // A topic belongs to the whole sentence, not to what stands before 場合.
      !withoutPhrases(label).contains("は")
    else { return nil }
    if label.hasSuffix("済み") || label.hasSuffix("済") {
      guard JapaneseGrammar.isNounPhrase(label) else { return nil }
      return isTrue ? label + "の" : deniesAll(label) ? label + "でない" : nil
    }
    guard let negated = negation(label) else { return nil }
    return isTrue ? label : !negated.isEmpty && deniesAll(label) ? negated : nil
  }

  /// The statement with the verb or adjective at its end negated; empty where its letters do not tell how, `nil` if it ends in neither.
  private static func negation(_ label: String) -> String? {
    if let known = endings.first(where: { label.hasSuffix($0.end) }) {
      return known.negative.isEmpty ? "" : label.dropLast(known.end.count) + known.negative
    }
    let end = Array(label.suffix(4))
    guard end.count == 4 else { return nil }
    let stem = label.dropLast()
    switch (end[2], end[3]) {
    case (_, "い"):
      let isOfSomething = label.contains("が") || label.contains("より")
      return isOfSomething && adjectives.contains(where: label.hasSuffix) ? stem + "くない" : nil
    case ("ん", "だ"): return isKanji(end[1]) ? stem + "でいない" : nil
    case (let middle, "た"):
      let isPast = JapaneseGrammar.isPastOrNegated(label)
      return isPast || isKanji(end[1]) && "ぎげてねりち".contains(middle) ? stem + "ていない" : nil
    case ("す", "る"):
      // 一致する, ログインする, 変更をする; not 達する.
      let isNoun = isWord(end[1]) && (isWord(end[0]) || !isKanji(end[1]))
      return isNoun || "をにとがく".contains(end[1]) ? stem.dropLast() + "しない" : nil
    // 超える, 選べる, 終わる; 送る and 見る look alike, and so do some in いる.
    case (let middle, "る") where isKanji(end[1]):
      return "えけげせてねべめ".contains(middle)
        ? stem + "ない" : "かがたなまわ".contains(middle) ? stem + "らない" : nil
    case (let middle, let last) where isKanji(middle) && "をがに".contains(end[1]):
      return godan[last].map { stem + $0 + "ない" }
    default: return nil
    }
  }

  /// True if a negation at the end denies the whole, and nothing else: not of 2枚選んだ, すべて届いている, ログインして購入した.
  private static func deniesAll(_ label: String) -> Bool {
    let label = withoutPhrases(label)
    let letters = Array(label + "。")
    return !scopes.contains(where: label.contains)
      && letters.indices.dropLast().allSatisfy { place in
        let (next, rest) = (letters[place + 1], String(letters[(place + 1)...]))
        switch letters[place] {
        case "て": return "いるた".contains(next)
        case "で": return place == 0 || !"んい".contains(letters[place - 1]) || next == "い"
        case "や", "か": return !isWord(next)
        case "と": return !isWord(next) || comparisons.contains(where: rest.hasPrefix)
        case let letter where letter.isNumber && !isKanji(letter) && !next.isNumber:
          // 2枚のカード, 3枚以上である.
          let counted = rest.drop { isWord($0) || " %％".contains($0) }
          return "のがをによ".contains(counted.first ?? "。") || counted.hasPrefix("である")
        default: return true
        }
      }
  }

  /// The label without what would be taken for words that it does not hold, a topic or a second verb.
  private static func withoutPhrases(_ label: String) -> String {
    phrases.reduce(label) { $0.replacing($1, with: "の") }
  }

  /// True for kanji, katakana, Latin letters and digits.
  private static func isWord(_ character: Character) -> Bool {
    (character.isLetter || character.isNumber) && !("\u{3041}"..."\u{3096}").contains(character)
  }

  private static func isKanji(_ character: Character) -> Bool {
    character.unicodeScalars.first?.properties.isIdeographic ?? false
  }

  private static let lists = wordTable("Wording/japanese.yaml")
  private static let phrases = lists["phrases", default: []]
  private static let polite = lists["polite", default: []]
  private static let adjectives = lists["adjectives", default: []]
  private static let comparisons = lists["comparisons", default: []]
  private static let scopes = lists["scopes", default: []]
  private static let godan: [Character: String] = ["む": "ま", "す": "さ", "う": "わ", "ぶ": "ば"]

  /// Endings with their negations, the first that fits; without one where the letters do not tell it, and for negations.
  private static let endings = lists["endings", default: []].map { line in
    let parts = line.split(separator: "=").map(String.init)
    return (end: parts[0], negative: parts.dropFirst().first ?? "")
  }
}
