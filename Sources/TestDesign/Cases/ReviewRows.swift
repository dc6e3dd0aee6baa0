import Combinatorics
import Specification

/// The rows of every suite, for a review of the spec.
///
/// # Chapter: each rule where it is most usual
///
/// **Problem.** A suite made of pairs shows each rule somewhere, among arbitrary other values, and often only where a question is open. A
/// reader wants to see each rule and each question once, in the plainest surroundings. And if a rule is shown only where no other one
/// applies, the test might pass without it.
///
/// **Idea.** A rule is shown where it wins undisputed, once more within each rule that it overrides (`shownOverrides`), and where one of
/// its conditions makes the difference (`conditionTargets`); a question is shown where it is asked. Each takes the row with the fewest
/// deviations from the usual values. Deviations in factors that the operation does not read cost most, so that they occur only where
/// constraints force them. The entries of `cases` get rows, too, unless one of these meets them. The plain row of an operation with parts
/// shows a rule of each part.
///
/// **Cost.** A search for the cheapest row for each rule and operation that it names.
struct ReviewRows {
  /// A requirement that some row must meet.
  private struct Target {
    /// The rows that meet it, by index of the operation in `operations`, ascending.
    var regions: [(operation: Int, rows: Diagram)] = []

    /// Adds rows of an operation; those of its parts are united.
    mutating func add(
      _ rows: Diagram,
      of operation: Int,
      _ store: DiagramStore
    ) throws(LimitExceeded) {
      guard rows != .empty else { return }
      if let last = regions.last, last.operation == operation {
        regions[regions.count - 1].rows = try store.union(last.rows, rows)
      } else {
        regions.append((operation, rows))
      }
    }
  }

  private let analysed: AnalysedSpecification
  private let operations: [OperationRows]
  private var store: DiagramStore { analysed.regions.space.store }
  /// The index in `operations` and of the part, by operation value.
  private let places: [(operation: Int, part: Int)]
  /// The rules that name each operation value.
  private let rulesByValue: [[Int]]

  /// The rows given from outside, by operation.
  private var present: [[[Int]]]
  /// The rows found, by operation, in the order in which they were found.
  private(set) var rows: [[[Int]]]
  private var shown: Set<[Int]> = []
  /// The rows of all targets and the ordinary rows, by operation.
  private var regions: [[Diagram]]

  /// Finds the rows that meet all targets.
  ///
  /// Targets that `present` rows meet need no others.
  ///
  /// Throws `LimitExceeded` if the diagrams outgrow their limit or the search for a row takes too long.
  init(
    _ analysed: AnalysedSpecification,
    _ operations: [OperationRows],
    present: [[Int]] = []
  ) throws(LimitExceeded) {
    self.analysed = analysed
    self.operations = operations
    places = operations.enumerated().flatMap { number, operation in
      operation.parts.indices.map { (number, $0) }
    }
    rows = operations.map { _ in [] }
    self.present = rows
    // An ordinary row may only be replaced by another ordinary one.
    regions = operations.map { $0.ordinary == .full ? [] : [$0.ordinary] }
    let lowered = analysed.regions.space.lowered
    var rulesByValue = lowered.operationValues.map { _ in [Int]() }
    for (rule, cubes) in lowered.rules.enumerated() {
      let values = Set(cubes.flatMap { $0.values(of: lowered.operationFactor) })
      for value in values where value < rulesByValue.count { rulesByValue[value].append(rule) }
    }
    self.rulesByValue = rulesByValue
    for row in present {
      self.present[places[row[lowered.operationFactor]].operation].append(row)
    }
    try add(targets: try rules(), isRule: true)
    for (_, rows) in analysed.shownOverrides {
      try add(targets: [try target(rows, within: \.defined)], isRule: false)
    }
    for condition in try analysed.conditionTargets() {
      try add(targets: [try target(condition.rows, within: \.defined)], isRule: false)
    }
    try add(targets: try openTargets(), isRule: false)
    for include in try analysed.regions.space.includedCases() {
      try add(targets: [try target(include)], isRule: false)
    }
    for event in analysed.specification.operations.indices { try addTriggers(of: event) }
  }

  // MARK: Targets

  /// Returns a target for each rule that wins undisputed somewhere.
  private func rules() throws(LimitExceeded) -> [Target] {
    var targets = analysed.specification.rules.map { _ in Target() }
    for (number, operation) in operations.enumerated() {
      for part in operation.parts {
        for rule in rulesByValue[part.value] where analysed.specification.rules[rule].results != nil
        {
          let wins = store.cofactor(analysed.regions.shown(rule), ofFirst: part.value)
          let rows = try operation.possible(try store.intersection(wins, part.defined))
          try targets[rule].add(rows, of: number, store)
        }
      }
    }
    for rule in targets.indices where !targets[rule].regions.isEmpty {
      targets[rule] = try visible(targets[rule], of: rule)
    }
    return targets.filter { !$0.regions.isEmpty }
  }

  /// Returns the rows of a rule in which its `becomes` changes something, or all of them if there are none.
  private func visible(_ target: Target, of rule: Int) throws(LimitExceeded) -> Target {
    let lowered = analysed.regions.space.lowered
    var changes: [Diagram] = []
    for move in analysed.specification.rules[rule].becomes {
      guard case .value(let value) = move.target else { continue }
      let others = lowered.values(of: move.factor).filter { $0 != value }
      changes.append(try store.diagram(of: Cube(lowered.domains, move.factor, in: others)))
    }
    guard !changes.isEmpty else { return target }
    let changed = try store.union(changes)
    var narrowed = Target()
    for region in target.regions {
      let rows = try operations[region.operation].possible(
        try store.intersection(region.rows, changed)
      )
      try narrowed.add(rows, of: region.operation, store)
    }
    return narrowed.regions.isEmpty ? target : narrowed
  }

  /// Returns a target for each question, each listed pair of contradicting rules and each undecided rule.
  private func openTargets() throws(LimitExceeded) -> [Target] {
    let undecided = analysed.undecidedIDs.keys.sorted().map { analysed.regions.wins[$0] }
    var targets: [Target] = []
    for rows in analysed.openTargets.map(\.rows) + undecided {
      let target = try target(rows)
      if !target.regions.isEmpty { targets.append(target) }
    }
    return targets
  }

  /// Splits a set of rows by operation.
  private func target(
    _ set: Diagram,
    within rows: KeyPath<OperationRows.Part, Diagram> = \.possible
  ) throws(LimitExceeded) -> Target {
    var target = Target()
    for (value, place) in places.enumerated() {
      let operation = operations[place.operation]
      let rows = try store.intersection(
        store.cofactor(set, ofFirst: value),
        operation.parts[place.part][keyPath: rows]
      )
      try target.add(try operation.possible(rows), of: place.operation, store)
    }
    return target
  }

  // MARK: Rows

  /// Adds rows of an event until there is one for each of the operations during which it happens.
  ///
  /// In a new row, the operation has its ordinary result if possible.
  private mutating func addTriggers(of event: Int) throws(LimitExceeded) {
    let triggers = analysed.specification.triggers[event]
    guard triggers.count > 1 else { return }
    let places = operations.indices.filter { operations[$0].operation.operation == event }
    let isDefined = places.contains { operations[$0].defined != .empty }
    var taken = Diagram.empty
    for trigger in triggers {
      let ways = operations.filter { $0.operation.operation == trigger }
      let setups = try store.union(ways.map { $0.defined == .empty ? $0.possible : $0.defined })
      var (target, ordinary) = (Target(), Target())
      for place in places {
        let rows = isDefined ? operations[place].defined : operations[place].possible
        let free = try store.difference(try store.intersection(rows, setups), taken)
        try target.add(try operations[place].possible(free), of: place, store)
        for known in operations[place].triggers where known.operation == trigger {
          let own = try operations[place].possible(try store.intersection(free, known.rows))
          try ordinary.add(own, of: place, store)
        }
      }
      if try !isMet(target, by: present), try !isMet(target, by: rows), !ordinary.regions.isEmpty {
        target = ordinary
      }
      try add(targets: [target], isRule: false)
      let own = places.flatMap { present[$0] + rows[$0] }.last {
        store.contains(setups, row: $0) && !store.contains(taken, row: $0)
      }
      guard let own else { continue }
      taken = try store.union(taken, try store.diagram(of: Cube(row: own, domains: store.domains)))
    }
  }

  /// Adds rows until each target is met, in the operation where the row is most usual.
  ///
  /// A question may be shown by any row found so far; a rule is always shown where it is most usual.
  private mutating func add(targets: [Target], isRule: Bool) throws(LimitExceeded) {
    for target in targets {
      for region in target.regions { regions[region.operation].append(region.rows) }
      if try isMet(target, by: present) { continue }
      if !isRule, try isMet(target, by: rows) { continue }
      var best: (operation: Int, row: [Int], cost: Int)?
      for region in target.regions where (best?.cost ?? 1) > 0 {
        let operation = operations[region.operation]
        guard let row = try operation.usualRow(of: region.rows) else { continue }
        let cost = operation.costs.cost(of: row)
        if cost < best?.cost ?? .max { best = (region.operation, row, cost) }
      }
      if let best, shown.insert(best.row).inserted { rows[best.operation].append(best.row) }
    }
  }

  /// True if a row of an operation meets every target that the other one meets.
  func isMet(by row: [Int], allOf other: [Int], of operation: Int) throws(LimitExceeded) -> Bool {
    try analysed.regions.space.charge(comparisons: regions[operation].count)
    return regions[operation].allSatisfy {
      !store.contains($0, row: other) || store.contains($0, row: row)
    }
  }

  private func isMet(_ target: Target, by rows: [[[Int]]]) throws(LimitExceeded) -> Bool {
    for region in target.regions {
      let rows = rows[region.operation]
      let first = rows.firstIndex { store.contains(region.rows, row: $0) }
      try analysed.regions.space.charge(comparisons: 1 + (first ?? rows.count))
      if first != nil { return true }
    }
    return false
  }
}

extension OperationRows {
  /// Returns the set, or the empty one if none of its rows can happen.
  func possible(_ set: Diagram) throws(LimitExceeded) -> Diagram {
    guard !apart.isEmpty, set != .empty else { return set }
    return try rows(of: set).hasRows() ? set : .empty
  }
}
