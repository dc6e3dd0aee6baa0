/// Words that make a result unobservable.
enum VagueWords {
  /// Japanese words, found anywhere: Japanese has no word boundaries.
  private static let japanese = [
    "正しく", "適切に", "適切な", "正常に", "問題なく", "うまく", "いい感じ", "よしなに", "適宜", "など", "等を表示", "期待通り", "期待どおり",
    "想定通り", "想定どおり", "しかるべき", "必要に応じて", "それなり",
  ]

  /// English words and phrases, found between word boundaries.
  private static let english = [
    "properly", "correctly", "appropriately", "as appropriate", "as expected", "as needed",
    "as necessary", "if necessary",
    "gracefully", "works fine", "works well", "normally", "suitably", "reasonable", "and so on",
    "etc",
  ]

  /// The first such word of a text, by its place, as the text writes it.
  static func first(in text: String) -> String? {
    let folded = Array(text.lowercased())
    let written = Array(text)
    // Lowercasing may change the number of characters (İ): then the folded text itself is quoted.
    let source = folded.count == written.count ? written : folded
    for start in folded.indices {
      for word in japanese where folded[start...].starts(with: word) {
        return String(source[start..<(start + word.count)])
      }
      guard start == 0 || !isWordCharacter(folded[start - 1]) else { continue }
      for word in english where folded[start...].starts(with: word) {
        let end = start + word.count
        guard end == folded.count || !isWordCharacter(folded[end]) else { continue }
        return String(source[start..<end])
      }
    }
    return nil
  }

  private static func isWordCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber)
  }
}
