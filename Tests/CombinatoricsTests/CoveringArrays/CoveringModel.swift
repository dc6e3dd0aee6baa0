import Combinatorics
import Testing

/// A model small enough to list all its rows, with the requirements on its covering array.
struct CoveringModel {
  var sizes: [Int]
  /// The forbidden combinations: for each, the values by factor, `nil` for any value.
  var forbidden: [[[Int]?]] = []
  var request: CoveringRequest

  init(sizes: [Int], strength: Int) {
    self.sizes = sizes
    request = CoveringRequest(
      groups: [CoveringRequest.Group(factors: Array(sizes.indices), strength: strength)],
      isAsked: sizes.map { Array(repeating: true, count: $0) },
      weights: sizes.map { Array(repeating: 1, count: $0) }
    )
  }

  /// Forbids combinations of values of two factors.
  mutating func forbid(_ first: Int, _ firstValues: [Int], _ second: Int, _ secondValues: [Int]) {
    var cube: [[Int]?] = Array(repeating: nil, count: sizes.count)
    cube[first] = firstValues
    cube[second] = secondValues
    forbidden.append(cube)
  }

  /// Forbids random values of two random factors, `count` times.
  mutating func forbidPairs(_ count: Int, _ random: inout TestRandom) {
    for _ in 0..<count {
      let first = random.below(sizes.count)
      let second = (first + 1 + random.below(sizes.count - 1)) % sizes.count
      let values = (random.some(below: sizes[first]), random.some(below: sizes[second]))
      forbid(first, values.0, second, values.1)
    }
  }

  func prepared() throws -> PreparedModel {
    let domains = Domains(sizes: sizes)
    // The order of levels differs from that of the factors, so that confusing the two is noticed.
    let order = Array(sizes.indices.reversed())
    let store = DiagramStore(domains: domains, order: order)
    let space = try store.difference(.full, store.diagram(of: forbidden.map { cube($0, domains) }))
    let parts = try forbidden.map { try store.complement(store.diagram(of: cube($0, domains))) }
    return PreparedModel(model: self, store: store, space: space, parts: parts, request: request)
  }

  private func cube(_ values: [[Int]?], _ domains: Domains) -> Cube {
    var cube = Cube(full: domains)
    for (factor, values) in values.enumerated() {
      if let values { cube.restrict(factor, to: values) }
    }
    return cube
  }

  /// Returns all rows of the space, computed without diagrams.
  func rows() -> [[Int]] {
    var rows: [[Int]] = [[]]
    for size in sizes { rows = rows.flatMap { row in (0..<size).map { row + [$0] } } }
    let constraints = constraints
    return rows.filter { row in !constraints.contains { $0.isBroken(row) } }
  }

  /// The forbidden combinations as row predicates.
  var constraints: [RowConstraint] {
    forbidden.map { cube in
      let factors = cube.indices.filter { cube[$0] != nil }
      return RowConstraint(factors: factors) { row in
        for factor in factors where cube[factor]?.contains(row[factor]) == false { return false }
        return true
      }
    }
  }
}

struct PreparedModel {
  let model: CoveringModel
  let store: DiagramStore
  let space: Diagram
  /// The rows that each constraint allows.
  let parts: [Diagram]
  var request: CoveringRequest

  /// The space as one diagram, and with separate constraints.
  var joined: Space { Space([space], in: store) }
  var apart: Space { Space(parts, in: store) }

  func suite(limits: CoveringLimits = CoveringLimits()) throws -> Suite {
    // Enough to change and remove rows, and fast in debug builds.
    var limits = limits
    limits.searchSteps = 20_000
    return try coveringArray(space: joined, request: request, limits: limits)
  }

  /// Returns the suite generated without ever joining the constraints into one diagram.
  func suiteOfParts(limits: CoveringLimits = CoveringLimits()) throws -> Suite {
    var limits = limits
    limits.searchSteps = 20_000
    return try coveringArray(space: apart, request: request, limits: limits)
  }

  func complaints(about suite: Suite) -> [CoverageChecker.Complaint] {
    var checker = CoverageChecker(
      sizes: model.sizes,
      constraints: model.constraints,
      request: request
    )
    let report = checker.report(on: suite)
    // The models are small enough for the checker to decide every tuple.
    #expect(report.undecided == 0)
    return report.complaints
  }
}
