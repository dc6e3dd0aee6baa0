import Combinatorics
import Specification

/// The rows that are possible and defined for one operation of the cases.
///
/// The diagrams do not constrain the operation: it is the same in all of their rows.
struct OperationRows {
  /// A value of the operation, or one of its parts.
  struct Part {
    /// An index into `Specification.operationValues`.
    let value: Int
    /// The factors that it reads, ascending.
    let reads: [Int]
    /// The rows that can happen.
    let possible: Diagram
    /// The rows with exactly one expected result.
    let defined: Diagram
  }

  let operation: CaseOperation
  let store: DiagramStore
  /// One element, or one for each part.
  let parts: [Part]
  /// The rows that can happen with any of the parts; `defined` are those in which any of them is defined.
  let possible: Diagram
  let defined: Diagram
  /// The constraints not contained in the diagrams, in the order of `SpecificationSpace.apart`; `.full` for a constraint that they contain.
  let apart: [Diagram]
  /// All rows with the operation.
  let cube: Cube
  /// For each part, the rows in which the factors it reads matter.
  let sensitivities: [Sensitivity]
  /// A change in a factor that the operation does not read costs most, then any other change; an invalid value costs more than a valid one.
  let costs: ValueCosts
  /// For an event, the operations during which it happens, each with the rows in which it has its ordinary result.
  let triggers: [(operation: Int, rows: Diagram)]
  /// The rows in which at least one trigger has its ordinary result; `.full` without triggers.
  let ordinary: Diagram
  /// Pairs of a factor and its value *not applicable*.
  let notApplicable: Set<[Int]>

  /// The factors that any of the parts reads, ascending.
  var reads: [Int] { parts.count == 1 ? parts[0].reads : Set(parts.flatMap(\.reads)).sorted() }

  /// Returns the rows of a set that have the operation.
  func rows(of set: Diagram) throws(LimitExceeded) -> Space {
    Space(apart + [try store.intersection(set, cube)], in: store)
  }

  /// Returns the row of a set with the fewest deviations from the usual values, or `nil` if the set is empty.
  ///
  /// An ordinary row is preferred.
  func usualRow(of set: Diagram, in cube: Cube? = nil) throws(LimitExceeded) -> [Int]? {
    let own = cube?.intersection(self.cube) ?? self.cube
    for rows in [try store.intersection(set, ordinary), set] where rows != .empty {
      if let row = try Space(apart + [rows], in: store).cheapestRow(in: own, costs) { return row }
    }
    return nil
  }

  /// True if a row has only usual values.
  func isPlain(_ row: [Int]) -> Bool { costs.cost(of: row) == 0 }

  /// Returns the indices of the parts that are defined in a row.
  func definedParts(in row: [Int]) -> [Int] {
    parts.indices.filter { store.contains(parts[$0].defined, row: row) }
  }

  func isDefined(_ row: [Int]) -> Bool { store.contains(defined, row: row) }

  /// True if at least one trigger has its ordinary result in the row, or if there are no triggers.
  func isOrdinary(_ row: [Int]) -> Bool { store.contains(ordinary, row: row) }

  /// True if a row has the operation and can happen.
  func contains(_ row: [Int]) -> Bool {
    row[row.count - 1] == operation.value && store.contains(possible, row: row)
      && apart.allSatisfy { store.contains($0, row: row) }
  }
}

extension AnalysedSpecification {
  /// Returns the rows of each of `Specification.caseOperations`.
  func operationRows() throws(LimitExceeded) -> [OperationRows] {
    let space = regions.space
    let store = space.store
    let lowered = space.lowered
    let read = try regions.readFactors()
    let defined = try regions.definedRows()
    let (costs, change) = lowered.costs
    let ordinary = try regions.ordinaryRows(defined)
    var all: [OperationRows] = []
    for operation in specification.caseOperations {
      let triggers = specification.triggers[operation.operation].filter { ordinary[$0] != .empty }
      let statements = operation.values.map { value in
        space.apart.map { store.cofactor($0, ofFirst: value) }
      }
      // Constraints that differ between parts must be intersected with the rows of each part.
      let isAlike = space.apart.indices.map { number in
        statements.allSatisfy { $0[number] == statements[0][number] }
      }
      let apart = space.apart.indices.map { isAlike[$0] ? statements[0][$0] : .full }
      var parts: [OperationRows.Part] = []
      for (place, value) in operation.values.enumerated() {
        let own = try store.intersection(
          space.apart.indices.filter { !isAlike[$0] }.map { statements[place][$0] }
            + [store.cofactor(rowsOfCases, ofFirst: value)]
        )
        let possible = try space.possible(
          store.intersection(space.all, lowered.cube(ofValue: value))
        )
        parts.append(
          OperationRows.Part(
            value: value,
            reads: (read[value] ?? []).sorted(),
            possible: try store.intersection(own, store.cofactor(possible, ofFirst: value)),
            defined: try store.intersection(own, store.cofactor(defined[value], ofFirst: value))
          )
        )
      }
      all.append(
        OperationRows(
          operation: operation,
          store: store,
          parts: parts,
          possible: try store.union(parts.map(\.possible)),
          defined: try store.union(parts.map(\.defined)),
          apart: apart,
          cube: lowered.cube(ofValue: operation.value),
          sensitivities: parts.map { Sensitivity($0, regions) },
          costs: Set(parts.flatMap(\.reads)).reduce(into: costs) { costs, factor in
            costs.costs[factor] = costs.costs[factor].map { $0 == 0 ? 0 : $0 + change }
          },
          triggers: triggers.map { ($0, ordinary[$0]) },
          ordinary: triggers.isEmpty ? .full : try store.union(triggers.map { ordinary[$0] }),
          notApplicable: lowered.notApplicableValues
        )
      )
    }
    return all
  }
}

extension RuleRegions {
  /// Returns the rows in which each operation has the result of its ordinary setup, or `.empty` if no event happens during it.
  ///
  /// If that turns somebody down, they are those in which it turns nobody down, if there are any.
  fileprivate func ordinaryRows(_ definedRows: [Diagram]) throws(LimitExceeded) -> [Diagram] {
    let specification = space.lowered.specification
    var rows = specification.operations.map { _ in Diagram.empty }
    let triggers = Set(specification.triggers.joined())
    let refusals = space.lowered.refusals
    guard !triggers.isEmpty, let defined else { return rows }
    for (value, setup) in try ordinarySetups().enumerated() {
      let operation = space.lowered.operationValues[value].operation
      guard triggers.contains(operation), let row = setup?.row, let winner = winners(row).first
      else { continue }
      func decided(_ rules: [Int]) throws(LimitExceeded) -> Diagram {
        let results = Set(rules.compactMap { resultNumbers[$0] }).sorted()
        return try space.store.intersection(
          try space.store.union(results.map { defined[$0] }),
          definedRows[value]
        )
      }
      var own = Diagram.empty
      if refusals.contains(winner) {
        let rules = space.lowered.parts.of(operation: operation)
          .map { space.lowered.parts[$0].rule }
        own = try decided(rules.filter { !refusals.contains($0) })
      }
      if own == .empty { own = try decided([winner]) }
      rows[operation] = try space.store.union(
        rows[operation],
        space.store.cofactor(own, ofFirst: value)
      )
    }
    return rows
  }
}

extension LoweredSpecification {
  /// Pairs of a factor and its value *not applicable*.
  var notApplicableValues: Set<[Int]> {
    Set(
      specification.factors.indices.compactMap { factor in
        notApplicable(factor).map { [factor, $0] }
      }
    )
  }

  /// The costs of values of factors that an operation does not read: zero for a usual value or *not applicable*.
  ///
  /// `change` is added for a factor that it reads.
  fileprivate var costs: (unread: ValueCosts, change: Int) {
    let (unread, change, rejected) = (1 << 40, 1 << 20, 1 << 19)
    let costs = ValueCosts(
      preference.enumerated().map { factor, values in
        var costs = Array(repeating: 0, count: values.count)
        guard factor < operationFactor else { return costs }
        let declared = specification.factors[factor]
        for (rank, value) in values.enumerated()
        where value != declared.usual && value != notApplicable(factor) {
          costs[value] =
            unread + min(rank, rejected - 1)
            + (declared.values[value].isInvalid ? rejected : 0)
        }
        return costs
      }
    )
    return (costs, change - unread)
  }
}
