import Text

/// Words of a result that leaves no room for another one: "Only a notice is shown".
enum AbsoluteWords {
  /// What such words exclude.
  enum List: String {
    /// Another result instead.
    case absolute
    /// Anything on top.
    case alone
    /// Anything beside it on the screen.
    case sole
    /// Seeing anything at all.
    case absent
    /// What was asked for.
    case refusing
  }

  private static let lists = wordTable("Wording/absolute.yaml")

  /// The first such word of a text, in the order of the list; `nil` if there is none.
  static func word(_ text: String, _ list: List) -> String? {
    let folded = text.onOneLine.lowercased()
    let letters = folded.map { $0.isLetter || $0 == "'" ? $0 : $0.isNumber ? "#" : " " }
    // "Every 15 seconds" leaves room for a lot.
    var words = " \(String(letters)) "
    if words.holds("#") {
      words = words.replacing(" every #", with: " #").replacing("#", with: " ")
    }
    let found = lists[list.rawValue, default: []].first { word in
      word.utf8.allSatisfy { $0 < 0x80 } ? words.holds(" \(word) ") : folded.holds(word)
    }
    guard found == nil, list == .absolute else { return found }
    let end = folded.withoutFullStop
    return lists["ends", default: []].first { end.hasSuffix($0) }
  }
}
