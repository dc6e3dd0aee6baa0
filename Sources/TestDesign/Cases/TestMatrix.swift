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
