/// One case of the suite.
package struct TestCase: Sendable {
  /// Whether the case was there in the earlier generation.
  package enum State: String, Sendable {
    case kept, new, changed
  }

  /// What the spec says of the combination.
  package enum Status: String, Sendable {
    case defined, undefined, undecided, contradictory
  }

  package var number: Int
  /// `POST-001`: the spec's id and the number with at least three digits.
  package var id: String
  package var state: State
  package var combination: Combination
  package var status: Status
  /// The results to see; of a contradictory case those of all its winners; empty where nothing is defined.
  package var expected: [String]
  /// The winners: numbers in `Specification.expectations`.
  package var rules: [Int]
  /// Ids of the findings (questions) that the case meets.
  package var questions: [String]
  /// Whether the case holds an invalid value.
  package var isInvalid: Bool
  /// The highest priority of its rules: `high`, `medium` or `low`.
  package var priority: String?

  package init(
    number: Int,
    id: String,
    state: State,
    combination: Combination,
    status: Status,
    expected: [String],
    rules: [Int],
    questions: [String],
    isInvalid: Bool,
    priority: String?
  ) {
    self.number = number
    self.id = id
    self.state = state
    self.combination = combination
    self.status = status
    self.expected = expected
    self.rules = rules
    self.questions = questions
    self.isInvalid = isInvalid
    self.priority = priority
  }
}
