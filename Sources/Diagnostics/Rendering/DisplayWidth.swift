/// The width of text in terminal columns.
///
/// Text is measured by extended grapheme clusters: wide and full-width characters (East Asian Width) and emoji sequences take two columns;
/// combining marks, joiners, variation selectors and control characters take none; everything else, including "ambiguous" characters, takes
/// one.
package enum DisplayWidth {
  package static func columns(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
  }

  package static func columns(of character: Character) -> Int {
    if let ascii = character.asciiValue { return (0x20..<0x7F).contains(ascii) ? 1 : 0 }
    if isEmoji(character) { return 2 }
    return character.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
  }

  /// Returns the text if it fits within the given columns, else its beginning followed by an ellipsis.
  package static func truncated(_ text: some StringProtocol, to limit: Int) -> String {
    var used = 0
    // The end of the longest prefix that leaves room for an ellipsis.
    var cut = text.startIndex
    for place in text.indices {
      used += columns(of: text[place])
      if used > limit { return limit > 0 ? String(text[..<cut]) + "…" : "" }
      if used < limit { cut = text.index(after: place) }
    }
    return String(text)
  }

  /// True if terminals draw the cluster as a single emoji, however many scalars it has.
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
    case .control, .nonspacingMark, .spacingMark, .enclosingMark, .lineSeparator,
      .paragraphSeparator:
      return 0
    case .format where scalar != "\u{AD}":
      return 0
    default:
      break
    }
    // Medial vowels and final consonants of Hangul are drawn as part of the syllable's first letter.
    if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) {
      return 0
    }
    return isWide(scalar) ? 2 : 1
  }

  /// True if the East Asian Width of the scalar is wide (W) or full-width (F).
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x1100 else { return false }
    let place = wideRanges.partitioningIndex { $0.upperBound >= scalar.value }
    return place < wideRanges.count && wideRanges[place].contains(scalar.value)
  }

  /// The scalars of width W or F in Unicode 14, generated from Python's `unicodedata.east_asian_width`.
  ///
  /// Unassigned scalars between two wide ones count as wide, so that most later additions are covered, too; planes 2 and 3 are wide
  /// throughout.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0,
    0x23F3...0x23F3, 0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F,
    0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5,
    0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3, 0x26F5...0x26F5,
    0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728,
    0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
    0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55,
    0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4C6, 0xA960...0xA97C,
    0xAC00...0xD7A3, 0xF900...0xFAD9, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x1B2FB, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF,
    0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F320, 0x1F32D...0x1F335,
    0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3,
    0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440...0x1F440,
    0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E, 0x1F550...0x1F567,
    0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F,
    0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6DF,
    0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7F0, 0x1F90C...0x1F93A,
    0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FAF6, 0x20000...0x3FFFD,
  ]
}
