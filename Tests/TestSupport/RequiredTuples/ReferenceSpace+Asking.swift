import Specification
package import TestDesign

/// Queries on the listed and judged combinations.
extension ReferenceSpace {
  /// Returns the factors in the main block of an operation value.
  package func main(_ value: Int) -> [Int] { spaces[value].main }

  package func points(_ value: Int) -> [Point] { spaces[value].points }

  /// True if a row is possible, by evaluating the conditions one by one.
  package func canHappen(_ row: [Int]) -> Bool {
    for factor in specification.factors.indices {
      let applies = onlyWhen[factor]?.holds(in: row) ?? true
      if applies != (row[factor] < counts[factor]) { return false }
    }
    let operation = operationValues[row[operationFactor]].operation
    return (operationOnlyWhen[operation]?.holds(in: row) ?? true)
      && !forbidden.contains { TabledCondition.hold($0, in: row) }
      && row.indices.count { isInvalid[$0][row[$0]] } <= 1
  }

  /// Returns the point of a row, or `nil` if it is impossible or no steps lead to it.
  package func point(_ row: [Int]) -> Point? {
    guard canHappen(row) else { return nil }
    let space = spaces[row[operationFactor]]
    guard let place = space.places[space.main.map { row[$0] }] else {
      precondition(isCut, "the blocks do not hold a row that can happen")
      return nil
    }
    return space.points[place]
  }

  /// Returns the results of a defined combination, including additions, or `nil` for any other.
  package func results(_ point: Point) -> [String]? {
    guard point.status == .defined else { return nil }
    var results: [String] = []
    for rule in [point.winners[0]] + point.additions {
      for result in specification.rules[rule].results ?? [] where !results.contains(result) {
        results.append(result)
      }
    }
    return results
  }

  /// Returns the results of a defined combination, followed by its changes.
  package func outcome(_ point: Point) -> [String]? {
    results(point).map {
      $0 + specification.rules[point.winners[0]].becomes.map { "\($0.factor) \($0.target)" }
    }
  }

  func covers(_ rule: Int, _ row: [Int]) -> Bool { rules[rule].holds(in: row) }

  /// The combinations that count in a search for one with some values.
  package enum Standing: CaseIterable, Sendable {
    case possible
    case defined
    /// Defined combinations in which each factor of the values matters.
    case mattering
    /// Defined combinations without invalid values.
    case valid
  }

  /// True if a combination with an operation value and some values counts.
  package func isFeasible(
    _ value: Int,
    _ tuple: [(factor: Int, value: Int)],
    _ standing: Standing
  ) -> Bool {
    let space = spaces[value]
    if standing == .mattering, !tuple.allSatisfy({ space.main.contains($0.factor) }) {
      return false
    }
    var invalid = 0
    for block in -1..<space.sides.count {
      let factors = block < 0 ? space.main : space.sides[block].factors
      let own = tuple.filter { factors.contains($0.factor) }
      let table = table(value, block: block, own.map(\.factor), block < 0 ? standing : .possible)
      invalid += Int(table[key(own.map(\.factor), own.map(\.value))])
      if invalid > (standing == .valid ? 0 : 1) { return false }
    }
    return true
  }

  private func key(_ factors: [Int], _ values: [Int]) -> Int {
    zip(factors, values).reduce(0) { $0 * (counts[$1.0] + 1) + $1.1 }
  }

  /// Returns the least number of invalid values among the counting points, by tuple of values of some factors of a block; 2 if there is
  /// none.
  private func table(
    _ value: Int,
    block: Int,
    _ factors: [Int],
    _ standing: Standing
  ) -> [UInt8] {
    let name = TableKey(value: value, block: block, factors: factors, standing: standing)
    if let known = tables[name] { return known }
    let space = spaces[value]
    let all = block < 0 ? space.main : space.sides[block].factors
    let points = block < 0 ? self.points(value) : space.sides[block].points
    let places = factors.compactMap { all.firstIndex(of: $0) }
    let size = factors.reduce(1) { $0 * (counts[$1] + 1) }
    var table = [UInt8](repeating: 2, count: size)
    let invalidBeside = min(1, space.sides.map { $0.points.map(\.invalid).min() ?? 2 }.reduce(0, +))
    let matters =
      standing == .mattering ? places.map { self.matters(value)[invalidBeside][$0] } : []
    for point in points where standing == .possible || point.status == .defined {
      guard matters.allSatisfy({ $0.contains(point.number) }) else { continue }
      let tuple = key(factors, places.map { point.values[$0] })
      table[tuple] = min(table[tuple], UInt8(point.invalid))
    }
    tables[name] = table
    return table
  }

  /// Returns the plain case: every applicable factor has its usual value.
  package func plain(_ value: Int) -> [Int] {
    var row = Array(repeating: 0, count: counts.count)
    row[operationFactor] = value
    for factor in order {
      let applies = onlyWhen[factor]?.holds(in: row) ?? true
      row[factor] = applies ? specification.factors[factor].usual : counts[factor]
    }
    return row
  }

  /// True if a condition names the factor or its applicability depends on it: rotation is not promised then.
  package func isConstrained(_ factor: Int) -> Bool {
    onlyWhen[factor] != nil || onlyWhen.contains { $0?.factors.contains(factor) ?? false }
      || operationOnlyWhen.contains { $0?.factors.contains(factor) ?? false }
      || forbidden.contains { $0.contains { $0.factor == factor } }
  }

  /// Returns the row of a case's combination, for one value of the operation.
  package func row(_ combination: Combination, _ value: Int) -> [Int] {
    zip(combination.values, counts).map { $0 ?? $1 } + [value]
  }

  /// Returns a row in ids, as "plan=free amount=– @ accept".
  package func words(_ row: [Int]) -> String {
    let values = specification.factors.indices.map { word($0, row[$0]) }
    return (values + ["@ " + caseOperationOfValue[row[operationFactor]].id]).joined(separator: " ")
  }

  func words(_ tuple: [(factor: Int, value: Int)]) -> String {
    tuple.isEmpty ? "a row" : tuple.map { word($0.factor, $0.value) }.joined(separator: " ")
  }

  private func word(_ factor: Int, _ value: Int) -> String {
    let factor = specification.factors[factor]
    return "\(factor.name)=\(value < factor.values.count ? factor.values[value].id : "–")"
  }
}
