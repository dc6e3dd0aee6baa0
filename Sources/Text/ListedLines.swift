/// Texts listed one per line, without the bullets and numbers typed in front of them.
package enum ListedLines {
  /// Returns the nonempty lines of a text without bullets: `・`, `•`, or `-` and `*` followed by a space.
  ///
  /// Numbers are removed only if every line has the number of its position.
  package static func texts(in text: String) -> [String] {
    var lines: [String] = []
    for line in text.split(whereSeparator: \.isNewline).map(\.trimmed) where !line.isEmpty {
      // A line after a comma continues the sentence, unless it looks like a new item.
      if let last = lines.last, last.hasSuffix(",") && line.first?.isLowercase == true {
        lines[lines.count - 1] = "\(last) \(line)"
      } else if let last = lines.last, last.hasSuffix("、"), numbered(line) == nil, !isBullet(line) {
        lines[lines.count - 1] = last + line
      } else {
        lines.append(line)
      }
    }
    let numbered = lines.map(numbered)
    if lines.count > 1, numbered.compactMap(\.?.number) == Array(1...lines.count) {
      return numbered.compactMap(\.?.text)
    }
    return lines.map { isBullet($0) ? $0.dropFirst().trimmed : $0 }.filter { !$0.isEmpty }
  }

  private static func isBullet(_ line: String) -> Bool {
    "・･•●◦".contains(line.prefix(1))
      || "-–*＊".contains(line.prefix(1)) && line.dropFirst().first?.isWhitespace == true
  }

  /// Returns the number at the beginning of a line and the rest, as in `2) It is sent` or `②It is sent`; `nil` if there is no number.
  package static func numbered(_ line: String) -> (number: Int, text: String)? {
    if let number = (1...20).first(where: { line.hasPrefix($0.asChoice) }) {
      let text = line.dropFirst().trimmed
      return text.isEmpty ? nil : (number, text)
    }
    let plain = line.drop { "(（".contains($0) }
    let digits = plain.prefix { $0.isWholeNumber }
    let rest = plain.dropFirst(digits.count)
    guard (1...2).contains(digits.count),
      let number = Int(CompatibilityForms.plain(String(digits))),
      let sign = rest.first, ".．)）、".contains(sign)
    else { return nil }
    let text = rest.dropFirst()
    guard text.first?.isWhitespace == true || !".".contains(sign), !text.trimmed.isEmpty else {
      return nil
    }
    return (number, text.trimmed)
  }
}
