import Combinatorics
import Testing

/// The checker must see whatever is taken away from a good suite.
struct CoverageCheckerTests {
  private static func prepared() throws -> PreparedModel {
    var model = CoveringModel(sizes: [2, 2, 2], strength: 2)
    model.forbid(0, [1], 1, [1])
    model.targets = [[[[0], [1], [1]]]]
    model.request.fixed = [CoveringRequest.FixedRow(values: [nil, 0, 1])]
    return try model.prepared()
  }

  private static let rows = [[1, 0, 1], [0, 0, 0], [0, 1, 0], [0, 1, 1], [1, 0, 0]]

  @Test func acceptsAGoodSuite() throws {
    let suite = Suite(rows: Self.rows, fixedCount: 1)
    #expect(try Self.prepared().complaints(about: suite) == [])
  }

  @Test func seesARowOutsideTheSpace() throws {
    let suite = Suite(rows: Self.rows + [[1, 1, 0]], fixedCount: 1)
    #expect(try Self.prepared().complaints(about: suite) == [.rowOutsideSpace(5)])
  }

  @Test func namesMissedTuples() throws {
    let suite = Suite(rows: Array(Self.rows.dropLast()), fixedCount: 1)
    #expect(
      try Self.prepared().complaints(about: suite)
        == [.tupleMissed(factors: [0, 2], values: [1, 0])]
    )
  }

  @Test func seesAFixedRowGone() throws {
    let moved = Suite(rows: Self.rows.reversed(), fixedCount: 1)
    #expect(try Self.prepared().complaints(about: moved) == [.fixedRowMissing(0)])
    let dropped = Suite(rows: Self.rows, fixedCount: 0, dropped: [0])
    #expect(try Self.prepared().complaints(about: dropped) == [.fixedRowDropped(0)])
  }

  @Test func seesAMissedTarget() throws {
    var prepared = try Self.prepared()
    prepared.request.groups = []
    let suite = Suite(rows: [[1, 0, 1]], fixedCount: 1)
    #expect(prepared.complaints(about: suite) == [.targetMissed(0)])
  }

  @Test func seesThatThereAreNoRows() throws {
    var prepared = try Self.prepared()
    prepared.request = CoveringModel(sizes: [2, 2, 2], strength: 2).request
    prepared.request.groups = []
    #expect(prepared.complaints(about: Suite(rows: [], fixedCount: 0)) == [.noRows])
  }
}
