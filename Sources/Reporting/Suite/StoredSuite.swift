package import TestDesign

/// A generated suite as it stands in `output/<ID>.json`.
package struct StoredSuite: Sendable {
  /// What the next generation builds on.
  package var earlier: EarlierSuite
  /// The ids of the cases that meet a question, ascending by number, by the question's id.
  package var casesByQuestion: [String: [String]]

  package init(earlier: EarlierSuite, casesByQuestion: [String: [String]]) {
    self.earlier = earlier
    self.casesByQuestion = casesByQuestion
  }
}
