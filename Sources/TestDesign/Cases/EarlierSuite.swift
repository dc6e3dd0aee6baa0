/// What an earlier generation left (`output/<ID>.json`), in names, since the spec may have moved on.
package struct EarlierSuite: Sendable {
  package struct Case: Sendable {
    package var number: Int
    package var id: String
    /// Ids of values by factor name; `.some(nil)` for not applicable.
    package var setup: [String: String?]
    /// `submit` or `network_error/offline`.
    package var operation: String
    package var expected: [String]
    package var status: String

    package init(
      number: Int,
      id: String,
      setup: [String: String?],
      operation: String,
      expected: [String],
      status: String
    ) {
      self.number = number
      self.id = id
      self.setup = setup
      self.operation = operation
      self.expected = expected
      self.status = status
    }
  }

  /// A question that was open.
  package struct Question: Hashable, Sendable {
    package var id: String
    package var message: String

    package init(id: String, message: String) {
      self.id = id
      self.message = message
    }
  }

  package var cases: [Case]
  package var retired: [TestMatrix.Retired]
  package var lastNumber: Int
  /// The factors in the order of declaration, the operation last; empty where the file does not say.
  package var factors: [EarlierFactor]
  /// The questions that were open; `nil` where the file does not say.
  package var questions: [Question]?

  package init(
    cases: [Case],
    retired: [TestMatrix.Retired],
    lastNumber: Int,
    factors: [EarlierFactor] = [],
    questions: [Question]? = nil
  ) {
    self.cases = cases
    self.retired = retired
    self.lastNumber = lastNumber
    self.factors = factors
    self.questions = questions
  }
}
