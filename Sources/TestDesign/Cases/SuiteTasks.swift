import Combinatorics
import Specification

/// The requirements on the suite of a spec, operation by operation; computed once, however often rows are chosen.
struct SuiteTasks {
  /// The case operations that are variants of one operation.
  struct Group {
    /// The members that are defined somewhere: indices into `operations`, each with its most usual defined row, if any.
    let defined: [(operation: Int, usualRow: [Int]?)]
    /// For an operation with parts: the fullest and the emptiest row.
    let extremes: [[Int]]
    /// The defined members that read at least one factor.
    let readers: [Int]
    /// The tuples that the readers must meet, or `nil` without readers.
    let suite: OperationSuite?
  }

  /// By `Specification.caseOperations`.
  let operations: [OperationRows]
  /// The rows that every suite has.
  let review: [[Int]]
  let reviewed: Set<[Int]>
  let reviewRows: ReviewRows
  /// Writes the steps that lead to a state; `nil` if there are none.
  let flowWriter: FlowWriter?
  /// Empty at depth *review*.
  private(set) var groups: [Group] = []
  /// The number of tuples that can happen only where the result is open; 0 at depth *review*, which requests none.
  private(set) var waiting = 0
  /// All rows with a defined result, at depth *all*.
  private(set) var definedSpace: Space?

  /// Prepares the requirements for a designer's depth and strength.
  ///
  /// `present` are given rows; targets that they meet need no review row. Throws `LimitExceeded` if the diagrams outgrow their limit or the
  /// search for a row takes too long.
  init(
    of designer: CaseDesigner,
    _ operations: [OperationRows],
    present: [[Int]] = []
  ) throws(LimitExceeded) {
    self.operations = operations
    reviewRows = try ReviewRows(designer.analysed, operations, present: present)
    review = Array(reviewRows.rows.joined())
    reviewed = Set(review)
    flowWriter = try FlowWriter(designer.analysed)
    guard designer.depth >= .relevant else { return }
    let every = designer.analysed.specification.coverage.every.map(\.factors)
    let variants = Dictionary(grouping: operations.indices) { operations[$0].operation.operation }
    for (_, numbers) in variants.sorted(by: { $0.key < $1.key }) {
      var defined: [(operation: Int, usualRow: [Int]?)] = []
      for number in numbers where operations[number].defined != .empty {
        let operation = operations[number]
        defined.append((number, try operation.usualRow(of: operation.defined)))
      }
      let readers = defined.map(\.operation).filter { !operations[$0].reads.isEmpty }
      let members = readers.map { operations[$0] }
      let suite =
        try members.isEmpty
        ? nil : OperationSuite(members, every: every, strength: designer.strength)
      waiting += try suite?.waiting() ?? 0
      groups.append(
        Group(
          defined: defined,
          extremes: try designer.extremes(of: operations[numbers[0]]),
          readers: readers,
          suite: suite
        )
      )
    }
    if designer.depth == .all { definedSpace = try designer.definedSpace(operations) }
  }
}
