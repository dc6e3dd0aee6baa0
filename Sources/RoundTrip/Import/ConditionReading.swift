import Text

/// A possible interpretation of a condition's sentence: its subject and the value of that.
///
/// # Chapter: recurring parts of sentences
///
/// **Problem.** ログイン済み and 未ログイン, 予約が４件 and 予約件数：5件, "is blocked" and "is not blocked" give different values for the same subject.
///
/// **Idea.** A sentence has up to three readings, each with a key that omits the variable part: a number after its subject, a word after
/// its subject, and a statement that is true or false. The other sentences (`SheetFactors`), or the factors of a spec, tell which one is
/// meant. **Cost.** Linear in the length of the sentence.
struct ConditionReading: Hashable {
  enum Value: Hashable {
    case number(NumberSpan)
    case word(String)
    case statement(Bool)
  }

  /// The subject, in the form used for comparing readings.
  var key: String
  /// The subject for people, or the whole sentence of a statement.
  var stem: String
  var value: Value
  var unit = ""
  /// True if the key alone tells what is counted, so that the unit may be missing: 写真を3枚添付している, 写真を添付していない.
  var isCounted = false
  /// True for a word that is a value only if several sentences differ in nothing else: "User has role viewer", 本人確認済み.
  var isLoose = false

  /// True for a word that is a value by itself.
  var isPlainWord: Bool { if case .word = value { !isLoose } else { false } }

  /// True for a denial such as 未登録, which may be about 会員登録.
  var isBareDenial: Bool {
    value == .statement(false) && (2...3).contains(key.count)
      && Self.prefixes.contains { stem == $0 + key }
  }

  /// Returns the possible readings of a sentence, in the order number, word, statement.
  static func all(_ sentence: String) -> [ConditionReading] {
    let text = tidied(sentence)
    guard !text.isEmpty, text.utf8.count <= 2_000 else { return [] }
    let entered = isEntry(text) ? text.replacing(/[「『“"]([0-9][0-9,.]*)[」』”"]/) { $0.1 } : text
    return [number(entered) ?? none(text), word(text) ?? loose(text), statement(text)]
      .compactMap(\.self)
  }

  /// True if a step enters something, so that a number in quotation marks counts as one.
  static func isEntry(_ text: String) -> Bool {
    text.contains("入力") || SheetWords.list("entering").contains(words(text).first ?? "")
  }

  /// Returns the form of a subject for comparisons: Japanese without particles at the ends, English without insignificant words.
  static func subjectKey(_ subject: String) -> String {
    guard !SheetWords.isJapanese(subject) else {
      return SheetWords.key(withoutParticles(subject))
    }
    return words(subject).filter { !fillers.contains($0) }.map(singular).joined(separator: " ")
  }

  // MARK: Numbers

  private static func number(_ text: String) -> ConditionReading? {
    guard let found = FoundNumber(in: text) else { return nil }
    var (before, behind) = (found.before, found.behind)
    var unit = ""
    if SheetWords.isJapanese(text) {
      let isPeriod = SheetWords.list("periods").contains { behind.hasPrefix($0 + "に") }
      guard !isPeriod else { return nil }
      if let reading = counted(before, behind, found.span) { return reading }
      for end in ["ある", "いる", "あり"] where behind.hasSuffix(end) {
        behind = behind.dropLast(2).trimmed
      }
      let parts = behind.split(separator: "の", maxSplits: 1).map(String.init)
      if before.isEmpty, parts.count == 2 { (unit, before, behind) = (parts[0], parts[1], "") }
      for end in ["が", "を"] where behind.hasSuffix(end) { behind = behind.dropLast(1).trimmed }
      // Only a short counter may follow the number.
      guard behind.count <= 3 else { return nil }
      if unit.isEmpty { unit = behind.isEmpty ? found.currency : behind }
      before = withoutParticles(before)
    } else {
      var head = before.split(separator: " ").map(String.init)
      while let last = head.last, links.contains(last.lowercased()) || ":=".contains(last) {
        head.removeLast()
      }
      let rest = behind.split(separator: " ").map(String.init)
      // For things that the user has, the number is the count.
      if rest.count == 1, !head.isEmpty, owners.contains(subjectKey(head.joined(separator: " "))) {
        return ConditionReading(
          key: subjectKey(rest[0]),
          stem: rest[0].capitalisedAtStart,
          value: .number(found.span),
          isCounted: true
        )
      }
      if rest.count == 1 { unit = rest[0] } else { head += rest }
      if unit.isEmpty { unit = found.currency }
      before = head.joined(separator: " ")
      while let last = before.last, ":=".contains(last) { before = before.dropLast().trimmed }
      guard rest.count <= 4, !rest.contains("and"),
        !words(text).contains(where: negations.contains)
      else { return nil }
    }
    let key = subjectKey(before)
    guard !key.isEmpty, before.count <= 40, !isJoined(before) else { return nil }
    return ConditionReading(
      key: key,
      stem: withoutArticle(before).capitalisedAtStart,
      value: .number(found.span),
      unit: unit
    )
  }

  /// Reads counts such as 画像が3枚選択されている, カートに商品が1点入っている, 商品名に40文字入力する.
  private static func counted(
    _ before: String,
    _ behind: String,
    _ span: NumberSpan
  )
    -> ConditionReading?
  {
    let isPlain = ["を入力", "と入力"].contains { behind.hasPrefix($0) }
    guard let counter = isPlain ? "" : counters.first(where: { behind.hasPrefix($0) }) else {
      return nil
    }
    var verb = behind.dropFirst(counter.count).trimmed
    if let first = verb.first, "をがでとに".contains(first) { verb.removeFirst() }
    guard var reading = counted(before, verb: verb, span) else { return nil }
    reading.unit = counter
    return reading
  }

  private static func counted(
    _ before: String,
    verb: String,
    _ span: NumberSpan
  )
    -> ConditionReading?
  {
    let subject = withoutParticles(before)
    guard !subject.isEmpty, !isJoined(subject), subject.count <= 40, let last = verb.last,
      verb == "入力"
        || (3...12).contains(verb.count) && !verb.contains("、") && "るたみ済".contains(last)
          && !["目", "以", "前", "後"].contains(verb.prefix(1))
    else { return nil }
    let isEntered = verb.contains("入力")
    var stem = subject
    if !isEntered {
      let root = positive.first { verb.hasSuffix($0) && verb.count > $0.count }
        .map { verb.dropLast($0.count).trimmed + "している" }
      let thing = (subject.lastIndex { "にで".contains($0) }).map(subject.index(after:))
      let start = thing ?? subject.startIndex
      stem = subject[..<start] + (root ?? verb) + subject[start...]
    }
    return ConditionReading(
      key: subjectKey(stem),
      stem: stem,
      value: .number(span),
      isCounted: !isEntered
    )
  }

  /// Reads "has no transfers" and 写真を添付していない as zero of what other sentences count.
  private static func none(_ text: String) -> ConditionReading? {
    guard SheetWords.isJapanese(text) else {
      return text.contains(" no ") ? number(text.replacing(" no ", with: " 0 ")) : nil
    }
    guard let (from, to) = negative.first(where: { text.hasSuffix($0.from) && !$0.to.isEmpty }),
      let zero = WrittenNumber("0")
    else { return nil }
    guard let particle = text.lastIndex(where: { "をが".contains($0) }) else {
      let subject = text.dropLast(from.count).trimmed
      let value = Value.number(NumberSpan(from: zero, to: zero))
      return to == "あり"
        ? ConditionReading(key: subjectKey(subject), stem: subject, value: value) : nil
    }
    let verb = text[text.index(after: particle)...].dropLast(from.count) + to
    let reading = counted(
      String(text[...particle]),
      verb: String(verb),
      NumberSpan(from: zero, to: zero)
    )
    return reading?.isCounted == true ? reading : nil
  }

  // MARK: Words

  private static func word(_ text: String) -> ConditionReading? {
    // Alternatives about different subjects are one statement, and the colon in 18:00 separates nothing.
    guard !text.contains(" または"), NumberKind.counted(in: text).kind == .range else { return nil }
    if let (subject, isSignedIn) = signedIn(text) {
      let word =
        SheetWords.isJapanese(text)
        ? "未ログイン" + (isSignedIn ? "以外" : "") : (isSignedIn ? "not " : "") + "signed out"
      return ConditionReading(key: subjectKey(subject), stem: subject, value: .word(word))
    }
    let parts: (subject: String, word: String)?
    if let role = role(text) {
      parts = role
    } else if let sign = text.firstIndex(where: { ":=".contains($0) }) {
      parts = (text[..<sign].trimmed, text[text.index(after: sign)...].trimmed)
    } else if SheetWords.isJapanese(text) {
      let switched = ["ON", "OFF", "オン", "オフ"].first { text.hasSuffix($0) }
      parts =
        text.firstIndex { "がは".contains($0) }.map { place in
          (text[..<place].trimmed, text[text.index(after: place)...].trimmed)
        } ?? switched.map { (text.dropLast($0.count).trimmed, $0) }
    } else {
      let words = text.split(separator: " ").map(String.init)
      parts =
        words.firstIndex { ["is", "are", "was"].contains($0.lowercased()) }.map { place in
          (words[..<place].joined(separator: " "), words[(place + 1)...].joined(separator: " "))
        } ?? owned(words)
    }
    guard let (subject, quoted) = parts, !subject.isEmpty, !isJoined(subject) else { return nil }
    let said = unquoted(quoted)
    let words = said.split(separator: " ", maxSplits: 1).map(String.init)
    let hasArticle = words.count == 2 && ["the", "a", "an"].contains(words[0].lowercased())
    let word = hasArticle ? words[1] : said
    guard !word.isEmpty, word.count <= 30, isValue(word) || word != quoted else { return nil }
    let key = subjectKey(subject)
    guard !key.isEmpty else { return nil }
    return ConditionReading(key: key, stem: withoutArticle(subject), value: .word(word))
  }

  /// Returns the last word of a sentence, or 済み, as one of several possible words.
  private static func loose(_ text: String) -> ConditionReading? {
    let parts: (subject: String, word: String)
    if SheetWords.isJapanese(text) {
      guard let end = ["済み", "済"].first(where: { text.hasSuffix($0) }) else { return nil }
      parts = (text.dropLast(end.count).trimmed, "済み")
    } else {
      let words = text.split(separator: " ").map(String.init)
      guard words.count > 3, let last = words.last, isValue(text) else { return nil }
      let verb = words.firstIndex { ["has", "have"].contains($0.lowercased()) } ?? -1
      parts = (words.dropLast().dropFirst(verb + 1).joined(separator: " "), last)
    }
    let key = subjectKey(parts.subject)
    guard !key.isEmpty else { return nil }
    return ConditionReading(
      key: key,
      stem: withoutArticle(parts.subject),
      value: .word(parts.word),
      isLoose: true
    )
  }

  /// Returns the order in "The user has a pending order", with its property.
  private static func owned(_ words: [String]) -> (subject: String, word: String)? {
    guard let verb = words.firstIndex(where: { ["has", "have"].contains($0.lowercased()) }),
      verb > 0,
      words.count == verb + 4, ["a", "an"].contains(words[verb + 1].lowercased())
    else { return nil }
    return (words[verb + 3].capitalisedAtStart, words[verb + 2])
  }

  /// Returns the subject that other sentences use for the signed-in user, for a sentence about whether anybody is signed in.
  private static func signedIn(_ text: String) -> (subject: String, isTrue: Bool)? {
    guard let reading = statement(text), case .statement(let isTrue) = reading.value else {
      return nil
    }
    return SheetWords.replacements("signed in").first { $0.from == reading.key }
      .map { ($0.to, isTrue) }
  }

  /// Returns the user's role: 管理職でログイン, "logged in as admin".
  private static func role(_ text: String) -> (subject: String, word: String)? {
    for (phrase, subject) in SheetWords.replacements("roles") {
      guard let place = text.lowercased().firstRange(of: phrase) else { continue }
      let (before, behind) = (
        text.lowercased()[..<place.lowerBound], text.lowercased()[place.upperBound...]
      )
      let word =
        SheetWords.isJapanese(phrase) ? text.prefix(before.count) : text.suffix(behind.count)
      let isWhole =
        SheetWords.isJapanese(phrase) ? ["", "済み", "している", "した"].contains(behind) : true
      if isWhole, !word.trimmed.isEmpty { return (subject, withoutArticle(word.trimmed)) }
    }
    return nil
  }

  /// True if a text is a value rather than a sentence of its own; in Japanese, if it does not end in a verb.
  private static func isValue(_ word: String) -> Bool {
    guard SheetWords.isJapanese(word) else {
      let words = words(word)
      return words.count <= 4 && !words.contains(where: negations.contains)
    }
    guard let last = word.last, ("\u{3041}"..."\u{3096}").contains(last) else { return true }
    return "みりきしちせけれさめ".contains(last) && !word.hasSuffix("あり") && !word.hasSuffix("なし")
  }

  /// Returns a text without the quotation marks around it.
  static func unquoted(_ text: String) -> String {
    for (open, close) in [("「", "」"), ("『", "』"), ("\"", "\""), ("“", "”"), ("'", "'"), ("[", "]")]
    where text.count > 2 && text.hasPrefix(open) && text.hasSuffix(close) {
      let inside = text.dropFirst().dropLast()
      return inside.contains(close) ? text : inside.trimmed
    }
    return text
  }

  // MARK: Statements

  private static func statement(_ text: String) -> ConditionReading? {
    SheetWords.isJapanese(text) ? japanese(text) : english(text)
  }

  private static func japanese(_ text: String) -> ConditionReading? {
    var (stem, isTrue) = (text.replacing(":", with: "が"), true)
    if isJoined(text) {
      // A denial in one of several clauses does not deny all of them.
    } else if denyEnd(&stem) {
      isTrue = false
    } else if let place = prefixPlace(stem) {
      stem.remove(at: place)
      isTrue = false
    } else if let (from, to) = opposed.first(where: { stem.hasPrefix($0.from) }) {
      stem = to + stem.dropFirst(from.count)
      isTrue = false
    }
    if let end = positive.first(where: { stem.hasSuffix($0) && stem.count > $0.count }) {
      stem = stem.dropLast(end.count).trimmed
    }
    let key = SheetWords.key(withoutParticles(stem)).replacing("を", with: "が") + exact(text)
    let shown = text.hasSuffix(":あり") ? text.replacing(":", with: "") : text
    return key.isEmpty ? nil : ConditionReading(key: key, stem: shown, value: .statement(isTrue))
  }

  /// Removes the denial at the end of a statement and returns true if the rest is denied; 無効ではない becomes 有効.
  private static func denyEnd(_ stem: inout String) -> Bool {
    var isDenied = false
    for _ in 0..<2 {
      let pair = negative.first {
        stem.hasSuffix($0.from) && (stem.count > $0.from.count || !$0.to.isEmpty)
      }
      guard let pair, !isDenied || !pair.to.isEmpty else { break }
      stem = stem.dropLast(pair.from.count) + pair.to
      guard pair.to.isEmpty else { return !isDenied }
      isDenied = true
    }
    return isDenied
  }

  /// Returns the position of 未 or 非 at the beginning, after が or は, or before a final word in kanji.
  private static func prefixPlace(_ text: String) -> String.Index? {
    var starts = [text.startIndex]
    starts += text.indices.filter { "がは".contains(text[$0]) }.map(text.index(after:))
    let end = text.reversed().prefix { $0.unicodeScalars.allSatisfy(\.properties.isIdeographic) }
    starts += text.indices.suffix(min(end.count, 5))
    return starts.first { start in
      let rest = text[start...]
      return rest.count > 1 && prefixes.contains(String(rest.prefix(1)))
        && !notPrefixes.contains { rest.hasPrefix($0) }
    }
  }

  private static func english(_ text: String) -> ConditionReading? {
    var all = words(text)
    // "is not hidden" is "is visible".
    for place in all.indices.dropLast().reversed() where negations.contains(all[place]) {
      guard let opposite = opposites[all[place + 1]] else { continue }
      all.replaceSubrange(place...(place + 1), with: [opposite])
    }
    let turns = all.count { negations.contains($0) || opposites[$0] != nil }
    // A double denial, or the denial of two things, is not the opposite of anything.
    let isTurned = turns == 1 && !isJoined(text) && !all.contains("and")
    let kept = isTurned ? all.filter { !negations.contains($0) }.map { opposites[$0] ?? $0 } : all
    let key = kept.filter { !fillers.contains($0) }.map(singular).joined(separator: " ")
    return key.isEmpty
      ? nil : ConditionReading(key: key + exact(text), stem: text, value: .statement(!isTurned))
  }

  /// True if a text has several clauses.
  private static func isJoined(_ text: String) -> Bool { text.contains("、") || text.contains(", ") }

  private static let counters = SheetWords.list("counters").sorted { $0.count > $1.count }
  private static let owners = Set(SheetWords.list("owners"))
  private static let negative = SheetWords.replacements("negative")
  private static let opposed = SheetWords.replacements("opposed")
  private static let positive = SheetWords.list("positive").sorted { $0.count > $1.count }
  private static let prefixes = Set(SheetWords.list("prefixes"))
  private static let notPrefixes = SheetWords.list("not prefixes")
  private static let negations = Set(SheetWords.list("negations"))
  private static let fillers = Set(SheetWords.list("fillers"))
  private static let links = Set(SheetWords.list("links"))
  private static let opposites = Dictionary(
    firstOf: SheetWords.replacements("opposites").map { ($0.from, $0.to) }
  )
  private static let particles = SheetWords.list("particles").filter { $0 != "まで" }

  private static func withoutParticles(_ text: String) -> String {
    var text = text.trimmed
    while let last = particles.first(where: { text.hasSuffix($0) && text.count > $0.count }) {
      text = text.dropLast(last.count).trimmed
    }
    return text
  }
}
