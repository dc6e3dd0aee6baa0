/// A stretch of a text and what takes its place.
struct TextEdit {
  /// Indices of the text's scalars.
  var range: Range<Int>
  var replacement: String

  init(_ range: Range<Int>, _ replacement: String) {
    self.range = range
    self.replacement = replacement
  }

  /// Puts something in.
  init(at index: Int, _ insertion: String) {
    self.init(index..<index, insertion)
  }
}

extension SourceText {
  /// The text with all edits made, of several at one place in their order; they must not overlap.
  func applying(_ edits: [TextEdit]) -> String? {
    var result = ""
    var index = 0
    let ordered = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }
    for (_, edit) in ordered {
      guard edit.range.lowerBound >= index else { return nil }
      result += self[index..<edit.range.lowerBound] + edit.replacement
      index = edit.range.upperBound
    }
    return result + self[index..<scalars.count]
  }
}
