import Combinatorics
import Testing

/// A model small enough to list all its rows, and what a covering array of it must do.
struct CoveringModel {
  var sizes: [Int]
  /// A row is allowed when none of these holds it: by factor, the values that are forbidden together; `nil` for any.
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

  /// Forbids values of two factors to be together.
  mutating func forbid(_ first: Int, _ firstValues: [Int], _ second: Int, _ secondValues: [Int]) {
    var cube: [[Int]?] = Array(repeating: nil, count: sizes.count)
    cube[first] = firstValues
    cube[second] = secondValues
    forbidden.append(cube)
  }

  /// Forbids random values of two random factors, so many times.
  mutating func forbidPairs(_ count: Int, _ random: inout TestRandom) {
    for _ in 0..<count {
      let first = random.below(sizes.count)
      let second = (first + 1 + random.below(sizes.count - 1)) % sizes.count
      let values = (random.some(below: sizes[first]), random.some(below: sizes[second]))
      forbid(first, values.0, second, values.1)
    }
  }

  /// The diagrams of the model.
  func prepared() throws -> PreparedModel {
    let domains = Domains(sizes: sizes)
    // An order of levels that is not that of the factors, so that a mix-up of the two is seen.
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

  /// All rows of the space, found without any diagram.
  func rows() -> [[Int]] {
    var rows: [[Int]] = [[]]
    for size in sizes { rows = rows.flatMap { row in (0..<size).map { row + [$0] } } }
    let constraints = constraints
    return rows.filter { row in !constraints.contains { $0.isBroken(row) } }
  }

  /// The forbidden combinations as tests of rows.
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

/// A model with its diagrams.
struct PreparedModel {
  let model: CoveringModel
  let store: DiagramStore
  let space: Diagram
  /// By constraint: the rows that it allows.
  let parts: [Diagram]
  var request: CoveringRequest

  /// The space as one diagram, and with its constraints apart.
  var joined: Space { Space([space], in: store) }
  var apart: Space { Space(parts, in: store) }

  func suite(limits: CoveringLimits = CoveringLimits()) throws -> Suite {
    // Enough to change rows and take some out, and quick without optimisation.
    var limits = limits
    limits.searchSteps = 20_000
    return try coveringArray(space: joined, request: request, limits: limits)
  }

  /// The suite that is made without the constraints ever coming together in one diagram.
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
    // Models of tests are small.
    #expect(report.undecided == 0)
    return report.complaints
  }
}
