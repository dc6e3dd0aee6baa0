import Combinatorics
import Specification

/// How many cases hold each pair of values of different factors, and which pairs cannot occur.
package struct PairCoverage: Sendable {
  /// A value of a factor; the operation is the last factor.
  package struct Value: Hashable, Sendable {
    /// The number in `Specification.factors`; `Specification.operationFactor` for the operation.
    package var factor: Int
    /// The number of the value in its factor.
    package var number: Int
  }

  /// All values, factor by factor; *not applicable* is none.
  package var values: [Value]
  /// By value and value: the number of cases; `nil` where the pair cannot occur, and for two values of one factor.
  package var cases: [[Int?]]
  package var strength: Int

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

extension AnalysedSpecification {
  /// What a suite covers, pair by pair.
  ///
  /// One walk over the space for each value tells which values can stand beside it. Complexity: O(values · (edges of the space + values)
  /// + cases · factors²).
  package func pairCoverage(of matrix: TestMatrix) -> PairCoverage {
    let space = regions.space
    let lowered = space.lowered
    let values = (0..<lowered.domains.count).flatMap { factor in
      (0..<lowered.domains.sizes[factor])
        .filter { $0 != lowered.notApplicable(factor) }
        .map { PairCoverage.Value(factor: factor, number: $0) }
    }
    var numbers: [PairCoverage.Value: Int] = [:]
    for (number, value) in values.enumerated() { numbers[value] = number }

    var cases = values.map { value -> [Int?] in
      var cube = Cube(full: lowered.domains)
      cube.restrict(value.factor, to: [value.number])
      guard let support = space.store.support(of: space.all, in: cube) else {
        return Array(repeating: nil, count: values.count)
      }
      return values.map {
        $0.factor != value.factor && support.contains($0.number, factor: $0.factor) ? 0 : nil
      }
    }
    for testCase in matrix.cases {
      let held = lowered.row(testCase.combination).enumerated().compactMap { factor, value in
        numbers[PairCoverage.Value(factor: factor, number: value)]
      }
      for left in held {
        for right in held where left != right { cases[left][right, default: 0] += 1 }
      }
    }
    return PairCoverage(values: values, cases: cases, strength: matrix.strength)
  }
}

extension [Int?] {
  fileprivate subscript(index: Int, default fallback: Int) -> Int {
    get { self[index] ?? fallback }
    set { self[index] = newValue }
  }
}
