/// What the independent check says of a suite.
package enum Verdict: Hashable, Sendable {
  /// All rows are allowed, and every combination that is asked for and possible is in one of them.
  case certified
  /// Rows that the model does not allow, and combinations that no row has.
  case failed(invalidRows: Int, missed: Int)
  /// The space of the model is too large for an exact answer.
  case unchecked
  /// What was written is not a suite of the model.
  case unreadable
}
