/// What became of one case between two generations.
package struct CaseChange: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case added
    case retired
    /// Another result is expected, or whether one is expected at all has changed.
    case expectation
    /// The same is expected, but the setup says more or less than it did.
    case setup
    /// Only the words are others: of the result, or of what it names.
    case reworded
    case kept
  }

  /// What a tester's result is still worth.
  package enum Standing: String, Sendable {
    case stands
    /// It was found under a setup that was less exact.
    case checkAgain = "check-again"
    case void
  }

  /// A factor and the value that it has, in what people read; no value where the factor does not apply.
  package struct Setting: Hashable, Sendable {
    package var factor: String
    package var value: String?

    package init(factor: String, value: String?) {
      self.factor = factor
      self.value = value
    }
  }

  /// What a case says is to be seen.
  package struct Outcome: Hashable, Sendable {
    /// `defined`, `undefined`, `undecided` or `contradictory`.
    package var status: String
    package var expected: [String]

    package init(status: String, expected: [String]) {
      self.status = status
      self.expected = expected
    }
  }

  package var kind: Kind
  /// What results that testers have entered are worth; `nil` of a case that is added or retired.
  package var standing: Standing?
  package var number: Int
  package var id: String
  /// The label of the operation; of a retired case as it was.
  package var operation: String
  /// In the order of the factors; of a retired case as it was.
  package var setup: [Setting]
  /// Which of the settings the case did not have before: indices in `setup`; empty of added and retired cases.
  package var newSettings: [Int]
  /// `nil` of an added case.
  package var before: Outcome?
  /// `nil` of a retired case.
  package var after: Outcome?
}
