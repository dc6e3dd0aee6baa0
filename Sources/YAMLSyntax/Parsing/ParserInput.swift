import Diagnostics

/// A text prepared for libyaml: JSON that libyaml rejects is rewritten, and indenting tabs may be replaced by spaces.
///
/// libyaml rejects two constructs of JSON: characters beyond U+FFFF written as two escapes (`"\ud83d\ude00"`), and tabs before the bracket
/// that begins the text. These are rewritten at the same length; for tabs, positions are mapped back.
struct ParserInput {
  private(set) var text: SourceText

  private struct Pair {
    var place: Int
    var meaning: Unicode.Scalar
    var written: String
  }

  private var pairs: [Pair] = []
  /// The placeholder for half of a surrogate pair: the escape and the scalar of a private-use character not in the text.
  private var halfWritten = ""
  private var half: Unicode.Scalar = "\u{E000}"

  /// The original index of each scalar; empty if the indices are unchanged.
  private var origins: [Int] = []

  init(_ original: SourceText, tabWidth: Int? = nil) {
    text = original
    blankLeadingTabs()
    replacePairs()
    if let tabWidth { widenTabs(tabWidth) }
  }

  /// Returns the number of spaces per indenting tab with which most of the text can be parsed.
  static func tabWidth(in text: SourceText) -> Int {
    func reach(_ width: Int) -> Int {
      let input = ParserInput(text, tabWidth: width)
      var parser = YAMLEventParser(input.text)
      do {
        while try parser.next() != nil {}
        return .max
      } catch {
        return input.restored(error).place
      }
    }
    return [2, 4, 8].map { ($0, reach($0)) }.max { $0.1 < $1.1 }?.0 ?? 2
  }

  private mutating func widenTabs(_ width: Int) {
    var wide = String.UnicodeScalarView()
    var indents = true
    for (place, scalar) in text.scalars.enumerated() {
      let isTab = scalar == "\t" && indents
      for _ in 0..<(isTab ? width : 1) {
        wide.append(isTab ? " " : scalar)
        origins.append(place)
      }
      indents = scalar.isYAMLWhiteSpace && (scalar != " " && scalar != "\t" || indents)
    }
    origins.append(text.scalars.count)
    text = SourceText(String(wide))
  }

  private func origin(_ place: Int) -> Int {
    origins.isEmpty ? place : origins[min(place, origins.count - 1)]
  }

  func restored(_ problem: YAMLProblem) -> YAMLProblem {
    var problem = problem
    problem.place = origin(problem.place)
    problem.contextPlace = problem.contextPlace.map(origin)
    return problem
  }

  func restored(_ event: YAMLEvent) -> YAMLEvent {
    var event = event
    event.range = origin(event.range.lowerBound)..<origin(event.range.upperBound)
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
      // Two backslashes are an escaped backslash: only the last of an odd number begins an escape.
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

  /// Returns the code of an escape `\uXXXX` that begins at the index.
  private func escape(at index: Int) -> UInt32? {
    guard text[index] == "\\", text[index + 1] == "u" else { return nil }
    let digits = text[index + 2..<index + 6]
    guard digits.utf8.count == 4, digits.first != "+" else { return nil }
    return UInt32(digits, radix: 16)
  }

  /// Returns the scalar that a surrogate pair encodes.
  private static func scalar(high: UInt32, low: UInt32) -> Unicode.Scalar? {
    guard (0xD800..<0xDC00).contains(high), (0xDC00..<0xE000).contains(low) else { return nil }
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
  }
}
