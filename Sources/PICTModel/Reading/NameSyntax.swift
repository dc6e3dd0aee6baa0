import Diagnostics

/// The name of a parameter in a constraint.
struct NameSyntax {
  var text: String
  var span: SourceSpan
}
