import Diagnostics

/// A text as Unicode scalars, indexed like libyaml's marks, with its lines.
struct SourceText: Sendable {
  private(set) var scalars: [Unicode.Scalar]
  /// The index in `scalars` of the beginning of each line; lines end at LF, CR LF or CR.
  private let lineStarts: [Int]

  /// Splits the text into scalars and lines, dropping a byte-order mark at the beginning.
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

  /// Replaces a range by spaces, keeping line breaks and all indices.
  mutating func blank(_ range: Range<Int>) {
    for index in range where scalars[index] != "\n" && scalars[index] != "\r" {
      scalars[index] = " "
    }
  }

  /// The text with each tab replaced by a space.
  var withBlanksForTabs: SourceText {
    var text = self
    for index in scalars.indices where scalars[index] == "\t" { text.scalars[index] = " " }
    return text
  }

  /// Makes a range a plain scalar without changing indices, replacing YAML's indicators by similar characters.
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

  /// Returns the index of a position returned by `position(at:)`.
  func index(of position: SourcePosition) -> Int {
    lineStarts[min(position.line, lineStarts.count) - 1] + position.column - 1
  }

  func span(_ range: Range<Int>) -> SourceSpan {
    SourceSpan(start: position(at: range.lowerBound), end: position(at: range.upperBound))
  }

  /// The range of each line, without its line break.
  var lines: [Range<Int>] { lineStarts.map(line(at:)) }

  /// Returns the range of the line that contains the index, without its line break.
  func line(at index: Int) -> Range<Int> {
    let line = lineNumber(at: index)
    let start = lineStarts[line]
    var end = line + 1 < lineStarts.count ? lineStarts[line + 1] : scalars.count
    while end > start, scalars[end - 1] == "\n" || scalars[end - 1] == "\r" { end -= 1 }
    return start..<end
  }

  /// Returns the nearest line before that of the index that is neither blank nor a comment, or `nil`.
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

  /// Returns the index of the first scalar in the range that is neither space nor tab, or the range's end.
  func firstContent(in range: Range<Int>) -> Int {
    range.first { scalars[$0] != " " && scalars[$0] != "\t" } ?? range.upperBound
  }

  /// Returns the end of the range without trailing white space and line breaks.
  func contentEnd(of range: Range<Int>) -> Int {
    var end = min(range.upperBound, scalars.count)
    while end > range.lowerBound, scalars[end - 1].isYAMLWhiteSpace { end -= 1 }
    return end
  }

  /// Returns the comment that follows an index on its line if a letter or digit directly follows its `#`.
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
  /// True if the scalar is a space, a tab or a line break.
  var isYAMLWhiteSpace: Bool { self == " " || self == "\t" || self == "\n" || self == "\r" }
}

/// Limits of a YAML text, so that none can exhaust memory, stack or time.
package enum SyntaxLimits {
  /// The maximum size of a file in bytes: 4 MiB.
  package static let bytes = 4 << 20
  /// The maximum nesting depth of lists and mappings, with aliases expanded.
  package static let depth = 64
  /// The maximum number of nodes to which the aliases of a document expand.
  static let expandedNodes = 100_000
  /// The maximum number of mistakes listed for one file.
  package static let mistakes = 100
  /// The maximum number of texts read as if they were quoted; each takes another pass of the parser.
  static let unquotedTexts = 20
}
