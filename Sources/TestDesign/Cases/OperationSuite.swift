import Combinatorics
import Specification

/// What the values of one operation must meet, in tuples of values of the factors that it reads.
struct RequiredTuples {
  /// Factors any `strength` of whose values are to come together.
  struct Group {
    /// The part of the operation that must be defined there: a place in `OperationRows.parts`.
    var part: Int
    var factors: [Int]
    var strength: Int
  }

  let groups: [Group]

  /// - Parameters:
  ///   - operation: The operation.
  ///   - every: Groups of factors, the operation among them or not, of which every combination is asked for.
  ///   - strength: How many values at most; fewer come together wherever more cannot.
  init(of operation: OperationRows, every: [[Int]], strength: Int) {
    let parts = operation.parts.indices.filter { operation.parts[$0].defined != .empty }
    groups = parts.flatMap { part in
      let reads = operation.parts[part].reads
      return (1...max(1, min(strength, reads.count))).map {
        Group(part: part, factors: reads, strength: $0)
      }
        + every.filter { $0.allSatisfy(reads.contains) }.map {
          Group(part: part, factors: $0, strength: $0.count)
        }
    }.filter { !$0.factors.isEmpty }
  }
}

/// Covers what one operation must meet.
///
/// # Chapter: whole screens
///
/// **Problem.** A tuple counts where the result is defined. An operation without parts has that in its space: its rows are the defined ones. A
/// screen with ten parts has one row for all of them, and a tuple of one part counts only where that part is defined, whatever the others are.
///
/// **Idea.** A part that is not defined everywhere gets a factor of its own with two values, of which the second may stand only where the part is
/// defined. Its tuples are asked for together with the second value. So the covering array need know nothing of parts.
struct OperationSuite {
  let rows: OperationRows
  let required: RequiredTuples
  /// How much is done to make the suite smaller; `nil` for nothing.
  let effort: CoveringEffort?
  let monitor: CoveringMonitor?
  private let space: Space
  private let request: CoveringRequest
  /// By part: the factor that says whether it is defined; `nil` where it always is.
  private let witnesses: [Int?]

  init(
    _ rows: OperationRows,
    _ required: RequiredTuples,
    effort: CoveringEffort?,
    monitor: CoveringMonitor?
  ) throws(LimitExceeded) {
    self.rows = rows
    self.required = required
    self.effort = effort
    self.monitor = monitor
    let sizes = rows.store.domains.sizes
    let unsure = rows.parts.indices.filter { part in
      rows.parts[part].defined != rows.defined && rows.parts[part].defined != .empty
    }
    var witnesses: [Int?] = rows.parts.map { _ in nil }
    for (place, part) in unsure.enumerated() { witnesses[part] = sizes.count + place }
    self.witnesses = witnesses
    space = unsure.isEmpty ? try rows.rows(of: rows.defined) : try Self.space(rows, unsure)
    request = Self.request(rows, required, witnesses, sizes: space.store.domains.sizes)
  }

  /// The defined rows, each with a witness of every part that may be undefined.
  private static func space(_ rows: OperationRows, _ parts: [Int]) throws(LimitExceeded) -> Space {
    let count = rows.store.domains.count
    let store = DiagramStore(
      domains: Domains(sizes: rows.store.domains.sizes + parts.map { _ in 2 }),
      order: rows.store.order + parts.indices.map { count + $0 }
    )
    var sets: [Diagram] = []
    for set in rows.apart + [rows.defined, try rows.store.diagram(of: rows.cube)] {
      sets.append(try store.copy(of: set, from: rows.store))
    }
    for (place, part) in parts.enumerated() {
      var absent = Cube(full: store.domains)
      absent.restrict(count + place, to: [0])
      let defined = try store.copy(of: rows.parts[part].defined, from: rows.store)
      sets.append(try store.union(defined, try store.diagram(of: absent)))
    }
    return Space(joining: sets, in: store, nodeShare: 0.1)
  }

  private static func request(
    _ rows: OperationRows,
    _ required: RequiredTuples,
    _ witnesses: [Int?],
    sizes: [Int]
  ) -> CoveringRequest {
    var groups: [CoveringRequest.Group] = []
    for group in required.groups {
      guard let witness = witnesses[group.part] else {
        groups.append(.init(factors: group.factors, strength: group.strength))
        continue
      }
      for factors in group.factors.subsets(of: group.strength) {
        groups.append(.init(factors: factors + [witness], strength: factors.count + 1))
      }
    }
    for case let witness? in witnesses { groups.append(.init(factors: [witness], strength: 1)) }
    let reads = Set(rows.reads)
    let isAsked = sizes.indices.map { factor in
      (0..<sizes[factor]).map { value in
        factor < rows.store.domains.count
          ? reads.contains(factor) && !rows.notApplicable.contains([factor, value]) : value == 1
      }
    }
    return CoveringRequest(
      groups: groups,
      isAsked: isAsked,
      weights: sizes.indices.map { factor in
        let costs = factor < rows.store.domains.count ? rows.costs.costs[factor] : [1, 0]
        return costs.map { $0 == 0 ? 2 : 1 }
      }
    )
  }

  // MARK: Rows

  /// The suite on top of rows that stand in any case and of earlier ones that stay while something needs them.
  ///
  /// - Parameters:
  ///   - fixed: Defined rows of the operation.
  ///   - earlier: Rows of an earlier suite with what they leave open; those that cannot happen or are open now fall out.
  /// - Returns: The fixed rows; the places of the earlier rows that stay, with the rows; new ones; and a number below which no suite is.
  func suite(
    fixed: [[Int]],
    earlier: [[Int?]]
  ) throws(LimitExceeded) -> (kept: [(place: Int, row: [Int])], new: [[Int]], lowerBound: Int) {
    guard !request.groups.isEmpty else { return ([], [], 1) }
    var request = request
    request.effort = effort
    request.fixed =
      fixed.map { .init(values: witnessed($0)) }
      + earlier.map { .init(values: witnessed($0), isDroppable: true) }
    let renewal = SuiteRenewal(space: space, request: request, limits: limits, monitor: monitor)
    var outcome = try renewal.keepingAll()
    if outcome.suite.rows.count != request.fixed.count { outcome = renewal.smaller(than: outcome) }
    let suite = try settled(outcome.suite, in: space, request, preferring: usual)
    let kept = outcome.kept.enumerated().filter { $0.element >= fixed.count }.map { place, number in
      (number - fixed.count, shortened(suite.rows[place]))
    }
    return (
      kept, suite.rows.dropFirst(suite.fixedCount).map(shortened), suite.lowerBound
    )
  }

  /// Small tasks get small searches: there are as many as operations.
  private var limits: CoveringLimits {
    var limits = CoveringLimits()
    limits.searchSteps = 1_000_000
    return limits
  }

  /// By factor, its usual value where the operation reads it.
  private var usual: [Int?] {
    let reads = Set(rows.reads)
    return space.store.domains.sizes.indices.map { factor in
      reads.contains(factor) ? rows.costs.costs[factor].firstIndex(of: 0) : nil
    }
  }

  /// A row with its witnesses.
  private func witnessed(_ row: [Int?]) -> [Int?] {
    let whole = row.compactMap(\.self)
    let marks = rows.parts.indices.filter { witnesses[$0] != nil }.map { part -> Int? in
      guard whole.count == row.count else { return nil }
      return rows.store.contains(rows.parts[part].defined, row: whole) ? 1 : 0
    }
    return row + marks
  }

  private func shortened(_ row: [Int]) -> [Int] { Array(row.prefix(rows.store.domains.count)) }

  /// How many tuples can happen only where the result is open.
  func waiting() throws(LimitExceeded) -> Int {
    var waiting = 0
    for (number, part) in rows.parts.enumerated() where part.possible != part.defined {
      let groups = required.groups.filter { $0.part == number }.map {
        CoveringRequest.Group(factors: $0.factors, strength: $0.strength)
      }
      guard !groups.isEmpty else { continue }
      waiting += try possibleTuples(of: groups, in: part.possible)
      waiting -= try possibleTuples(of: groups, in: part.defined)
    }
    return waiting
  }

  private func possibleTuples(
    of groups: [CoveringRequest.Group],
    in set: Diagram
  ) throws(LimitExceeded) -> Int {
    try measureCoverage(
      of: [],
      space: try rows.rows(of: set),
      groups: groups,
      listing: 0,
      where: { tuple in
        zip(tuple.factors, tuple.values).allSatisfy { !rows.notApplicable.contains([$0, $1]) }
      }
    ).groups.reduce(0) { $0 + $1.possible }
  }
}

extension [Int] {
  /// All choices of some of the elements, in lexicographic order.
  fileprivate func subsets(of size: Int) -> [[Int]] {
    guard size > 0 else { return [[]] }
    return indices.flatMap { first in
      Array(self[(first + 1)...]).subsets(of: size - 1).map { [self[first]] + $0 }
    }
  }
}
