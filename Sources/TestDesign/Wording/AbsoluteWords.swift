import Text

/// Words of a result that leaves no room for another one: "Only a notice is shown".
enum AbsoluteWords {
  private static let lists = Dictionary(
    uniqueKeysWithValues: wordLists("Wording/absolute.yaml").map {
      ($0.heading, $0.texts.map(String.init))
    }
  )

  /// The first such word of a text, in the order of the list; `nil` if there is none.
  static func first(in text: String) -> String? {
    word(of: "english", "japanese", in: text)
      ?? lists["japanese ends", default: []].first { text.onOneLine.withoutFullStop.hasSuffix($0) }
  }

  /// The first word that leaves no room for anything besides: "nothing", "just".
  static func exclusive(in text: String) -> String? {
    word(of: "english alone", "japanese alone", in: text)
  }

  private static func word(of english: String, _ japanese: String, in text: String) -> String? {
    let folded = text.onOneLine.lowercased()
    let words = " " + folded.map { $0.isLetter || $0 == "'" ? String($0) : " " }.joined() + " "
    return lists[english, default: []].first { words.contains(" \($0) ") }
      ?? lists[japanese, default: []].first { folded.contains($0) }
  }
}
