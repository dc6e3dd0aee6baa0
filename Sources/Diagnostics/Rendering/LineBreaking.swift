/// Wraps a paragraph for a terminal.
package enum LineBreaking {
  /// Returns the lines of a text within the given columns, broken at spaces and next to wide characters.
  ///
  /// No line begins with closing or ends with opening punctuation. A word longer than a line is not broken, nor is anything between
  /// backticks, so that addresses, names and code can be copied.
  package static func lines(of text: String, columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for piece in pieces(of: text) {
      let width = DisplayWidth.columns(of: piece)
      // A space at the end of a line needs no room.
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

  /// Wraps like `lines`, but also breaks long words: for table cells, whose neighbours must stay in place.
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

  /// Splits the text at all permitted line breaks.
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
