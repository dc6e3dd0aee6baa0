/// How many cases hold each pair of values of different factors, and which pairs cannot occur.
package struct PairCoverage: Sendable {
  /// A value of a factor; the operation is the last factor.
  package struct Value: Hashable, Sendable {
    /// The number in `Specification.factors`; `Specification.operationFactor` for the operation.
    package var factor: Int
    /// The number of the value in its factor.
    package var number: Int

    package init(factor: Int, number: Int) {
      self.factor = factor
      self.number = number
    }
  }

  /// All values, factor by factor; *not applicable* is none.
  package var values: [Value]
  /// By value and value: the number of cases; `nil` where the pair cannot occur, and for two values of one factor.
  package var cases: [[Int?]]
  package var strength: Int

  package init(values: [Value], cases: [[Int?]], strength: Int) {
    self.values = values
    self.cases = cases
    self.strength = strength
  }

  /// How many pairs of two factors occur in cases, and how many can occur.
  package func share(_ left: Int, _ right: Int) -> (covered: Int, possible: Int) {
    var (covered, possible) = (0, 0)
    for row in values.indices where values[row].factor == left {
      for column in values.indices where values[column].factor == right {
        guard let count = cases[row][column] else { continue }
        possible += 1
        if count > 0 { covered += 1 }
      }
    }
    return (covered, possible)
  }
}
