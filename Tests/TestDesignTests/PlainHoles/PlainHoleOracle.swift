@testable import TestSupport

/// The plain conditions of one operation value, by listing its combinations.
///
/// Factors and values are numbered as in `Oracle`: the number after the last value is *not applicable*.
struct PlainHoleOracle {
  /// The allowed values of each named factor, one bit each.
  typealias Condition = [Int: UInt64]

  let oracle: Oracle
  /// The factors named by rules about the operation value, ascending.
  let reads: [Int]
  /// The possible combinations, most usual first; all lists by *place* are in this order.
  let points: [Int]
  let rows: [[Int]]
  /// True if no rule covers the combination, by place.
  let isUndefined: [Bool]
  /// The read factors with an invalid value, one bit each, by place.
  let invalid: [UInt64]
  /// The factors named by each alternative that covers the combination, one bit each, by place.
  private let names: [[UInt64]]

  /// Lists the combinations; `usual` overrides the declared usual values by factor.
  init(_ oracle: Oracle, value: Int, usual: [Int]? = nil) {
    let operation = oracle.factors.count - 1
    let conditions = oracle.rules.map {
      CompiledCondition($0.when, factors: oracle.factors, values: oracle.values, in: .rule)
    }
    let rules = oracle.rules.indices.filter { rule in
      let key = [AbstractCondition.Text(oracle.rules[rule].operations.map { .selector($0) })]
      let mask = AbstractCondition.mask(key, of: oracle.values[operation], in: .rule)
      return mask & (1 << UInt64(value)) != 0
    }
    let reads = Set(rules.flatMap { conditions[$0].factors }).sorted()
    let combinations = oracle.space.combinations
    let own = combinations.indices.filter { combinations[$0][operation] == value }
    let reference = Self.reference(own, rules, oracle, usual)
    let order = Ordinariness(oracle, base: reference)
    let all = Array(0..<operation)
    let sorted = own.map { (point: $0, key: order.key(combinations[$0], counting: [all])) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.point)

    self.oracle = oracle
    self.reads = reads
    points = sorted
    rows = sorted.map { combinations[$0] }
    isUndefined = sorted.map { point in !rules.contains { oracle.covered[$0].contains(point) } }
    invalid = rows.map { row in
      Self.bits(reads.filter { row[$0] < oracle.values[$0].count && order.isInvalid($0, row[$0]) })
    }
    names = sorted.map { point in
      rules.filter { oracle.covered[$0].contains(point) }.flatMap { rule -> [UInt64] in
        let alternatives = conditions[rule].alternatives
        guard !alternatives.isEmpty else { return [0] }
        return alternatives.filter { entries in
          entries.allSatisfy { $0.mask & (1 << UInt64(combinations[point][$0.factor])) != 0 }
        }
        .map { Self.bits($0.map(\.factor)) }
      }
    }
  }

  /// Returns each factor's value in the usual setup, or its usual value if it does not apply there.
  private static func reference(
    _ own: [Int],
    _ rules: [Int],
    _ oracle: Oracle,
    _ usual: [Int]?
  ) -> [Int] {
    let factors = oracle.spec.factors
    let usual = usual ?? factors.map { $0.usualValue ?? 0 }
    let decided = own.filter { oracle.status(of: $0) == .defined }
    let unanimous = decided.filter { point in
      Set(rules.filter { oracle.covered[$0].contains(point) }.map { oracle.rules[$0].outcome })
        .count == 1
    }
    let firm = factors.indices.filter { factors[$0].source == .yesNo || factors[$0].usual != nil }
    let others = factors.indices.filter { !firm.contains($0) }
    let order = Ordinariness(oracle, base: usual)
    let candidates = [unanimous, decided, own].first { !$0.isEmpty } ?? []
    let ordinary = candidates.map { oracle.space.combinations[$0] }
      .map { (row: $0, key: order.key($0, counting: [firm, others])) }
      .min { $0.key.lexicographicallyPrecedes($1.key) }?.row
    guard let ordinary else { return usual }
    return factors.indices.map {
      ordinary[$0] == oracle.values[$0].count ? usual[$0] : ordinary[$0]
    }
  }

  static func bits(_ numbers: some Sequence<Int>) -> UInt64 {
    numbers.reduce(0) { $0 | 1 << UInt64($1) }
  }

  /// Returns the factors and values that a cube of the operation value names; every cube names a read factor without a valid value, since
  /// it would be empty otherwise.
  func condition(_ cube: Oracle.Cube, operation: Int) -> Condition {
    var condition: Condition = [:]
    for (factor, full) in oracle.fullMasks(operation: operation).dropLast().enumerated()
    where cube.masks[factor] != full || isNamedAnyway(factor) {
      condition[factor] = cube.masks[factor]
    }
    return condition
  }

  /// True if the factor is read and always applies, always with an invalid value.
  func isNamedAnyway(_ factor: Int) -> Bool {
    reads.contains(factor) && oracle.factors[factor].onlyWhen == nil
      && oracle.values[factor].allSatisfy(\.isInvalid)
  }

  /// Returns the places of the combinations in a condition.
  ///
  /// Those with an unnamed invalid value are included if the condition would be plain when naming it, and the value alone would not be.
  func places(in condition: Condition) -> [Int] {
    let named = Self.bits(condition.keys)
    var plain: [[Int]: Bool] = [:]
    return rows.indices.filter { place in
      guard condition.allSatisfy({ $1 & (1 << UInt64(rows[place][$0])) != 0 }) else { return false }
      let unnamed = reads.filter { (invalid[place] & ~named) >> UInt64($0) & 1 == 1 }
      guard let factor = unnamed.first else { return true }
      guard unnamed.count == 1 else { return false }
      let value = rows[place][factor]
      if let known = plain[[factor, value]] { return known }
      let own: UInt64 = 1 << UInt64(value)
      let isPlain =
        objection(to: [factor: own]) != nil
        && objection(to: condition.merging([factor: own]) { $1 }) == nil
      plain[[factor, value]] = isPlain
      return isPlain
    }
  }

  /// Returns these places without combinations that have an unnamed invalid value.
  private func validPlaces(in condition: Condition) -> [Int] {
    let named = Self.bits(condition.keys)
    return rows.indices.filter { place in
      invalid[place] & ~named == 0
        && condition.allSatisfy { $1 & (1 << UInt64(rows[place][$0])) != 0 }
    }
  }

  /// Returns the indices of the conditions that contain each undefined combination, ascending, by place.
  func holders(_ conditions: [Condition]) -> [Int: [Int]] {
    let open = rows.indices.filter { isUndefined[$0] }
    var holders = Dictionary(uniqueKeysWithValues: open.map { ($0, [Int]()) })
    for (number, condition) in conditions.enumerated() {
      for place in places(in: condition) where isUndefined[place] {
        holders[place]?.append(number)
      }
    }
    return holders
  }

  /// Returns a condition in words, for failure messages.
  func describe(_ condition: Condition) -> String {
    let terms = condition.sorted { $0.key < $1.key }.map { factor, mask in
      let ids = oracle.values[factor].map(\.id) + ["–"]
      let named = ids.indices.filter { mask & (1 << UInt64($0)) != 0 }.map { ids[$0] }
      return "\(oracle.factors[factor].name)=\(named.joined(separator: ","))"
    }
    return "[\(terms.joined(separator: " "))]"
  }

  /// Returns the reason why a condition is not plain, or `nil` if it is.
  func objection(to condition: Condition) -> String? {
    let factors = condition.keys.sorted()
    let named = Self.bits(factors)
    var seen: Set<[Int]> = []
    for place in validPlaces(in: condition) {
      let isFirst = seen.insert(factors.map { rows[place][$0] }).inserted
      guard !isUndefined[place] else { continue }
      if isFirst { return "a rule covers the ordinary \(oracle.describe(points[place]))" }
      if !names[place].contains(where: { $0 & ~named != 0 }) {
        return "only rules about it cover \(oracle.describe(points[place]))"
      }
    }
    return nil
  }
}

/// The order of combinations by usualness, relative to a value of each factor.
private struct Ordinariness {
  let oracle: Oracle
  let base: [Int]

  init(_ oracle: Oracle, base: [Int]) {
    self.oracle = oracle
    self.base = base
  }

  func isInvalid(_ factor: Int, _ value: Int) -> Bool { oracle.values[factor][value].isInvalid }

  private func cost(_ factor: Int, _ value: Int) -> Int {
    if value == base[factor] || value == oracle.values[factor].count { return 0 }
    return isInvalid(factor, value) ? 2 : 1
  }

  /// Returns a key whose lexicographic order is that of usualness: few invalid values, then few factors of each group that differ from the
  /// base.
  func key(_ row: [Int], counting groups: [[Int]]) -> [Int] {
    let factors = base.indices
    let invalid = factors.count { factor in
      row[factor] < oracle.values[factor].count && isInvalid(factor, row[factor])
    }
    return [invalid] + groups.map { group in group.count { cost($0, row[$0]) > 0 } }
      + factors.flatMap { [cost($0, row[$0]), row[$0]] }
  }
}

// MARK: Classes of values

extension PlainHoleOracle {
  /// Values of a factor that may be in a condition together.
  struct ValueClass {
    var mask: UInt64
    /// Valid numbers that can only be removed in contiguous runs, so that ends remain; empty for a class without such a restriction.
    var line: [Int] = []

    /// Returns what `values`, of this class, must lose together with a value.
    func loss(of value: Int, from values: UInt64) -> UInt64 {
      guard let place = line.firstIndex(of: value) else { return 1 << UInt64(value) }
      let gone = line.indices.filter { $0 == place || values & (1 << UInt64(line[$0])) == 0 }
      return PlainHoleOracle.bits(line[(gone.min() ?? place)...(gone.max() ?? place)])
    }
  }

  func classes(of factor: Int) -> [ValueClass] {
    let invalid = invalidMask(factor)
    let full: UInt64 = (2 << UInt64(oracle.values[factor].count)) - 1
    let valid = full & ~invalid
    let line = line(factor)
    var classes = [ValueClass(mask: valid, line: line)]
    if line.count > 2 {
      classes.append(ValueClass(mask: valid & ~bits([line[0], line[line.count - 1]])))
    }
    if invalid != 0 { classes.append(ValueClass(mask: invalid)) }
    return classes
  }

  /// True if the values are all invalid or all valid, and the runs of valid numbers all ends or all gaps.
  func isUnmixed(_ factor: Int, _ mask: UInt64) -> Bool {
    let invalid = invalidMask(factor)
    if mask & invalid != 0 { return mask & ~invalid == 0 }
    let line = line(factor)
    let runs = line.split { mask & (1 << UInt64($0)) == 0 }
    let ends = runs.count { $0.startIndex == 0 || $0.endIndex == line.count }
    return ends == 0 || ends == runs.count
  }

  private func bits(_ values: [Int]) -> UInt64 { Self.bits(values) }

  private func invalidMask(_ factor: Int) -> UInt64 {
    let values = oracle.values[factor]
    return bits(values.indices.filter { values[$0].isInvalid })
  }

  /// Returns the valid numbers of a range, of dates or of lengths, ascending; empty for listed values.
  private func line(_ factor: Int) -> [Int] {
    let values = oracle.values[factor]
    guard oracle.factors[factor].source.bounds != nil else { return [] }
    return values.indices.filter { !values[$0].isInvalid && values[$0].number != nil }
      .sorted { (values[$0].number ?? 0) < (values[$1].number ?? 0) }
  }
}
