import Text

/// Words of a result that leaves no room for another one: "Only a notice is shown".
enum AbsoluteWords {
  private static let lists = wordLists("Wording/absolute.yaml").map { $0.texts.map(String.init) }

  /// The first such word of a text, in the order of the list; `nil` if there is none.
  static func first(in text: String) -> String? {
    let folded = text.onOneLine.withoutFullStop.lowercased()
    let words = " " + folded.map { $0.isLetter || $0 == "'" ? String($0) : " " }.joined() + " "
    return lists[0].first { words.contains(" \($0) ") }
      ?? lists[1].first { folded.contains($0) }
      ?? lists[2].first { folded.hasSuffix($0) }
  }
}
