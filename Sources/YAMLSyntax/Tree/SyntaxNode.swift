package import Diagnostics

/// A value of a YAML document with its place.
package struct SyntaxNode: Sendable {
  /// What stands at the node.
  package enum Content: Sendable {
    case scalar(SyntaxScalar)
    case sequence([SyntaxNode])
    /// The entries in the order in which they stand; keys are scalars and differ from each other.
    case mapping([SyntaxEntry])
  }

  package var content: Content
  /// From the first character to behind the last; of an alias the alias itself (`*name`).
  ///
  /// Quotes, brackets, anchors and tags belong to the node, comments and blank lines behind it do not. The nodes inside an
  /// expanded alias keep the places of what it stands for. A value that is left out stands behind its colon or dash.
  package var span: SourceSpan

  package init(content: Content, span: SourceSpan) {
    self.content = content
    self.span = span
  }
}
