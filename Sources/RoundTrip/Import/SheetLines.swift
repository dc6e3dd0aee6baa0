import Text

/// The lines of a cell without bullets and numbers, with remarks separate.
struct SheetLines {
  let texts: [String]
  let remarks: [String]

  init(_ cell: String) {
    let lines = Self.all(cell)
    texts = lines.filter { !Self.isRemark($0) }
    remarks = lines.filter(Self.isRemark)
  }

  /// True for a remark such as ※… or “Note: …”, but not for 注意事項に同意する.
  static func isRemark(_ line: String) -> Bool {
    SheetWords.list("remark").contains { sign in
      guard line.lowercased().hasPrefix(sign) else { return false }
      let next = line.dropFirst(sign.count).first
      return sign.last?.isLetter != true || next?.isLetter != true
    }
  }

  static func all(_ cell: String) -> [String] {
    ListedLines.texts(in: withoutTags(cell)).map { line in
      (ListedLines.numbered(line)?.text ?? line).onOneLine.withCurlyQuotes
    }.filter { unsafe !$0.isEmpty && $0.wholeMatch(of: number) == nil }
  }

  nonisolated(unsafe) private static let number = /[0-9０-９]+[.．)）、]/

  /// Returns the text of a cell that a test manager exported as HTML.
  private static func withoutTags(_ cell: String) -> String {
    guard cell.contains("<"), cell.contains(/<\/(p|li|ol|ul|div)>|<br ?\/?>/) else { return cell }
    let text = cell.replacing(/<\/?(b|i|em|strong|span|code|a)( [^>]*)?>/, with: "")
      .replacing(/<\/?[a-z]+[0-9]?( [^>]*)?\/?>/, with: "\n")
    let entities = [
      ("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&"),
    ]
    return entities.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  // MARK: Sentences

  /// The sentences of the lines, except 「特になし」, with alternatives as a single one, as not all of them have to hold.
  var sentences: [String] {
    alternatives.flatMap { $0.isJoined ? [$0.text] : Self.parts($0.text) }
      .flatMap(Self.qualified).filter { !SheetWords.holds("nothing", $0) }
  }

  /// The sentences, with alternatives joined into one: ・ゴールド会員 and ・または誕生月.
  private var alternatives: [(text: String, isJoined: Bool)] {
    var lines: [(text: String, isJoined: Bool)] = []
    // The first of the alternatives introduced by a line such as 以下のいずれか.
    var start = Int.max
    var isNext = false
    for text in texts.flatMap({ $0.split(separator: "。").map(\.trimmed) }) where !text.isEmpty {
      if Self.introducesAlternatives(text) {
        start = lines.count
      } else if SheetWords.holds("or", text), !lines.isEmpty {
        isNext = true
      } else if ["かつ", "且つ", "and "].contains(where: text.lowercased().hasPrefix) {
        start = Int.max
        lines.append((text, false))
      } else if isNext || lines.count > start || !lines.isEmpty && Self.beginsWithOr(text) {
        let joint = SheetWords.isJapanese(text) ? " または " : " or "
        lines[lines.count - 1].text += (Self.beginsWithOr(text) ? " " : joint) + text
        lines[lines.count - 1].isJoined = true
        isNext = false
      } else {
        lines.append((text, false))
      }
    }
    return lines.map { line in
      let joined = Self.withoutCommas(line.text)
      return (joined, line.isJoined || joined != line.text)
    }
  }

  private static func introducesAlternatives(_ text: String) -> Bool {
    let plain = text.lowercased().trimmingSigns
    return SheetWords.list("one of").contains { plain.hasPrefix($0) && plain.count < $0.count + 9 }
  }

  private static func beginsWithOr(_ text: String) -> Bool {
    SheetWords.list("or").contains { word in
      text.lowercased().hasPrefix(SheetWords.isJapanese(word) ? word : word + " ")
    }
  }

  /// Returns a line without the comma in front of an alternative: ゴールド会員、または誕生月.
  private static func withoutCommas(_ line: String) -> String {
    SheetWords.list("or").reduce(line) { line, word in
      SheetWords.isJapanese(word)
        ? line.replacing("、" + word, with: " " + word).replacing(word + "、", with: word)
        : line.replacing(", \(word) ", with: " \(word) ")
    }
  }

  /// Splits a sentence and its qualification in parentheses into two conditions: ゴールド会員（誕生月を除く）.
  private static func qualified(_ sentence: String) -> [String] {
    let text = sentence.withoutFullStop
    guard let end = text.last, ")）".contains(end), let open = opening(of: text),
      open > text.startIndex
    else { return [sentence] }
    let before = text[text.index(before: open)]
    let isInWord = text[open] == "(" && before.isASCII && before.isLetter  // coupon(s)
    if isInWord { return [sentence] }
    let inside = text[text.index(after: open)...].dropLast().trimmed
    if beginsWithOr(inside) { return [sentence] }
    let isRemark =
      inside.isEmpty || SheetWords.holds("in parentheses", inside)
      || SheetWords.list("example").contains(where: inside.lowercased().hasPrefix)
    return [text[..<open].trimmed] + (isRemark ? [] : [inside])
  }

  /// Returns the position of the parenthesis that the last character closes.
  private static func opening(of text: String) -> String.Index? {
    var depth = 0
    for index in text.indices.reversed() {
      if ")）".contains(text[index]) { depth += 1 }
      if "(（".contains(text[index]) { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// Splits a line at full stops followed by a capital.
  private static func englishSentences(_ line: String) -> [String] {
    line.split(separator: ". ").reduce(into: [String]()) { sentences, piece in
      if let last = sentences.last,
        piece.first?.isUppercase != true && piece.first?.isNumber != true
      {
        sentences[sentences.count - 1] = "\(last). \(piece)"
      } else {
        sentences.append(piece.trimmed)
      }
    }
  }

  /// Splits a line at 「かつ」, full stops and semicolons, and at commas, numbers and slashes between short sentences.
  private static func parts(_ line: String) -> [String] {
    var parts = [line]
    for joint in SheetWords.list("joints") {
      parts = parts.flatMap { $0.split(separator: joint).map(\.trimmed) }
    }
    parts = parts.flatMap(englishSentences)
    parts = parts.flatMap { part -> [String] in
      let slashed = part.split { "/／".contains($0) }.map(\.trimmed)
      let saysAll = slashed.allSatisfy { $0.contains { ":：".contains($0) } }
      if slashed.count > 1, saysAll { return slashed }
      let pieces = part.replacing(/[②-⑩](?![はがをにのとで])/, with: "、")
        .split { "、・".contains($0) }.map(\.trimmed).filter { !$0.isEmpty }
      return pieces.count > 1 && pieces.allSatisfy(SheetClauses.isWhole) ? pieces : [part]
    }
    return parts.filter { !$0.isEmpty }
  }
}

extension String {
  /// The text with paired straight quotes replaced by curly ones, which need no quoting in YAML.
  fileprivate var withCurlyQuotes: String {
    let pieces = split(separator: "\"", omittingEmptySubsequences: false)
    guard pieces.count > 2, !pieces.count.isMultiple(of: 2) else { return self }
    return pieces.enumerated().map { number, piece in
      number == 0 ? String(piece) : (number.isMultiple(of: 2) ? "”" : "“") + piece
    }.joined()
  }
}
