package import Specification
package import TestDesign

/// Lists every combination of a `Specification`: the reference for suites and outcome tables.
///
/// It reads the specification only and shares nothing with the engine. A *row* has a value number per factor and, last, the operation
/// value; the number after a factor's last value is *not applicable*.
///
/// # Large specs
///
/// The combinations of a large spec are too many to list, so they are listed per operation value in *blocks*: factors linked by a condition
/// for that value share a block (an `impossible` links its factors by conjunction, an `only_when` the factor with those it names). The
/// *main block* contains every factor named by a rule of the value, its `only_when` or an `impossible` about it. Blocks are independent
/// except for the limit of one invalid value, so a combination is possible exactly if its part in each block is and it has at most one
/// invalid value, and its outcome is that of its part in the main block. A rule is an exception on an operation if it covers no more than
/// the other with each value, and less with one; parts are separate. `Blocks.whole` puts all factors in one block; tests compare the two.
package final class ReferenceSpace {
  package enum Blocks: Sendable {
    case whole, linked
  }

  /// A combination of the main block of an operation value.
  package struct Point {
    /// The values by factor of the main block.
    package var values: [Int]
    /// The number of invalid values, including the operation's.
    var invalid: Int
    /// Its index among the points of the block.
    var number: Int
    package var status: CombinationStatus = .undefined
    /// The winning rules, ascending.
    package var winners: [Int] = []
    /// The rules that add results, ascending.
    package var additions: [Int] = []

    /// The rules whose results a case shows if the point is defined.
    var shown: [Int] { winners + additions }
  }

  /// The factors linked by conditions, and their combinations.
  struct Block {
    var factors: [Int]
    var points: [Point]
  }

  /// The possible combinations of an operation value, in its main block and the others.
  struct ValueSpace {
    var main: [Int]
    var points: [Point]
    /// The index of the point by values of the main block.
    var places: [[Int]: Int]
    var sides: [Block]
    /// Pairs of rules in which the first itself beats the second, which says something else, at a point that the first wins.
    var overrides: Set<[Int]> = []
  }

  package let specification: Specification
  /// True if cases may not request some of it.
  package private(set) var isCut = false
  /// The number of values by factor, the operation last.
  package let counts: [Int]
  package let operationFactor: Int
  package let caseOperations: [CaseOperation]
  package let caseOperationOfValue: [CaseOperation]
  package private(set) var reads: [Set<Int>] = []
  /// True if the operation value has to meet a value, by operation value, factor and value.
  package private(set) var isToBeMet: [[[Bool]]] = []
  package let operationValues: [OperationValue]
  var spaces: [ValueSpace] = []
  let isInvalid: [[Bool]]
  let onlyWhen: [TabledCondition?]
  /// The factors, each after those that its `only_when` names.
  let order: [Int]
  let operationOnlyWhen: [TabledCondition?]
  let forbidden: [[TabledCondition.Term]]
  let rules: [TabledCondition]
  /// The first rule with the same results and changes, by rule.
  let sayings: [Int]
  /// The cache of `isFeasible`.
  var tables: [TableKey: [UInt8]] = [:]
  /// The cache of `matters` by operation value.
  var matterTables: [Int: [[PointSet]]] = [:]

  struct TableKey: Hashable {
    var value: Int
    var block: Int
    var factors: [Int]
    var standing: Standing
  }

  /// Lists and judges the combinations; `isReached`, for whole blocks only, tells if steps lead to a row.
  package init(
    _ specification: Specification,
    blocks: Blocks = .linked,
    isReached: (([Int]) -> Bool)? = nil
  ) {
    self.specification = specification
    operationValues = specification.operationValues
    operationFactor = specification.operationFactor
    let counts = specification.factors.map(\.values.count) + [operationValues.count]
    self.counts = counts
    caseOperations = specification.caseOperations
    caseOperationOfValue = specification.caseOperationOfValue
    isInvalid =
      specification.factors.map { $0.values.map(\.isInvalid) + [false] }
      + [operationValues.map(\.isInvalid)]
    let onlyWhen = specification.factors.map { factor in
      factor.onlyWhen.map { TabledCondition($0, counts: counts) }
    }
    self.onlyWhen = onlyWhen
    operationOnlyWhen = specification.operations.map { operation in
      operation.onlyWhen.map { TabledCondition($0, counts: counts) }
    }
    forbidden = specification.impossible.flatMap {
      TabledCondition($0.when, counts: counts).alternatives
    }
    rules = specification.rules.map { TabledCondition($0.when, counts: counts) }
    sayings = specification.sayings
    var order: [Int] = []
    while order.count < onlyWhen.count {
      let next = onlyWhen.indices.first { factor in
        !order.contains(factor) && (onlyWhen[factor]?.factors ?? []).isSubset(of: order)
      }
      guard let next else { preconditionFailure("only_when goes in a circle") }
      order.append(next)
    }
    self.order = order
    for value in operationValues.indices { spaces.append(space(of: value, blocks: blocks)) }
    for operation in specification.operations.indices { judge(operation) }
    reads = operationValues.indices.map(readFactors)
    let all = spaces.map { Set($0.points.indices) }
    var kept = all
    if let isReached {
      kept = operationValues.indices.map { value in
        Set(spaces[value].points.filter { isReached($0.values + [value]) }.map(\.number))
      }
    }
    kept = pointsOfCases(among: kept)
    isCut = kept != all
    for value in spaces.indices { keep(kept[value], of: value) }
    isToBeMet = operationValues.indices.map(valuesToBeMet)
  }

  /// Creates the space with changed rules on the same factors and operations, for mutants.
  package init(_ space: ReferenceSpace, rules changed: [Rule], operations: Set<Int>) {
    var specification = space.specification
    specification.rules = changed
    self.specification = specification
    operationValues = space.operationValues
    operationFactor = space.operationFactor
    counts = space.counts
    caseOperations = space.caseOperations
    caseOperationOfValue = space.caseOperationOfValue
    isInvalid = space.isInvalid
    onlyWhen = space.onlyWhen
    operationOnlyWhen = space.operationOnlyWhen
    forbidden = space.forbidden
    order = space.order
    rules = changed.map { TabledCondition($0.when, counts: space.counts) }
    sayings = specification.sayings
    spaces = space.spaces
    for operation in operations.sorted() { judge(operation) }
  }

  private func keep(_ numbers: Set<Int>, of value: Int) {
    spaces[value].points.removeAll { !numbers.contains($0.number) }
    for place in spaces[value].points.indices { spaces[value].points[place].number = place }
    spaces[value].places = Dictionary(
      uniqueKeysWithValues: spaces[value].points.enumerated().map { ($1.values, $0) }
    )
  }

  // MARK: Listing

  private func space(of value: Int, blocks: Blocks) -> ValueSpace {
    let facts = forbidden.filter { names($0, value) }
    let (main, sides) =
      blocks == .whole
      ? (Array(specification.factors.indices), []) : linkedBlocks(of: value, facts: facts)
    let sideBlocks = sides.map { Block(factors: $0, points: list($0, facts, value: nil)) }
    let least = sideBlocks.map { $0.points.map(\.invalid).min() ?? 2 }.reduce(0, +)
    var points = list(main, facts, value: value).filter { $0.invalid + least <= 1 }
    for place in points.indices { points[place].number = place }
    return ValueSpace(
      main: main,
      points: points,
      places: Dictionary(
        uniqueKeysWithValues: points.enumerated().map { ($1.values, $0) }
      ),
      sides: sideBlocks
    )
  }

  private func linkedBlocks(
    of value: Int,
    facts: [[TabledCondition.Term]],
    isAlone: Bool = false
  ) -> (main: [Int], sides: [[Int]]) {
    var component = Array(specification.factors.indices)
    func link(_ factors: some Collection<Int>) {
      let factors = factors.filter { $0 != operationFactor }
      guard let first = factors.first else { return }
      for factor in factors {
        let (kept, gone) = (component[first], component[factor])
        for other in component.indices where component[other] == gone { component[other] = kept }
      }
    }
    for terms in facts { link(terms.map(\.factor)) }
    for (factor, condition) in onlyWhen.enumerated() {
      if let condition { link([factor] + condition.factors.sorted()) }
    }
    var named = operationOnlyWhen[operationValues[value].operation]?.factors ?? []
    for terms in facts where terms.contains(where: { $0.factor == operationFactor }) {
      named.formUnion(terms.map(\.factor))
    }
    for terms in rules.flatMap(\.alternatives) where names(terms, value) {
      named.formUnion(terms.filter { !$0.isAny }.map(\.factor))
    }
    for other in isAlone ? [] : decisiveValues(value) {
      let facts = forbidden.filter { names($0, other) }
      named.formUnion(linkedBlocks(of: other, facts: facts, isAlone: true).main)
    }
    named.remove(operationFactor)
    let roots = Set(named.map { component[$0] })
    let main = component.indices.filter { roots.contains(component[$0]) }
    let rest = Set(component).subtracting(roots).sorted()
    return (main, rest.map { root in component.indices.filter { component[$0] == root } })
  }

  /// True if a conjunction can hold with an operation value.
  func names(_ terms: [TabledCondition.Term], _ value: Int) -> Bool {
    terms.first { $0.factor == operationFactor }?.holds[value] ?? true
  }

  /// Lists the possible combinations of a block's factors, for an operation value or in general.
  private func list(
    _ block: [Int],
    _ facts: [[TabledCondition.Term]],
    value: Int?
  ) -> [Point] {
    let sequence = order.filter(block.contains)
    let rank = Dictionary(uniqueKeysWithValues: sequence.enumerated().map { ($1, $0) })
    // Each fact is evaluated as soon as all of its factors are known.
    var asked: [[[TabledCondition.Term]]] = Array(repeating: [], count: sequence.count + 1)
    for terms in facts {
      let own = terms.map(\.factor).filter { $0 != operationFactor }
      guard own.allSatisfy({ rank[$0] != nil }) else { continue }
      if value == nil, own.count < terms.count { continue }
      asked[(own.compactMap { rank[$0] }.max() ?? -1) + 1].append(terms)
    }
    var row = Array(repeating: 0, count: counts.count)
    if let value { row[operationFactor] = value }
    var found: [Point] = []
    func extend(_ place: Int, _ invalid: Int) {
      guard invalid <= 1 else { return }
      for terms in asked[place] where TabledCondition.hold(terms, in: row) { return }
      guard place < sequence.count else {
        if let value,
          !(operationOnlyWhen[operationValues[value].operation]?.holds(in: row) ?? true)
        {
          return
        }
        return found.append(
          Point(values: block.map { row[$0] }, invalid: invalid, number: found.count)
        )
      }
      let factor = sequence[place]
      guard onlyWhen[factor]?.holds(in: row) ?? true else {
        row[factor] = counts[factor]
        return extend(place + 1, invalid)
      }
      for value in 0..<counts[factor] {
        row[factor] = value
        extend(place + 1, invalid + (isInvalid[factor][value] ? 1 : 0))
      }
    }
    extend(0, value.map { isInvalid[operationFactor][$0] ? 1 : 0 } ?? 0)
    return found
  }

  // MARK: Judging

  /// Applies precedence first, then exceptions among the rest, and house rules only where no rule of the spec covers.
  private func judge(_ operation: Int) {
    let values = operationValues.indices.filter { operationValues[$0].operation == operation }
    guard specification.operations[operation].hasParts else { return judge(values) }
    for value in values { judge([value]) }
  }

  private func judge(_ values: [Int]) {
    let named = rules.indices.filter { rule in
      rules[rule].alternatives.contains { terms in values.contains { names(terms, $0) } }
    }
    let additions = named.filter { specification.rules[$0].isAddition }
    let concerned = named.filter { !specification.rules[$0].isAddition }
    let covered = values.map { points(covering: concerned, with: $0) }
    let isHouse = concerned.map { specification.rules[$0].house != nil }
    let before = precedencePairs
    let written = values.map { points(covering: concerned, with: $0, asWritten: true) }
    var left = covered
    var won = covered
    var isException: [[Bool]] = []
    for general in concerned.indices {
      isException.append(
        concerned.indices.map { exception in
          isHouse[general] == isHouse[exception]
            && written.contains { !$0[exception].isEmpty }
            && written.contains { $0[exception] != $0[general] }
            && written.allSatisfy { $0[exception].isSubset(of: $0[general]) }
        }
      )
    }
    for (place, value) in values.enumerated() {
      for (loser, rule) in concerned.enumerated() {
        for (winner, other) in concerned.enumerated()
        where before.contains([other, rule]) || (isHouse[loser] && !isHouse[winner]) {
          left[place][loser].subtract(covered[place][winner])
        }
      }
      won[place] = left[place]
      for general in concerned.indices {
        for exception in concerned.indices where isException[general][exception] {
          won[place][general].subtract(left[place][exception])
        }
      }
      let added = points(covering: additions, with: value)
      for point in spaces[value].points.indices {
        let winners = concerned.indices.filter { won[place][$0].contains(point) }.map {
          concerned[$0]
        }
        spaces[value].points[point].winners = winners
        spaces[value].points[point].additions = additions.indices.filter {
          added[$0].contains(point)
        }.map { additions[$0] }
        spaces[value].points[point].status = status(winners)
      }
      spaces[value].overrides = []
      for (beaten, rule) in concerned.enumerated() {
        for (winner, other) in concerned.enumerated()
        where isException[beaten][winner] || before.contains([other, rule]) {
          let isShown = !won[place][winner].intersection(covered[place][beaten])
            .isSubset(of: won[place][beaten])
          if isShown, differ(other, rule) { spaces[value].overrides.insert([other, rule]) }
        }
      }
    }
  }

  /// True if two rules of the spec are decided and differ.
  private func differ(_ rule: Int, _ other: Int) -> Bool {
    let both = [specification.rules[rule], specification.rules[other]]
    return both.allSatisfy { $0.house == nil && $0.results != nil }
      && sayings[rule] != sayings[other]
  }

  /// Returns the points of an operation value that each rule covers.
  private func points(
    covering rules: [Int],
    with value: Int,
    asWritten: Bool = false
  ) -> [PointSet] {
    let space = spaces[value]
    let conditions = rules.map { rule in
      asWritten
        ? TabledCondition(specification.rules[rule].when.withoutImplied, counts: counts)
        : self.rules[rule]
    }
    var covered = rules.map { _ in PointSet(capacity: space.points.count) }
    var row = Array(repeating: 0, count: counts.count)
    row[operationFactor] = value
    for (place, point) in space.points.enumerated() {
      for (factor, value) in zip(space.main, point.values) { row[factor] = value }
      for (number, condition) in conditions.enumerated() where condition.holds(in: row) {
        covered[number].insert(place)
      }
    }
    return covered
  }

  /// The pairs of rules in which the first precedes the second.
  private var precedencePairs: Set<[Int]> {
    var pairs: Set<[Int]> = []
    for list in specification.precedence {
      let named = Set(list.entries.compactMap(\.rule))
      let groups = list.entries.map { entry in
        entry.rule.map { [$0] }
          ?? specification.rules.indices.filter {
            specification.rules[$0].house == nil && !named.contains($0)
          }
      }
      for (place, group) in groups.enumerated() {
        for second in groups.dropFirst(place + 1).joined() {
          for first in group { pairs.insert([first, second]) }
        }
      }
    }
    return pairs
  }

  private func status(_ winners: [Int]) -> CombinationStatus {
    if winners.isEmpty { return .undefined }
    if winners.contains(where: { specification.rules[$0].results == nil }) { return .undecided }
    return winners.allSatisfy { sayings[$0] == sayings[winners[0]] } ? .defined : .contradictory
  }

  /// Returns the factors named by the rules that win somewhere or add something.
  private func readFactors(_ value: Int) -> Set<Int> {
    let points = self.points(value)
    let shown = Set(points.flatMap(\.shown))
    var read: Set<Int> = []
    for terms in shown.flatMap({ rules[$0].alternatives }) where names(terms, value) {
      read.formUnion(terms.filter { !$0.isAny }.map(\.factor))
    }
    read.remove(operationFactor)
    return read
  }
}

extension Specification {
  /// The first rule with the same results and changes, by rule.
  fileprivate var sayings: [Int] {
    let moves = rules.map { Set($0.becomes.map { [$0.factor: $0.target] }) }
    return rules.indices.map { rule in
      rules.indices.first { rules[$0].results == rules[rule].results && moves[$0] == moves[rule] }
        ?? rule
    }
  }
}
