/// The exact answer to what a spec leaves open.
package struct Analysis: Sendable {
  /// Numbers of combinations, in decimal since they outgrow 64 bits.
  package struct Counts: Hashable, Sendable {
    package var combinations: String
    /// `nil`, as `contradictory` then is too, where telling the two apart outgrows the engine's limit.
    package var defined: String?
    package var undecided: String
    package var contradictory: String?
    package var undefined: String

    package init(
      combinations: String,
      defined: String?,
      undecided: String,
      contradictory: String?,
      undefined: String
    ) {
      self.combinations = combinations
      self.defined = defined
      self.undecided = undecided
      self.contradictory = contradictory
      self.undefined = undefined
    }
  }

  package var counts: Counts
  /// In the order of their places.
  package var findings: [Finding]
  /// Operations (numbers in `Specification.operations`) of which not all questions are listed because a budget was exceeded.
  package var incomplete: [Int]

  package init(counts: Counts, findings: [Finding], incomplete: [Int]) {
    self.counts = counts
    self.findings = findings
    self.incomplete = incomplete
  }
}
