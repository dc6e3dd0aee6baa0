package import Diagnostics
import Reporting
package import Text

/// The units in which an editor counts characters in a line.
package enum PositionEncoding: String, CaseIterable, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  func length(_ text: Substring) -> Int {
    text.unicodeScalars.reduce(0) { $0 + length($1) }
  }

  func length(_ scalar: Unicode.Scalar) -> Int {
    switch self {
    case .utf8: UTF8.width(scalar)
    case .utf16: UTF16.width(scalar)
    case .utf32: 1
    }
  }
}

/// The text of an open file as the editor has it.
package struct EditedText: Sendable {
  package private(set) var text: String
  /// The lines without their line breaks, the first one including a byte-order mark.
  package private(set) var lines: [Substring]
  /// True if the text begins with a byte-order mark, which editors count but source positions do not.
  private let isMarked: Bool

  package init(_ text: String) {
    self.text = text
    isMarked = text.unicodeScalars.first == "\u{FEFF}"
    lines = SourceLines(text).lines
    if isMarked, let first = lines.first { lines[0] = text[text.startIndex..<first.endIndex] }
  }

  /// The text without a byte-order mark.
  package var unmarked: String { isMarked ? String(text.unicodeScalars.dropFirst()) : text }

  /// Returns the line with a number from 1, without a byte-order mark, or an empty text after the end.
  package func line(_ number: Int) -> Substring {
    guard lines.indices.contains(number - 1) else { return "" }
    let line = lines[number - 1]
    return isMarked && number == 1
      ? line[line.unicodeScalars.index(after: line.startIndex)...] : line
  }

  /// The id of the spec if it is on a line of its own, or `nil` if only the whole text can tell.
  var plainID: String? {
    let line = lines.first { $0.hasPrefix("id:") }
    let id = line.map { $0.dropFirst(3).prefix { $0 != "#" }.trimmed }
    let isPlain = id?.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) } ?? false
    return isPlain && id != "" ? id : nil
  }

  // MARK: From the editor

  /// Replaces a range, or the whole text if the change has none.
  package mutating func apply(_ change: JSONValue, _ encoding: PositionEncoding) {
    guard let new = change["text"]?.string else { return }
    guard let range = change["range"], let start = range["start"], let end = range["end"] else {
      self = EditedText(new)
      return
    }
    let first = index(of: start, encoding)
    let last = max(first, index(of: end, encoding))
    self = EditedText(String(text[..<first]) + new + String(text[last...]))
  }

  /// Returns the source position for an editor's position, limited to the ends of the line and the text.
  package func place(of position: JSONValue, _ encoding: PositionEncoding) -> SourcePosition {
    let line = max(0, position["line"]?.integer ?? 0)
    guard line < lines.count else {
      let last = self.line(lines.count)
      return SourcePosition(line: lines.count, column: last.unicodeScalars.count + 1)
    }
    let before = lines[line][..<index(of: position, encoding)].unicodeScalars.count
    let mark = isMarked && line == 0 ? 1 : 0
    return SourcePosition(line: line + 1, column: max(0, before - mark) + 1)
  }

  private func index(of position: JSONValue, _ encoding: PositionEncoding) -> String.Index {
    let line = max(0, position["line"]?.integer ?? 0)
    guard line < lines.count else { return text.endIndex }
    var left = position["character"]?.integer ?? 0
    let scalars = lines[line].unicodeScalars
    var index = scalars.startIndex
    // A position within a scalar counts as before it.
    while index < scalars.endIndex {
      left -= encoding.length(scalars[index])
      if left < 0 { break }
      index = scalars.index(after: index)
    }
    return index
  }

  // MARK: To the editor

  package func range(_ span: SourceSpan, _ encoding: PositionEncoding) -> JSONValue {
    ["start": position(span.start, encoding), "end": position(span.end, encoding)]
  }

  package func position(_ place: SourcePosition, _ encoding: PositionEncoding) -> JSONValue {
    guard lines.indices.contains(place.line - 1) else {
      let last = lines.count - 1
      return ["line": .integer(last), "character": .integer(encoding.length(lines[last]))]
    }
    let line = lines[place.line - 1]
    let mark = isMarked && place.line == 1 ? 1 : 0
    let scalars = line.unicodeScalars
    let end =
      scalars.index(
        scalars.startIndex,
        offsetBy: place.column - 1 + mark,
        limitedBy: scalars.endIndex
      ) ?? scalars.endIndex
    return [
      "line": .integer(place.line - 1),
      "character": .integer(encoding.length(line[..<end])),
    ]
  }

  /// Returns the word around a position, delimited by whitespace and punctuation.
  package func word(at place: SourcePosition) -> (text: String, span: SourceSpan) {
    let scalars = Array(line(place.line).unicodeScalars)
    var (start, end) = (min(place.column - 1, scalars.count), min(place.column - 1, scalars.count))
    func isPart(_ scalar: Unicode.Scalar) -> Bool {
      !scalar.properties.isWhitespace && !",:{}[]\"'/、，#".unicodeScalars.contains(scalar)
    }
    while start > 0, isPart(scalars[start - 1]) { start -= 1 }
    while end < scalars.count, isPart(scalars[end]) { end += 1 }
    return (
      String(String.UnicodeScalarView(scalars[start..<end])),
      SourceSpan(
        start: SourcePosition(line: place.line, column: start + 1),
        end: SourcePosition(line: place.line, column: end + 1)
      )
    )
  }

  package func text(in span: SourceSpan) -> String {
    let encoding = PositionEncoding.utf32
    let start = index(of: position(span.start, encoding), encoding)
    let end = index(of: position(span.end, encoding), encoding)
    return start < end ? String(text[start..<end]) : ""
  }

  /// Returns the edits that turn the text into another one, replacing whole lines and keeping common ones.
  package func edits(to new: String, _ encoding: PositionEncoding) -> [JSONValue] {
    guard !new.utf8.elementsEqual(text.utf8) else { return [] }
    let (old, other) = (Self.pieces(of: text), Self.pieces(of: new))
    // Bytes are compared, since canonically equivalent texts differ in a file.
    let head = zip(old, other).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let tail = zip(old.dropFirst(head).reversed(), other.dropFirst(head).reversed())
      .prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let span = SourceSpan(
      start: SourcePosition(line: head + 1, column: 1),
      end: SourcePosition(line: old.count - tail + 1, column: 1)
    )
    let inserted = other[head..<other.count - tail].joined()
    var edit: JSONValue = ["range": range(span, encoding), "newText": .string(inserted)]
    // A byte-order mark is part of the first line.
    if head == 0, isMarked {
      edit = [
        "range": ["start": ["line": 0, "character": 0], "end": position(span.end, encoding)],
        "newText": .string(inserted),
      ]
    }
    return [edit]
  }

  /// Returns the lines of a text including their line breaks.
  private static func pieces(of text: String) -> [Substring] {
    let lines = EditedText(text).lines
    return lines.indices.map { number in
      let end = number + 1 < lines.count ? lines[number + 1].startIndex : text.endIndex
      return text[lines[number].startIndex..<end]
    }
  }
}

/// The URIs by which editors identify files.
enum FileAddress {
  /// Returns the path of a `file:` URI, or `nil` for any other.
  static func path(_ uri: String) -> String? {
    guard uri.hasPrefix("file://") else { return nil }
    let rest = uri.dropFirst(7)
    guard let slash = rest.firstIndex(of: "/"), ["", "localhost"].contains(rest[..<slash]) else {
      return nil
    }
    var bytes: [UInt8] = []
    var left = rest[slash...].utf8
    while let byte = left.popFirst() {
      let digits = left.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        left = left.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  static func uri(_ path: String) -> String { ReportPath.uri(path) }
}
