package import Diagnostics

/// A statement about rows: where the condition holds, so does the consequence.
package struct PICTConstraint: Sendable {
  /// `nil` for what holds always.
  package var condition: PICTPredicate?
  package var consequence: PICTPredicate
  package var span: SourceSpan

  package init(condition: PICTPredicate? = nil, consequence: PICTPredicate, span: SourceSpan) {
    self.condition = condition
    self.consequence = consequence
    self.span = span
  }
}
