import Text

/// The English grammar needed to put arbitrary labels into sentences.
enum EnglishGrammar {
  /// The text in double quotation marks, in single ones if it contains such marks.
  static func quoted(_ text: String) -> String {
    text.contains { "“”".contains($0) } ? "‘\(text)’" : "“\(text)”"
  }

  /// The text unchanged if it is a short plain phrase, quoted otherwise.
  static func term(_ text: String) -> String {
    isPlain(text) ? text : quoted(text)
  }

  /// A value's label behind "is": as written, quoted where "is" cannot stand before it, and where a capital would stand inside the sentence.
  static func complement(_ label: String) -> String {
    guard isPlain(label), label.first?.isUppercase != true else { return quoted(label) }
    let words = label.split(separator: " ").map { $0.lowercased() }
    guard let first = words.first, !verbs.contains(first), words.count == 1 || !isPlural(first)
    else { return quoted(label) }
    return label
  }

  /// True if a label is only the id in words: `very_long` as "Very long".
  static func isDerived(_ label: String, from id: String) -> Bool {
    label.lowercased() == id.replacing("_", with: " ").lowercased()
  }

  /// An id inside a sentence where nobody gave a label: `very_long` as "very long"; any other label as it is.
  static func words(_ id: String, label: String) -> String {
    isDerived(label, from: id) ? id.replacing("_", with: " ") : label
  }

  /// "A", "A or B", "A, B or C".
  static func list(_ items: [String], _ conjunction: String) -> String {
    guard items.count > 1, let last = items.last else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }

  /// True if the text is at most five Latin words that cannot be taken for the sentence's own grammar.
  private static func isPlain(_ text: String) -> Bool {
    guard text.utf8.count <= longest else { return false }
    let words = text.split(separator: " ").map { $0.lowercased() }
    return (1...5).contains(words.count) && words.allSatisfy { !grammar.contains($0) }
      && text.hasBalancedBrackets
      && text.unicodeScalars.allSatisfy { scalar in
        let isLatin = scalar.value < 0x250 && scalar.properties.isAlphabetic
        return isLatin || ("0"..."9").contains(scalar)
          || " _-–/%+()'’$€£¥&#@<>=≤≥".unicodeScalars.contains(scalar)
          || (scalar == "." && text.last != ".")
      }
  }

  private static func isPlural(_ word: String) -> Bool {
    word.hasSuffix("s")
      && !["ss", "us", "is", "'s", "’s"].contains { word.hasSuffix($0) }
  }

  /// In bytes; a longer label is quoted, so that its end is seen.
  private static let longest = 60

  private static let grammar: Set<String> = [
    "or", "and", "if", "when", "where", "except", "what", "which",
  ]

  private static let verbs: Set<String> = [
    "is", "are", "was", "were", "would", "could", "might", "cannot", "has", "have", "had", "can",
    "could", "does", "do", "did", "should",
    "will", "must", "may", "signed", "logged",
  ]
}
