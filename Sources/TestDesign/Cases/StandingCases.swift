import Combinatorics
import Specification
import Text

/// The cases of an earlier suite whose operation still exists, with every value of theirs that it reads.
struct StandingCases {
  struct Case {
    var old: EarlierSuite.Case
    var setup: EarlierSetup

    func isSame(as now: TestCase) -> Bool {
      setup.isSame(as: now.combination) && now.expected == old.expected
        && now.status.rawValue == old.status
    }
  }

  /// Ordered by row, so that the order does not depend on ids; equal rows by id, the shortest first.
  private(set) var cases: [Case] = []
  /// The row of each case, with `nil` where the case does not know the factor, its value is gone, or the factor now always applies.
  private var rows: [[Int?]] = []
  private var isUsed: [Bool] = []
  private var places: [[Int?]: Int] = [:]
  /// The cases of each operation, ascending.
  private var ofOperation: [Int: [Int]] = [:]
  /// The cases with open places.
  private var partial = OpenRows()
  /// Earlier cases whose operation, or a value that it reads, is gone.
  let gone: [EarlierSuite.Case]
  private let depth: Depth
  /// The strength of the earlier suite, if lower than today's.
  private let lowerStrength: Int?
  private let strength: Int
  /// True if cases may be dropped for a smaller suite.
  let canTrade: Bool

  init(
    _ earlier: EarlierSuite?,
    in lowered: LoweredSpecification,
    _ operations: [OperationRows],
    depth: Depth,
    strength: Int
  ) {
    let reads = Dictionary(firstOf: operations.map { ($0.operation.value, $0.reads) })
    let names = EarlierNames(earlier?.factors ?? [], in: lowered.specification)
    self.depth = depth
    self.strength = strength
    let oldStrength = earlier?.strength ?? strength
    lowerStrength = oldStrength < strength ? oldStrength : nil
    canTrade =
      earlier?.depth ?? depth == depth && oldStrength == strength
    var cases: [Case] = []
    var gone: [EarlierSuite.Case] = []
    let all = earlier?.cases ?? []
    for old in all {
      guard let setup = names.setup(of: old),
        setup.removedValues.isDisjoint(with: reads[setup.operation] ?? [])
      else {
        gone.append(old)
        continue
      }
      cases.append(Case(old: old, setup: setup))
    }
    self.gone = gone
    let rows = cases.map { standing in
      standing.setup.values.enumerated().map { number, entry -> Int? in
        switch entry {
        case .value(let value): value
        case .notApplicable: lowered.notApplicable(number)
        case .unknown: nil
        }
      } + [standing.setup.operation]
    }
    take(zip(cases, rows).map { (case: $0, row: $1) })
  }

  /// Presents the cases of a plan as the next generation would find them.
  init(next plan: SuitePlan) {
    let before = plan.standing
    depth = before.depth
    strength = before.strength
    lowerStrength = nil
    canTrade = false
    gone = []
    var all: [(case: Case, row: [Int?])] = []
    for planned in plan.rows {
      // The row contains the whole content of the case.
      let old = EarlierSuite.Case(
        id: "",
        code: "",
        setup: [:],
        operation: "",
        expected: [],
        status: "",
        depth: planned.depth,
        strength: planned.strength
      )
      let setup = EarlierSetup(values: [], operation: planned.row[planned.row.count - 1])
      all.append(
        (Case(old: old, setup: setup), planned.row.map(\.self))
      )
    }
    take(all)
  }

  private mutating func take(_ unsorted: [(case: Case, row: [Int?])]) {
    let all = unsorted.sorted { left, right in
      if left.row == right.row { return CaseCode.precedes(left.case.old.id, right.case.old.id) }
      return left.row.lexicographicallyPrecedes(right.row) { ($0 ?? -1) < ($1 ?? -1) }
    }
    cases = all.map(\.case)
    rows = all.map(\.row)
    isUsed = cases.map { _ in false }
    for (place, row) in rows.enumerated() {
      let operation = cases[place].setup.operation
      ofOperation[operation, default: []].append(place)
      if row.contains(nil) {
        partial.add(place, row)
      } else if places[row] == nil {
        places[row] = place
      }
    }
  }

  /// The row of a case, with its open places.
  subscript(place: Int) -> [Int?] { rows[place] }

  func isFree(_ place: Int) -> Bool { !isUsed[place] }

  mutating func use(_ place: Int) { isUsed[place] = true }

  mutating func useNone() { isUsed = cases.map { _ in false } }

  /// Returns the case that has a row, or could have it, and is not used yet.
  func place(of row: [Int]) -> Int? {
    if let place = places[row.map(\.self)], isFree(place) { return place }
    var steps = 0
    return partial.numbers(of: row, steps: &steps).first(where: isFree)
  }

  /// Returns the unused cases available at a depth, of one operation or of all.
  func offered(to operation: Int?, _ depth: Depth) -> [Int] {
    let candidates = operation.map { ofOperation[$0] ?? [] } ?? Array(cases.indices)
    return candidates.filter { place in
      !isUsed[place] && (cases[place].old.depth ?? .review) <= depth
    }
  }

  /// The unused cases that a strength below today's required, with that strength.
  ///
  /// A greater strength must not remove cases. The strength is stored with the case, so that it also stays in the next generation.
  var shownAtLowerStrength: [(place: Int, strength: Int)] {
    offered(to: nil, depth).compactMap { place in
      let own = cases[place].old.strength.flatMap { $0 < strength ? $0 : nil }
      guard let lower = own ?? lowerStrength else { return nil }
      return (place, lower)
    }
  }

  /// The cases to be retired: those that are gone or unused.
  var retired: [TestMatrix.Retired] {
    let left = cases.indices.filter { !isUsed[$0] }.map { cases[$0].old }
    return (gone + left).map {
      TestMatrix.Retired(
        id: $0.id,
        code: $0.code,
        hasChanged: CaseCode.of($0.setup, $0.operation) != $0.code
      )
    }
  }
}
