/// A message about a place in a text: what is wrong there, and what to do.
package struct Diagnostic: Hashable, Sendable {
  /// A second place that explains the first.
  package struct Related: Hashable, Sendable {
    package var span: SourceSpan
    package var message: String

    package init(span: SourceSpan, message: String) {
      self.span = span
      self.message = message
    }
  }

  /// A stable name in kebab case, such as `unknown-key`.
  package var code: String
  package var severity: Severity
  /// One phrase without a full stop that names the thing and states the rule.
  package var message: String
  /// The place, or `nil` for what concerns a whole file.
  package var span: SourceSpan?
  /// What was expected and what to do, one phrase each.
  package var help: [String]
  package var related: [Related]

  package init(
    code: String,
    severity: Severity = .error,
    message: String,
    span: SourceSpan?,
    help: [String] = [],
    related: [Related] = []
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.span = span
    self.help = help
    self.related = related
  }
}
