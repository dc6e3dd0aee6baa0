/// Normal forms of text written by people, for comparing it and for use inside a sentence.
extension String {
  /// The text on one line: line breaks and runs of spaces become one space.
  ///
  /// Leading and trailing spaces and bidirectional control characters are removed.
  package var onOneLine: String {
    if isOnOneLine { return self }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar.breaksLine {
        scalars.append(" ")
      } else if !scalar.turnsText {
        scalars.append(scalar)
      }
    }
    return String(scalars).split(separator: " ").joined(separator: " ")
  }

  /// True if `onOneLine` would change nothing, which is the common case.
  private var isOnOneLine: Bool {
    var isBehindBlank = true
    for scalar in unicodeScalars {
      guard !scalar.breaksLine, !scalar.turnsText, scalar != " " || !isBehindBlank else {
        return false
      }
      isBehindBlank = scalar == " "
    }
    return isEmpty || !isBehindBlank
  }

  /// The text with LF for every line break, including CR LF and CR.
  package var withPlainLineBreaks: String {
    guard utf8.contains(UInt8(ascii: "\r")) else { return self }
    var result = ""
    var isAfterReturn = false
    for scalar in unicodeScalars {
      if scalar == "\r" {
        result.unicodeScalars.append("\n")
      } else if !(scalar == "\n" && isAfterReturn) {
        result.unicodeScalars.append(scalar)
      }
      isAfterReturn = scalar == "\r"
    }
    return result
  }

  /// The text with single spaces for white space and none at its ends.
  package var withSingleBlanks: String {
    if utf8.allSatisfy({ $0 < 0x80 }) {
      let words = utf8.split(whereSeparator: \.isASCIIBlank).joined(separator: [0x20])
      return String(decoding: Array(words), as: UTF8.self)
    }
    return split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The text for comparing sentences: on one line, in lower case, with full-width ASCII converted to ASCII.
  package var folded: String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return onOneLine.lowercased() }
    var scalars = String.UnicodeScalarView()
    for scalar in onOneLine.unicodeScalars {
      switch scalar.value {
      case 0xFF01...0xFF5E: scalars.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
      case 0x3000: scalars.append(" ")
      default: scalars.append(scalar)
      }
    }
    return String(scalars).lowercased().onOneLine
  }

  package var capitalisedAtStart: String { prefix(1).uppercased() + dropFirst() }

  package var withoutFullStop: String {
    var text = Substring(self)
    while let last = text.last, "。．. ".contains(last) { text.removeLast() }
    return String(text)
  }

  /// True if all brackets are closed in order.
  package var hasBalancedBrackets: Bool {
    let closing: [Character: Character] = ["(": ")", "（": "）", "[": "]", "［": "］", "【": "】"]
    var expected: [Character] = []
    for character in self {
      if let end = closing[character] {
        expected.append(end)
      } else if ")）]］】".contains(character), expected.popLast() != character {
        return false
      }
    }
    return expected.isEmpty
  }

  /// The text for comparing names: in one width and case, without white space.
  package var asName: String {
    if utf8.allSatisfy({ $0 < 0x80 }) {
      let plain = utf8.filter { !$0.isASCIIBlank }
        .map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
      return String(decoding: plain, as: UTF8.self)
    }
    return CompatibilityForms.plain(self).lowercased().filter { !$0.isWhitespace }
  }
}

/// A text without anything that affects its appearance rather than its meaning.
///
/// Full-width letters and digits become ASCII and half-width kana full-width, as in NFKC; white space, quotes, brackets and sentence
/// punctuation are removed. A point or comma before a digit is kept, as are `-`, `%`, `/` and all other signs: "-1" and "1" differ, as do
/// "1.5" and "15". A text that consists only of removable characters is kept as it is.
package struct FoldedText: Hashable {
  private let text: String

  package init(_ original: String) {
    let scalars = Array(original.unicodeScalars.map(CompatibilityForms.inOneWidth))
    var folded = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      if !Self.isLookOnly(scalar, before: next) { folded.append(scalar) }
    }
    text = folded.isEmpty ? original : String(folded)
  }

  private static func isLookOnly(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    if scalar.properties.isWhitespace || scalar == "\"" || scalar == "'" { return true }
    switch scalar.properties.generalCategory {
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation: return true
    default: break
    }
    guard ".,;:!?。、・…".unicodeScalars.contains(scalar) else { return false }
    return next?.properties.numericType == nil
  }
}

/// Returns a number with an English noun, whose plural must be regular: `1 spec`, `3 specs`.
package func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}

extension StringProtocol {
  /// The text without leading and trailing white space.
  package var trimmed: String {
    guard first?.isWhitespace == true || last?.isWhitespace == true else { return String(self) }
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension String {
  /// Returns the text with each of some scalars replaced by a space.
  package func blanking(_ signs: Set<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(unicodeScalars.map { signs.contains($0) ? " " : $0 }))
  }

  /// Returns the text with some scalars replaced, even if they carry a combining mark.
  package func escaping(_ escapes: [Unicode.Scalar: String]) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if let escape = escapes[scalar] {
        text += escape
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Replaces as the standard library does, but byte by byte if both texts are ASCII.
  package func replacing(_ old: String, with new: String) -> String {
    let isPlain = utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D } && old.utf8.allSatisfy { $0 < 0x80 }
    return isPlain && !old.isEmpty
      ? replacingBytes(old, with: new) : replacing(Substring(old), with: Substring(new))
  }

  /// Returns the text with every occurrence of the bytes of `old`, which is not empty, replaced.
  package func replacingBytes(_ old: String, with new: String) -> String {
    guard holds(old) else { return self }
    let (whole, part) = (Array(utf8), Array(old.utf8))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(whole.count)
    var place = 0
    while place < whole.count {
      if whole[place] == part[0], whole[place...].starts(with: part) {
        bytes += new.utf8
        place += part.count
      } else {
        bytes.append(whole[place])
        place += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// True if the text contains another one as a byte sequence; much faster than the standard library's search by characters.
  package func holds(_ part: String) -> Bool {
    let found = unsafe utf8.withContiguousStorageIfAvailable { whole in
      unsafe part.utf8.withContiguousStorageIfAvailable { part in
        guard let first = unsafe part.first else { return true }
        var start = 0
        while start + part.count <= whole.count {
          if unsafe whole[start] == first {
            var length = 1
            while unsafe length < part.count && whole[start + length] == part[length] {
              length += 1
            }
            if length == part.count { return true }
          }
          start += 1
        }
        return false
      }
    }
    return (found ?? nil) ?? contains(part)
  }
}

extension Dictionary {
  /// Creates a dictionary in which the first of several pairs with the same key wins.
  package init(firstOf pairs: some Sequence<(Key, Value)>) {
    self.init(pairs, uniquingKeysWith: { first, _ in first })
  }
}

extension Sequence where Element: Hashable {
  /// The distinct elements in order of first occurrence.
  package var withoutRepetitions: [Element] { gathered(by: \.self).map { $0[0] } }
}

extension Sequence {
  /// Groups the elements by key, in order of each key's first occurrence.
  package func gathered<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
    var groups: [[Element]] = []
    var places: [Key: Int] = [:]
    for element in self {
      let key = key(element)
      if let place = places[key] {
        groups[place].append(element)
      } else {
        places[key] = groups.count
        groups.append([element])
      }
    }
    return groups
  }
}

extension Int {
  /// The number of a choice as shown to readers: ① to ⑳, then (21).
  package var asChoice: String {
    let circled = (1...20).contains(self) ? Unicode.Scalar(0x245F + UInt32(self)) : nil
    return circled.map { String($0) } ?? "(\(self))"
  }
}

extension Unicode.Scalar {
  /// True for control characters and line and paragraph separators.
  fileprivate var breaksLine: Bool {
    value < 0x20 || (0x7F...0x9F).contains(value) || value == 0x2028 || value == 0x2029
  }

  /// True for bidirectional control characters.
  fileprivate var turnsText: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension UInt8 {
  /// True for ASCII white space: the fast path for ASCII texts, such as cells of many megabytes, needs no Unicode tables.
  fileprivate var isASCIIBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
