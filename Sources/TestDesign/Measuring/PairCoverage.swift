package import Combinatorics
package import Specification

/// How many cases contain each pair of values of different factors, and which pairs cannot occur.
///
/// Up to `maxValues` values every pair has its number. Beyond, a table of pairs would have more cells than anybody reads, and than memory
/// holds (16 · values² bytes): then there are shares by pair of factors, and `leftOut` says what is missing.
package struct PairCoverage: Sendable {
  /// A value of a factor; the operation is the last factor, and one with parts is one value.
  package struct Value: Hashable, Sendable {
    /// The number in `Specification.factors`; `Specification.operationFactor` for the operation.
    package var factor: Int
    /// The number of the value in its factor; of a whole operation that of its first part.
    package var number: Int
  }

  /// How many pairs of two factors' values occur in cases, and how many can occur.
  package struct Share: Hashable, Sendable {
    package var covered: Int
    package var possible: Int
  }

  package struct LeftOut: Hashable, Sendable {
    /// How many values have no line of their own.
    package var values: Int
    /// How many factors, the last declared, are not shown at all.
    package var factors: Int
  }

  /// The most values that have a line each, and the most factors.
  package static let maxValues = 150

  /// The values with a line of their own, factor by factor, without *not applicable*; empty where there are too many.
  package var values: [Value] = []
  /// By value and value: the number of cases; `nil` if the pair cannot occur, and for two values of one factor.
  package var cases: [[Int?]] = []
  /// The factors shown where values are not, and their shares, by both places; `nil` for a factor with itself.
  package var factors: [Int] = []
  package var shares: [[Share?]] = []
  package var depth: Depth
  package var strength: Int
  /// `nil` if every value has its line.
  package var leftOut: LeftOut?

  /// How many numbers it contains.
  var cellCount: Int { cases.joined().count + shares.joined().count }
}

extension AnalysedSpecification {
  /// What a suite covers, pair by pair.
  ///
  /// One walk over the space for each value tells which values can stand beside it. Complexity: O(values · edges of the space + cases ·
  /// factors²); memory O(min(values, `maxValues`)² + cases), and at least one number for each pair of up to `maxValues` factors.
  ///
  /// - Throws: `LimitExceeded` if the statements of the space are apart and the search for a row took too long.
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

  /// The values that can stand beside a value.
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

/// What can stand beside a value.
private struct Support {
  /// `nil` if the value cannot occur.
  let values: Cube?
  /// By value of the operation.
  let operations: [CaseOperation]

  /// An operation with parts can where one of them can.
  func contains(_ value: PairCoverage.Value) -> Bool {
    guard let values else { return false }
    return value.factor == values.domains.count - 1 && !operations.isEmpty
      ? operations[value.number].values.contains { values.contains($0, factor: value.factor) }
      : values.contains(value.number, factor: value.factor)
  }
}
