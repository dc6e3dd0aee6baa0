package struct SourceFile: Sendable {
  /// The path as shown, `<stdin>` for standard input.
  package var path: String
  /// The content without a byte-order mark.
  package var text: String

  package init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}

/// The lines of a text, which end at LF, CR LF or CR.
package struct SourceLines: Sendable {
  /// The lines without line breaks and byte-order mark; an empty text has one empty line.
  package private(set) var lines: [Substring]
  /// The scalars of long lines by line number: a minified file is one line of megabytes, which may contain many marks.
  private var longLines: [Int: LineScalars] = [:]

  /// Splits the text into lines in one pass.
  package init(_ text: String) {
    lines = []
    let bytes = text.utf8
    var start = bytes.startIndex
    if let first = text.unicodeScalars.first, first == "\u{FEFF}" {
      start = text.unicodeScalars.index(after: start)
    }
    var index = start
    while index < bytes.endIndex {
      let byte = bytes[index]
      let next = bytes.index(after: index)
      guard byte == 0x0A || byte == 0x0D else {
        index = next
        continue
      }
      lines.append(text[start..<index])
      let isPair = byte == 0x0D && next < bytes.endIndex && bytes[next] == 0x0A
      start = isPair ? bytes.index(after: next) : next
      index = start
    }
    lines.append(text[start...])
    for (index, line) in lines.enumerated() where line.utf8.count > LineScalars.step * 4 {
      longLines[index + 1] = LineScalars(line)
    }
  }

  /// The line with a number, starting at 1, or `nil` if there is none.
  package subscript(number: Int) -> Substring? {
    lines.indices.contains(number - 1) ? lines[number - 1] : nil
  }

  /// Returns the scalars of the line with a number, or `nil` if there is none; long lines were indexed in advance.
  func scalars(ofLine number: Int) -> LineScalars? {
    longLines[number] ?? self[number].map(LineScalars.init)
  }
}

/// The Unicode scalars of a line, with fast random access.
struct LineScalars: Sendable {
  /// The number of scalars between two stored indices.
  static let step = 1_024

  let text: Substring
  let count: Int
  /// The index of every `step`th scalar.
  private let places: [String.Index]

  /// Indexes the line in one pass.
  init(_ text: Substring) {
    var count = 0
    var places: [String.Index] = []
    for place in text.unicodeScalars.indices {
      if count.isMultiple(of: Self.step) { places.append(place) }
      count += 1
    }
    self.text = text
    self.count = count
    self.places = places
  }

  /// The text of a range of scalars, which must be within the line.
  subscript(range: Range<Int>) -> Substring {
    text[place(range.lowerBound)..<place(range.upperBound)]
  }

  private func place(_ number: Int) -> String.Index {
    guard number < count else { return text.endIndex }
    return text.unicodeScalars.index(places[number / Self.step], offsetBy: number % Self.step)
  }
}

/// A position between two Unicode scalars of a text.
///
/// Lines and columns count from 1; columns count Unicode scalars, like libyaml's marks and SARIF's `unicodeCodePoints`.
package struct SourcePosition: Hashable, Comparable, Sendable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A range of text from `start` up to but not including `end`.
package struct SourceSpan: Hashable, Sendable {
  package var start: SourcePosition
  /// The position after the last scalar.
  package var end: SourcePosition

  package init(start: SourcePosition, end: SourcePosition) {
    self.start = start
    self.end = end
  }

  /// The empty span at the beginning of a text, for messages that concern a whole file.
  package static let fileStart = SourceSpan(
    start: SourcePosition(line: 1, column: 1),
    end: SourcePosition(line: 1, column: 1)
  )
}
