import Diagnostics

struct ModelLine {
  /// The line number, starting at 1.
  let number: Int
  let scalars: [Unicode.Scalar]

  static func lines(of text: String) -> [ModelLine] {
    SourceLines(text).lines.enumerated().map {
      ModelLine(number: $0.offset + 1, scalars: Array($0.element.unicodeScalars))
    }
  }

  var trimmed: Range<Int> { trim(scalars.indices) }

  /// True if the line is blank or a comment.
  var isSilent: Bool {
    let trimmed = trimmed
    return trimmed.isEmpty || scalars[trimmed.lowerBound] == "#"
  }

  /// Returns the range without leading and trailing blanks.
  func trim(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, TextOrder.isSpace(scalars[start]) { start += 1 }
    while end > start, TextOrder.isSpace(scalars[end - 1]) { end -= 1 }
    return start..<end
  }

  /// Returns the trimmed parts between separators; at least one.
  func split(_ range: Range<Int>, at separator: Unicode.Scalar) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    for index in range where scalars[index] == separator {
      parts.append(trim(start..<index))
      start = index + 1
    }
    return parts + [trim(start..<range.upperBound)]
  }

  func text(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[range]))
  }

  func span(_ range: Range<Int>) -> SourceSpan {
    SourceSpan(
      start: SourcePosition(line: number, column: range.lowerBound + 1),
      end: SourcePosition(line: number, column: range.upperBound + 1)
    )
  }

  /// Returns the index of the first occurrence of a scalar in the range.
  func index(of scalar: Unicode.Scalar, in range: Range<Int>) -> Int? {
    range.first { scalars[$0] == scalar }
  }
}

extension ModelLine {
  /// True if constraints begin at this line, judged by the line alone, as in PICT.
  ///
  /// All subsequent lines then belong to the constraints.
  var beginsConstraints: Bool {
    let line = scalars[trimmed].map(TextOrder.upper)
    return Self.beginnings.contains { WildcardPattern.matches($0, line) }
  }

  private static let beginnings = [
    "IF", "IF*[*]*", "[*]*", "(*[*]*", "IF*ISNEGATIVE", "IF*ISNEGATIVE*(*", "IF*ISPOSITIVE",
    "IF*ISPOSITIVE*(*",
  ].map { Array($0.unicodeScalars) }

  /// True if the line defines a sub-model, as in `{ … } @ 2`.
  var isSubmodel: Bool {
    let trimmed = trimmed
    return !trimmed.isEmpty && scalars[trimmed.lowerBound] == "{"
      && index(of: "}", in: trimmed) != nil
  }
}
