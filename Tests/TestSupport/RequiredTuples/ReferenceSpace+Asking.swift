import Specification
package import TestDesign

/// What one asks of the combinations once they are listed and judged.
extension ReferenceSpace {
  /// The main block of an operation value, and its points there.
  package func main(_ value: Int) -> [Int] { spaces[value].main }

  package func points(_ value: Int) -> [Point] { spaces[value].points }

  /// True if a row can happen, asked of the conditions one by one.
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

  /// What the spec says of a row; `nil` where it cannot happen, or no steps lead.
  package func point(_ row: [Int]) -> Point? {
    guard canHappen(row) else { return nil }
    let space = spaces[row[operationFactor]]
    guard let place = space.places[space.main.map { row[$0] }] else {
      precondition(isCut, "the blocks do not hold a row that can happen")
      return nil
    }
    return space.points[place]
  }

  /// The results of a defined combination, with what comes on top; `nil` for any other.
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

  /// The results of a defined combination, and behind them what changes.
  package func outcome(_ point: Point) -> [String]? {
    results(point).map {
      $0 + specification.rules[point.winners[0]].becomes.map { "\($0.factor) \($0.target)" }
    }
  }

  /// True if a rule covers a row that can happen.
  func covers(_ rule: Int, _ row: [Int]) -> Bool { rules[rule].holds(in: row) }

  /// Which combinations count where one with some values is looked for.
  package enum Standing: CaseIterable, Sendable {
    /// All that can happen.
    case possible
    case defined
    /// Those that are defined and in which each factor of the values matters.
    case mattering
    /// Those that are defined and have no invalid value.
    case valid
  }

  /// True if there is a combination with an operation value and some values that counts.
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

  /// By tuple of values of some factors of a block: the fewest invalid values of a point that has it and counts, 2 where there is none.
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

  /// The plain case: every factor that applies has its usual value.
  package func plain(_ value: Int) -> [Int] {
    var row = Array(repeating: 0, count: counts.count)
    row[operationFactor] = value
    for factor in order {
      let applies = onlyWhen[factor]?.holds(in: row) ?? true
      row[factor] = applies ? specification.factors[factor].usual : counts[factor]
    }
    return row
  }

  /// True if a condition names the factor, or has to do with where it applies: no turns are promised of such.
  package func isConstrained(_ factor: Int) -> Bool {
    onlyWhen[factor] != nil || onlyWhen.contains { $0?.factors.contains(factor) ?? false }
      || operationOnlyWhen.contains { $0?.factors.contains(factor) ?? false }
      || forbidden.contains { $0.contains { $0.factor == factor } }
  }

  /// A row of a combination of a case, for one value of the operation.
  package func row(_ combination: Combination, _ value: Int) -> [Int] {
    zip(combination.values, counts).map { $0 ?? $1 } + [value]
  }

  /// A row in ids, as "plan=free amount=– @ accept".
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
