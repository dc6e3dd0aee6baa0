/// A message about a place in a text: what is wrong there, and what to do.
package struct Diagnostic: Hashable, Sendable {
  package struct Related: Hashable, Sendable {
    package var span: SourceSpan
    /// How it is related to the first, one phrase.
    package var message: String

    package init(span: SourceSpan, message: String) {
      self.span = span
      self.message = message
    }
  }

  /// Replaces a part of the text and so corrects the mistake.
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
  /// One phrase without a full stop that names the thing and states the rule.
  package var message: String
  /// The place, or `nil` for what concerns a whole file.
  package var span: SourceSpan?
  /// What was expected and what to do, one phrase each.
  package var help: [String]
  /// Further places that explain the message.
  package var related: [Related]
  /// The edit that the help describes; `nil` if the author has to decide something.
  package var repair: Repair?
  /// Phrases with values, by their English text, for translation.
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

/// How much a message weighs: a note informs, a warning wants a look, an error stops.
package enum Severity: String, CaseIterable, Comparable, Sendable {
  case note, warning, error

  package static func < (left: Self, right: Self) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}

extension Sequence<Diagnostic> {
  /// The diagnostics in the order of their places, then of their codes and messages.
  ///
  /// What concerns a whole file comes first. The order does not depend on the order in which mistakes were found,
  /// except between diagnostics that are the same in place, code and message.
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

/// The result of a stage that collects mistakes: a value, unless a mistake prevents one, and everything found on the way.
package struct Checked<Value> {
  /// What the stage made; `nil` if a mistake prevents it.
  package var value: Value?
  package var diagnostics: [Diagnostic]

  package init(_ value: Value?, diagnostics: [Diagnostic] = []) {
    self.value = value
    self.diagnostics = diagnostics
  }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

extension Checked: Sendable where Value: Sendable {}
