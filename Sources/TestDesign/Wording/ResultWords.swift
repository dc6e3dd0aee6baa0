import Specification
import Text

/// The word classes by which labels and results are compared.
enum ResultWords {
  private static let lists = wordLists("Wording/common.yaml").map {
    Set($0.texts.map(String.init))
  }

  /// True if a word refers to another value than the present one: "next", 別.
  static func isRelation(_ word: String) -> Bool { lists[0].contains(word) }

  /// True if a name is too generic to be recognised in a result: "new", 表示.
  static func areCommon(_ words: [String]) -> Bool { words.allSatisfy(lists[1].contains) }

  /// True if a word only negates or forms a tense: "not", "does".
  static func isGrammar(_ word: String) -> Bool {
    lists[2].contains(word) || lists[3].contains(word)
  }

  /// True if a word is a unit of time, or of the size of a single item.
  static func isMeasure(_ word: String) -> Bool { lists[6].contains(word) }

  /// True if a label denotes the acting person: "Who acts", "Role", "User role", 操作する人.
  static func meansActor(_ label: String) -> Bool {
    let words = words(of: label)
    // “Price per person” is a price, and 求人 is not a person.
    let isHead = words.last.map(lists[7].contains) == true && !words.contains("per")
    let isWho = words.first == "who" || label.contains(#/\p{Hiragana}人$/#)
    return isHead || isWho || lists[9].contains { label.hasSuffix($0) }
  }

  /// True if a result requires an approval: “It goes to the store manager for approval”.
  static func meansApproval(_ result: String) -> Bool {
    let words = words(of: result)
    return !isDenied(words, result)
      && words.contains { word in lists[8].contains(where: word.hasPrefix) }
  }

  /// True if a text is negated: "The coupon is not returned", 戻らない.
  static func isDenied(_ words: [String], _ text: String) -> Bool {
    words.contains(where: lists[2].contains)
      || VagueWords.unquoted(text).contains { part in lists[4].contains(where: part.holds) }
  }

  /// True if a text contains the verb of an operation: “It is accepted” for “Accept a talk”, 取り消せない for 「注文を取り消す」.
  static func says(_ text: String, whatIsDoneBy label: String) -> Bool {
    if label.last(where: \.isLetter)?.isASCII == false {
      let verb = label.split(separator: "を").last?.dropLast() ?? ""
      return verb.count > 1 && text.contains(verb)
    }
    let verb = words(of: label).first { !isGrammar($0) } ?? ""
    let stem = verb.hasSuffix("e") ? String(verb.dropLast()) : verb
    return verb.count > 3 && words(of: text).contains { $0.hasPrefix(stem) }
  }

  /// Returns the words of a text outside quotation marks.
  ///
  /// English words are in lower case and singular, without articles. In Japanese, runs of kanji and of katakana are words, separated by
  /// hiragana.
  static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var kind = Kind.divides
    for part in VagueWords.unquoted(text) {
      if part.utf8.allSatisfy({ $0 < 0x80 }) {
        words += part.utf8.split(whereSeparator: divides)
          .map { singular(String(decoding: $0, as: UTF8.self).lowercased()) }
        continue
      }
      for character in part + " " {
        let next = Kind(character)
        if next != kind, !word.isEmpty {
          words.append(kind == .letters ? singular(word) : word)
          word = ""
        }
        kind = next
        if kind == .letters {
          word += character.lowercased()
        } else if kind != .divides {
          word.append(character)
        }
      }
    }
    return words.filter { !isArticle($0) }
  }

  private static func divides(_ byte: UInt8) -> Bool {
    !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      && !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  static func isArticle(_ word: String) -> Bool {
    word == "the" || word == "a" || word == "an"
  }

  static func singular(_ word: String) -> String {
    let letters = word.utf8
    let s = UInt8(ascii: "s")
    guard letters.count > 3, letters.last == s, letters.dropLast().last != s else { return word }
    return String(decoding: letters.dropLast(), as: UTF8.self)
  }

  private enum Kind {
    case letters, kanji, katakana, divides

    init(_ character: Character) {
      guard let scalar = character.unicodeScalars.first else {
        self = .divides
        return
      }
      switch scalar.value {
      case 0x3040...0x309F: self = .divides
      case 0x30A0...0x30FF: self = .katakana
      case 0x3400...0x9FFF: self = .kanji
      default: self = character.isLetter || character.isNumber ? .letters : .divides
      }
    }
  }
}
