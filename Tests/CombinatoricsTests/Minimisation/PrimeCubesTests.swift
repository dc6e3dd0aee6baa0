import Combinatorics
import Testing

struct PrimeCubesTests {
  @Test(arguments: 0..<150)
  func allMaximalCubesThroughARow(seed: Int) throws {
    var random = TestRandom(seed)
    let space = SmallSpace(&random)
    let store = space.store(&random)
    var offSet = random.next() & space.everything
    if random.chance(50) { offSet &= random.next() }
    let brute = BruteForceCover(space, avoiding: offSet)
    let avoided = try space.diagram(of: offSet, in: store)
    for row in space.rows(in: space.everything & ~offSet) {
      var primes = PrimeCubes(store: store, row: row, budget: 100_000)
      let cubes = try #require(try primes.cubes(avoiding: avoided))
      let expected = brute.cubes(around: row)
      #expect(cubes.count == expected.count, "none twice")
      #expect(Set(cubes) == Set(expected))
    }
  }

  @Test
  func nothingToAvoid() throws {
    let store = DiagramStore(domains: Domains(sizes: [2, 3]), order: [1, 0])
    var primes = PrimeCubes(store: store, row: [1, 2], budget: 10)
    #expect(try primes.cubes(avoiding: .empty) == [Cube(full: store.domains)])
  }

  /// A row of a factor with 130 values, each leading to another node.
  @Test
  func manyValues() throws {
    let domains = Domains(sizes: [130, 3])
    let store = DiagramStore(domains: domains, order: [0, 1])
    var avoided: [Cube] = []
    for value in 0..<130 {
      var cube = Cube(full: domains)
      cube.restrict(0, to: [value])
      cube.restrict(1, to: [value % 3])
      avoided.append(cube)
    }
    let offSet = try store.diagram(of: avoided)
    var primes = PrimeCubes(store: store, row: [129, 1], budget: 1_000)
    let cubes = try #require(try primes.cubes(avoiding: offSet))
    var narrow = Cube(full: domains)
    narrow.restrict(0, to: (0..<130).filter { $0 % 3 == 0 })
    narrow.restrict(1, to: [1, 2])
    var wide = Cube(full: domains)
    wide.restrict(0, to: (0..<130).filter { $0 % 3 != 1 })
    wide.restrict(1, to: [1])
    #expect(Set(cubes) == [narrow, wide])
  }

  /// 2^8 maximal cubes contain the row of ones, each with one factor of each pair.
  @Test
  func givesUpWithinItsBudget() throws {
    let domains = Domains(sizes: Array(repeating: 2, count: 16))
    let store = DiagramStore(domains: domains, order: Array(0..<16))
    var avoided: [Cube] = []
    for pair in 0..<8 {
      var cube = Cube(full: domains)
      cube.restrict(2 * pair, to: [0])
      cube.restrict(2 * pair + 1, to: [0])
      avoided.append(cube)
    }
    let offSet = try store.diagram(of: avoided)
    let row = Array(repeating: 1, count: 16)
    var few = PrimeCubes(store: store, row: row, budget: 100)
    #expect(try few.cubes(avoiding: offSet) == nil)
    var many = PrimeCubes(store: store, row: row, budget: 10_000)
    #expect(try many.cubes(avoiding: offSet)?.count == 256)
  }
}
