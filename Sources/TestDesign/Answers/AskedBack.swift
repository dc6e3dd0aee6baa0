import Text

/// Questions that people ask in place of an answer.
enum AskedBack {
  /// The first sentence of a text that asks the reader something; `nil` where it asks nothing.
  ///
  /// What stands in quotation marks, behind a colon or before と表示 is what a screen asks.
  static func question(in text: String) -> String? {
    sentences(withoutQuotations(text.onOneLine)).first { sentence in
      let plain = sentence.folded
      let end = plain.trimmed
      let bare = end.filter { !"?。!".contains($0) }.trimmed
      if end.hasSuffix("?") {
        return !end.contains(":") && !end.contains(mark)
          && !showing.contains { plain.contains($0) }
      }
      return asking.contains { bare.hasSuffix($0) }
    }?.replacing(String(mark), with: "“…”").onOneLine
  }

  /// Verbs after which a screen speaks.
  private static let showing = [" asks ", " says ", " reads ", " shows ", " appears "]

  private static let asking = [
    "ですか", "ますか", "でしょうか", "ませんか", "ましたか", "のか", "だろうか", "でしたか", "ということか", "ということですよね", "ですよね",
    "で合っていますか", "でよいか", "で良いか", "べきか",
  ]

  /// What takes the place of a quotation.
  private static let mark: Character = "\u{1F}"

  private static func withoutQuotations(_ text: String) -> String {
    let pairs: [Character: Character] = ["「": "」", "『": "』", "“": "”", "\"": "\"", "«": "»"]
    var result = ""
    var closing: [Character] = []
    for character in text {
      if let end = closing.last {
        if character == end {
          closing.removeLast()
        } else if let end = pairs[character], character != "\"" {
          closing.append(end)
        }
      } else if let end = pairs[character], text.contains(end) {
        closing.append(end)
        result.append(mark)
      } else {
        result.append(character)
      }
    }
    return result
  }

  private static func sentences(_ text: String) -> [String] {
    var sentences = [""]
    let characters = Array(text)
    for (index, character) in characters.enumerated() {
      sentences[sentences.count - 1].append(character)
      let next = index + 1 < characters.count ? characters[index + 1] : " "
      let isEnd =
        "。？！".contains(character) || ".?!".contains(character) && next.isWhitespace
      // 「…？と表示」 goes on.
      if isEnd, !("？?".contains(character) && ["と", "の"].contains(next)) { sentences.append("") }
    }
    return sentences.map(\.trimmed).filter { !$0.isEmpty }
  }
}
