package import Diagnostics
package import TestDesign

/// What a kind of finding means: the one source of `explain`, of the page on findings and of the rules in SARIF.
///
/// Texts are plain English with names in backticks; a test holds the examples to what they say.
package struct FindingDescription: Sendable {
  package var code: FindingCode
  /// What it has where nothing else is said.
  package var severity: Severity
  /// When it has another one: "a warning until its day"; `nil` where it never has.
  package var exception: String?
  /// A phrase: "no rule says what happens".
  package var headline: String
  /// A few sentences, as the next two are.
  package var meaning: String
  /// Why it is reported.
  package var reason: String
  /// What else its reader should know, a paragraph each.
  package var remarks: [String] = []
  /// What to do, one way each.
  package var remedies: [String]
  /// Headings of the language's page that say more.
  package var topics: [String] = []
  /// A spec that has this finding, at the marked place, and no other.
  package var failing: MarkedExample
  /// The same spec mended: it has none.
  package var passing: MarkedExample

  /// `error`, or `error; a warning until its day`.
  package var usualSeverity: String {
    severity.rawValue + (exception.map { "; \($0)" } ?? "")
  }

  /// All of them, in the order in which they are explained.
  package static let all = FindingCode.allCases.map(FindingDescription.init)

  /// The description of a kind.
  package init(_ code: FindingCode) {
    self =
      switch code {
      case .undefinedExpectation: .undefinedExpectation
      case .contradictoryExpectations: .contradictoryExpectations
      case .undecidedExpectation: .undecidedExpectation
      case .unconsideredOperation: .unconsideredOperation
      case .unreachableExpectation: .unreachableExpectation
      case .impossibleValue: .impossibleValue
      case .redundantConstraint: .redundantConstraint
      case .catchAllExpectation: .catchAllExpectation
      case .vagueExpectation: .vagueExpectation
      }
  }

  init(
    code: FindingCode,
    severity: Severity,
    exception: String? = nil,
    headline: String,
    meaning: String,
    reason: String,
    remarks: [String] = [],
    remedies: [String],
    topics: [String] = [],
    failing: String,
    passing: String
  ) {
    self.code = code
    self.severity = severity
    self.exception = exception
    self.headline = headline
    self.meaning = meaning
    self.reason = reason
    self.remarks = remarks
    self.remedies = remedies
    self.topics = topics
    self.failing = MarkedExample(failing)
    self.passing = MarkedExample(passing)
  }
}
