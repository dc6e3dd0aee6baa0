extension Sequence<Diagnostic> {
  /// The diagnostics in the order of their places, then of their codes and messages.
  ///
  /// What concerns a whole file comes first. The order does not depend on the order in which mistakes were found,
  /// except between diagnostics that are the same in place, code and message.
  package func sortedByPlace() -> [Diagnostic] {
    sorted { left, right in
      let (leftPlace, rightPlace) = (left.span ?? .beforeAll, right.span ?? .beforeAll)
      if leftPlace.start != rightPlace.start { return leftPlace.start < rightPlace.start }
      if leftPlace.end != rightPlace.end { return leftPlace.end < rightPlace.end }
      return (left.code, left.message) < (right.code, right.message)
    }
  }
}

extension SourceSpan {
  /// Stands before every place of a text.
  fileprivate static let beforeAll = SourceSpan(
    start: SourcePosition(line: 0, column: 0),
    end: SourcePosition(line: 0, column: 0)
  )
}
