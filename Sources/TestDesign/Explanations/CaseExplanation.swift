/// Why a combination has the expected result that it has.
package struct CaseExplanation: Sendable {
  /// A rule that covers the combination and gives way there.
  package struct Overridden: Sendable {
    /// A rule that takes its place.
    package struct Winner: Hashable, Sendable {
      package var rule: Int
      /// Whether `overrides` says so; otherwise it is the exception, covering a proper part of what the other covers.
      package var saysSo: Bool
    }

    package var rule: Int
    /// Every rule that covers the combination and overrides this one.
    package var by: [Winner]
  }

  /// A rule that does not cover the combination, by little.
  package struct Near: Sendable {
    package var rule: Int
    /// What differs, in the spec's language.
    package var phrase: String
  }

  package var status: TestCase.Status
  /// The rules that win: numbers in `Specification.expectations`.
  package var winners: [Int]
  /// Ids of the questions that it meets.
  package var questions: [String]
  package var overridden: [Overridden]
  /// The nearest first.
  package var near: [Near]
}
