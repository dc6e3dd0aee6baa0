package import Combinatorics
import Specification

extension AnalysedSpecification {
  /// The suite of the spec.
  ///
  /// - Parameters:
  ///   - earlier: What the last generation left: its cases keep their numbers while something needs them.
  ///   - strength: 1 to 6; `nil` for what the spec asks for.
  package func cases(
    earlier: EarlierSuite?,
    strength: Int? = nil
  ) throws(LimitExceeded) -> TestMatrix {
    try CaseDesigner(self, strength: strength ?? specification.coverage.strength)
      .matrix(earlier: earlier)
  }

  /// What an independent checker has against a suite; nothing when it is complete and all its cases are in the space.
  package func verify(_ matrix: TestMatrix) throws(LimitExceeded) -> [String] {
    let lowered = regions.space.lowered
    return try CoverageChecker.complaints(
      space: regions.space.all,
      in: regions.space.store,
      request: try CaseDesigner(self, strength: matrix.strength).request(earlier: []),
      rows: matrix.cases.map { lowered.row($0.combination) }
    )
  }
}
