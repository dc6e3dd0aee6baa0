import Combinatorics
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

  /// The rows of an operation so far.
  func rows(of operation: Int) -> [[Int]] { rowsOf[operation] ?? [] }

  /// Adds a row that is not there yet: as the earlier case that is told, or else as one that it fits, if there is one.
  mutating func add(_ row: [Int], _ depth: Depth, before: Int? = nil) {
    guard present.insert(row).inserted else { return }
    let operation = operation(of: row)
    let before = before ?? standing.place(of: row)
    if let before { standing.use(before) }
    rows.append(Row(row: row, operation: operation, depth: depth, before: before))
    rowsOf[operation, default: []].append(row)
  }
}

/// The cases of an earlier suite of which every value is still there.
struct StandingCases {
  struct Case {
    var old: EarlierSuite.Case
    var setup: EarlierSetup
    /// Whether only a greater depth or strength asks for it.
    var sleeps: Bool
    /// Whether the earlier suite showed it.
    var wasShown: Bool

    func isSame(as now: TestCase) -> Bool {
      setup.isSame(as: now.combination) && now.expected == old.expected
        && now.status.rawValue == old.status
    }
  }

  /// Ascending by number.
  let cases: [Case]
  /// By case, its row: `nil` in a place that it leaves open, since it does not know the factor or the factor now always applies.
  private let rows: [[Int?]]
  private var isUsed: [Bool]
  private var places: [[Int?]: Int] = [:]
  /// By operation: the cases, ascending, and those of them that leave something open.
  private var ofOperation: [Int: [Int]] = [:]
  private var partial: [Int: [Int]] = [:]
  /// Earlier cases that name a value that is gone.
  private let gone: [EarlierSuite.Case]
  private let depth: Depth
  /// The strength of the earlier suite, where it is greater than today's.
  private let greaterStrength: Int?
  /// Whether the earlier suite was made for less: then all that it showed stays.
  private let isRaised: Bool
  /// Whether cases may go for a smaller suite: not where others sleep that would have to be kept beside the new ones.
  let canTrade: Bool

  init(
    _ earlier: EarlierSuite?,
    in lowered: LoweredSpecification,
    depth: Depth,
    strength: Int
  ) {
    let names = EarlierNames(earlier?.factors ?? [], in: lowered.specification)
    self.depth = depth
    greaterStrength = earlier?.strength.flatMap { $0 > strength ? $0 : nil }
    let (oldDepth, oldStrength) = (earlier?.depth ?? depth, earlier?.strength ?? strength)
    isRaised = oldDepth < depth || oldStrength < strength
    canTrade = oldDepth == depth && oldStrength == strength && earlier?.sleeping.isEmpty != false
    let slept = Set((earlier?.sleeping ?? []).map(\.number))
    var cases: [Case] = []
    var gone: [EarlierSuite.Case] = []
    let all = (earlier?.cases ?? []) + (earlier?.sleeping ?? [])
    for old in all.sorted(by: { $0.number < $1.number }) {
      guard let setup = names.setup(of: old) else {
        gone.append(old)
        continue
      }
      let sleeps = (old.depth ?? .review) > depth || (old.strength ?? 0) > strength
      cases.append(
        Case(old: old, setup: setup, sleeps: sleeps, wasShown: !slept.contains(old.number))
      )
    }
    self.cases = cases
    self.gone = gone
    rows = cases.map { standing in
      standing.setup.values.enumerated().map { number, entry -> Int? in
        switch entry {
        case .value(let value): value
        case .notApplicable: lowered.notApplicable(number)
        case .unknown: nil
        }
      } + [standing.setup.operation]
    }
    isUsed = cases.map { _ in false }
    for (place, row) in rows.enumerated() {
      let operation = cases[place].setup.operation
      ofOperation[operation, default: []].append(place)
      if row.contains(nil) {
        partial[operation, default: []].append(place)
      } else if places[row] == nil {
        places[row] = place
      }
    }
  }

  /// The row of a case, with what it leaves open.
  subscript(place: Int) -> [Int?] { rows[place] }

  mutating func use(_ place: Int) { isUsed[place] = true }

  /// The case that a row is, if it has no other row yet.
  func place(of row: [Int]) -> Int? {
    if let place = places[row.map(\.self)], !isUsed[place] { return place }
    return partial[row[row.count - 1], default: []].first { place in
      !isUsed[place] && zip(rows[place], row).allSatisfy { $0 == nil || $0 == $1 }
    }
  }

  /// The cases that may serve at a depth, those without a row: of an operation, or of all of them.
  func offered(to operation: Int?, _ depth: Depth) -> [Int] {
    let candidates = operation.map { ofOperation[$0] ?? [] } ?? Array(cases.indices)
    return candidates.filter { place in
      !isUsed[place] && !cases[place].sleeps
        && (cases[place].old.depth ?? .review) <= depth
    }
  }

  /// The cases that stay although nothing may need them, as a lower depth or strength showed them.
  func kept(at depth: Depth) -> [Int] {
    guard isRaised else { return [] }
    return offered(to: nil, depth).filter { cases[$0].wasShown }
  }

  /// What has no row: the cases that sleep until a greater depth or strength, and those that are retired.
  func left(
    in specification: Specification
  ) -> (sleeping: [EarlierSuite.Case], retired: [TestMatrix.Retired]) {
    let factors = EarlierFactor.all(of: specification)
    let operations = specification.caseOperationOfValue
    var sleeping: [EarlierSuite.Case] = []
    var retired = gone
    for (place, standing) in cases.enumerated() where !isUsed[place] {
      guard standing.sleeps || greaterStrength != nil else {
        retired.append(standing.old)
        continue
      }
      var old = standing.old
      old.strength = [old.strength, greaterStrength].compactMap(\.self).max()
      old.rename(to: standing.setup, factors)
      old.operation = operations[standing.setup.operation].id
      sleeping.append(old)
    }
    return (sleeping, retired.map { TestMatrix.Retired(number: $0.number, id: $0.id) })
  }
}

extension EarlierSuite.Case {
  /// Puts today's names in the place of those of an earlier generation.
  fileprivate mutating func rename(to setup: EarlierSetup, _ factors: [EarlierFactor]) {
    guard !setup.knewMore else { return }
    var named: [String: String?] = [:]
    for (factor, entry) in zip(factors, setup.values) {
      switch entry {
      case .value(let value): named[factor.name] = factor.values[value].id
      case .notApplicable: named[factor.name] = .some(nil)
      case .unknown: continue
      }
    }
    self.setup = named
  }
}
