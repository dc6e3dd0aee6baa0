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
