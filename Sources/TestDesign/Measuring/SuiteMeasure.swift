/// What a suite covers of a spec, and what it misses.
package struct SuiteMeasure: Sendable {
  /// A value of a factor, the operation included.
  package struct Setting: Hashable, Sendable {
    package var factor: Int
    package var value: Int

    package init(factor: Int, value: Int) {
      self.factor = factor
      self.value = value
    }
  }

  /// The tuples of values of one group of factors.
  package struct Group: Sendable {
    /// Numbers of factors; `nil` for all of them.
    package var factors: [Int]?
    package var strength: Int
    package var possible: Int
    package var covered: Int
    /// What no row has, the most useful first: values come first that are missing in most tuples.
    package var missing: [[Setting]]
  }

  /// How many of some things the rows meet, and which not.
  package struct Share<Thing: Sendable>: Sendable {
    package var all: Int
    package var missing: [Thing]
  }

  /// A row that cannot happen.
  package struct Impossible: Sendable {
    package var row: Int
    /// The values that never come together, `nil` for not applicable; with any one of them less they do.
    package var values: [(factor: Int, value: Int?)]
    package var conflict: Conflict
  }

  package var rows: Int
  package var groups: [Group]
  /// Rules that win somewhere: numbers in `Specification.expectations`.
  package var rules: Share<Int>
  /// Ids of questions.
  package var questions: Share<String>
  /// Places in `Coverage.include`.
  package var includes: Share<Int>
  package var impossible: [Impossible]
  /// Rows that cover and meet nothing that the rows before them do not; impossible ones aside.
  package var idle: [Int]

  /// Whether nothing is missing.
  package var isComplete: Bool {
    groups.allSatisfy { $0.covered == $0.possible } && rules.missing.isEmpty
      && questions.missing.isEmpty && includes.missing.isEmpty
  }
}
