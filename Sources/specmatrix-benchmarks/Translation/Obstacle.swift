/// Why a program cannot be given a model.
package enum Obstacle: String, CaseIterable, Error, Sendable {
  case negativeValues = "it knows no negative values"
  case strengths = "it knows no sub-models and no orders of single parameters"
  case expectedResults = "it knows no expected results"
  case manyValues = "it knows no more than 52 values of a parameter"
  case constraints = "the constraints forbid too many combinations to list them for it"
}
