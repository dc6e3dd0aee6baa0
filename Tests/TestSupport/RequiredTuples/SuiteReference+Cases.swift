package import Specification

@testable package import TestDesign

extension SuiteReference {
  /// Returns a case with correct statements about itself.
  package func testCase(
    _ id: String,
    depth: Depth,
    _ combination: Combination
  ) -> TestCase? {
    guard let row = row(id, depth, combination) else { return nil }
    let parts = row.seen.map { value, point in
      TestCase.Part(
        operationValue: value,
        status: point.status,
        expected: expected(point),
        rules: point.winners,
        questions: questionIDs(row.row(value), point, ofInvalid: true).sorted()
      )
    }
    let hasParts = row.operation.hasParts
    let status = hasParts && row.isDefined ? .defined : row.seen[0].point.status
    return TestCase(
      id: row.id,
      state: .new,
      depth: row.depth,
      combination: Combination(
        values: row.values.dropLast().enumerated().map { $1 == space.counts[$0] ? nil : $1 },
        operation: row.operation.value
      ),
      parts: hasParts ? parts : [],
      status: status,
      expected: hasParts
        ? parts.flatMap { part in
          part.expected.map {
            "\(space.operationValues[part.operationValue].variantLabel ?? ""): \($0)"
          }
        } : parts[0].expected,
      rules: Set(parts.flatMap(\.rules)).sorted(),
      questions: Set(parts.flatMap(\.questions)).sorted(),
      kind: kind(row),
      priority: priority(row)
    )
  }

  private func expected(_ point: ReferenceSpace.Point) -> [String] {
    switch point.status {
    case .defined: space.results(point) ?? []
    case .contradictory: point.winners.flatMap { specification.rules[$0].results ?? [] }
    case .undefined, .undecided: []
    }
  }
}
