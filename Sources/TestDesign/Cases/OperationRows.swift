import Combinatorics
import Specification

/// What one operation of the cases can meet, and where its result is defined.
///
/// Sets of rows say nothing about the operation here: it is the same in all of them.
struct OperationRows {
  /// A value of the operation, or one of its parts.
  struct Part {
    /// The number in `Specification.operationValues`.
    let value: Int
    /// The factors that it reads, ascending.
    let reads: [Int]
    /// What can happen with it.
    let possible: Diagram
    /// Where exactly one result is expected of it.
    let defined: Diagram
  }

  let operation: CaseOperation
  let store: DiagramStore
  /// One, or one for each part.
  let parts: [Part]
  /// What can happen with any of the parts, and where any of them is defined.
  let possible: Diagram
  let defined: Diagram
  /// The statements that the sets leave out of account, in the order of the space's; everything where the sets have regard to one.
  let apart: [Diagram]
  /// All rows with the operation.
  let cube: Cube
  /// By part: where what it reads matters.
  let sensitivities: [Sensitivity]
  /// A change in a factor that the operation does not read costs most, then any other change, an invalid value more than a valid one.
  let costs: ValueCosts
  /// Pairs of a factor and its value *not applicable*.
  let notApplicable: Set<[Int]>

  /// The factors that one of the parts reads, ascending.
  var reads: [Int] { parts.count == 1 ? parts[0].reads : Set(parts.flatMap(\.reads)).sorted() }

  /// The rows of a set, with the operation.
  func rows(of set: Diagram) throws(LimitExceeded) -> Space {
    Space(apart + [try store.intersection(set, cube)], in: store)
  }

  /// The row of a set with the fewest changes from the usual values; `nil` if it has none.
  func usualRow(of set: Diagram) throws(LimitExceeded) -> [Int]? {
    guard set != .empty else { return nil }
    return try Space(apart + [set], in: store).cheapestRow(in: cube, costs)
  }

  /// True if a row has nothing but usual values.
  func isPlain(_ row: [Int]) -> Bool { costs.cost(of: row) == 0 }

  /// The parts that are defined in a row.
  func definedParts(in row: [Int]) -> [Int] {
    parts.indices.filter { store.contains(parts[$0].defined, row: row) }
  }

  func isDefined(_ row: [Int]) -> Bool { store.contains(defined, row: row) }

  /// True if a row can happen.
  func contains(_ row: [Int]) -> Bool {
    row[row.count - 1] == operation.value && store.contains(possible, row: row)
      && apart.allSatisfy { store.contains($0, row: row) }
  }
}

extension AnalysedSpecification {
  /// By `Specification.caseOperations`.
  func operationRows() throws(LimitExceeded) -> [OperationRows] {
    let space = regions.space
    let store = space.store
    let lowered = space.lowered
    let read = try regions.readFactors()
    let defined = try regions.definedRows()
    let (costs, change) = lowered.costs
    var all: [OperationRows] = []
    for operation in specification.caseOperations {
      let statements = operation.values.map { value in
        space.apart.map { store.cofactor($0, ofFirst: value) }
      }
      // What is said of single parts cannot stay beside the rows of all of them.
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
          notApplicable: lowered.notApplicableValues
        )
      )
    }
    return all
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

  /// The costs of values of factors that an operation does not read, none for a usual value or where the factor does not apply; `change` is added if it
  /// reads the factor.
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
