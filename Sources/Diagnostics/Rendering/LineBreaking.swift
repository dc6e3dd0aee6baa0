/// Breaks a paragraph into lines of a terminal.
package enum LineBreaking {
  /// The lines of a text within the given columns, broken at blanks and beside wide characters.
  ///
  /// No line begins with a mark that closes something or ends with one that opens something. A word longer than a line is left whole, and
  /// so is what stands between backticks: an address, a name or code that is broken cannot be copied.
  package static func lines(of text: String, columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for piece in pieces(of: text) {
      let width = DisplayWidth.columns(of: piece)
      // A blank at the end of a line needs no room there.
      let needed = piece.last == " " ? width - 1 : width
      if used + needed > columns, used > 0 {
        lines.append(line.withoutBlanksAtEnd)
        line = ""
        used = 0
      }
      line += piece
      used += width
    }
    return lines + [line.withoutBlanksAtEnd]
  }

  /// The same, with words that are longer than a line cut: for cells of a table, whose neighbours must stay in place.
  package static func narrowLines(of text: String, columns: Int) -> [String] {
    lines(of: text, columns: columns).flatMap { line -> [String] in
      var cut = [""]
      var used = 0
      for character in line {
        let width = DisplayWidth.columns(of: character)
        if used + width > columns, used > 0 {
          cut.append("")
          used = 0
        }
        cut[cut.count - 1].append(character)
        used += width
      }
      return cut
    }
  }

  /// The text cut wherever a line may end.
  private static func pieces(of text: String) -> [Substring] {
    var pieces: [Substring] = []
    var start = text.startIndex
    var before: Character?
    var isCode = false
    for place in text.indices {
      let character = text[place]
      if let before, !isCode, mayEnd(behind: before, before: character) {
        pieces.append(text[start..<place])
        start = place
      }
      if character == "`" { isCode.toggle() }
      before = character
    }
    pieces.append(text[start...])
    return pieces
  }

  private static func mayEnd(behind before: Character, before after: Character) -> Bool {
    guard
      before == " " || DisplayWidth.columns(of: before) == 2 || DisplayWidth.columns(of: after) == 2
    else { return false }
    return after != " " && !opening.contains(before) && !closing.contains(after)
  }

  private static let opening: Set<Character> = ["「", "『", "（", "【", "“", "‘", "(", "["]

  private static let closing: Set<Character> = [
    "」", "』", "）", "】", "”", "’", ")", "]", "、", "。", "，", "．", "・", "：", "？", "！", "ー", "ゃ", "ゅ",
    "ょ", "っ", "ャ", "ュ", "ョ", "ッ", ",", ".", ":", ";", "?", "!", "…",
  ]
}

extension String {
  package var withoutBlanksAtEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
