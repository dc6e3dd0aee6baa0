import Combinatorics
import Testing

@Suite struct CoveringEstimateTests {
  private static func request(_ sizes: [Int], _ strength: Int) -> CoveringRequest {
    CoveringModel(sizes: sizes, strength: strength).request
  }

  @Test func tuplesAndPlacesAreCounted() {
    let estimate = CoveringEstimate(
      Self.request([2, 3, 4], 2),
      domains: Domains(sizes: [2, 3, 4])
    )
    #expect(estimate.tuples == 2 * 3 + 2 * 4 + 3 * 4)
    #expect(estimate.places == 6)
    let many = Array(repeating: 4, count: 20)
    let large = CoveringEstimate(Self.request(many, 6), domains: Domains(sizes: many))
    #expect(large.tuples == 38_760 * 4_096)
    #expect(large.takesMinutes)
  }

  /// The sizes of greedy suites when the formula was fitted.
  @Test(arguments: [
    (4, 12, 6, 15_893), (4, 12, 5, 3_704), (4, 12, 4, 779), (3, 12, 6, 2_691), (3, 12, 4, 231),
  ])
  func rowsAreNear(values: Int, factors: Int, strength: Int, rows: Int) {
    let sizes = Array(repeating: values, count: factors)
    let estimate = CoveringEstimate(Self.request(sizes, strength), domains: Domains(sizes: sizes))
    #expect(abs(estimate.rows - rows) * 100 < rows * 15)
  }

  @Test func noMoreRowsThanThereAreNorThanAreLacking() {
    var request = Self.request([4, 4, 4], 3)
    let domains = Domains(sizes: [4, 4, 4])
    #expect(CoveringEstimate(request, domains: domains).rows == 64)
    #expect(CoveringEstimate(request, domains: domains, rowCount: 7).rows == 7)
    request.fixed = Array(repeating: .init(values: [0, nil, nil]), count: 60)
    #expect(CoveringEstimate(request, domains: domains).rows == 4)
  }

  /// Suites whose size is the product of the largest factors.
  @Test(arguments: [
    ([100_000, 2], 2, 200_000), ([2_000] + Array(repeating: 2, count: 50), 2, 4_000),
    ([600, 600, 600], 2, 360_000), ([50, 40, 30, 20, 10, 9, 8, 7, 6, 5], 3, 60_000),
  ])
  func aLargeFactorDecides(sizes: [Int], strength: Int, rows: Int) {
    let estimate = CoveringEstimate(Self.request(sizes, strength), domains: Domains(sizes: sizes))
    #expect(abs(estimate.rows - rows) * 100 < rows * 5)
  }

  /// The limit is a gigabyte, even if the other limits would allow more.
  @Test func memoryIsLimited() throws {
    let sizes = Array(repeating: 1_900, count: 3)
    var limits = CoveringLimits()
    limits.steps = .max
    let prepared = try CoveringModel(sizes: sizes, strength: 2).prepared()
    let estimate = CoveringEstimate(prepared.request, domains: Domains(sizes: sizes))
    #expect(estimate.bytes > 1_000_000_000 && estimate.bytes < 1_600_000_000)
    #expect(
      throws: LimitExceeded(
        what: "coverage that takes \(estimate.phrase), the limit being 1,000 MB"
      )
    ) {
      try coveringArray(space: prepared.joined, request: prepared.request, limits: limits)
    }
  }

  @Test func numbersBeyondAllBoundsAreSaidAsSuch() {
    let sizes = Array(repeating: 1_000, count: 3_000)
    let estimate = CoveringEstimate(Self.request(sizes, 6), domains: Domains(sizes: sizes))
    #expect(estimate.tuples == .max)
    #expect(Int.max.grouped == "more than 9,223,372,036,854,775,806")
    #expect(
      [0, 12, 123, 1_234, -1_234_567].map(\.grouped) == ["0", "12", "123", "1,234", "-1,234,567"]
    )
  }

  @Test func whatIsBeyondTheLimitsIsRefusedAtOnce() throws {
    let prepared = try CoveringModel(sizes: Array(repeating: 4, count: 20), strength: 6).prepared()
    var polls = 0
    #expect(throws: LimitExceeded.self) {
      try coveringArray(
        space: prepared.joined,
        request: prepared.request,
        monitor: CoveringMonitor { _ in
          polls += 1
          return true
        }
      )
    }
    #expect(polls == 0)
  }
}
