package import Diagnostics

/// What cannot happen.
package struct Constraint: Sendable {
  package enum Rule: Sendable {
    /// Wherever `when` holds, `require` holds.
    case require(when: Condition, require: Condition)
    /// This never holds.
    case exclude(Condition)
  }

  package var rule: Rule
  package var because: String?
  /// The whole entry.
  package var span: SourceSpan

  package init(rule: Rule, because: String?, span: SourceSpan) {
    self.rule = rule
    self.because = because
    self.span = span
  }
}
