package import Combinatorics
import Specification

extension AnalysedSpecification {
  /// Measures a suite against everything that the spec's own suite would have to cover.
  ///
  /// - Parameters:
  ///   - rows: The rows of the suite; what is open covers nothing, unless the rest of the row leaves it one value only.
  ///   - strength: 1 to 6; `nil` for what the spec asks for.
  /// - Returns: Exact numbers.
  /// - Throws: `LimitExceeded` where there are too many tuples.
  package func measure(
    _ rows: [PartialCombination],
    strength: Int? = nil
  ) throws(LimitExceeded) -> SuiteMeasure {
    try SuiteMeasurement(self, strength: strength ?? specification.coverage.strength).measure(rows)
  }

  /// The cases that a suite lacks, and what its open places are meant to be with them.
  ///
  /// - Parameters:
  ///   - rows: The rows of the suite.
  ///   - strength: 1 to 6; `nil` for what the spec asks for.
  ///   - effort: How long the rows are made fewer; `nil` for not at all.
  /// - Returns: By row the combination that it stands for, `nil` where it cannot happen or was not understood; and the new cases.
  /// - Throws: `LimitExceeded` where there are too many tuples.
  package func completion(
    of rows: [PartialCombination],
    strength: Int? = nil,
    effort: CoveringEffort? = .normal
  ) throws(LimitExceeded) -> (rows: [Combination?], added: [TestCase]) {
    let designer = CaseDesigner(self, strength: strength ?? specification.coverage.strength)
    let lowered = regions.space.lowered
    let usable = rows.indices.filter { !rows[$0].values.contains(.unread) }
    var request = try designer.request(earlier: [])
    request.fixed = usable.map { row in
      CoveringRequest.FixedRow(values: lowered.row(rows[row]))
    }
    request.effort = effort
    let suite = try coveringArray(
      space: regions.space.all,
      in: regions.space.store,
      request: request
    )
    let kept = usable.indices.filter { !suite.dropped.contains($0) }.map { usable[$0] }
    var combinations: [Combination?] = rows.map { _ in nil }
    for (row, values) in zip(kept, suite.rows) { combinations[row] = lowered.combination(values) }
    let added = suite.rows.dropFirst(kept.count).enumerated().map { number, row in
      designer.newCase(number + 1, row)
    }
    return (combinations, added)
  }
}

extension LoweredSpecification {
  /// A row in the numbers of the engine, `nil` where nothing is known.
  func row(_ partial: PartialCombination) -> [Int?] {
    partial.values.enumerated().map { factor, value in
      switch value {
      case .open, .unread: nil
      case .notApplicable: notApplicable(factor)
      case .value(let number): number
      }
    }
  }

  /// All rows that agree with what is known.
  func cube(of partial: PartialCombination) -> Cube {
    var cube = Cube(full: domains)
    for (factor, value) in row(partial).enumerated() {
      if let value { cube.restrict(factor, to: [value]) }
    }
    return cube
  }
}
