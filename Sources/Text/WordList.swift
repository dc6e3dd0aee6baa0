/// Whole texts, by what they mean.
package struct WordList<Meaning: Sendable>: Sendable {
  private var meanings: [String: Meaning] = [:]

  /// - Parameter lists: Texts with commas or line breaks between them; of one that occurs twice the first meaning counts.
  package init(_ lists: [(meaning: Meaning, texts: String)]) {
    for (meaning, texts) in lists {
      // Byte by byte: the lists are read whenever a spec is, and beside ASCII they hold nothing but letters in plain forms.
      for text in texts.utf8.split(whereSeparator: { $0 == UInt8(ascii: ",") || $0 == 10 }) {
        let key = String(decoding: text.compactMap(Self.letterOrDigit), as: UTF8.self)
        assert(key == CompatibilityForms.plain(String(text) ?? "").wordsAlone, "\(key)")
        if !key.isEmpty, meanings[key] == nil { meanings[key] = meaning }
      }
    }
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

  /// What a text means, by its words alone, also with a word of courtesy or delay around it.
  package subscript(whole key: String) -> Meaning? {
    if let meaning = meanings[key] { return meaning }
    for beginning in Self.beginnings where key.hasPrefix(beginning) {
      let rest = String(key.dropFirst(beginning.count))
      if let meaning = meanings[rest] ?? withoutEnding(rest) { return meaning }
    }
    return withoutEnding(key)
  }

  private func withoutEnding(_ key: String) -> Meaning? {
    for ending in Self.endings where key.hasSuffix(ending) {
      if let meaning = meanings[String(key.dropLast(ending.count))] { return meaning }
    }
    return nil
  }

  private static var beginnings: [String] {
    [
      "still", "currently", "fornow", "まだ", "現在", "現時点では", "今は", "現状", "一旦", "とりあえず", "詳細は", "仕様は",
      "動作は", "仕様", "詳細",
    ]
  }

  private static var endings: [String] {
    [
      "fornow", "atm", "atthemoment", "yet", "please", "soon", "later", "です", "ですね", "でございます",
      "である", "だ", "とする", "とします",
      "になります", "となります", "でお願いします", "をお願いします", "お願いします", "ください", "下さい", "の予定", "予定", "予定です", "の方向",
      "かと", "と思います", "かな",
    ]
  }
}

extension String {
  /// The letters and digits of a text in plain forms, in lower case; a dash that is written as a long vowel goes with the signs.
  package var wordsAlone: String {
    let words = lowercased().filter { $0.isLetter || $0.isNumber }
    return words.allSatisfy { $0 == "ー" } ? "" : words
  }
}
