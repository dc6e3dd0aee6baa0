/// Whole texts, by what they mean.
package struct WordList<Meaning: Sendable>: Sendable {
  private var meanings: [String: Meaning] = [:]

  /// - Parameter lists: Texts with commas or line breaks between them; of one that occurs twice the first meaning counts.
  package init(_ lists: [(meaning: Meaning, texts: String)]) {
    for (meaning, texts) in lists {
      for text in texts.utf8.split(whereSeparator: { $0 == UInt8(ascii: ",") || $0 == 10 }) {
        insert(text, meaning)
      }
    }
  }

  /// - Parameter name: A data file whose headings are the meanings.
  package init(resource name: String) where Meaning: RawRepresentable<String> {
    for (heading, texts) in wordLists(name) {
      guard let meaning = Meaning(rawValue: heading) else {
        preconditionFailure("\(name) has a list `\(heading)`")
      }
      for text in texts { insert(text.utf8, meaning) }
    }
  }

  /// Byte by byte: the lists are read whenever a spec is, and beside ASCII they hold nothing but letters in plain forms.
  private mutating func insert(_ text: Substring.UTF8View, _ meaning: Meaning) {
    let key = String(decoding: text.compactMap(Self.letterOrDigit), as: UTF8.self)
    assert(key == CompatibilityForms.plain(String(text) ?? "").wordsAlone, "\(key)")
    if !key.isEmpty, meanings[key] == nil { meanings[key] = meaning }
  }

  /// A letter in lower case, a digit, or a part of a letter beyond ASCII; `nil` for all others.
  private static func letterOrDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte + 32
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      byte
    default: nil
    }
  }

  /// The meaning of a text by its words alone, also with a word of courtesy or delay around it.
  package subscript(whole key: String) -> Meaning? {
    if let meaning = meanings[key] { return meaning }
    for beginning in courtesies[0] where key.hasPrefix(beginning) {
      let rest = String(key.dropFirst(beginning.count))
      if let meaning = meanings[rest] ?? withoutEnding(rest) { return meaning }
    }
    return withoutEnding(key)
  }

  private func withoutEnding(_ key: String) -> Meaning? {
    for ending in courtesies[1] where key.hasSuffix(ending) {
      if let meaning = meanings[String(key.dropLast(ending.count))] { return meaning }
    }
    return nil
  }
}

/// Words in front of a text of a list, and words behind it.
private let courtesies = wordLists("Words/courtesies.yaml").map { $0.texts.map(String.init) }

/// The lists of a data file: a heading with a colon, and below it, indented, texts with commas between them.
package func wordLists(_ name: String) -> [(heading: String, texts: [Substring])] {
  var lists: [(heading: String, texts: [Substring])] = []
  for line in resource(name).utf8.split(separator: UInt8(ascii: "\n")) {
    switch line.first {
    case UInt8(ascii: "#"): continue
    case UInt8(ascii: " "):
      let texts = line.split(separator: UInt8(ascii: ","))
        .map { Substring($0.drop { $0 == UInt8(ascii: " ") }) }
      lists[lists.count - 1].texts += texts.filter { !$0.isEmpty }
    default: lists.append((String(line.dropLast()) ?? "", []))
    }
  }
  return lists
}

/// The same by their headings, which differ.
package func wordTable(_ name: String) -> [String: [String]] {
  Dictionary(uniqueKeysWithValues: wordLists(name).map { ($0.heading, $0.texts.map(String.init)) })
}

extension String {
  /// The letters and digits of a text in plain forms, in lower case; a dash that is written as a long vowel goes with the signs.
  package var wordsAlone: String {
    let words = lowercased().filter { $0.isLetter || $0.isNumber }
    return words.allSatisfy { $0 == "ー" } ? "" : words
  }
}
