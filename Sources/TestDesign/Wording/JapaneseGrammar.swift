import Text

/// The Japanese grammar for inserting arbitrary labels into sentences.
enum JapaneseGrammar {
  /// Returns the text in brackets 「」, or in 『』 if it contains such brackets.
  static func quoted(_ text: String) -> String {
    text.contains { "「」".contains($0) } ? "『\(text)』" : "「\(text)」"
  }

  /// Returns the text as a noun: unchanged if it is one, quoted otherwise.
  static func noun(_ text: String) -> String {
    isNounPhrase(text) ? text : quoted(text)
  }

  /// 「A」, 「AまたはB」, 「A、BまたはC」.
  static func either(_ items: [String]) -> String {
    items.listed("、", "または")
  }

  /// 「A」, 「AとB」, 「A、BとC」.
  static func both(_ items: [String]) -> String {
    items.listed("、", "と")
  }

  /// True if の, が and で can follow the text, and nothing inside it can be mistaken for the sentence's grammar.
  static func isNounPhrase(_ text: String) -> Bool {
    guard text.utf8.count <= longest, let first = text.first, let last = text.last, first != " ",
      last != " ",
      text.hasBalancedBrackets, !text.allSatisfy(isHiragana), !text.contains("または"),
      text.unicodeScalars.allSatisfy({ isWordScalar($0) }), !readsAsClause(text)
    else { return false }
    guard isHiragana(last) else { return true }
    // Endings of nouns derived from verbs and adjectives: 済み, 付き, 待ち, 知らせ, 切れ, 長さ.
    return "みりきぎしじちびせえけげれべさ".contains(last)
  }

  /// True if a text contains a verb or a particle, which hides its end in a sentence: 端末に残っている下書き, 選んだ写真.
  ///
  /// Between other characters, a noun may contain の, the ending of a noun derived from a verb (下書き, 取り消し, 知らせ), or both.
  private static func readsAsClause(_ text: String) -> Bool {
    let characters = Array(text)
    var start: Int?
    for place in 0...characters.count {
      if place < characters.count, isHiragana(characters[place]) {
        start = start ?? place
      } else if let begin = start {
        let run = String(characters[begin..<place])
        if !isOfNoun(run, begins: begin == 0, ends: place == characters.count) { return true }
        start = nil
      }
    }
    return false
  }

  private static func isOfNoun(_ run: String, begins: Bool, ends: Bool) -> Bool {
    if begins { return run == "お" || run == "ご" }
    var rest = Substring(run)
    if !ends, rest.last == "の" { rest = rest.dropLast() }
    return rest.isEmpty || nounEndings.contains(String(rest)) || !ends && rest == "い"
  }

  private static let nounEndings = Set(lists["noun endings", default: []])

  /// True if a label is clear without its factor: a noun for people, or one that repeats a word of the factor.
  ///
  /// ログイン済み implies which ログイン状態 it is; 設定済み does not say what is set.
  static func isTelling(_ label: String, of factor: String) -> Bool {
    guard label.count > 1, let first = label.first, !first.isNumber, isNounPhrase(label) else {
      return false
    }
    return meansPeople(label) || words(label).contains { factor.contains($0) }
  }

  /// True if a noun denotes people, or a plan that people have; it may be followed by 「では」 instead of 「の場合は」.
  static func meansPeople(_ text: String) -> Bool {
    people.contains { text.hasSuffix($0) }
  }

  /// True if 「とき」 can follow the text because it ends in a verb's dictionary form, past or negation.
  static func endsInVerb(_ text: String) -> Bool {
    guard text.hasBalancedBrackets, let last = text.last,
      !["ます", "です", "ました", "でした", "ません"].contains(where: { text.hasSuffix($0) })
    else { return false }
    if isPastOrNegated(text) { return true }
    guard let before = text.dropLast().last,
      "うくぐすつぬぶむる".contains(last)
    else { return false }
    switch last {
    // 使う, もらう, but not ありがとう.
    case "う": return isKanji(before) || "あかさたなはまやらわ".contains(before)
    // 放つ, but not 3つ.
    case "つ": return !before.isNumber && !"一二三四五六七八九".contains(before)
    default: return isKanji(before) || isHiragana(before)
    }
  }

  /// True if a label becomes a verb with する: 「投稿する」をタップ, 口コミ画面を表示, but not 写真の追加.
  static func isVerbalNoun(_ text: String) -> Bool {
    verbalNouns.contains { text.hasSuffix($0) && text.dropLast($0.count).last != "の" }
  }

  static func isPastOrNegated(_ text: String) -> Bool {
    pastAndNegation.contains { text.hasSuffix($0) }
  }

  /// True if a noun denotes a mishap; 「が起きたとき」 may follow it.
  static func namesMishap(_ text: String) -> Bool {
    text.hasBalancedBrackets && mishaps.contains { text.hasSuffix($0) }
  }

  /// The maximum length in bytes; longer labels are quoted to show where they end.
  private static let longest = 90

  fileprivate static let lists = wordTable("Wording/japanese.yaml")

  private static let people = lists["people", default: []]

  private static let mishaps = lists["mishaps", default: []]

  private static let verbalNouns = lists["verbal nouns", default: []]

  private static let pastAndNegation = lists["past and negation", default: []]

  /// True for letters and digits used in Japanese, and the marks that belong to words.
  ///
  /// Particles that mark parts of a sentence are excluded, so that 「写真が4枚」 is quoted.
  private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
    if "がをは".unicodeScalars.contains(scalar) { return false }
    switch scalar.value {
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC, 0x3005...0x3007, 0x3400...0x4DBF,
      0x4E00...0x9FFF, 0x20000...0x3FFFD, 0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF41...0xFF5A:
      return true
    default:
      let isLetterOrDigit =
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      return isLetterOrDigit || " _-./%+（）()〜～".unicodeScalars.contains(scalar)
    }
  }

  /// Returns substrings of two kanji, and of three katakana or Latin letters, which suffice to recognise a word.
  private static func words(_ text: String) -> [Substring] {
    let characters = Array(text.indices)
    func stretches(_ length: Int, _ belongs: (Character) -> Bool) -> [Substring] {
      characters.compactMap { start in
        let stretch = text[start...].prefix(length)
        return stretch.count == length && stretch.allSatisfy(belongs) ? stretch : nil
      }
    }
    return stretches(2, isKanji) + stretches(3) { $0.isLetter && !isKanji($0) && !isHiragana($0) }
  }

  static func isHiragana(_ character: Character) -> Bool {
    ("\u{3041}"..."\u{3096}").contains(character)
  }

  fileprivate static func isKanji(_ character: Character) -> Bool {
    character.unicodeScalars.first?.properties.isIdeographic ?? false
  }
}

/// The past form of verbs, which Japanese uses for triggers: 投稿ボタンをタップしたとき.
extension JapaneseGrammar {
  /// Returns a label that ends in a verb in the past form, or unchanged if the verb denotes a state or its inflection cannot be determined.
  static func past(_ label: String) -> String {
    guard endsInVerb(label), !isPastOrNegated(label), let last = label.last,
      !endsIn(states + ambiguous, label)
    else { return label }
    func replacing(_ count: Int, by ending: String) -> String { label.dropLast(count) + ending }
    switch last {
    case "す": return replacing(1, by: "した")
    case "く": return replacing(1, by: endsIn(["行く", "いく"], label) ? "った" : "いた")
    case "ぐ": return replacing(1, by: "いだ")
    case "む", "ぶ", "ぬ": return replacing(1, by: "んだ")
    case "う", "つ": return replacing(1, by: "った")
    case "る" where endsIn(["する"], label) && !endsIn(notOfSuru, label):
      return replacing(2, by: "した")
    case "る" where endsIn(["てくる", "でくる"], label): return replacing(2, by: "きた")
    case "る": return replacing(1, by: keepsItsStem(label) ? "た" : "った")
    default: return label
    }
  }

  /// True if a verb in る drops it before た (閉じる, 入れる, 見る), unlike 送る, 終わる and しゃべる.
  private static func keepsItsStem(_ verb: String) -> Bool {
    guard let before = verb.dropLast().last, !endsIn(seemingStems, verb) else { return false }
    return "いきぎしじちにひびみりえけげせぜてでねへべめれ".contains(before) || "見診観視看着煮似寝出得経来".contains(before)
  }

  private static func endsIn(_ endings: [String], _ text: String) -> Bool {
    endings.contains { text.hasSuffix($0) }
  }

  /// Verbs for lasting states, which do not use the past: アプリが開いているとき.
  private static let states = lists["states", default: []]

  /// Verbs with several readings, or too rare in labels to handle.
  private static let ambiguous = lists["ambiguous", default: []]

  /// Verbs that end in する but are not compounds of it.
  private static let notOfSuru = lists["not of suru", default: []]

  /// Verbs that look like 閉じる or 入れる but are inflected like 送る.
  private static let seemingStems = lists["seeming stems", default: []]
}

/// Questions in the polite form, regardless of how they were written: 自動で再送しますか？
extension JapaneseGrammar {
  /// Converts questions that end in か to the polite form, unless the inflection of the verb cannot be determined.
  static func polite(_ questions: String) -> String {
    var pieces = [""]
    // Quotations are not changed.
    var quotes = 0
    for character in questions {
      pieces[pieces.count - 1].append(character)
      if "「『".contains(character) { quotes += 1 }
      if "」』".contains(character) { quotes -= 1 }
      if "？?".contains(character), quotes == 0 { pieces.append("") }
    }
    return pieces.map(politeQuestion).joined()
  }

  private static func politeQuestion(_ question: String) -> String {
    let sign = question.last.map { "？?".contains($0) } ?? false ? "？" : ""
    let body = sign.isEmpty ? question : String(question.dropLast())
    guard body.hasSuffix("か"), !body.hasSuffix("かどうか") else { return question }
    let asked = String(body.dropLast())
    guard asked.contains(where: { !$0.isWhitespace }), !endsIn(politeEndings, asked),
      !isPastOrNegated(asked)
    else {
      return question
    }
    guard endsInVerb(asked) else { return asked + "ですか" + sign }
    return politeVerb(asked).map { $0 + "ますか" + sign } ?? question
  }

  /// Returns a verb in the form before ます: 送り, 入れ, 再送し.
  private static func politeVerb(_ verb: String) -> String? {
    guard !endsIn(ambiguous + ["くる", "来る"], verb), let last = verb.last else { return nil }
    if endsIn(["する"], verb), !endsIn(notOfSuru, verb) { return verb.dropLast(2) + "し" }
    if last == "る", keepsItsStem(verb) || endsIn(["いる"], verb) { return String(verb.dropLast()) }
    let stems: [Character: String] = [
      "う": "い", "く": "き", "ぐ": "ぎ", "す": "し", "つ": "ち", "ぬ": "に", "ぶ": "び", "む": "み", "る": "り",
    ]
    return stems[last].map { verb.dropLast() + $0 }
  }

  private static let politeEndings = lists["polite endings", default: []]
}

/// Statements in the form before 場合 and 状態で: 予約されていない場合, 下書きがない状態で.
enum JapaneseStatement {
  /// Returns a statement, or its negation, in the form before 場合 or 状態で.
  ///
  /// 予約されている stays unchanged, and is negated as 予約されていない. The の or な after a noun is included: 予約済み becomes 予約済みの, negated 予約済みでない.
  /// Returns `nil` if the label is not certainly a statement, or if its negation would be ambiguous, as for 2枚選んだ and すべて届いている.
  static func attributive(_ label: String, isTrue: Bool) -> String? {
    // A name in quotation marks is a noun, whatever it says: 「緊急」が付いている.
    if let start = label.firstIndex(of: "「"), let end = label[start...].firstIndex(of: "」"),
      start == label.lastIndex(of: "「"), !label.contains(noun)
    {
      let name = label[start...end]
      return attributive(label.replacing(name, with: noun), isTrue: isTrue)?
        .replacing(noun, with: name)
    }
    guard label.count <= 50, !polite.contains(where: label.hasSuffix),
      label.allSatisfy({ $0.isLetter || $0.isNumber || " %％-".contains($0) }),
      // A topic belongs to the whole sentence, and cannot be part of the clause before 場合.
      !withoutPhrases(label).contains("は")
    else { return nil }
    if ["済み", "済", "中"].contains(where: label.hasSuffix) {
      guard JapaneseGrammar.isNounPhrase(label) else { return nil }
      return isTrue ? label + "の" : deniesAll(label) ? label + "でない" : nil
    }
    if let noun = predicate(label) {
      return isTrue ? noun : deniesAll(label) ? label + "でない" : nil
    }
    guard let negated = negation(label) else { return nil }
    return isTrue ? label : !negated.isEmpty && deniesAll(label) ? negated : nil
  }

  /// Stands for a name in quotation marks.
  private static let noun = "ヱヱヱ"

  /// Returns a statement that ends in a noun in the form before 場合, or `nil` for others: 便が運休の, 登録が必要な.
  private static func predicate(_ label: String) -> String? {
    guard let subject = label.lastIndex(of: "が"), subject > label.startIndex else { return nil }
    let noun = label[label.index(after: subject)...]
    guard noun.count > 1, noun.allSatisfy(isWord) else { return nil }
    return label + (adjectivalNouns.contains(where: noun.hasSuffix) ? "な" : "の")
  }

  /// Returns the statement with its final verb or adjective negated; empty if the inflection is ambiguous, `nil` if it ends in neither.
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
    case ("ん", "だ"): return JapaneseGrammar.isKanji(end[1]) ? stem + "でいない" : nil
    case (let middle, "た"):
      let isPast = JapaneseGrammar.isPastOrNegated(label)
      return isPast || JapaneseGrammar.isKanji(end[1]) && "ぎげてねりち".contains(middle)
        ? stem + "ていない" : nil
    case ("す", "る"):
      // 一致する, ログインする, 変更をする; not 達する.
      let isNoun = isWord(end[1]) && (isWord(end[0]) || !JapaneseGrammar.isKanji(end[1]))
      return isNoun || "をにとがく".contains(end[1]) ? stem.dropLast() + "しない" : nil
    // 超える, 選べる, 終わる; 送る and 見る look alike, and so do some verbs in いる.
    case (let middle, "る") where JapaneseGrammar.isKanji(end[1]):
      return "えけげせてねべめ".contains(middle)
        ? stem + "ない" : "かがたなまわ".contains(middle) ? stem + "らない" : nil
    case (let middle, let last) where JapaneseGrammar.isKanji(middle) && "をがに".contains(end[1]):
      return godan[last].map { stem + $0 + "ない" }
    default: return nil
    }
  }

  /// True if a negation at the end applies to the whole statement, unlike in 2枚選んだ, すべて届いている and ログインして購入した.
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
        case let letter where letter.isNumber && !JapaneseGrammar.isKanji(letter) && !next.isNumber:
          // 2枚のカード, 3枚以上である.
          let counted = rest.drop { isWord($0) || " %％".contains($0) }
          return "のがをによ".contains(counted.first ?? "。") || counted.hasPrefix("である")
        default: return true
        }
      }
  }

  /// Returns the label without phrases that look like a topic or a second verb.
  private static func withoutPhrases(_ label: String) -> String {
    phrases.reduce(label) { $0.replacing($1, with: "の") }
  }

  /// True for kanji, katakana, Latin letters and digits.
  private static func isWord(_ character: Character) -> Bool {
    (character.isLetter || character.isNumber) && !JapaneseGrammar.isHiragana(character)
  }

  private static let lists = JapaneseGrammar.lists
  private static let phrases = lists["phrases", default: []]
  private static let polite = lists["polite", default: []]
  private static let adjectives = lists["adjectives", default: []]
  private static let adjectivalNouns = lists["adjectival nouns", default: []]
  private static let comparisons = lists["comparisons", default: []]
  private static let scopes = lists["scopes", default: []]
  private static let godan: [Character: String] = ["む": "ま", "す": "さ", "う": "わ", "ぶ": "ば"]

  /// Endings with their negations, of which the first match counts.
  ///
  /// The negation is missing if it is ambiguous, and for endings that are negated themselves.
  private static let endings = lists["endings", default: []].map { line in
    let parts = line.split(separator: "=").map(String.init)
    return (end: parts[0], negative: parts.dropFirst().first ?? "")
  }
}
