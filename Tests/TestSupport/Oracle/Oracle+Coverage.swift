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

  /// All that the run and the spec's own `cases` ask for and the rows miss, the cases that must stay aside.
  package func coverageOfSpec(rows: [Int]) -> [ValueTuple] {
    coverage(rows: rows, strength: spec.strength)
      + spec.cases.every.flatMap { group in
        let numbers = group.compactMap { name in factors.firstIndex { $0.name == name } }
        return coverage(rows: rows, strength: numbers.count, among: numbers)
      }
  }

  /// The numbers of the cases that must stay and that no row meets.
  ///
  /// Of several values of a factor the row has the usual one, where a combination can have that of all such factors.
  package func unmetIncludes(rows: [Int], usual chosen: [Int]) -> [Int] {
    spec.cases.include.indices.filter { number in
      var masks = includeMasks(number)
      var usual = masks
      for (factor, mask) in masks where mask.nonzeroBitCount > 1 && factor < spec.factors.count {
        let bit = UInt64(1) << UInt64(chosen[factor])
        if mask & bit != 0 { usual[factor] = bit }
      }
      if !points(usual).isEmpty { masks = usual }
      return points(masks).isDisjoint(with: Self.set(rows, capacity: count))
    }
  }

  /// The combinations that a case that must stay may be.
  package func points(ofInclude number: Int) -> PointSet { points(includeMasks(number)) }

  private func includeMasks(_ number: Int) -> [Int: UInt64] {
    var masks: [Int: UInt64] = [:]
    for entry in spec.cases.include[number].entries {
      guard let factor = factors.firstIndex(where: { $0.name == entry.factor }) else { continue }
      masks[factor] = AbstractCondition.mask(entry.test, of: values[factor], in: .rule)
    }
    let operation = factors.count - 1
    masks[operation] = masks[operation].map(withWholeOperations)
    return masks
  }

  /// Values of the operation, with all parts of the operations of which there is one: a case looks at all of them.
  package func withWholeOperations(_ mask: UInt64) -> UInt64 {
    var whole = mask
    var first = 0
    for operation in spec.operations {
      let count = operation.values.count
      let values = ((UInt64(1) << UInt64(count)) - 1) << UInt64(first)
      if operation.hasParts, mask & values != 0 { whole |= values }
      first += count
    }
    return whole
  }

  private func points(_ masks: [Int: UInt64]) -> PointSet {
    masks.keys.sorted().reduce(space.all) { points, factor in
      points.intersection(space.points(factor, in: masks[factor] ?? 0))
    }
  }

  private static func set(_ rows: [Int], capacity: Int) -> PointSet {
    var result = PointSet(capacity: capacity)
    for row in rows { result.insert(row) }
    return result
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
