package import Diagnostics
package import Text

/// A rule: what happens, or what must still be decided, where its condition holds.
package struct Rule: Sendable {
  /// What a rule says: what happens, or that it is still open.
  package enum Outcome: Sendable {
    /// The results that one case must show, at least one.
    case then([Result])
    case undecided(OpenQuestion)
  }

  /// One observable result.
  package struct Result: Sendable {
    /// The text as written.
    package var text: String
    /// Where the text stands.
    package var span: SourceSpan
  }

  /// A question that the author already knows.
  package struct OpenQuestion: Sendable {
    /// The question as written.
    package var text: String
    /// Who answers; `nil` for the spec's owner.
    package var ask: String?
    /// The last day on which the question is only a warning.
    package var until: CalendarDay?
    /// Where the question stands.
    package var span: SourceSpan
  }

  /// How much a rule matters, handed on to its cases.
  package enum Priority: String, CaseIterable, Sendable {
    case high, medium, low
  }

  /// As written, or `rule-N` for the Nth rule where none is.
  package var id: String
  /// Where the id stands; the beginning of the entry where none is written.
  package var span: SourceSpan
  /// Where the rule applies.
  package var when: Condition
  /// What it says there.
  package var outcome: Outcome
  /// The numbers in `Specification.rules` of the rules that this one overrides by word.
  package var overrides: [Int]
  /// Where it is written or was decided.
  package var source: String?
  /// Handed on to its cases; `nil` where none is written.
  package var priority: Priority?
}
