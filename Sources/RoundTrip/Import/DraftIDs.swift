import Specification
import Text

/// Ids of a drafted spec: what people call a thing, in the script of the sheet, or numbers.
struct DraftIDs {
  /// True if all ids are numbers behind a word.
  private let areNumbered: Bool
  private var taken: Set<String>

  init(areNumbered: Bool, taken: [String] = []) {
    self.areNumbered = areNumbered
    self.taken = Set(taken.map { $0.lowercased() })
  }

  /// The words that the language has a meaning for.
  private static let reserved: Set<String> = [
    "operation", "valid", "invalid", "any", "others", "not", "when", "then", "adds", "becomes",
    "question", "options", "ask", "until", "because", "id", "priority", "source", "first",
  ]

  /// Characters of an id at most.
  private static let limit = 40

  /// An id that no other thing has.
  mutating func id(_ text: String, or word: String) -> String {
    var id = areNumbered ? "" : Self.slug(text)
    if id.isEmpty { id = "\(word)_\(taken.count + 1)" }
    if Self.reserved.contains(id) { id += "_" }
    var unique = id
    var number = 1
    while taken.contains(unique.lowercased()) {
      number += 1
      unique = "\(id)_\(number)"
    }
    taken.insert(unique.lowercased())
    return unique
  }

  /// Letters and digits of a text; of English words in small letters with `_` between.
  static func slug(_ text: String) -> String {
    let plain = CompatibilityForms.plain(text)
    if SheetWords.isJapanese(plain) {
      let kept = plain.filter { $0.isLetter || $0.isNumber || "-_".contains($0) }
      return String(kept.drop { !($0.isLetter || $0.isNumber) }.prefix(limit))
    }
    let articles = SheetWords.list("articles")
    let words = plain.split { !($0.isLetter || $0.isNumber || "-'’".contains($0)) }
      .map { $0.filter { $0.isLetter || $0.isNumber || $0 == "-" } }
      .map { $0.drop { $0 == "-" } }.filter { !$0.isEmpty }
    // VIP and iOS have capitals of their own.
    if words.count == 1, words[0].dropFirst().contains(where: \.isUppercase) {
      return String(words[0].prefix(limit))
    }
    var slug = ""
    for (place, word) in words.enumerated() {
      // The label has all of them.
      if articles.contains(word.lowercased()), place > 0, place < words.count - 1 { continue }
      guard slug.count + word.count < limit else { break }
      slug += (slug.isEmpty ? "" : "_") + word.lowercased()
    }
    return slug
  }
}
