package import Combinatorics
package import Specification

/// The number of cases for each pair of values of different factors, and the pairs that cannot occur.
///
/// With at most `maxValues` values every pair has its number. Beyond that, a table of pairs would have more cells than anybody reads and
/// than fit in memory (16 · values² bytes); then there are shares by pair of factors, and `leftOut` counts what is missing.
package struct PairCoverage: Sendable {
  /// A value of a factor; the operation is the last factor, and one with parts is one value.
  package struct Value: Hashable, Sendable {
    /// An index into `Specification.factors`; `Specification.operationFactor` for the operation.
    package var factor: Int
    /// The index of the value in its factor; for an operation with parts, that of its first part.
    package var number: Int
  }

  /// How many pairs of two factors' values occur in cases, and how many can occur.
  package struct Share: Hashable, Sendable {
    package var covered: Int
    package var possible: Int
  }

  package struct LeftOut: Hashable, Sendable {
    /// The number of values without a row of their own.
    package var values: Int
    /// The number of factors, the last declared, that are not shown at all.
    package var factors: Int
  }

  /// The maximum number of values, or of factors, with a row each.
  package static let maxValues = 150

  /// The values with a row of their own, factor by factor, without *not applicable*; empty if there are too many.
  package var values: [Value] = []
  /// The number of cases, by value and value; `nil` if the pair cannot occur, and for two values of one factor.
  package var cases: [[Int?]] = []
  /// The factors shown if values are not.
  ///
  /// Their shares, by two indices into this array, are in `shares`, with `nil` for a factor with itself.
  package var factors: [Int] = []
  package var shares: [[Share?]] = []
  package var depth: Depth
  package var strength: Int
  /// `nil` if every value has its row.
  package var leftOut: LeftOut?

  var cellCount: Int { cases.joined().count + shares.joined().count }
}

extension AnalysedSpecification {
  /// Returns how often a suite covers each pair of values.
  ///
  /// One walk over the space for each value finds the values that can occur with it. Complexity: O(values · edges of the space + cases ·
  /// factors²); memory O(min(values, `maxValues`)² + cases), and at least one number for each pair of up to `maxValues` factors.
  ///
  /// Throws `LimitExceeded` if the constraints of the space are not joined and the search for a row takes too long.
  package func pairCoverage(of matrix: TestMatrix) throws(LimitExceeded) -> PairCoverage {
    let lowered = regions.space.lowered
    let values =
      specification.factors.indices.flatMap { factor in
        lowered.values(of: factor).map { PairCoverage.Value(factor: factor, number: $0) }
      }
      + specification.caseOperations.map {
        PairCoverage.Value(factor: specification.operationFactor, number: $0.value)
      }
    let rows = matrix.cases.map { lowered.row($0.combination) }
    return values.count <= PairCoverage.maxValues
      ? try coverage(of: values, in: rows, matrix)
      : try shares(of: values, in: rows, matrix)
  }

  private func coverage(
    of values: [PairCoverage.Value],
    in rows: [[Int]],
    _ matrix: TestMatrix
  ) throws(LimitExceeded) -> PairCoverage {
    var numbers: [PairCoverage.Value: Int] = [:]
    for (number, value) in values.enumerated() { numbers[value] = number }
    var cases: [[Int?]] = []
    for value in values {
      let support = try support(beside: value)
      cases.append(
        values.map {
          $0.factor != value.factor && support.contains($0) ? 0 : nil
        }
      )
    }
    for row in rows {
      let held = row.enumerated().compactMap { factor, value in
        numbers[PairCoverage.Value(factor: factor, number: value)]
      }
      for left in held {
        for right in held where left != right { cases[left][right] = (cases[left][right] ?? 0) + 1 }
      }
    }
    return PairCoverage(
      values: values,
      cases: cases,
      depth: matrix.depth,
      strength: matrix.strength
    )
  }

  private func shares(
    of values: [PairCoverage.Value],
    in rows: [[Int]],
    _ matrix: TestMatrix
  ) throws(LimitExceeded) -> PairCoverage {
    let lowered = regions.space.lowered
    // The operation is the last factor and always shown.
    let shown =
      Array((0..<lowered.operationFactor).prefix(PairCoverage.maxValues - 1))
      + [lowered.operationFactor]
    var shares: [[PairCoverage.Share?]] = Array(
      repeating: Array(repeating: nil, count: shown.count),
      count: shown.count
    )
    let byFactor = Dictionary(grouping: values, by: \.factor)
    for (place, left) in shown.enumerated() {
      var possible = Array(repeating: 0, count: shown.count)
      for value in values where value.factor == left {
        let support = try support(beside: value)
        for other in (place + 1)..<shown.count {
          possible[other] += byFactor[shown[other], default: []].count(where: support.contains)
        }
      }
      let byValue = Dictionary(
        grouping: rows.indices.filter { rows[$0][left] != lowered.notApplicable(left) }
      ) { rows[$0][left] }
      for other in (place + 1)..<shown.count {
        let right = shown[other]
        let covered = byValue.values.reduce(0) { sum, rowsOfValue in
          let met = Set(rowsOfValue.lazy.map { rows[$0][right] })
          let isAbsent = lowered.notApplicable(right).map(met.contains)
          return sum + met.count - (isAbsent == true ? 1 : 0)
        }
        let share = PairCoverage.Share(covered: covered, possible: possible[other])
        shares[place][other] = share
        shares[other][place] = share
      }
    }
    return PairCoverage(
      factors: shown,
      shares: shares,
      depth: matrix.depth,
      strength: matrix.strength,
      leftOut: PairCoverage.LeftOut(
        values: values.count,
        factors: lowered.domains.count - shown.count
      )
    )
  }

  /// Returns the values that can occur together with a value.
  private func support(beside value: PairCoverage.Value) throws(LimitExceeded) -> Support {
    let space = regions.space
    let operations = specification.caseOperationOfValue
    let isOperation = value.factor == specification.operationFactor
    let values = isOperation ? Array(operations[value.number].values) : [value.number]
    let cube = Cube(space.lowered.domains, value.factor, in: values)
    let rows = space.rows(of: try space.store.intersection(space.all, rowsOfCases))
    return Support(values: try rows.support(in: cube), operations: operations)
  }
}

/// The values that can occur together with some value.
private struct Support {
  /// `nil` if the value itself cannot occur.
  let values: Cube?
  /// By value of the operation.
  let operations: [CaseOperation]

  /// True if a value can occur; an operation with parts can if one of its parts can.
  func contains(_ value: PairCoverage.Value) -> Bool {
    guard let values else { return false }
    return value.factor == values.domains.count - 1 && !operations.isEmpty
      ? operations[value.number].values.contains { values.contains($0, factor: value.factor) }
      : values.contains(value.number, factor: value.factor)
  }
}
