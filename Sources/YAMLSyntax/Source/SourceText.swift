import Diagnostics

/// A text by its Unicode scalars, with the places of its lines: what libyaml's marks point into.
struct SourceText: Sendable {
  private(set) var scalars: [Unicode.Scalar]
  /// Where each line begins, as an index of `scalars`; lines end at LF, CR LF and CR.
  private let lineStarts: [Int]

  /// Takes the text apart in one pass; a byte-order mark at its beginning is left out.
  init(_ text: String) {
    var scalars = Array(text.unicodeScalars)
    if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
    var starts = [0]
    for index in scalars.indices {
      switch scalars[index] {
      case "\n": starts.append(index + 1)
      case "\r" where index + 1 == scalars.count || scalars[index + 1] != "\n":
        starts.append(index + 1)
      default: break
      }
    }
    self.scalars = scalars
    lineStarts = starts
  }

  mutating func replace(at index: Int, with scalar: Unicode.Scalar) { scalars[index] = scalar }

  /// Takes a text out without moving anything.
  mutating func blank(_ range: Range<Int>) {
    for index in range where scalars[index] != "\n" && scalars[index] != "\r" {
      scalars[index] = " "
    }
  }

  /// The text with a blank in the place of each tab.
  var withBlanksForTabs: SourceText {
    var text = self
    for index in scalars.indices where scalars[index] == "\t" { text.scalars[index] = " " }
    return text
  }

  /// Makes a text plain to YAML without moving anything: signs of its own give way to others that look like them.
  ///
  /// - Returns: True if anything has changed.
  mutating func makePlain(_ range: Range<Int>) -> Bool {
    let quotes: [Unicode.Scalar: Unicode.Scalar] = ["\"": "”", "'": "’"]
    let brackets: [Unicode.Scalar: Unicode.Scalar] = ["[": "［", "]": "］", "{": "｛", "}": "｝"]
    let before = scalars[range]
    let isBracketed = before.first.map { brackets[$0] != nil } ?? false
    for index in range {
      let scalar = scalars[index]
      let isAtEnd = index + 1 >= range.upperBound || scalars[index + 1].isYAMLWhiteSpace
      if scalar == ":", isAtEnd {
        scalars[index] = "："
      } else if index == range.lowerBound, "@`%&*!|>?".unicodeScalars.contains(scalar) {
        scalars[index] = "＊"
      } else {
        scalars[index] = quotes[scalar] ?? (isBracketed ? brackets[scalar] : nil) ?? scalar
      }
    }
    return scalars[range] != before
  }

  subscript(index: Int) -> Unicode.Scalar? {
    scalars.indices.contains(index) ? scalars[index] : nil
  }

  subscript(range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[range.clamped(to: 0..<scalars.count)])
    return String(text)
  }

  func position(at index: Int) -> SourcePosition {
    let line = lineNumber(at: index)
    return SourcePosition(line: line + 1, column: index - lineStarts[line] + 1)
  }

  /// The index of the scalar at a place that `position(at:)` gave.
  func index(of position: SourcePosition) -> Int {
    lineStarts[min(position.line, lineStarts.count) - 1] + position.column - 1
  }

  func span(_ range: Range<Int>) -> SourceSpan {
    SourceSpan(start: position(at: range.lowerBound), end: position(at: range.upperBound))
  }

  /// The scalars of each line, without its break.
  var lines: [Range<Int>] { lineStarts.map(line(at:)) }

  /// The scalars of the line in which the index lies, without its break.
  func line(at index: Int) -> Range<Int> {
    let line = lineNumber(at: index)
    let start = lineStarts[line]
    var end = line + 1 < lineStarts.count ? lineStarts[line + 1] : scalars.count
    while end > start, scalars[end - 1] == "\n" || scalars[end - 1] == "\r" { end -= 1 }
    return start..<end
  }

  /// The line before the one in which the index lies that has more than blanks and comments, or `nil`.
  func contentLine(before index: Int) -> Range<Int>? {
    var start = line(at: index).lowerBound
    while start > 0 {
      let line = line(at: start - 1)
      let content = firstContent(in: line)
      if content < line.upperBound, scalars[content] != "#" { return line }
      start = line.lowerBound
    }
    return nil
  }

  /// The first scalar in the range that is neither blank nor tab, or the range's end.
  func firstContent(in range: Range<Int>) -> Int {
    range.first { scalars[$0] != " " && scalars[$0] != "\t" } ?? range.upperBound
  }

  /// The end of the range without the white space and line breaks at its end.
  func contentEnd(of range: Range<Int>) -> Int {
    var end = min(range.upperBound, scalars.count)
    while end > range.lowerBound, scalars[end - 1].isYAMLWhiteSpace { end -= 1 }
    return end
  }

  /// The comment of the line behind the place, and nothing else between, if a letter or a digit follows its `#`.
  func wordsOfComment(behind place: Int) -> Range<Int>? {
    let line = line(at: place)
    let sign = firstContent(in: place..<max(place, line.upperBound))
    guard sign > place, self[sign] == "#", let next = self[sign + 1]?.properties,
      next.isAlphabetic || next.numericType != nil
    else { return nil }
    return sign..<contentEnd(of: sign..<line.upperBound)
  }

  private func lineNumber(at index: Int) -> Int {
    max(0, lineStarts.partitioningIndex { $0 > index } - 1)
  }
}

extension Unicode.Scalar {
  /// True if YAML takes the scalar for a blank, a tab or a line break.
  var isYAMLWhiteSpace: Bool { self == " " || self == "\t" || self == "\n" || self == "\r" }
}

/// Limits of a YAML text, so that none can exhaust memory, stack or time.
package enum SyntaxLimits {
  /// The bytes of a file: 4 MiB.
  package static let bytes = 4 << 20
  /// How deep lists and mappings may stand in each other, aliases expanded.
  package static let depth = 64
  /// The nodes that the aliases of a document stand for, all together.
  static let expandedNodes = 100_000
  /// The mistakes of one file that are listed.
  package static let mistakes = 100
  /// The texts that are read as if they were quoted; each costs another reading.
  static let unquotedTexts = 20
}
