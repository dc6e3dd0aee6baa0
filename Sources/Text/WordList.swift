/// A dictionary of whole texts by meaning.
package struct WordList<Meaning: Sendable>: Sendable {
  private var meanings: [String: Meaning] = [:]

  /// Creates a list from texts separated by commas or line breaks; the first meaning of a text wins.
  package init(_ lists: [(meaning: Meaning, texts: String)]) {
    for (meaning, texts) in lists {
      for text in texts.utf8.split(whereSeparator: { $0 == UInt8(ascii: ",") || $0 == 10 }) {
        insert(text, meaning)
      }
    }
  }

  /// Creates a list from a data file whose headings are the raw values of the meanings.
  package init(resource name: String) where Meaning: RawRepresentable<String> {
    for (heading, texts) in wordLists(name) {
      guard let meaning = Meaning(rawValue: heading) else {
        preconditionFailure("\(name) has a list `\(heading)`")
      }
      for text in texts { insert(text.utf8, meaning) }
    }
  }

  /// Inserts a text byte by byte: the lists are read for every spec and contain only ASCII and letters in plain form.
  private mutating func insert(_ text: Substring.UTF8View, _ meaning: Meaning) {
    let key = String(decoding: text.compactMap(Self.letterOrDigit), as: UTF8.self)
    assert(key == CompatibilityForms.plain(String(text) ?? "").wordsAlone, "\(key)")
    if !key.isEmpty, meanings[key] == nil { meanings[key] = meaning }
  }

  /// Returns a lower-case letter, a digit or a byte of a non-ASCII character; `nil` for all others.
  private static func letterOrDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte + 32
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      byte
    default: nil
    }
  }

  /// Returns the meaning of a text given as `wordsAlone`, ignoring a word of courtesy or delay before or after it.
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

/// The words ignored before a text, and those ignored after it.
private let courtesies = wordLists("Words/courtesies.yaml").map { $0.texts.map(String.init) }

/// Reads the lists of a data file: headings that end in a colon, each followed by indented texts separated by commas.
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

/// Reads the lists of a data file by heading; headings must be distinct.
package func wordTable(_ name: String) -> [String: [String]] {
  Dictionary(uniqueKeysWithValues: wordLists(name).map { ($0.heading, $0.texts.map(String.init)) })
}

extension String {
  /// The letters and digits of a text in plain form, in lower case; empty if these are only long-vowel marks, which are typed as dashes.
  package var wordsAlone: String {
    let words = lowercased().filter { $0.isLetter || $0.isNumber }
    return words.allSatisfy { $0 == "ー" } ? "" : words
  }
}
