import Diagnostics

/// The smallest statement of a constraint.
struct TermSyntax {
  /// What is said.
  enum Content {
    case relation(NameSyntax, Relation, ConstantSyntax, isNegated: Bool)
    case comparison(NameSyntax, Relation, NameSyntax, isNegated: Bool)
    case membership(NameSyntax, [ConstantSyntax], isNegated: Bool)
    /// `IsNegative(A)` or `IsPositive(A)`; of every parameter where the name is `nil`.
    case sign(NameSyntax?, isNegative: Bool)
  }

  /// How a value is compared.
  enum Relation: String {
    case equal = "="
    case unequal = "<>"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case like = "LIKE"
  }

  var content: Content
  var span: SourceSpan
}
