import Diagnostics

/// Names that must differ, in the order in which they were written.
struct UniqueNames {
  private(set) var inOrder: [String] = []
  private var places: [String: SourceSpan] = [:]

  /// Takes a name; one that was taken before is reported with its first place, and `false` is the answer.
  @discardableResult
  mutating func insert(
    _ name: String,
    at span: SourceSpan,
    called noun: String,
    reportingTo read: inout SyntaxReader
  ) -> Bool {
    if let first = places[name] {
      read.report(
        .duplicateName,
        "\(noun) `\(name)` is used twice",
        at: span,
        related: [Diagnostic.Related(span: first, message: "first used here")]
      )
      return false
    }
    places[name] = span
    inOrder.append(name)
    return true
  }
}
