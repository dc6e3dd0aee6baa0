package import Diagnostics

/// An entry of the catalogue that was looked at and left out on purpose.
package struct Dismissal: Sendable {
  package var id: String
  package var reason: String
  package var span: SourceSpan

  package init(id: String, reason: String, span: SourceSpan) {
    self.id = id
    self.reason = reason
    self.span = span
  }
}
