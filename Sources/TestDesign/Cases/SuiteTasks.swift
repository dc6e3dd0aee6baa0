import Combinatorics
import Specification

/// What the suite of a spec must hold, operation by operation: found out once, however often rows are chosen for it.
struct SuiteTasks {
  /// The operations of cases that are variants of one operation.
  struct Group {
    /// Those that are defined somewhere: places in `operations`, each with its most usual defined row if it can happen.
    let defined: [(operation: Int, usualRow: [Int]?)]
    /// For an operation with parts: the row that shows most of them and the row that shows fewest.
    let extremes: [[Int]]
    /// Those of them that read something.
    let readers: [Int]
    /// What the readers must meet; `nil` without any.
    let suite: OperationSuite?
  }

  /// By `Specification.caseOperations`.
  let operations: [OperationRows]
  /// The rows that every suite has, and what they meet.
  let review: [[Int]]
  let reviewed: Set<[Int]>
  let reviewRows: ReviewRows
  /// Writes the steps to a state; `nil` if there are none.
  let flowWriter: FlowWriter?
  /// Empty for a review.
  private(set) var groups: [Group] = []
  /// How many tuples can happen only where the result is open; 0 for a review, which asks for none.
  private(set) var waiting = 0
  /// All rows with a defined result, at depth *all*.
  private(set) var definedSpace: Space?

  /// Prepares what a designer's suite must hold.
  ///
  /// - Parameters:
  ///   - designer: The designer, which knows depth and strength.
  ///   - operations: The operations of its spec.
  ///   - present: Rows that are there anyway: what they show needs no other row for review.
  /// - Throws: `LimitExceeded` if the diagrams outgrow their limit or the search for a row took too long.
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
