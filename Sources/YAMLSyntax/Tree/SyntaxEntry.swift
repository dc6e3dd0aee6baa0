package import Diagnostics

/// A key and its value in a mapping.
package struct SyntaxEntry: Sendable {
  /// The key's text as it is meant (quotes and escapes resolved).
  package var key: String
  package var keySpan: SourceSpan
  package var value: SyntaxNode

  package init(key: String, keySpan: SourceSpan, value: SyntaxNode) {
    self.key = key
    self.keySpan = keySpan
    self.value = value
  }
}
