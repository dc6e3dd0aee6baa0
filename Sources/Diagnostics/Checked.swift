/// The result of a stage that collects mistakes: a value, unless a mistake prevents one, and everything found on the way.
package struct Checked<Value> {
  package var value: Value?
  package var diagnostics: [Diagnostic]

  package init(_ value: Value?, diagnostics: [Diagnostic] = []) {
    self.value = value
    self.diagnostics = diagnostics
  }

  /// Whether a mistake was found that forbids to go on.
  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

extension Checked: Sendable where Value: Sendable {}
