/// The suite of a spec: cases with their numbers, and what became of earlier ones.
package struct TestMatrix: Sendable {
  /// A case that is no longer needed; its number is never given again.
  package struct Retired: Hashable, Sendable {
    package var number: Int
    package var id: String

    package init(number: Int, id: String) {
      self.number = number
      self.id = id
    }
  }

  package var strength: Int
  /// Ascending by number.
  package var cases: [TestCase]
  /// Ascending by number; of all earlier generations.
  package var retired: [Retired]
  /// The highest number ever given.
  package var lastNumber: Int
  /// Whether no smaller suite exists for certain.
  package var isOptimal: Bool

  package init(
    strength: Int,
    cases: [TestCase],
    retired: [Retired],
    lastNumber: Int,
    isOptimal: Bool = false
  ) {
    self.strength = strength
    self.cases = cases
    self.retired = retired
    self.lastNumber = lastNumber
    self.isOptimal = isOptimal
  }
}

/// One case of the suite.
package struct TestCase: Sendable {
  /// Whether the case was there in the earlier generation.
  package enum State: String, Sendable {
    case kept, new, changed
  }

  package var number: Int
  /// `POST-001`: the spec's id and the number with at least three digits.
  package var id: String
  package var state: State
  package var combination: Combination
  package var status: CombinationStatus
  /// The results to see; of a contradictory case those of all its winners; empty where nothing is defined.
  package var expected: [String]
  /// The winners: numbers in `Specification.rules`.
  package var rules: [Int]
  /// Ids of the findings (questions) that the case meets.
  package var questions: [String]
  /// Whether the case contains an invalid value.
  package var isInvalid: Bool
  /// The highest priority of its rules: `high`, `medium` or `low`.
  package var priority: String?
}
