import Diagnostics

/// A constant in a constraint.
struct ConstantSyntax {
  enum Content {
    case number(Double)
    case text(String)
  }

  var content: Content
  var span: SourceSpan
}
