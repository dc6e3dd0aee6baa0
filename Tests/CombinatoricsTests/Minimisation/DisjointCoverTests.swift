import Combinatorics
import Testing

/// Covers whose cubes share no row, against all orders in which their cubes can shrink.
struct DisjointCoverTests {
  private typealias Problem = MinimalCoverTests.Problem

  private struct Answer {
    var cubes: [Cube]
    var parts: [DisjointCover.Part]
    /// By part: its rows.
    var rows: [UInt64]
  }

  private func answer(
    _ problem: Problem,
    _ random: inout TestRandom,
    limits: DisjointCover.Limits = DisjointCover.Limits()
  ) throws -> Answer {
    let space = problem.space
    let store = space.store(&random)
    let onSet = try space.diagram(of: problem.onSet, in: store)
    let offSet = try space.diagram(of: problem.offSet, in: store)
    let cover = try MinimalCover(store: store).cover(onSet, avoiding: offSet)
    let parts = try DisjointCover(store: store, limits: limits).parts(
      of: cover.cubes,
      covering: onSet,
      avoiding: offSet,
      within: Cube(full: space.domains)
    )
    let rows = parts.map { part in space.mask { store.contains(part.rows, row: $0) } }
    return Answer(cubes: cover.cubes, parts: parts, rows: rows)
  }

  /// The rows are shared out, and a cube holds rows of others only where it says so.
  private func expectShared(_ problem: Problem, _ answer: Answer) {
    let space = problem.space
    #expect(answer.parts.count == answer.cubes.count)
    #expect(answer.rows.reduce(0, |) == problem.onSet)
    #expect(answer.rows.reduce(0) { $0 + $1.nonzeroBitCount } == problem.onSet.nonzeroBitCount)
    for (number, part) in answer.parts.enumerated() {
      #expect(answer.rows[number] != 0)
      let excepted = part.except.reduce(0) { $0 | answer.rows[$1] }
      #expect(part.except.allSatisfy { $0 < number })
      #expect(space.mask(of: part.cube) & problem.onSet & ~excepted == answer.rows[number])
      #expect(part.except.allSatisfy { space.mask(of: part.cube) & answer.rows[$0] != 0 })
      let others = problem.offSet | problem.onSet & ~answer.rows[number] & ~excepted
      #expect(BruteForceCover.isMaximal(part.cube, avoiding: others, in: space))
    }
  }

  /// True if some order of the cubes lets each shrink to a cube that holds nothing of the earlier ones.
  private func canBeDisjoint(_ problem: Problem, _ cubes: [Cube]) -> Bool {
    let rows = cubes.map { problem.space.mask(of: $0) & problem.onSet }
    func extend(_ placed: Set<Int>, _ taken: UInt64) -> Bool {
      guard placed.count < cubes.count else { return true }
      return cubes.indices.contains { cube in
        guard !placed.contains(cube) else { return false }
        var hull = Cube(none: problem.space.domains)
        for row in problem.space.rows(in: rows[cube] & ~taken) {
          for (factor, value) in row.enumerated() { hull.insert(value, factor: factor) }
        }
        return problem.space.mask(of: hull) & taken == 0
          && extend(placed.union([cube]), taken | rows[cube])
      }
    }
    return extend([], 0)
  }

  @Test(arguments: 0..<300)
  func everyRowIsInOneCube(seed: Int) throws {
    var random = TestRandom(seed)
    let problem = Problem(&random)
    let answer = try answer(problem, &random)
    expectShared(problem, answer)
    guard answer.cubes.count < 9 else { return }
    let isDisjoint = answer.parts.allSatisfy(\.except.isEmpty)
    #expect(isDisjoint == canBeDisjoint(problem, answer.cubes))
  }

  @Test(arguments: 0..<100)
  func theOrderOfTheLevelsDoesNotMatter(seed: Int) throws {
    var random = TestRandom(seed + 1_000)
    let problem = Problem(&random)
    let first = try answer(problem, &random)
    for _ in 0..<3 {
      let other = try answer(problem, &random)
      #expect(other.parts.map(\.cube) == first.parts.map(\.cube))
      #expect(other.parts.map(\.except) == first.parts.map(\.except))
    }
  }

  /// Without a search the cubes shrink in some order, and say where that leaves overlaps.
  @Test(arguments: 0..<200)
  func aSpentBudgetLeavesExceptions(seed: Int) throws {
    var random = TestRandom(seed + 2_000)
    let problem = Problem(&random)
    var limits = DisjointCover.Limits()
    if seed.isMultiple(of: 2) { limits.choices = 0 } else { limits.work = 0 }
    expectShared(problem, try answer(problem, &random, limits: limits))
  }

  /// The chapter's example.
  @Test
  func threeQuestions() throws {
    let problem = Problem(SmallSpace(sizes: [2, 2, 2]), onSet: 0b0111_1111, offSet: 0b1000_0000)
    var random = TestRandom(1)
    let answer = try answer(problem, &random)
    #expect(answer.parts.map { $0.cube.namedFactors } == [[0], [0, 1], [0, 1, 2]])
    #expect(answer.rows == [0b0000_1111, 0b0011_0000, 0b0100_0000])
    #expect(answer.parts.map(\.except) == [[], [], []])
  }
}
