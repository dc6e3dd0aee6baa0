/// The lines of a text, broken at LF, CR LF and CR.
package struct SourceLines: Sendable {
  /// The lines without their breaks and without a byte-order mark; an empty text has one empty line.
  package private(set) var lines: [Substring]

  /// Breaks the text into lines in one pass, O(length).
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
  }

  /// The line with that number from 1, or `nil` where the text has none.
  package subscript(number: Int) -> Substring? {
    lines.indices.contains(number - 1) ? lines[number - 1] : nil
  }
}
