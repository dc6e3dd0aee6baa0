package import Diagnostics

/// A spec as an example, with the place that a finding marks.
package struct MarkedExample: Sendable {
  /// The spec without the marks.
  package let text: String
  /// The marked place; `nil` where nothing is marked.
  package let span: SourceSpan?

  /// Reads an example in which `«` and `»` stand around a place on one line.
  ///
  /// The head that all examples share is put in front.
  init(_ marked: String) {
    let whole = Self.head + marked + "\n"
    var text = ""
    var span: SourceSpan?
    for (index, line) in SourceLines(whole).lines.dropLast().enumerated() {
      let parts = line.split(omittingEmptySubsequences: false) { $0 == "«" || $0 == "»" }
      text += parts.joined() + "\n"
      guard parts.count == 3 else { continue }
      let start = parts[0].unicodeScalars.count + 1
      span = SourceSpan(
        start: SourcePosition(line: index + 1, column: start),
        end: SourcePosition(line: index + 1, column: start + parts[1].unicodeScalars.count)
      )
    }
    self.text = text
    self.span = span
  }

  /// The trait calls for no operation but `back`, so that an example can be complete and short.
  private static let head = """
    specmatrix: 1
    id: DRAFT
    feature: Edit a post
    traits: [shows_user_content]

    """

  /// The spec with a comment behind the marked line.
  func commented(_ comment: String) -> String {
    guard let span else { return text }
    var lines = SourceLines(text).lines.map(String.init)
    lines[span.start.line - 1] += "  # ← \(comment)"
    return lines.joined(separator: "\n")
  }
}
