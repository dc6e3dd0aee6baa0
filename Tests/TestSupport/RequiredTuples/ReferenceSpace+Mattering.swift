import Specification
import TestDesign

/// The factors that matter in a combination, and the values that an operation value has to meet.
extension ReferenceSpace {
  /// Returns, by factor with the operation last, if it matters in a row of a point.
  ///
  /// A factor matters in a defined row if with another of its values and all else equal, the row is possible and has other results, other
  /// changes, or is not defined.
  package func mattering(_ row: [Int], _ point: Point) -> [Bool] {
    var matters = Array(repeating: false, count: counts.count)
    guard point.status == .defined else { return matters }
    let value = row[operationFactor]
    let invalid = row.indices.count { isInvalid[$0][row[$0]] }
    let table = self.matters(value)[invalid - point.invalid]
    for (place, factor) in main(value).enumerated() {
      matters[factor] = table[place].contains(point.number)
    }
    return matters
  }

  /// Returns the points in which each factor of the main block matters: first without an invalid value outside of the block, then with one.
  ///
  /// An invalid value excludes any other one.
  func matters(_ value: Int) -> [[PointSet]] {
    if let known = matterTables[value] { return known }
    let points = points(value)
    var numbers: [[String]?: Int] = [:]
    let outcomes = points.map { point in
      let outcome = outcome(point)
      let number = numbers[outcome] ?? numbers.count
      numbers[outcome] = number
      return number
    }
    let main = main(value)
    var strides = [1]
    for factor in main { strides.append(strides[strides.count - 1] * (counts[factor] + 1)) }
    let keys = points.map { zip($0.values, strides).reduce(0) { $0 + $1.0 * $1.1 } }
    let tables = [0, 1].map { invalidBeside in
      let possible = points.indices.filter { points[$0].invalid + invalidBeside <= 1 }
      return main.indices.map { place in
        func rest(_ point: Int) -> Int {
          keys[point] - points[point].values[place] * strides[place]
        }
        var first: [Int: Int] = [:]
        var differing: Set<Int> = []
        for point in possible {
          let known = first[rest(point)]
          if known == nil { first[rest(point)] = outcomes[point] }
          if let known, known != outcomes[point] { differing.insert(rest(point)) }
        }
        var found = PointSet(capacity: points.count)
        for point in possible
        where points[point].status == .defined && differing.contains(rest(point)) {
          found.insert(point)
        }
        return found
      }
    }
    matterTables[value] = tables
    return tables
  }

  /// Returns, by factor and value, false for interior numbers of an operation value.
  ///
  /// A valid number is interior if both neighbouring values are valid, and no rule of the operation value distinguishes it from them.
  func valuesToBeMet(_ value: Int) -> [[Bool]] {
    let terms = rules.flatMap(\.alternatives).filter { names($0, value) }.joined()
    return specification.factors.enumerated().map { factor, declared in
      var isToBeMet = declared.values.map { _ in true }
      guard declared.line != nil else { return isToBeMet }
      let own = terms.filter { $0.factor == factor }
      let line = declared.values.indices.filter { declared.values[$0].number != nil }.sorted {
        (declared.values[$0].number ?? 0) < (declared.values[$1].number ?? 0)
      }
      for place in line.indices.dropFirst().dropLast() {
        let near = line[(place - 1)...(place + 1)]
        isToBeMet[line[place]] =
          near.contains { isInvalid[factor][$0] }
          || own.contains { term in near.contains { term.holds[$0] != term.holds[line[place]] } }
      }
      return isToBeMet
    }
  }
}
