extension Oracle {
  /// Values of different factors, by number of factor ascending.
  package typealias ValueTuple = [Cell]

  /// The tuples of `strength` values that some combination of the space holds and no row does.
  ///
  /// - Parameters:
  ///   - rows: Numbers of combinations.
  ///   - strength: As the page says; where there are fewer factors, all of them.
  ///   - group: Numbers of the factors concerned (the operation last); `nil` for all.
  /// - Returns: In the order of the factors, then of the values.
  package func coverage(
    rows: [Int],
    strength: Int,
    among group: [Int]? = nil
  ) -> [ValueTuple] {
    let group = (group ?? Array(factors.indices)).sorted()
    return choices(of: min(strength, group.count), from: group[...]).flatMap { chosen in
      var missed = Set(space.combinations.compactMap { tuple(of: $0, chosen) })
      for row in rows {
        if let tuple = tuple(of: space.combinations[row], chosen) { missed.remove(tuple) }
      }
      return missed.sorted { $0.lexicographicallyPrecedes($1) }.map { tuple in
        zip(chosen, tuple).map { Cell(factor: $0, value: $1) }
      }
    }
  }

  /// All that the spec's own `coverage` asks for and the rows miss, the `include` rows aside.
  package func coverageOfSpec(rows: [Int]) -> [ValueTuple] {
    let asked = spec.coverage ?? AbstractCoverage()
    return coverage(rows: rows, strength: asked.strength ?? 2)
      + asked.stronger.flatMap { group in
        let numbers = group.factors.compactMap { name in
          factors.firstIndex { $0.name == name }
        }
        return coverage(rows: rows, strength: group.strength, among: numbers)
      }
  }

  /// The numbers of the `include` rows that no row meets.
  package func unmetIncludes(rows: [Int]) -> [Int] {
    let include = spec.coverage?.include ?? []
    return include.indices.filter { number in
      !rows.contains { row in
        include[number].allSatisfy { cell in
          guard let factor = factors.firstIndex(where: { $0.name == cell.factor }) else {
            return false
          }
          let value = space.combinations[row][factor]
          return values[factor].indices.contains(value) && values[factor][value].id == cell.value
        }
      }
    }
  }

  /// The rules that win somewhere but in none of the rows.
  package func rulesWithoutCase(rows: [Int]) -> [Int] {
    won.indices.filter { rule in
      !won[rule].isEmpty && !rows.contains(where: won[rule].contains)
    }
  }

  /// The values of the chosen factors, or `nil` where one of them does not apply.
  private func tuple(of combination: [Int], _ chosen: [Int]) -> [Int]? {
    let tuple = chosen.map { combination[$0] }
    return zip(chosen, tuple).allSatisfy { $1 < values[$0].count } ? tuple : nil
  }

  private func choices(of count: Int, from factors: ArraySlice<Int>) -> [[Int]] {
    guard count > 0 else { return [[]] }
    guard let first = factors.first, factors.count >= count else { return [] }
    let rest = factors.dropFirst()
    return choices(of: count - 1, from: rest).map { [first] + $0 } + choices(of: count, from: rest)
  }
}
