import Specification

/// The rows of a suite while it is made.
struct SuitePlan {
  struct Row {
    var row: [Int]
    /// The place in `Specification.caseOperations`.
    var operation: Int
    var depth: Depth
    /// The earlier case that it is: a place in `StandingCases.cases`.
    var before: Int?
    /// A strength below today's that showed the row, which nothing asks for today.
    var strength: Int?
  }

  private(set) var rows: [Row] = []
  private(set) var standing: StandingCases
  private var rowsOf: [Int: [[Int]]] = [:]
  private var present: Set<[Int]> = []
  /// By `CaseOperation.value`: its place in `Specification.caseOperations`.
  private let places: [Int: Int]

  init(standing: StandingCases, _ operations: [OperationRows]) {
    self.standing = standing
    places = Dictionary(
      uniqueKeysWithValues: operations.enumerated().map { ($1.operation.value, $0) }
    )
  }

  /// The place of a row's operation in `Specification.caseOperations`.
  func operation(of row: [Int]) -> Int { operation(ofValue: row[row.count - 1]) }

  /// The same of a `CaseOperation.value`.
  func operation(ofValue value: Int) -> Int {
    guard let place = places[value] else {
      preconditionFailure("a row of a suite has an operation that cases can do")
    }
    return place
  }

  func contains(_ row: [Int]) -> Bool { present.contains(row) }

  /// The rows of an operation so far.
  func rows(of operation: Int) -> [[Int]] { rowsOf[operation] ?? [] }

  /// Adds a row that is not there yet: as the earlier case that is told, or else as one that it fits, if there is one.
  mutating func add(_ row: [Int], _ depth: Depth, before: Int? = nil, strength: Int? = nil) {
    guard !present.contains(row) else { return }
    add(
      Row(
        row: row,
        operation: operation(of: row),
        depth: depth,
        before: before ?? standing.place(of: row),
        strength: strength
      )
    )
  }

  private mutating func add(_ row: Row) {
    present.insert(row.row)
    if let before = row.before { standing.use(before) }
    rows.append(row)
    rowsOf[row.operation, default: []].append(row.row)
  }

  /// The plan with some of its rows only, and those for another depth or strength.
  func keeping(_ needed: (_ place: Int) -> Row?) -> SuitePlan {
    var kept = self
    kept.rows = []
    kept.rowsOf = [:]
    kept.present = []
    kept.standing.useNone()
    for (place, row) in rows.enumerated() {
      guard let now = needed(place) else { continue }
      var row = row
      (row.depth, row.strength) = (now.depth, now.strength)
      kept.add(row)
    }
    return kept
  }
}
