/// How many columns of a terminal a text takes.
///
/// A text is measured by what a person calls a character (an extended grapheme cluster): wide and
/// full-width characters of Unicode's East Asian Width take two columns, emoji sequences take two as a whole,
/// combining marks, joiners, variation selectors and controls none, and everything else one
/// ("ambiguous" characters included).
package enum DisplayWidth {
  /// The columns that the text takes in a terminal.
  package static func columns(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
  }

  /// The columns that one grapheme cluster takes in a terminal.
  package static func columns(of character: Character) -> Int {
    if character.isASCII { return columns(ofASCII: character) }
    if isEmoji(character) { return 2 }
    return character.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
  }

  /// The text itself where it fits, else its beginning with an ellipsis, within the given columns.
  package static func truncated(_ text: some StringProtocol, to limit: Int) -> String {
    var fitting = ""
    var used = 0
    var rest = text.makeIterator()
    while let character = rest.next() {
      let width = columns(of: character)
      if used + width <= limit - 1 {
        fitting.append(character)
        used += width
        continue
      }
      if used + width <= limit, fits(rest, in: limit - used - width) { return String(text) }
      return limit > 0 ? fitting + "…" : ""
    }
    return fitting
  }

  private static func fits(_ characters: some IteratorProtocol<Character>, in limit: Int) -> Bool {
    var characters = characters
    var used = 0
    while let character = characters.next() {
      used += columns(of: character)
      if used > limit { return false }
    }
    return used <= limit
  }

  private static func columns(ofASCII character: Character) -> Int {
    guard let value = character.asciiValue else { return 0 }
    return (0x20..<0x7F).contains(value) ? 1 : 0
  }

  /// Whether a terminal draws the cluster as one emoji, however many scalars make it up.
  private static func isEmoji(_ character: Character) -> Bool {
    var scalars = character.unicodeScalars.makeIterator()
    guard let first = scalars.next() else { return false }
    if first.properties.isEmojiPresentation && !isRegionalIndicator(first) { return true }
    guard first.properties.isEmoji || isRegionalIndicator(first), let second = scalars.next()
    else { return false }
    return second == "\u{FE0F}" || second.properties.isEmojiModifier
      || isRegionalIndicator(second)
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  private static func columns(of scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .control, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator:
      return 0
    case .spacingMark:
      return 0
    case .format where scalar != "\u{AD}":
      return 0
    default:
      break
    }
    // Medial vowels and final consonants of Hangul are drawn into the syllable's first letter.
    if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) {
      return 0
    }
    return EastAsianWidth.isWide(scalar) ? 2 : 1
  }
}
