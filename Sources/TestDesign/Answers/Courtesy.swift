import Text

/// What people write around a result and is no part of it: thanks, “I think”, はい、, でお願いします, reasons, a final stop.
enum Courtesy {
  /// The results that a text says, a line each, and what stood beside them.
  static func split(_ text: String) -> (results: String, remarks: [String]) {
    var remarks: [String] = []
    var lines: [String] = []
    for line in ListedLines.texts(in: unquoted(text)) {
      if let reason = reason(line) {
        remarks.append(reason)
        continue
      }
      let (rest, pointer) = withoutPointer(line)
      if let pointer { remarks.append(pointer) }
      let bare = bare(rest)
      if !bare.isEmpty { lines.append(bare) }
    }
    return (lines.joined(separator: "\n"), remarks)
  }

  /// The text without quotation marks around it that are a habit: “…” and a polite 「…です」 are what a screen says.
  static func unquoted(_ text: String) -> String {
    let text = text.trimmed
    let inner = ListedLines.withoutQuotes(text)
    guard inner != text else { return text }
    if "“«".contains(text.first ?? " ") { return text }
    let polite = ["ます", "です", "ません", "ください", "ました", "でした", "ましょう", "か", "！"]
    let end = inner.withoutFullStop.filter { !"？?".contains($0) }
    return "「『".contains(text.first ?? " ") && polite.contains { end.hasSuffix($0) } ? text : inner
  }

  /// A line without what is said out of politeness.
  private static func bare(_ line: String) -> String {
    var text = line
    var before = ""
    while before != text {
      before = text
      text = withoutEnding(withoutBeginning(text))
    }
    return text
  }

  private static let beginnings = [
    "i think that ", "i think ", "i'd say ", "i would say ", "i believe ", "in my opinion, ",
    "in my opinion ", "imo ", "imo, ", "pls ", "plz ", "please ",
    "yes, ", "yes. ", "yes - ", "yes – ", "yes; ", "yes: ", "no, ", "no. ", "no - ", "no – ",
    "no; ", "ok, ", "ok. ", "neither. ", "neither, ", "neither: ",
    "neither of them. ", "none of these. ", "sure, ", "hi, ", "hello, ", "well, ", "should be: ",
    "it should be: ", "answer: ", "result: ", "expected: ",
    "はい、", "はい。", "はい ", "いいえ、", "いいえ。", "いいえ ", "ええ、", "いえ、", "お疲れ様です。", "お疲れさまです。", "どちらでもなく、",
    "回答：", "回答:", "期待結果：", "期待結果:", "結果：",
  ]

  private static func withoutBeginning(_ text: String) -> String {
    let folded = text.lowercased().replacing("’", with: "'")
    guard folded.count == text.count,
      let beginning = beginnings.first(where: folded.hasPrefix)
    else { return text }
    let rest = text.dropFirst(beginning.count).trimmed
    // “No message” is a result, “No, thanks” is none.
    guard rest.count > 3 else { return text }
    return rest.capitalisedAtStart
  }

  private static let endings = [
    ", thanks", " thanks", ", thank you", " thank you", ". thanks", ", thx", " thx", ", pls",
    " pls", ", please", " please", ", cheers",
    "ようにお願いいたします", "ようにお願いします", "ようお願いいたします", "ようお願いします", "でお願いいたします", "でお願いします", "とお願いします",
    "のでお願いします",
    "で良いと思います", "でよいと思います", "でいいと思います", "が良いと思います", "がよいと思います", "がいいと思います", "と思います", "と考えます",
    "で問題ありません", "で問題ないです", "で大丈夫です",
    "で良いです", "でよいです", "でいいです", "でOKです", "でokです", "よろしくお願いします", "よろしくお願いいたします", "ありがとうございます",
  ]

  private static func withoutEnding(_ text: String) -> String {
    var text = text
    while let last = text.last, isDecoration(last) || last.isWhitespace { text.removeLast() }
    let stopped = withoutStop(text)
    let folded = stopped.lowercased()
    guard folded.count == stopped.count else { return stopped }
    let calm = folded.hasSuffix("!") || folded.hasSuffix("！") ? String(folded.dropLast()) : folded
    guard let ending = endings.first(where: calm.hasSuffix) else { return stopped }
    let rest = String(stopped.prefix(calm.count - ending.count)).trimmed
    return rest.count > 1 ? rest : stopped
  }

  private static func withoutStop(_ text: String) -> String {
    guard let last = text.last, ".。".contains(last) else { return text }
    let rest = text.dropLast()
    // Three are no stop, and an abbreviation keeps its own.
    guard let before = rest.last, !".。…".contains(before) else { return text }
    return String(rest)
  }

  private static func isDecoration(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first, character.isASCII == false else {
      return false
    }
    return scalar.properties.isEmojiPresentation || character == "♪"
      || character.unicodeScalars.count > 1 && scalar.properties.isEmoji
  }

  /// A line that gives the reason for another one.
  private static func reason(_ line: String) -> String? {
    let folded = line.folded
    let beginnings = [
      "reason:", "reasons:", "because ", "why:", "note:", "理由:", "理由は", "※理由", "(理由", "(reason",
      "なぜなら", "背景:", "補足:",
    ]
    return beginnings.contains { folded.hasPrefix($0) } ? line : nil
  }

  /// The line without brackets at its end that point elsewhere, `(see PROJ-1182)`, and what they say.
  private static func withoutPointer(_ line: String) -> (rest: String, pointer: String?) {
    let text = withoutStop(line)
    guard let last = text.last, ")）".contains(last),
      let open = text.lastIndex(where: { "(（".contains($0) })
    else { return (line, nil) }
    let inner = text[text.index(after: open)...].dropLast().trimmed
    let folded = inner.folded
    let isPointer =
      ["see ", "cf. ", "cf ", "ref ", "ref: ", "ref. ", "refer to "].contains {
        folded.hasPrefix($0)
      }
      || ["参照", "を参照", "参考"].contains { folded.hasSuffix($0) } || folded.hasPrefix("参照")
    let rest = String(text[..<open]).trimmed
    return isPointer && !rest.isEmpty ? (rest, inner) : (line, nil)
  }
}
