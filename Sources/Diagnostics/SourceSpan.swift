/// A stretch of text from `start` up to but not including `end`.
package struct SourceSpan: Hashable, Sendable {
  package var start: SourcePosition
  package var end: SourcePosition

  package init(start: SourcePosition, end: SourcePosition) {
    self.start = start
    self.end = end
  }

  /// The first place of a text, for what concerns a whole file.
  package static let fileStart = SourceSpan(
    start: SourcePosition(line: 1, column: 1),
    end: SourcePosition(line: 1, column: 1)
  )
}
