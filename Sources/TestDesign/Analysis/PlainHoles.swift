import Combinatorics
import Specification

/// A part of what an operation value leaves open, under a condition that people would name.
struct PlainHole {
  /// The operation value.
  let value: Int
  /// The operation value, and the values of each factor that the condition names.
  var condition: Cube
  /// The undefined rows that satisfy the condition and no earlier one.
  var rows: Diagram
  /// The index among the holes of the operation value.
  var place: Int
}

/// Describes undefined combinations in plain words.
///
/// # Chapter: ordinary circumstances go without saying
///
/// **Problem.** Cubes that contain only undefined rows include conditions that have nothing to do with the hole: an exception that decides
/// a corner of it splits it in two, and each half is described by what it is not. "If the room is small and the slot is free and bookings
/// are 6 or more and weekly is no": the hole is "6 bookings or more".
///
/// **Idea.** People name what is special and omit the ordinary. A condition is *plain* if, for each choice of the values it names, its most
/// ordinary completion, the one with the fewest further changes from the ordinary setup, is undefined. Rows inside it that are decided then
/// belong to a rule that names another factor: a special circumstance, which is settled.
///
/// **Method.** The most ordinary row that is still undefined differs from the ordinary setup in a few factors. The smallest plain subset of
/// them forms the condition. Values are added as long as the condition stays plain and covers more undefined rows, and the covered rows are
/// done. A row that differs in a single factor can only be covered by a condition that names that factor, so one hole for each such factor
/// is the minimum. Finally, rows that later conditions cover as well are removed from earlier ones.
///
/// Valid and invalid values are never joined, nor are a gap between numbers and an end of a range. An invalid value is covered by a
/// condition that does not name its factor only if the value alone is not plain and the condition stays plain with it.
///
/// **Cost.** One walk over the diagrams per hole, and one search for each choice of values that is incompatible with the ordinary setup.
struct PlainHoleFinder {
  let regions: RuleRegions
  let setups: [OrdinarySetup?]
  /// The factors that the rules of each operation value name.
  private let read: [Set<Int>]
  private var space: SpecificationSpace { regions.space }
  private var store: DiagramStore { space.store }
  private var lowered: LoweredSpecification { space.lowered }

  /// The maximum number of holes of an operation value that are compared with each other.
  private static let maxCompared = 24
  /// The maximum number of special factors for which every subset is tried.
  private static let maxSubsetFactors = 5

  init(_ regions: RuleRegions) throws(LimitExceeded) {
    self.regions = regions
    setups = try regions.ordinarySetups()
    let lowered = regions.space.lowered
    var read: [Set<Int>] = lowered.operationValues.map { _ in [] }
    for rule in lowered.specification.rules where !rule.isAddition {
      for terms in rule.when.alternatives.map(\.terms) {
        let factors = terms.map(\.factor).filter { $0 != lowered.operationFactor }
          .flatMap(lowered.specification.factorsRead)
        for term in terms where term.factor == lowered.operationFactor {
          for value in term.values { read[value].formUnion(factors) }
        }
      }
    }
    self.read = read
  }

  /// Returns the holes of an operation value, the most ordinary first.
  ///
  /// Throws `LimitExceeded` if the diagrams outgrow their limit or the search for a row takes too long.
  func holes(of value: Int) throws(LimitExceeded) -> [PlainHole] {
    let all = try store.diagram(of: lowered.cube(ofValue: value))
    let undefined = try space.possible(try store.intersection(regions.undefined, all))
    guard undefined != .empty, let setup = setups[value] else { return [] }
    var rest = undefined
    var held: [(condition: Cube, rows: Diagram)] = []
    while let row = try space.rows(of: rest).cheapestRow(
      in: lowered.cube(ofValue: value),
      setup.costs
    ) {
      let condition = try condition(of: row, setup, among: rest)
      held.append((condition, try rows(heldBy: condition, setup)))
      let left = try space.possible(try store.difference(rest, held[held.count - 1].rows))
      // Otherwise the same row would be found again and again.
      precondition(left != rest, "a condition holds the row that it was made for")
      rest = left
    }
    try shrink(&held, setup, covering: undefined)
    rest = undefined
    var holes: [PlainHole] = []
    for (place, held) in held.enumerated() {
      let rows = try store.intersection(rest, held.rows)
      rest = try store.difference(rest, rows)
      let condition = try completed(held.condition, of: value)
      holes.append(PlainHole(value: value, condition: condition, rows: rows, place: place))
    }
    return holes
  }

  /// Adds values to a condition on a comparison of two numbers that never satisfy it.
  ///
  /// The last value stands for all numbers from it on, and is not less than itself.
  private func completed(_ condition: Cube, of operation: Int) throws(LimitExceeded) -> Cube {
    var completed = condition
    for comparison in condition.namedFactors where lowered.isComparison(comparison) {
      for side in lowered.specification.factorsRead(with: comparison).dropFirst()
      where !condition.isFull(side) && hasValidValue(side) {
        for value in 0..<lowered.domains.sizes[side]
        where !condition.contains(value, factor: side) && !lowered.isInvalid(value, of: side) {
          let own = valid(condition, of: operation).restricted(side, to: [value])
          if try space.rows.support(in: own) == nil { completed.insert(value, factor: side) }
        }
      }
    }
    return completed
  }

  /// Returns the rows that a condition covers.
  ///
  /// Rows with an invalid value that it does not name count only if the value alone is not plain and the condition stays plain with it.
  private func rows(
    heldBy condition: Cube,
    _ setup: OrdinarySetup
  ) throws(LimitExceeded) -> Diagram {
    let operation = setup.row[lowered.operationFactor]
    var cubes = [valid(condition, of: operation)]
    for factor in read[operation].sorted() where condition.isFull(factor) {
      for value in condition.values(of: factor) where lowered.isInvalid(value, of: factor) {
        let own = lowered.cube(ofValue: operation).restricted(factor, to: [value])
        if try isPlain(own, setup) { continue }
        let named = condition.restricted(factor, to: [value])
        if try isPlain(named, named.namedFactors, setup) {
          cubes.append(valid(named, of: operation))
        }
      }
    }
    return try store.diagram(of: cubes)
  }

  /// Returns a condition without the invalid values of factors that rules read and it does not name.
  private func valid(_ condition: Cube, of value: Int) -> Cube {
    var valid = condition
    for factor in read[value] where condition.isFull(factor) && hasValidValue(factor) {
      let values = condition.values(of: factor).filter { !lowered.isInvalid($0, of: factor) }
      valid.restrict(factor, to: values)
    }
    return valid
  }

  /// False if every value of the factor is invalid; such a factor need not be named.
  private func hasValidValue(_ factor: Int) -> Bool {
    (0..<lowered.domains.sizes[factor]).contains { !lowered.isInvalid($0, of: factor) }
  }

  // MARK: Conditions

  /// Returns the plain condition of a row that names the fewest factors and then covers as many of the rows as it can.
  private func condition(
    of row: [Int],
    _ setup: OrdinarySetup,
    among rest: Diagram
  ) throws(LimitExceeded) -> Cube {
    let factors = try namedFactors(of: row, setup)
    let forwards = try widened(row, factors, setup, among: rest)
    guard factors.count > 1 else { return forwards }
    let backwards = try widened(row, factors.reversed(), setup, among: rest)
    func size(_ cube: Cube) -> Int { factors.reduce(1) { $0 * cube.valueCount(of: $1) } }
    return size(backwards) > size(forwards) ? backwards : forwards
  }

  /// Returns the smallest set of factors of a row that must be named, ascending.
  private func namedFactors(of row: [Int], _ setup: OrdinarySetup) throws(LimitExceeded) -> [Int] {
    let operation = row[lowered.operationFactor]
    let readable = read[operation].sorted()
    let invalid = readable.filter { lowered.isInvalid(row[$0], of: $0) && hasValidValue($0) }
    let special = readable.filter {
      setup.costs.costs[$0][row[$0]] > 0 && !invalid.contains($0)
    }
    // A comparison of two numbers says more than the numbers themselves.
    let compared = special.filter { lowered.isComparison($0) }
    let optional = compared + special.filter { !lowered.isComparison($0) }
    let sizes =
      optional.count > Self.maxSubsetFactors ? [0, 1, optional.count] : Array(0...optional.count)
    for size in sizes {
      for subset in optional.subsets(of: size) {
        let factors = (invalid + subset).sorted()
        if try isPlain(cube(of: row, factors), setup) { return factors }
      }
    }
    // Naming the changes does not suffice, since another change is as ordinary: name what that one changes, too.
    var factors = (invalid + optional).sorted()
    while let completion = try completion(of: cube(of: row, factors), setup),
      !store.contains(regions.undefined, row: completion),
      let next = readable.first(where: { !factors.contains($0) && completion[$0] != row[$0] })
    { factors = (factors + [next]).sorted() }
    return factors
  }

  private func cube(of row: [Int], _ factors: [Int]) -> Cube {
    var cube = lowered.cube(ofValue: row[lowered.operationFactor])
    for factor in factors { cube.restrict(factor, to: [row[factor]]) }
    return cube
  }

  /// Extends a row's values, one factor after the other, by values that keep the condition plain and cover more of the rows.
  private func widened(
    _ row: [Int],
    _ factors: [Int],
    _ setup: OrdinarySetup,
    among rest: Diagram
  ) throws(LimitExceeded) -> Cube {
    let operation = row[lowered.operationFactor]
    var condition = cube(of: row, factors)
    for factor in factors {
      let around = valid(condition, of: operation).released(factor)
      let support = try space.rows(of: rest).support(in: around)
      // The first value determines which others are alike.
      var values = [row[factor]]
      for value in support?.values(of: factor) ?? []
      where value != row[factor]
        && lowered.isInvalid(value, of: factor) == lowered.isInvalid(row[factor], of: factor)
      { values.append(value) }
      if try !isPlain(condition.restricted(factor, to: values), factors, setup) {
        var plain = [row[factor]]
        for value in values.dropFirst() {
          let one = condition.restricted(factor, to: [value])
          if try isPlain(one, factors, setup) { plain.append(value) }
        }
        values = plain
      }
      condition.restrict(factor, to: alike(values, of: factor))
    }
    return lowered.alike(condition)
  }

  /// Returns the values in the same kind of place as the first one: in a gap between numbers, or at an end of a range.
  private func alike(_ values: [Int], of factor: Int) -> [Int] {
    guard let declared = lowered.specification.factors.dropFirst(factor).first,
      declared.line != nil, !lowered.isInvalid(values[0], of: factor)
    else { return values }
    let line = declared.numberedValues
      .filter { declared.values[$0].numbers != nil && !declared.values[$0].isInvalid }
    var run = 0
    var runs: [Int: Int] = [:]
    var ends: Set<Int> = []
    for (place, value) in line.enumerated() {
      if values.contains(value) { runs[value] = run } else { run += 1 }
      if place == 0 || place == line.count - 1, values.contains(value) { ends.insert(run) }
    }
    func isEnd(_ value: Int) -> Bool? { runs[value].map(ends.contains) }
    let first = values.lazy.compactMap(isEnd).first
    return values.filter { value in isEnd(value).map { $0 == first } ?? true }
  }

  // MARK: Plainness

  /// True if a condition with one value per factor is plain.
  private func isPlain(_ condition: Cube, _ setup: OrdinarySetup) throws(LimitExceeded) -> Bool {
    // Without a possible row, nothing is decided.
    guard let completion = try completion(of: condition, setup) else { return true }
    return store.contains(regions.undefined, row: completion)
  }

  /// True if a condition with several values per factor is plain; choices that need no further change are checked all at once.
  private func isPlain(
    _ condition: Cube,
    _ factors: [Int],
    _ setup: OrdinarySetup
  ) throws(LimitExceeded) -> Bool {
    guard let factor = factors.first(where: { condition.valueCount(of: $0) > 1 }) else {
      return try isPlain(condition, setup)
    }
    var unchanged = condition
    var choices = condition
    for other in 0..<lowered.operationFactor where !factors.contains(other) {
      let values = setup.costs.costs[other].indices.filter { setup.costs.costs[other][$0] == 0 }
      unchanged.restrict(other, to: values)
      choices.restrict(other, to: [0])
    }
    let rows = try store.intersection(space.all, unchanged)
    let decided = try store.difference(rows, regions.undefined)
    if try space.possible(decided) != .empty { return false }
    // The other factors determine whether a factor applies, so no choice has two such rows.
    let count = space.decimalCount([try store.diagram(of: choices)])
    if let count, space.decimalCount([rows]) == count { return true }
    for value in condition.values(of: factor) {
      let slice = condition.restricted(factor, to: [value])
      if try !isPlain(slice, factors, setup) { return false }
    }
    return true
  }

  /// Returns the most ordinary row of a condition, or `nil` if there is none.
  private func completion(
    of condition: Cube,
    _ setup: OrdinarySetup
  ) throws(LimitExceeded) -> [Int]? {
    try space.charge(comparisons: 1)
    let operation = setup.row[lowered.operationFactor]
    return try space.rows.cheapestRow(in: valid(condition, of: operation), setup.costs)
  }

  // MARK: Minimisation

  /// Drops conditions and values whose rows are all covered by others.
  private func shrink(
    _ held: inout [(condition: Cube, rows: Diagram)],
    _ setup: OrdinarySetup,
    covering undefined: Diagram
  ) throws(LimitExceeded) {
    guard (2...Self.maxCompared).contains(held.count) else { return }
    for place in held.indices.reversed() {
      var condition = held[place].condition
      let others = try store.union(held.indices.filter { $0 != place }.map { held[$0].rows })
      let own = space.rows(
        of: try store.difference(try store.intersection(undefined, held[place].rows), others)
      )
      guard let needed = try own.support(in: condition) else {
        held.remove(at: place)
        continue
      }
      for factor in condition.namedFactors where factor != lowered.operationFactor {
        condition.restrict(factor, to: needed.values(of: factor))
      }
      condition = lowered.alike(condition)
      guard condition != held[place].condition else { continue }
      held[place] = (condition, try rows(heldBy: condition, setup))
    }
  }
}
