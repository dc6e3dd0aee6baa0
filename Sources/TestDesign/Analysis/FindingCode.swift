/// What the analysis can find, in the order in which findings are explained.
package enum FindingCode: String, CaseIterable, Sendable {
  case undefinedExpectation = "undefined-expectation"
  case contradictoryExpectations = "contradictory-expectations"
  case undecidedExpectation = "undecided-expectation"
  case unconsideredOperation = "unconsidered-operation"
  case unreachableExpectation = "unreachable-expectation"
  case impossibleValue = "impossible-value"
  case redundantConstraint = "redundant-constraint"
  case catchAllExpectation = "catch-all-expectation"
  case vagueExpectation = "vague-expectation"
}
