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

  private static let phrases = [
    "ではない", "てはいけない", "ではいけない", "だけの", "初めての", "として", "について", "によって", "に対して",
  ]

  private static let polite = ["ます", "です", "ました", "でした", "ません", "ましょう"]

  /// Endings with their negations, the first that fits; without one where the letters do not tell it, and for negations.
  private static let endings = words(
    """
    知っている=知らない うとしている= ないでいる= ている=ていない でいる=でいない ていた=ていなかった でいた=でいなかった がいた= にいた= もいた=
    てある= んである= のである= ようである= そうである= からである= べきである= である=でない もある= がある=がない にある=にない があった=がなかった あった=
    人がいる=人がいない 者がいる=者がいない 客がいる=客がいない 会員がいる=会員がいない ユーザーがいる=ユーザーがいない 家族がいる=家族がいない がいる= もいる= にいる=にいない
    できる=できない できた= れる=れない させる=させない 過ぎる=過ぎない 足りる=足りない 閉じる=閉じない 起きる=起きない 借りる=借りない になる=にならない くなる=くならない
    うとする= うとした= 間に合った= てきた= かった= だった= 異なる= 違う= 違った= 異なった= ない= 多い= ある=
    """
  ).map { line in
    let parts = line.split(separator: "=").map(String.init)
    return (end: parts[0], negative: parts.dropFirst().first ?? "")
  }

  private static let godan: [Character: String] = ["む": "ま", "す": "さ", "う": "わ", "ぶ": "ば"]

  private static let adjectives = words("長い 短い 高い 低い 大きい 小さい 新しい 古い 早い 遅い 近い 遠い 重い 軽い 正しい 広い 狭い 安い")

  private static let comparisons = words("一致 異な 同じ 同期 違 重な 共有 連携 判断")

  /// Words to which a negation at the end of the sentence could belong, or that it leaves out.
  private static let scopes = words(
    """
    だけ 初めて のみ しか さえ まで ばかり も すでに 既に まだ また 再び 再度 必ず 常に 少し ちょうど 丁度 やや かなり とても 最も 最初に 最後に 一番 少なくと ずっと たまに 時々
    全員 全部 全て すべて 全額 全件 全体 両方 双方 それぞれ 各 ほとんど 大半 多くの 一部 複数 誰か だれか 何か どこか どれか いずれ どちら いくつ 一度 一回 一つ 一人 二人 二回 数回 数日 何度 何回
    早く 遅く ので のに けど ながら たり たら なら れば えば つつ ため とき うえで
    """
  )

  private static func words(_ text: String) -> [String] {
    text.split { " \n".contains($0) }.map(String.init)
  }
}
