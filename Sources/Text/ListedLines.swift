/// The texts that somebody listed: one a line, without the bullets and numbers that people type in front of them.
package enum ListedLines {
  /// The lines of a text without their bullets, none of them empty.
  ///
  /// `・`, `•`, `-`, `*`, `1.`, `(1)` and `①` in front of a line are left out. A list on one line, `・A ・B` or `1. A 2. B`, is a list too.
  /// A hyphen or a number is a bullet only with a blank behind it: `-1`, `1.5 GB`.
  package static func texts(in text: String) -> [String] {
    var lines = text.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
    if lines.count == 1 { lines = pieces(lines[0]) }
    let bare = lines.enumerated().map { number, line in
      bullet(of: line, isSecond: number > 0).map {
        (number: $0.number, text: line.dropFirst($0.length).trimmed)
      }
    }
    let listed = bare.compactMap(\.self)
    // Numbers of a list count from one.
    let numbers = listed.compactMap(\.number)
    guard !listed.isEmpty, bare[0] != nil || listed.count > 1 || numbers.isEmpty,
      numbers.isEmpty || numbers == Array(1...numbers.count)
    else { return lines }
    return zip(lines, bare).map { $1?.text ?? $0 }.filter { !$0.isEmpty }
  }

  /// The text without a pair of quotation marks around all of it.
  package static func withoutQuotes(_ text: String) -> String {
    let pairs: [Character: Character] = [
      "「": "」", "『": "』", "\"": "\"", "“": "”", "＂": "＂", "«": "»", "‘": "’", "'": "'",
    ]
    guard let first = text.first, let end = pairs[first], text.count > 2 else { return text }
    var inner = text.dropFirst()
    while let last = inner.last, "。．.".contains(last) { inner.removeLast() }
    guard inner.last == end else { return text }
    inner.removeLast()
    return inner.contains(end) || inner.contains(first) ? text : inner.trimmed
  }

  /// The number in front of a line, `2) It is sent`, and the rest of it; `nil` if none stands there.
  package static func numbered(_ line: String) -> (number: Int, text: String)? {
    guard let bullet = bullet(of: line, isSecond: true), let number = bullet.number else {
      return nil
    }
    return (number, line.dropFirst(bullet.length).trimmed)
  }

  private struct Bullet {
    /// How many characters it takes, blanks behind it included.
    var length: Int
    /// `nil` for one without a number.
    var number: Int?
  }

  private static let dots: Set<Character> = [
    "・", "･", "•", "‣", "●", "◦", "■", "□", "◆", "◇", "▪", "▶",
  ]
  /// Bullets only in front of a blank.
  private static let strokes: Set<Character> = ["-", "–", "—", "*", "＊", "－", "+"]

  private static func bullet(of line: String, isSecond: Bool) -> Bullet? {
    let characters = Array(line)
    guard let first = characters.first else { return nil }
    func blanks(from start: Int) -> Int { characters[start...].prefix { $0.isWhitespace }.count }
    if dots.contains(first) { return Bullet(length: 1 + blanks(from: 1), number: nil) }
    if strokes.contains(first) {
      let blanks = blanks(from: 1)
      return blanks > 0 ? Bullet(length: 1 + blanks, number: nil) : nil
    }
    if let scalar = first.unicodeScalars.first, (0x2460...0x2473).contains(scalar.value) {
      return Bullet(length: 1 + blanks(from: 1), number: Int(scalar.value) - 0x245F)
    }
    let plain = characters.map { character -> Character in
      guard let scalar = character.unicodeScalars.first else { return character }
      return Character(CompatibilityForms.inOneWidth(scalar))
    }
    let opens = plain[0] == "(" ? 1 : 0
    let digits = plain[opens...].prefix { $0.isASCII && $0.isNumber }
    let end = opens + digits.count
    guard (1...2).contains(digits.count), let number = Int(String(digits)), end < plain.count,
      opens == 1 ? plain[end] == ")" : ".)、:".contains(plain[end])
    else { return nil }
    let blanks = blanks(from: end + 1)
    let isWide = "．、）：".contains(characters[end])
    guard blanks > 0 || isWide || plain[end] == ")", end + 1 + blanks < plain.count,
      plain[end] != ":" || isSecond || number == 1
    else { return nil }
    return Bullet(length: end + 1 + blanks, number: number)
  }

  /// The pieces of a list on one line.
  private static func pieces(_ line: String) -> [String] {
    guard let first = bullet(of: line, isSecond: false) else { return [line] }
    let characters = Array(line)
    var starts = [0]
    for index in characters.indices.dropFirst(max(1, first.length)) {
      let previous = characters[index - 1]
      let isCircled = "②"..."⑳" ~= characters[index]
      guard previous.isWhitespace || "。、；;".contains(previous) || isCircled,
        let next = bullet(of: String(characters[index...]), isSecond: true)
      else { continue }
      let isNext =
        first.number == nil
        ? characters[index] == characters[0] : next.number == starts.count + 1
      if isNext { starts.append(index) }
    }
    let ends = Array(starts.dropFirst()) + [characters.count]
    return zip(starts, ends).map { start, end in
      String(characters[start..<end]).trimmed
    }.filter { !$0.isEmpty }
  }
}
