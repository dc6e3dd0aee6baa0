/// Makes a complete suite smaller by local search: take a row out, repair what it alone had, again and again.
///
/// # Chapter: removal of rows by tabu search
///
/// **Problem.** A greedy suite has 25 to 50 % more rows than need be. Every row is minutes of a tester's day, release after release.
///
/// **Definitions.** A tuple is *wanted* when some row of the greedy suite has it and coverage asks for it: that is every possible one. A
/// *move* changes one value of one row. Its *gain* is the number of wanted tuples that no row had and the changed row has; its *loss* the
/// number that this row alone had and gives up.
///
/// **Idea.** Take out the row with the fewest tuples of its own. Then, until no wanted tuple is missing: draw a missing one, look at
/// all rows that have all of its values but one, and make the move that brings it in with the best balance of gain and loss, unless
/// the value was changed a few moves ago (*tabu*), the row would leave the space, or a target would lose its only row. Where there is
/// no such row, or now and then at random, a whole row is replaced by one of the space that has the tuple. When nothing is missing
/// any more the suite is saved and the next row goes; when the budget ends the last suite saved stands.
///
/// **Knowing when to stop.** The wanted tuples of one subset of factors need a row each. A suite as small as the largest such number
/// is the smallest there is; the search ends at once.
///
/// **Cost.** A move looks at each subset that the factor is in, C(k - 1, t - 1) of them, for each row tried. Budgets count these looks,
/// and all draws come from the seed: the same suite on every machine.
///
/// Sources: B. Garvin, M. Cohen, M. Dwyer, "Evaluating Improvements to a Meta-Heuristic Search for Constrained Interaction Testing",
/// Empirical Software Engineering 2011 (CASA); J. Lin et al., "TCA: An Efficient Two-Mode Meta-Heuristic Algorithm for Combinatorial
/// Test Generation", ASE 2015; J. Lin et al., "FastCA", 2019 (row removal, tabu on cells).
struct SuiteSearch {
  private let table: TupleTable
  private let factorCount: Int
  private let finder: RowFinder
  private var replacement: RowFinder
  private var random: SplitMix64

  /// Rows × factors; rows taken out keep their place.
  private var cells: [Int32]
  /// By row: whether it may be changed or taken out.
  private let isFree: [Bool]
  /// The rows that are left, ascending.
  private var alive: [Int]

  /// By tuple: how many rows have it; for one that nobody wants `unwanted` more, so that it is never missing nor anybody's own.
  private var counts: [Int32]
  private static let unwanted: Int32 = 1 << 24
  /// By tuple: the exclusive or of the numbers of the rows that have it; where it is one row, that row.
  private var rowsWith: [Int32]
  /// Rows × factors: the wanted tuples through the factor that the row alone has.
  private var own: [Int32]
  /// The wanted tuples that no row has.
  private var missing = MissingTuples()
  /// Rows × factors: the move until which the cell must not change again.
  private var tabu: [Int32]
  private var move: Int32 = 0

  private let targets: [Diagram]
  private let store: DiagramStore
  /// By target: how many rows meet it.
  private var rowsInTarget: [Int]
  /// Rows × targets: whether the row meets the target.
  private var meets: [Bool]

  /// What rows are asked for at present: the drawn tuple first.
  private var wishes = TupleWishes()

  /// What it took so far, in looks at cells and tuples.
  private(set) var steps = 0
  /// No suite has fewer rows.
  let lowerBound: Int

  /// Prepares the search in a complete suite.
  ///
  /// - Parameters:
  ///   - rows: The suite.
  ///   - isFree: By row: whether it may be changed or taken out.
  ///   - table: The tuples of the suite; which of them are open does not matter.
  ///   - finder: Of the space.
  ///   - targets: Sets of rows, each met by some row.
  ///   - store: The store of the targets.
  ///   - seed: Seed of the draws.
  init(
    rows: [[Int]],
    isFree: [Bool],
    table: TupleTable,
    finder: RowFinder,
    targets: [Diagram],
    store: DiagramStore,
    seed: UInt64
  ) {
    self.table = table
    self.finder = finder
    replacement = finder
    self.targets = targets
    self.store = store
    self.isFree = isFree
    random = SplitMix64(seed: seed)
    factorCount = table.domains.count
    alive = Array(rows.indices)
    cells = rows.flatMap { row in row.map { Int32($0) } }
    own = Array(repeating: 0, count: cells.count)
    tabu = own
    var counts = Array(repeating: Self.unwanted, count: table.isOpen.count)
    var rowsWith = Array(repeating: Int32(0), count: counts.count)
    var wanted = Array(repeating: 0, count: table.subsetCount)
    for (number, row) in rows.enumerated() {
      table.forEachTuple(in: row) { subset, tuple, isAsked in
        if isAsked, counts[tuple] == Self.unwanted {
          counts[tuple] = 0
          wanted[subset] += 1
        }
        counts[tuple] += 1
        rowsWith[tuple] ^= Int32(number)
      }
    }
    self.counts = counts
    self.rowsWith = rowsWith
    lowerBound = max(wanted.max() ?? 0, 1)
    let meets = rows.flatMap { row in targets.map { store.contains($0, row: row) } }
    self.meets = meets
    rowsInTarget = targets.indices.map { target in
      rows.indices.count { meets[$0 * targets.count + target] }
    }
    for (number, row) in rows.enumerated() {
      table.forEachTuple(in: row) { subset, tuple, _ in
        if counts[tuple] == 1 { changeOwn(of: number, subset, by: 1) }
      }
    }
  }

  /// The smallest suite found, its rows in the order in which they stood.
  ///
  /// - Parameters:
  ///   - limit: Steps that may be spent.
  ///   - monitor: May end the search.
  /// - Returns: Rows × factors, value indices.
  mutating func run(steps limit: Int, monitor: CoveringMonitor? = nil) -> [[Int]] {
    var saved = (cells, alive)
    var isStopped = false
    var nextQuestion = monitor == nil ? Int.max : 0
    while alive.count > lowerBound, let row = leastNeededRow() {
      remove(row)
      while !missing.isEmpty, steps < limit, !isStopped {
        repairOne()
        guard steps >= nextQuestion, let monitor else { continue }
        nextQuestion = steps + CoveringMonitor.searchSteps
        let progress = CoveringMonitor.Progress.search(
          rows: saved.1.count,
          steps: steps,
          limit: limit
        )
        isStopped = !monitor.goesOn(progress)
      }
      guard missing.isEmpty else { break }
      saved = (cells, alive)
    }
    return saved.1.map { row in
      (0..<factorCount).map { Int(saved.0[row * factorCount + $0]) }
    }
  }

  // MARK: Taking a row out

  /// The free row with the fewest wanted tuples of its own, those aside that a target needs.
  private mutating func leastNeededRow() -> Int? {
    var best: Int?
    var least = Int32.max
    steps += alive.count * factorCount
    for row in alive where isFree[row] && !isNeededByTarget(row) {
      var sum: Int32 = 0
      for cell in (row * factorCount)..<((row + 1) * factorCount) { sum += own[cell] }
      if sum < least { (best, least) = (row, sum) }
    }
    return best
  }

  /// Whether the row is the only one that meets some target.
  private mutating func isNeededByTarget(_ row: Int) -> Bool {
    steps += targets.count
    let first = row * targets.count
    return targets.indices.contains { meets[first + $0] && rowsInTarget[$0] == 1 }
  }

  private func values(of row: Int) -> [Int] {
    (0..<factorCount).map { Int(cells[row * factorCount + $0]) }
  }

  private mutating func remove(_ row: Int) {
    for target in targets.indices where meets[row * targets.count + target] {
      rowsInTarget[target] -= 1
    }
    for subset in 0..<table.subsetCount { leave(tuple(of: subset, in: row), subset, row) }
    alive.removeAll { $0 == row }
  }

  // MARK: Accounts

  /// Called as a function of its own, it would be given a copy of all that the search holds.
  @inline(__always)
  private func tuple(of subset: Int, in row: Int) -> Int {
    var tuple = table.firstTuple[subset]
    for place in table.firstPlace[subset]..<table.firstPlace[subset + 1] {
      tuple += Int(table.strides[place] * cells[row * factorCount + Int(table.factors[place])])
    }
    return tuple
  }

  private mutating func changeOwn(of row: Int, _ subset: Int, by change: Int32) {
    for place in table.firstPlace[subset]..<table.firstPlace[subset + 1] {
      own[row * factorCount + Int(table.factors[place])] += change
    }
  }

  /// The row has the tuple no longer.
  private mutating func leave(_ tuple: Int, _ subset: Int, _ row: Int) {
    let count = counts[tuple] - 1
    counts[tuple] = count
    rowsWith[tuple] ^= Int32(row)
    if count == 0 {
      changeOwn(of: row, subset, by: -1)
      missing.insert(
        tuple,
        factors: table.factors,
        in: table.firstPlace[subset]..<table.firstPlace[subset + 1],
        row: row * factorCount,
        of: cells
      )
    } else if count == 1 {
      changeOwn(of: Int(rowsWith[tuple]), subset, by: 1)
    }
  }

  /// The row has the tuple now.
  private mutating func enter(_ tuple: Int, _ subset: Int, _ row: Int) {
    let count = counts[tuple]
    counts[tuple] = count + 1
    if count == 0 {
      changeOwn(of: row, subset, by: 1)
      missing.remove(tuple)
    } else if count == 1 {
      changeOwn(of: Int(rowsWith[tuple]), subset, by: -1)
    }
    rowsWith[tuple] ^= Int32(row)
  }

  // MARK: Moves

  /// Brings one missing tuple in.
  private mutating func repairOne() {
    move += 1
    wishes.draw(random.below(missing.count), of: missing)
    steps += missing.count
    if random.below(2_000) == 0 || !changeOneCell() { replaceRow() }
  }

  /// Makes the best move that brings the drawn tuple in; `false` where there is none.
  private mutating func changeOneCell() -> Bool {
    var bestRow = -1
    var bestWish = 0
    var bestBalance = Int32.min
    var ties = 0
    steps += 2 * alive.count
    for row in alive where isFree[row] {
      let first = row * factorCount
      let wish = wishes.onlyLacking(cells, from: first)
      guard wish >= 0 else { continue }
      let factor = Int(wishes.factors[wish])
      let cell = first + factor
      guard tabu[cell] < move else { continue }
      steps += wishes.count
      let balance = wishes.gain(of: wish, cells, from: first) - own[cell]
      guard balance >= bestBalance, isAllowed(row, factor, wishes.values[wish]) else { continue }
      if balance > bestBalance {
        (bestRow, bestWish, bestBalance, ties) = (row, wish, balance, 1)
      } else {
        ties += 1
        if random.below(ties) == 0 { (bestRow, bestWish) = (row, wish) }
      }
    }
    guard bestRow >= 0 else { return false }
    set(bestRow, Int(wishes.factors[bestWish]), wishes.values[bestWish])
    return true
  }

  /// Whether the row stays in the space and no target loses its only row.
  private mutating func isAllowed(_ row: Int, _ factor: Int, _ value: Int32) -> Bool {
    let cell = row * factorCount + factor
    let old = cells[cell]
    let isConstrained = finder.constrains[factor]
    guard isConstrained || !targets.isEmpty else { return true }
    cells[cell] = value
    defer { cells[cell] = old }
    if isConstrained {
      steps += finder.levelCount
      if !finder.contains(cells, from: row * factorCount) { return false }
    }
    guard !targets.isEmpty else { return true }
    steps += targets.count
    let first = row * targets.count
    var after: [Int] = []
    for target in targets.indices where meets[first + target] && rowsInTarget[target] == 1 {
      if after.isEmpty { after = values(of: row) }
      steps += factorCount
      if !store.contains(targets[target], row: after) { return false }
    }
    return true
  }

  private mutating func set(_ row: Int, _ factor: Int, _ value: Int32) {
    let cell = row * factorCount + factor
    let change = value - cells[cell]
    let uses = table.firstUse[factor]..<table.firstUse[factor + 1]
    steps += 4 * uses.count
    for use in uses {
      let subset = Int(table.subsetOf[use])
      let old = tuple(of: subset, in: row)
      leave(old, subset, row)
      enter(old + Int(change * table.strideIn[use]), subset, row)
    }
    cells[cell] = value
    tabu[cell] = move + 2 + Int32(random.below(3))
    guard !targets.isEmpty else { return }
    steps += targets.count * 8
    let after = values(of: row)
    for target in targets.indices {
      let index = row * targets.count + target
      let isMet = store.contains(targets[target], row: after)
      guard isMet != meets[index] else { continue }
      meets[index] = isMet
      rowsInTarget[target] += isMet ? 1 : -1
    }
  }

  /// Changes a free row, drawn at random, into one of the space that has the drawn tuple and otherwise most of its values.
  private mutating func replaceRow() {
    steps += alive.count + factorCount
    let free = alive.filter { isFree[$0] && !isNeededByTarget($0) }
    guard !free.isEmpty else { return }
    let row = free[random.below(free.count)]
    var partial = Array(repeating: RowFinder.open, count: factorCount)
    for (factor, value) in zip(wishes.factors, wishes.values) { partial[Int(factor)] = value }
    var near = Array(cells[(row * factorCount)..<((row + 1) * factorCount)])
    guard replacement.find(partial, near: &near) else { return }
    for factor in 0..<factorCount where cells[row * factorCount + factor] != near[factor] {
      set(row, factor, near[factor])
    }
  }
}
