@testable import TestSupport

/// The fewest plain conditions that cover all undefined combinations of an operation value.
///
/// Subsets of plain conditions are plain, so the maximal ones suffice. They are found for every set of factors: starting from all values,
/// those are removed that eliminate a choice whose most usual combination is covered, in every possible way.
struct PlainHoleSearch {
  private let oracle: PlainHoleOracle
  private let limit: Int
  private var stepsLeft: Int
  /// The places of the undefined combinations; sets refer to indices in this list.
  private let open: [Int]
  /// The undefined combinations by factor and value.
  private let holders: [[PointSet]]
  /// The combinations of each condition that is not known to be dominated.
  private var held: [PointSet] = []

  /// Conditions on the same factors and classes of values.
  private struct Family {
    var factors: [Int]
    /// The class of each named factor.
    var classes: [PlainHoleOracle.ValueClass] = []
    /// Undefined combinations in these classes.
    var open: PointSet
  }

  /// The choices whose most usual combination is covered.
  private struct Covered {
    /// The values by choice and named factor.
    var choices: [[Int]] = []
    /// The choices by named factor and value.
    var holders: [[PointSet]] = []

    func holding(_ place: Int, _ mask: UInt64) -> PointSet {
      PlainHoleSearch.union(holders[place], mask, capacity: choices.count)
    }
  }

  /// Prepares the search.
  ///
  /// `limit` is the maximum number of steps of the search for conditions, and of that for a cover.
  init(_ oracle: PlainHoleOracle, limit: Int) {
    self.oracle = oracle
    self.limit = limit
    stepsLeft = limit
    let open = oracle.rows.indices.filter { oracle.isUndefined[$0] }
    self.open = open
    holders = Self.holders(open.map { oracle.rows[$0] }, of: oracle)
  }

  private static func holders(_ rows: [[Int]], of oracle: PlainHoleOracle) -> [[PointSet]] {
    var holders = oracle.oracle.values.map {
      Array(repeating: PointSet(capacity: rows.count), count: $0.count + 1)
    }
    for (number, row) in rows.enumerated() {
      for (factor, value) in row.enumerated() { holders[factor][value].insert(number) }
    }
    return holders
  }

  private static func union(_ sets: [PointSet], _ mask: UInt64, capacity: Int) -> PointSet {
    var result = PointSet(capacity: capacity)
    for (value, set) in sets.enumerated() where mask & (1 << UInt64(value)) != 0 {
      result.formUnion(set)
    }
    return result
  }

  /// Returns the minimum, or `nil` if the limit is too low to prove it.
  mutating func fewest() -> Int? {
    guard !open.isEmpty else { return 0 }
    let reads = oracle.reads
    let subsets = (0..<(1 << reads.count)).sorted {
      ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1)
    }
    for subset in subsets {
      let factors = reads.indices.filter { subset >> $0 & 1 == 1 }.map { reads[$0] }
      guard addConditions(on: factors) else { return nil }
    }
    var cover = ExactCover(columns: held, rows: open.count, limit: limit)
    return cover.minimum()
  }

  private func isNew(_ set: PointSet) -> Bool {
    !set.isEmpty && !held.contains(where: set.isSubset)
  }

  /// Adds the maximal conditions on some factors; false if the limit was reached.
  private mutating func addConditions(on factors: [Int]) -> Bool {
    stepsLeft -= 1
    let named = PlainHoleOracle.bits(factors)
    var all = PointSet(capacity: open.count)
    // One invalid value may stay unnamed; its combinations are known for complete conditions only.
    for (number, place) in open.enumerated()
    where (oracle.invalid[place] & ~named).nonzeroBitCount < 2 {
      all.insert(number)
    }
    var families = [Family(factors: factors, open: all)]
    for factor in factors {
      families = families.flatMap { family in
        oracle.classes(of: factor).map { next in
          var family = family
          family.classes.append(next)
          let kept = Self.union(holders[factor], next.mask, capacity: open.count)
          family.open.formIntersection(kept)
          return family
        }
      }
      .filter { isNew($0.open) }
    }
    guard !families.isEmpty else { return true }
    stepsLeft -= oracle.rows.count / 16
    let covered = covered(factors, named)
    for family in families where isNew(family.open) {
      var choices = PointSet(all: covered.choices.count)
      for (place, next) in family.classes.enumerated() {
        choices.formIntersection(covered.holding(place, next.mask))
      }
      var seen: Set<[UInt64]> = []
      let values = family.classes.map(\.mask)
      guard narrow(family, values, choices, covered, &seen) else { return false }
    }
    return true
  }

  private func covered(_ factors: [Int], _ named: UInt64) -> Covered {
    var covered = Covered()
    var seen: Set<[Int]> = []
    for (place, row) in oracle.rows.enumerated() where oracle.invalid[place] & ~named == 0 {
      let choice = factors.map { row[$0] }
      guard seen.insert(choice).inserted, !oracle.isUndefined[place] else { continue }
      covered.choices.append(choice)
    }
    covered.holders = factors.map { factor in
      let count = oracle.oracle.values[factor].count + 1
      return Array(repeating: PointSet(capacity: covered.choices.count), count: count)
    }
    for (number, choice) in covered.choices.enumerated() {
      for (place, value) in choice.enumerated() { covered.holders[place][value].insert(number) }
    }
    return covered
  }

  /// Removes values until no choice is covered, in every way that may give something new; false if the limit was reached.
  ///
  /// `values` are those left by named factor, `choices` the covered choices left, and `seen` the values already visited.
  private mutating func narrow(
    _ family: Family,
    _ values: [UInt64],
    _ choices: PointSet,
    _ covered: Covered,
    _ seen: inout Set<[UInt64]>
  ) -> Bool {
    stepsLeft -= 1
    guard stepsLeft >= 0 else { return false }
    guard let choice = choices.first else {
      guard isNew(family.open) else { return true }
      let condition = Dictionary(uniqueKeysWithValues: zip(family.factors, values))
      stepsLeft -= oracle.rows.count / 16
      let places = Set(oracle.places(in: condition))
      var all = PointSet(capacity: open.count)
      for (number, place) in open.enumerated() where places.contains(place) { all.insert(number) }
      if isNew(all) { held.append(all) }
      return true
    }
    for (place, value) in covered.choices[choice].enumerated() {
      let loss = family.classes[place].loss(of: value, from: values[place])
      var values = values
      values[place] &= ~loss
      guard seen.insert(values).inserted else { continue }
      var narrower = family
      narrower.open.subtract(
        Self.union(holders[family.factors[place]], loss, capacity: open.count)
      )
      guard isNew(narrower.open) else { continue }
      let left = choices.subtracting(covered.holding(place, loss))
      guard narrow(narrower, values, left, covered, &seen) else { return false }
    }
    return true
  }
}
