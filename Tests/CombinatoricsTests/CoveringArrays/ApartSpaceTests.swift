import Testing

@testable import Combinatorics

/// Constraints like those of a spec that entangle too many factors for one diagram.
struct ApartSpaceTests {
  /// Pairs of states that exclude each other, far apart in any order, and fields that apply only for certain states.
  private struct Entangled {
    var sizes: [Int]
    /// The forbidden combinations, one per statement: values by factor.
    var forbidden: [[Int: [Int]]] = []

    init(states: Int, seed: Int) {
      var random = TestRandom(seed)
      sizes = Array(repeating: 3, count: states)
      for first in 0..<states {
        for _ in 0..<3 {
          let second = (first + 1 + random.below(states - 1)) % states
          forbidden.append([first: [random.below(3)], second: [random.below(3)]])
        }
      }
      for state in stride(from: 0, to: states, by: 4) {
        // The field's last value means that it does not apply; it applies exactly if the state is 0.
        let field = sizes.count
        sizes.append(3)
        forbidden.append([state: [0], field: [2]])
        forbidden.append([state: [1, 2], field: [0, 1]])
      }
    }

    func statements(in store: DiagramStore) throws -> [Diagram] {
      try forbidden.map { values in
        var cube = Cube(full: store.domains)
        for (factor, allowed) in values { cube.restrict(factor, to: allowed) }
        return try store.complement(store.diagram(of: cube))
      }
    }

    var constraints: [RowConstraint] {
      forbidden.map { values in
        RowConstraint(factors: values.keys.sorted()) { row in
          values.allSatisfy { $0.value.contains(row[$0.key]) }
        }
      }
    }

    var request: CoveringRequest {
      CoveringModel(sizes: sizes, strength: 2).request
    }
  }

  @Test func constraintsThatCannotBeJoinedAreCoveredMeasuredAndCertified() throws {
    let model = Entangled(states: 24, seed: 7)
    let domains = Domains(sizes: model.sizes)
    let store = DiagramStore(
      domains: domains,
      order: Array(model.sizes.indices),
      nodeLimit: 4_000
    )
    let statements = try model.statements(in: store)
    // An exact count of the rows would need the joint diagram.
    #expect(throws: LimitExceeded.self) { try store.intersection(statements) }
    let space = Space(statements, in: store)
    #expect(space.diagram == nil)
    #expect(space.decimalCount == nil)

    var limits = CoveringLimits()
    limits.candidates = 1
    let suite = try coveringArray(space: space, request: model.request, limits: limits)
    let row = try #require(suite.rows.first)
    #expect(space.contains(row: row))
    let measured = try measureCoverage(
      of: suite.rows.map { $0.map(Optional.some) },
      space: space,
      groups: model.request.groups
    )
    #expect(measured.groups.map { $0.possible == $0.covered } == [true])
    #expect(measured.invalid == [])
    var checker = CoverageChecker(
      sizes: model.sizes,
      constraints: model.constraints,
      request: model.request
    )
    #expect(checker.report(on: suite) == CoverageChecker.Report())
    let fewer = Suite(rows: Array(suite.rows.dropLast()), fixedCount: 0)
    #expect(!checker.report(on: fewer).complaints.isEmpty)
  }
}
