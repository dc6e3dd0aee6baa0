import Testing

@testable import Combinatorics

/// Conflicts against the removal of one statement after the other.
struct MinimalConflictTests {
  /// Statements over a small space, and some rows.
  private struct Case {
    let store: DiagramStore
    let statements: [Diagram]
    let rows: Diagram

    init(_ random: inout TestRandom) throws {
      let space = SmallSpace(&random)
      store = space.store(&random)
      var statements: [Diagram] = []
      for _ in 0..<random.below(9) {
        statements.append(try store.diagram(of: space.formula(&random)))
      }
      self.statements = statements
      rows = try store.diagram(of: space.formula(&random))
    }

    func leaves(_ places: [Int]) throws -> Bool {
      try store.intersection([rows] + places.map { statements[$0] }) != .empty
    }

    /// Returns the conflict left after removing statements from the last to the first.
    func expected() throws -> [Int]? {
      var needed = Array(statements.indices)
      guard try !leaves(needed) else { return nil }
      for place in statements.indices.reversed() {
        let others = needed.filter { $0 != place }
        if try !leaves(others) { needed = others }
      }
      return needed
    }
  }

  @Test(arguments: 0..<300)
  func conflictIsTheOneLeftByDeletion(seed: Int) throws {
    var random = TestRandom(seed)
    let model = try Case(&random)
    let expected = try model.expected()
    var joined = MinimalConflict(of: model.statements, within: model.rows, in: model.store)
    #expect(try joined.places() == expected)
    // Without nodes to spare, it searches for rows instead.
    var apart = MinimalConflict(
      of: model.statements,
      within: model.rows,
      in: model.store,
      nodeShare: 0
    )
    #expect(try apart.places() == expected)
  }

  /// N tautologies around two contradictory statements: O(log N) queries.
  @Test func questionsGrowWithTheLogarithm() throws {
    func questions(_ count: Int) throws -> Int {
      let domains = Domains(sizes: Array(repeating: 2, count: count))
      let store = DiagramStore(domains: domains, order: Array(0..<count))
      let statements = try (0..<count).map { place in
        var cube = Cube(full: domains)
        cube.restrict(place == count - 2 ? 1 : place, to: [place == count - 2 ? 1 : 0])
        return try store.diagram(of: cube)
      }
      var conflict = MinimalConflict(of: statements, within: .full, in: store)
      #expect(try conflict.places() == [1, count - 2])
      return conflict.questions
    }
    let (once, twice) = (try questions(100), try questions(200))
    #expect(once < 40)
    #expect(twice <= once + 6, "\(once) questions about 100 statements, \(twice) about 200")
  }
}
