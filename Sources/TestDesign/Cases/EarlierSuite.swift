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

  package var cases: [Case]
  package var retired: [TestMatrix.Retired]
  package var lastNumber: Int

  package init(cases: [Case], retired: [TestMatrix.Retired], lastNumber: Int) {
    self.cases = cases
    self.retired = retired
    self.lastNumber = lastNumber
  }
}
