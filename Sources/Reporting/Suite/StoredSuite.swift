package import TestDesign

/// A generated suite as it stands in `output/<ID>.json`.
package struct StoredSuite: Sendable {
  /// What the next generation builds on.
  package var earlier: EarlierSuite
  /// The strength that it was made with; `nil` where the file does not say.
  package var strength: Int?
  /// The ids of the cases that meet a question, ascending by number, by the question's id.
  package var casesByQuestion: [String: [String]]

  package init(
    earlier: EarlierSuite,
    strength: Int? = nil,
    casesByQuestion: [String: [String]]
  ) {
    self.earlier = earlier
    self.strength = strength
    self.casesByQuestion = casesByQuestion
  }
}
