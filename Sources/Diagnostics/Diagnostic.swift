/// A message about a position in a text: what is wrong and what to do.
package struct Diagnostic: Hashable, Sendable {
  package struct Related: Hashable, Sendable {
    package var span: SourceSpan
    /// The relation to the main span, as a phrase.
    package var message: String

    package init(span: SourceSpan, message: String) {
      self.span = span
      self.message = message
    }
  }

  /// An edit of the text that corrects the mistake.
  package struct Repair: Hashable, Sendable {
    package var span: SourceSpan
    package var text: String

    package init(_ text: String, at span: SourceSpan) {
      (self.span, self.text) = (span, text)
    }
  }

  /// A stable name in kebab case, such as `unknown-key`.
  package var code: String
  package var severity: Severity
  /// A phrase without a full stop that names the problem and states the rule.
  package var message: String
  /// The span, or `nil` if the message concerns a whole file.
  package var span: SourceSpan?
  /// Phrases that say what was expected and what to do.
  package var help: [String]
  /// Further spans that explain the message.
  package var related: [Related]
  /// The edit that the help describes, or `nil` if the author has to decide something.
  package var repair: Repair?
  /// The phrases with interpolated values, by their English text, for translation.
  package var phrases: [String: Phrase] = [:]

  package init(
    code: String,
    severity: Severity = .error,
    message: String,
    span: SourceSpan?,
    help: [String] = [],
    related: [Related] = [],
    repair: Repair? = nil
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.span = span
    self.help = help
    self.related = related
    self.repair = repair
  }
}

/// The severity of a message: a note informs, a warning should be looked at, an error stops the work.
package enum Severity: String, CaseIterable, Comparable, Sendable {
  case note, warning, error

  package static func < (left: Self, right: Self) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}

extension Sequence<Diagnostic> {
  /// Returns the diagnostics sorted by span, then by code and message.
  ///
  /// Diagnostics for a whole file come first. The result does not depend on the original order, except between diagnostics with the same
  /// span, code and message.
  package func sortedByPlace() -> [Diagnostic] {
    sorted { left, right in
      let beforeAll = SourcePosition(line: 0, column: 0)
      let (from, to) = (left.span?.start ?? beforeAll, left.span?.end ?? beforeAll)
      let (otherFrom, otherTo) = (right.span?.start ?? beforeAll, right.span?.end ?? beforeAll)
      return (from, to, left.code, left.message)
        < (otherFrom, otherTo, right.code, right.message)
    }
  }
}

/// The result of a stage that collects mistakes: a value, unless a mistake prevents one, and all diagnostics.
package struct Checked<Value> {
  /// The value, or `nil` if a mistake prevents one.
  package var value: Value?
  package var diagnostics: [Diagnostic]

  package init(_ value: Value?, diagnostics: [Diagnostic] = []) {
    self.value = value
    self.diagnostics = diagnostics
  }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

extension Checked: Sendable where Value: Sendable {}
