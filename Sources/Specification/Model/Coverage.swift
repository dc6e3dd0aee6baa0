package import Diagnostics

/// What the suite of cases must cover.
package struct Coverage: Sendable {
  /// A group of factors that is covered more strongly than the rest.
  package struct Group: Sendable {
    /// Numbers of factors, `Specification.operationFactor` for the operation; in the order written, each once.
    package var factors: [Int]
    /// From 1 to the number of factors, at most 6.
    package var strength: Int
    package var span: SourceSpan

    package init(factors: [Int], strength: Int, span: SourceSpan) {
      self.factors = factors
      self.strength = strength
      self.span = span
    }
  }

  /// A case that must be there.
  package struct Include: Sendable {
    /// One value of each factor named; a factor left out may take any value.
    package var row: Conjunction
    package var span: SourceSpan

    package init(row: Conjunction, span: SourceSpan) {
      self.row = row
      self.span = span
    }
  }

  /// The strengths that can be asked for.
  package static let strengths = 1...6

  /// 1 to 6; clamped to the number of factors by whoever generates.
  package var strength: Int
  package var stronger: [Group]
  package var include: [Include]

  package init(strength: Int = 2, stronger: [Group] = [], include: [Include] = []) {
    self.strength = strength
    self.stronger = stronger
    self.include = include
  }
}
