import Diagnostics

/// A text as libyaml is given it: what JSON allows and libyaml refuses stands rewritten at the same length.
///
/// libyaml rejects two things of JSON: characters beyond U+FFFF written as two escapes (`"\ud83d\ude00"`), and
/// tabs before the bracket that begins the text. Because nothing changes its length, all marks stay right.
struct ParserInput {
  private(set) var text: SourceText

  private struct Pair {
    var place: Int
    var meaning: Unicode.Scalar
    var written: String
  }

  private var pairs: [Pair] = []
  /// The stand-in for half a pair: a private character that the text does not have, written and meant.
  private var halfWritten = ""
  private var half: Unicode.Scalar = "\u{E000}"

  init(_ original: SourceText) {
    text = original
    blankLeadingTabs()
    replacePairs()
  }

  func restored(_ event: YAMLEvent) -> YAMLEvent {
    guard !pairs.isEmpty, case .scalar(var scalar) = event.kind else { return event }
    let first = pairs.partitioningIndex { $0.place >= event.range.lowerBound }
    let inside = pairs[first...].prefix { $0.place < event.range.upperBound }
    guard !inside.isEmpty else { return event }
    let isEscape = scalar.style == .doubleQuoted
    let halves = isEscape ? [half, half] : Array((halfWritten + halfWritten).unicodeScalars)
    var restored = String.UnicodeScalarView()
    var rest = Array(scalar.text.unicodeScalars)[...]
    for pair in inside {
      while !rest.isEmpty, !rest.starts(with: halves) { restored.append(rest.removeFirst()) }
      rest = rest.dropFirst(halves.count)
      if isEscape {
        restored.append(pair.meaning)
      } else {
        restored.append(contentsOf: pair.written.unicodeScalars)
      }
    }
    restored.append(contentsOf: rest)
    scalar.text = String(restored)
    var event = event
    event.kind = .scalar(scalar)
    return event
  }

  private mutating func blankLeadingTabs() {
    let content = text.scalars.prefix { $0.isYAMLWhiteSpace }.count
    guard text[content] == "{" || text[content] == "[" else { return }
    for index in 0..<content where text[index] == "\t" { text.replace(at: index, with: " ") }
  }

  private mutating func replacePairs() {
    var used: Set<UInt32> = []
    var index = 0
    while let scalar = text[index] {
      if (0xE000...0xF8FF).contains(scalar.value) { used.insert(scalar.value) }
      guard scalar == "\\" else {
        index += 1
        continue
      }
      // Two backslashes stand for one: only the last of an odd number begins an escape.
      if text[index + 1] == "\\" {
        index += 2
        continue
      }
      if let code = escape(at: index) {
        if let low = escape(at: index + 6), let meaning = Self.scalar(high: code, low: low) {
          let written = text[index..<index + 12]
          pairs.append(Pair(place: index, meaning: meaning, written: written))
          index += 12
          continue
        }
        used.insert(code)
      } else if text[index + 1] == "U", let code = UInt32(text[index + 2..<index + 10], radix: 16) {
        used.insert(code)
      }
      index += 2
    }
    guard !pairs.isEmpty else { return }
    let free = (0xE000...0xF8FF as ClosedRange<UInt32>).first { !used.contains($0) }
    guard let free, let scalar = Unicode.Scalar(free) else {
      pairs = []
      return
    }
    half = scalar
    halfWritten = "\\u" + String(free, radix: 16)
    for pair in pairs {
      for (offset, scalar) in (halfWritten + halfWritten).unicodeScalars.enumerated() {
        text.replace(at: pair.place + offset, with: scalar)
      }
    }
  }

  /// The code of an escape `\uXXXX` that begins at the index.
  private func escape(at index: Int) -> UInt32? {
    guard text[index] == "\\", text[index + 1] == "u" else { return nil }
    let digits = text[index + 2..<index + 6]
    guard digits.utf8.count == 4, digits.first != "+" else { return nil }
    return UInt32(digits, radix: 16)
  }

  /// The character that the halves of a surrogate pair stand for.
  private static func scalar(high: UInt32, low: UInt32) -> Unicode.Scalar? {
    guard (0xD800..<0xDC00).contains(high), (0xDC00..<0xE000).contains(low) else { return nil }
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
  }
}
