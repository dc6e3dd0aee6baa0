import Combinatorics
import Testing

/// Covers of random on-sets and off-sets, against all covers by maximal cubes.
struct MinimalCoverTests {
  /// A space with an on-set and an off-set; the other rows do not matter.
  struct Problem {
    let space: SmallSpace
    let onSet: UInt64
    let offSet: UInt64

    init(_ space: SmallSpace, onSet: UInt64, offSet: UInt64) {
      self.space = space
      self.onSet = onSet
      self.offSet = offSet
    }

    init(_ random: inout TestRandom) {
      space = SmallSpace(&random)
      offSet = random.next() & (random.chance(50) ? random.next() : .max) & space.everything
      onSet =
        random.next() & (random.chance(50) ? .max : random.next()) & space.everything & ~offSet
    }

    func cover(
      _ random: inout TestRandom,
      limits: MinimalCover.Limits = MinimalCover.Limits()
    ) throws -> CubeCover {
      let store = space.store(&random)
      return try MinimalCover(store: store, limits: limits).cover(
        space.diagram(of: onSet, in: store),
        avoiding: space.diagram(of: offSet, in: store)
      )
    }

    /// Expects each cube to be maximal and outside the off-set, and none to be redundant.
    func expectGood(_ cubes: [Cube]) {
      let masks = cubes.map { space.mask(of: $0) }
      for (index, cube) in cubes.enumerated() {
        #expect(BruteForceCover.isMaximal(cube, avoiding: offSet, in: space))
        var others: UInt64 = 0
        for other in masks.indices where other != index { others |= masks[other] }
        #expect(masks[index] & onSet & ~others != 0, "no cube is redundant")
      }
    }

    func isCovered(by cubes: [Cube]) -> Bool {
      cubes.reduce(onSet) { $0 & ~space.mask(of: $1) } == 0
    }
  }

  @Test(arguments: 0..<150)
  func fewestCubesThePreferredOnesOfEqual(seed: Int) throws {
    var random = TestRandom(seed)
    let problem = Problem(&random)
    let cover = try problem.cover(&random)
    #expect(cover.isComplete)
    #expect(cover.isMinimal)
    #expect(problem.isCovered(by: cover.cubes))
    problem.expectGood(cover.cubes)
    let brute = BruteForceCover(problem.space, avoiding: problem.offSet)
    #expect(cover.cubes == brute.best(problem.onSet))
  }

  @Test(arguments: 0..<100)
  func theOrderOfTheLevelsDoesNotMatter(seed: Int) throws {
    var random = TestRandom(seed + 1_000)
    let problem = Problem(&random)
    let cover = try problem.cover(&random)
    for _ in 0..<3 { #expect(try problem.cover(&random).cubes == cover.cubes) }
  }

  /// Each of the limits alone makes the search fall back to growing cubes.
  @Test(arguments: 0..<200)
  func grownCubesAreStillGood(seed: Int) throws {
    var random = TestRandom(seed + 2_000)
    let problem = Problem(&random)
    var limits = MinimalCover.Limits()
    switch seed % 4 {
    case 0: limits.cubesPerRow = 0
    case 1: limits.rows = 0
    case 2: limits.columns = 0
    default: limits.exactWork = 0
    }
    let cover = try problem.cover(&random, limits: limits)
    #expect(cover.isComplete)
    #expect(!cover.isMinimal || problem.onSet == 0 || problem.offSet == 0)
    #expect(problem.isCovered(by: cover.cubes))
    problem.expectGood(cover.cubes)
  }

  @Test(arguments: 0..<200)
  func aSpentBudgetLeavesAWitness(seed: Int) throws {
    var random = TestRandom(seed + 3_000)
    let problem = Problem(&random)
    var limits = MinimalCover.Limits()
    limits.rows = 0
    switch seed % 3 {
    case 0: limits.cubes = 1 + seed % 2
    case 1: limits.grownWork = 0
    default: limits.allWork = 0
    }
    let cover = try problem.cover(&random, limits: limits)
    #expect(cover.isComplete == problem.isCovered(by: cover.cubes))
    #expect(problem.onSet == 0 || !cover.cubes.isEmpty)
    #expect(cover.cubes.count <= max(1, limits.cubes))
    problem.expectGood(cover.cubes)
  }

  @Test(arguments: 0..<100)
  func aCoverWithoutBranchesIsNotCalledMinimal(seed: Int) throws {
    var random = TestRandom(seed + 4_000)
    let problem = Problem(&random)
    var limits = MinimalCover.Limits()
    limits.branches = 1
    let cover = try problem.cover(&random, limits: limits)
    #expect(cover.isComplete)
    problem.expectGood(cover.cubes)
    let brute = BruteForceCover(problem.space, avoiding: problem.offSet)
    if cover.isMinimal { #expect(cover.cubes == brute.best(problem.onSet)) }
  }

  /// The example of the chapter.
  @Test
  func threeQuestions() throws {
    let domains = Domains(sizes: [2, 2, 2])
    let store = DiagramStore(domains: domains, order: [0, 1, 2])
    let ones = try store.diagram(of: Cube(row: [1, 1, 1], domains: domains))
    let zeros = try store.complement(ones)
    let cover = try MinimalCover(store: store).cover(zeros, avoiding: ones)
    #expect(
      cover.cubes
        == (0..<3).map { factor in
          var cube = Cube(full: domains)
          cube.restrict(factor, to: [0])
          return cube
        }
    )
    #expect(cover.isMinimal)
  }

  /// The diagrams of an exact answer must leave enough of the store to grow a cube.
  @Test
  func aFullStoreLeavesAWitness() throws {
    let domains = Domains(sizes: Array(repeating: 3, count: 16))
    var random = TestRandom(5)
    var avoided: [Cube] = []
    for _ in 0..<20 {
      var cube = Cube(full: domains)
      for _ in 0..<4 { cube.restrict(random.below(16), to: [random.below(3)]) }
      avoided.append(cube)
    }
    let big = DiagramStore(domains: domains, order: Array(0..<16), nodeLimit: 3_000_000)
    let bigOffSet = try big.diagram(of: avoided)
    _ = try big.complement(bigOffSet)
    for spare in [0, 20, 1_000] {
      let store = DiagramStore(
        domains: domains,
        order: Array(0..<16),
        nodeLimit: big.nodeCount + spare
      )
      let offSet = try store.diagram(of: avoided)
      let onSet = try store.complement(offSet)
      let cover = try MinimalCover(store: store).cover(onSet, avoiding: offSet)
      #expect(!cover.cubes.isEmpty)
      #expect(!cover.isComplete)
      #expect(cover.cubes.allSatisfy { !store.intersects(offSet, $0) })
    }
  }
}
