package import Diagnostics

/// A rule: what happens, or what must still be decided, where its condition holds.
package struct Expectation: Sendable {
  package enum Outcome: Sendable {
    /// The results that one case must show, at least one.
    case then([Result])
    case undecided(OpenQuestion)
  }

  /// One observable result.
  package struct Result: Sendable {
    package var text: String
    package var span: SourceSpan
  }

  /// A question that the author already knows.
  package struct OpenQuestion: Sendable {
    package var text: String
    package var ask: String?
    /// The last day on which the question is only a warning.
    package var until: CalendarDay?
    package var span: SourceSpan
  }

  package enum Priority: String, CaseIterable, Sendable {
    case high, medium, low
  }

  /// As written, or `rule-N` for the Nth expectation where none is.
  package var id: String
  /// Where the id stands; the beginning of the entry where none is written.
  package var span: SourceSpan
  package var when: Condition
  package var outcome: Outcome
  /// The numbers in `Specification.expectations` of the rules that this one overrides by word.
  package var overrides: [Int]
  package var source: String?
  package var priority: Priority?
}
