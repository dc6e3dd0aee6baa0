/// What people write, in the forms in which it is compared and in which it stands inside a sentence.
extension String {
  /// The text as it can stand inside a sentence: line breaks and runs of blanks become one blank; blanks at the ends and characters
  /// that turn the direction of the text around them go.
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

  /// True if nothing has to be changed: so it is with most texts, and sheets have many.
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

  /// The text with LF for every line break: CR LF and CR become one.
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

  /// The text with single blanks for white space, and none at its ends.
  package var withSingleBlanks: String {
    if utf8.allSatisfy({ $0 < 0x80 }) {
      let words = utf8.split(whereSeparator: \.isASCIIBlank).joined(separator: [0x20])
      return String(decoding: Array(words), as: UTF8.self)
    }
    return split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The text for comparing sentences: on one line, in lower case, full-width letters and signs as half-width ones.
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

  /// True if every bracket is closed, in order.
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

  /// The text for comparing names: in one width and case, without blanks.
  package var asName: String {
    if utf8.allSatisfy({ $0 < 0x80 }) {
      let plain = utf8.filter { !$0.isASCIIBlank }
        .map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
      return String(decoding: plain, as: UTF8.self)
    }
    return CompatibilityForms.plain(self).lowercased().filter { !$0.isWhitespace }
  }
}

/// A text with everything taken away that changes how it looks and not what it says.
///
/// Full-width letters and digits become narrow and half-width kana wide, as NFKC does; blanks, quotes, brackets and the signs that end or
/// divide sentences go. A point or a comma before a digit stays, and so do `-`, `%`, `/` and all other signs: "-1" and "1" differ, as do
/// "1.5" and "15". Of a text that is nothing but such signs everything stays.
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

/// `1 spec`, `3 specs`: a number and an English noun with a regular plural.
package func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}

extension StringProtocol {
  /// The text without white space at its ends.
  package var trimmed: String {
    guard first?.isWhitespace == true || last?.isWhitespace == true else { return String(self) }
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension String {
  /// The text with a blank in place of each of some signs.
  package func blanking(_ signs: Set<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(unicodeScalars.map { signs.contains($0) ? " " : $0 }))
  }

  /// True if a text stands in this one, byte for byte: what the standard library finds character by character, in a fraction of the time.
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
  /// The first of several pairs with one key counts.
  package init(firstOf pairs: some Sequence<(Key, Value)>) {
    self.init(pairs, uniquingKeysWith: { first, _ in first })
  }
}

extension Sequence where Element: Hashable {
  /// The elements, each where it occurs first.
  package var withoutRepetitions: [Element] { gathered(by: \.self).map { $0[0] } }
}

extension Sequence {
  /// The elements that have the same key, in the order of the first ones.
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
  /// The number of a choice as a reader sees it: ① to ⑳, then (21).
  package var asChoice: String {
    let circled = (1...20).contains(self) ? Unicode.Scalar(0x245F + UInt32(self)) : nil
    return circled.map { String($0) } ?? "(\(self))"
  }
}

extension Unicode.Scalar {
  /// True for controls and for line and paragraph separators.
  fileprivate var breaksLine: Bool {
    value < 0x20 || (0x7F...0x9F).contains(value) || value == 0x2028 || value == 0x2029
  }

  /// True for bidi controls.
  fileprivate var turnsText: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension UInt8 {
  /// True if it is white space of ASCII: texts of ASCII alone need no tables, and may be a cell of many megabytes.
  fileprivate var isASCIIBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
