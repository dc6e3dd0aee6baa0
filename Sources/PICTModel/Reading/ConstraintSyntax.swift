import Diagnostics

/// A constraint as it is written, its names not yet looked up.
struct ConstraintSyntax {
  /// What stands between IF and THEN; `nil` for a bare predicate.
  var condition: PredicateSyntax?
  var consequence: PredicateSyntax
  /// What stands behind ELSE.
  var alternative: PredicateSyntax?
  var span: SourceSpan
}

/// A predicate as it is written.
indirect enum PredicateSyntax {
  case term(TermSyntax)
  case not(PredicateSyntax)
  case all([PredicateSyntax])
  case any([PredicateSyntax])
}

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

/// The name of a parameter in a constraint.
struct NameSyntax {
  var text: String
  var span: SourceSpan
}

/// A constant in a constraint.
struct ConstantSyntax {
  enum Content {
    case number(Double)
    case text(String)
  }

  var content: Content
  var span: SourceSpan
}
