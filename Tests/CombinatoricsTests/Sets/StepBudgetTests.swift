import Testing

@testable import Combinatorics

/// Every loop that may exceed linear time charges its steps and stops at the limit.
struct StepBudgetTests {
  /// Returns cubes that forbid equal values of any two factors, the pairs of the first factors first.
  private static func allDifferent(_ count: Int, of size: Int) -> (Domains, [Cube]) {
    let domains = Domains(sizes: Array(repeating: size, count: count))
    var cubes: [Cube] = []
    for last in 0..<count {
      for first in 0..<last {
        for value in 0..<size {
          var cube = Cube(full: domains)
          cube.restrict(first, to: [value])
          cube.restrict(last, to: [value])
          cubes.append(cube)
        }
      }
    }
    return (domains, cubes)
  }

  /// Returns the steps taken to compute the rows in none of the cubes.
  private static func steps(_ count: Int, of size: Int, limit: Int = .max) throws -> Int {
    let (domains, cubes) = allDifferent(count, of: size)
    let budget = StepBudget(limit: limit)
    let store = DiagramStore(domains: domains, order: Array(0..<count), budget: budget)
    var statements: [Diagram] = []
    for cube in cubes { statements.append(try store.complement(try store.diagram(of: cube))) }
    _ = try store.intersection(statements)
    try store.pay()
    return budget.steps
  }

  @Test
  func chargesBeyondTheLimitAreRefused() throws {
    let budget = StepBudget(limit: 100)
    try budget.charge(100)
    #expect(budget.steps == 100)
    #expect(throws: LimitExceeded(what: "more than 100 steps")) { try budget.charge(1) }
    #expect(!budget.note(0))
  }

  @Test
  func anAttemptLeavesHalf() throws {
    let budget = StepBudget(limit: 1_000)
    try budget.charge(200)
    #expect(throws: LimitExceeded.self) {
      try budget.attempt { () throws(LimitExceeded) in
        while true { try budget.charge(10) }
      }
    }
    #expect(budget.steps == 610)
    // Half of what the outer budget has.
    #expect(throws: LimitExceeded.self) {
      try budget.attempt { () throws(LimitExceeded) in
        try? budget.attempt { () throws(LimitExceeded) in
          while true { try budget.charge(1) }
        }
        #expect(budget.steps == 708)
        while true { try budget.charge(1) }
      }
    }
    #expect(budget.steps == 806)
    try budget.charge(194)
    #expect(throws: LimitExceeded.self) { try budget.charge(1) }
    // Nothing is started any more.
    var isBegun = false
    #expect(throws: LimitExceeded.self) {
      try budget.attempt { () throws(LimitExceeded) in isBegun = true }
    }
    #expect(!isBegun)
  }

  @Test
  func theSameStepsInEveryRun() throws {
    #expect(try Self.steps(6, of: 6) == Self.steps(6, of: 6))
  }

  /// The diagram of all-different factors more than triples with each factor; the budget does not.
  @Test
  func diagramsKeepTheBudget() throws {
    let whole = try Self.steps(7, of: 7)
    #expect(whole > 100_000)
    for limit in [10_000, 50_000, whole - 1] {
      let (domains, cubes) = Self.allDifferent(7, of: 7)
      let budget = StepBudget(limit: limit)
      let store = DiagramStore(domains: domains, order: Array(0..<7), budget: budget)
      #expect(throws: LimitExceeded.self) {
        var all = Diagram.full
        for cube in cubes {
          all = try store.intersection(all, try store.complement(try store.diagram(of: cube)))
        }
        _ = try store.intersection(cubes.map { try store.complement(try store.diagram(of: $0)) })
        try store.pay()
      }
      // The largest single charge.
      #expect(budget.steps <= limit + 5_000)
    }
    #expect(try Self.steps(7, of: 7, limit: whole) == whole)
  }

  /// Each step after a cache eviction is charged, so that a chain of twice the factors takes twice the steps.
  @Test
  func aChainTakesStepsByItsLength() throws {
    func steps(_ count: Int) throws -> Int {
      let domains = Domains(sizes: Array(repeating: 3, count: count))
      let budget = StepBudget()
      let store = DiagramStore(domains: domains, order: Array(0..<count), budget: budget)
      var statements: [Diagram] = []
      for factor in 1..<count {
        var cube = Cube(full: domains)
        cube.restrict(factor - 1, to: [1])
        cube.restrict(factor, to: [0, 2])
        statements.append(try store.complement(try store.diagram(of: cube)))
      }
      _ = try store.intersection(statements)
      try store.pay()
      return budget.steps
    }
    #expect(Double(try steps(200)) < 2.6 * Double(try steps(100)))
  }

  /// 9 factors of 8 values cannot all differ; a search needs exponential time to see that.
  @Test
  func searchesKeepTheBudget() throws {
    let (domains, cubes) = Self.allDifferent(9, of: 8)
    let budget = StepBudget(limit: 2_000_000)
    let store = DiagramStore(domains: domains, order: Array(0..<9), budget: budget)
    let statements = try cubes.map { try store.complement(try store.diagram(of: $0)) }
    let space = Space(statements, in: store)
    #expect(throws: LimitExceeded(what: "more than 2,000,000 steps")) { try space.hasRows() }
    #expect(budget.steps >= 2_000_000 && budget.steps < 2_010_000)
    // Further queries, also of other searches, are refused at once.
    let again = Space(statements, in: store)
    #expect(throws: LimitExceeded.self) { try again.hasRows() }
    #expect(budget.steps < 2_100_000)
  }

  /// One row of the covering problem per pair of columns: reduction compares each with each.
  @Test
  func coveringProblemsKeepTheBudget() throws {
    let rows = (0..<40).flatMap { first in ((first + 1)..<40).map { [first, $0] } }
    let costs = Array(repeating: 1, count: 40)
    let free = StepBudget()
    var whole = SetCover(costs: costs, rows: rows, budget: 10, payer: free)
    _ = try whole.solve()
    #expect(free.steps > 100_000)
    let budget = StepBudget(limit: 20_000)
    var cover = SetCover(costs: costs, rows: rows, budget: 10, payer: budget)
    #expect(throws: LimitExceeded.self) { try cover.solve() }
    #expect(budget.steps < 60_000)
  }

  /// A cheapest row takes a search for each factor that leaves a choice.
  @Test
  func cheapestRowsKeepTheBudget() throws {
    let domains = Domains(sizes: Array(repeating: 4, count: 60))
    let budget = StepBudget(limit: 30_000)
    let store = DiagramStore(domains: domains, order: Array(0..<60), budget: budget)
    var statements: [Diagram] = []
    for factor in 1..<60 {
      var cube = Cube(full: domains)
      cube.restrict(factor - 1, to: [0])
      cube.restrict(factor, to: [0])
      statements.append(try store.complement(try store.diagram(of: cube)))
    }
    let space = Space([try store.intersection(statements)], in: store)
    try store.pay()
    let costs = ValueCosts(domains.sizes.map { _ in [0, 5, 5, 5] })
    #expect(throws: LimitExceeded.self) {
      for _ in 0..<100 { _ = try space.cheapestRow(in: Cube(full: domains), costs) }
    }
  }
}
