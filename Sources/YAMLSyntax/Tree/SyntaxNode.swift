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
  /// From the first character to behind the last, quotes and brackets included; of an alias the alias itself (`*name`).
  package var span: SourceSpan

  package init(content: Content, span: SourceSpan) {
    self.content = content
    self.span = span
  }
}
