/// What a program made of a model, and what it cost.
package struct SuiteResult: Sendable {
  package var set: String
  package var model: String
  package var parameters: Int
  package var constraints: Int
  package var contestant: Contestant
  /// Why there is no suite; `nil` where there is one.
  package var failure: String?
  /// Whether the program was not run because it cannot be given the model.
  package var isInexpressible = false
  /// Whether it was stopped because its time was up.
  package var isTimedOut = false
  package var verdict = Verdict.unreadable
  package var rows = 0
  /// The best size known, if one is.
  package var best: Int?
  package var medianSeconds = 0.0
  package var leastSeconds = 0.0
  package var leastProcessorSeconds = 0.0
  /// In bytes.
  package var peakMemory = 0
  package var runs = 0
  /// Whether all runs wrote the same bytes.
  package var isRepeatable = true
  /// The share of the combinations that are in the first 30 % of the rows.
  package var shareOfFirstRows = 0.0

  package init(
    set: String,
    model: String,
    parameters: Int,
    constraints: Int,
    contestant: Contestant
  ) {
    self.set = set
    self.model = model
    self.parameters = parameters
    self.constraints = constraints
    self.contestant = contestant
  }

  package var isCertified: Bool { failure == nil && verdict == .certified }

  /// Whether our program did not do what it promises.
  package var isOurFault: Bool {
    contestant.isOurs
      && (failure != nil || !isRepeatable || (!isCertified && verdict != .unchecked))
  }
}
