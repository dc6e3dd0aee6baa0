/// Reduces a complete suite by local search: repeatedly removes a row and repairs the loss.
///
/// # Chapter: removing rows by tabu search
///
/// **Problem.** A greedy suite has 25 to 50 % more rows than necessary. Every row is minutes of a tester's day, release after release.
///
/// **Definitions.** A tuple is *wanted* if some row of the greedy suite has it and coverage requests it: these are all possible ones. A
/// *move* changes one value of one row. Every wanted tuple has a *weight*, initially 1. The *gain* of a move is the weight of the tuples
/// that no row had and the changed row has; its *loss* is the weight of those that only this row had and now lacks.
///
/// **Idea.** Remove the row whose exclusive tuples weigh least. Then, until no wanted tuple is missing: draw a missing one, look at all
/// rows that have all of its values but one, and make the move that brings it in with the best balance of gain and loss, unless the value
/// was changed a few moves ago (*tabu*) or the row would leave the space. If there is no such row, or occasionally at random, replace a
/// whole row by one of the space that has the tuple. When nothing is missing any more, save the suite and remove the next row; when the
/// budget ends, the last suite saved is the result.
///
/// **Weights.** If even the best move loses more than it gains, the search is at a local optimum: the weight of every missing tuple is
/// increased by 1. Tuples that are hard to keep thus become expensive, and the search does not return to where it was. This is what removes
/// the last rows: with equal weights, models with 30 constraints or 200 factors end one or two rows higher, however long the search.
///
/// **Termination.** The wanted tuples of one subset of factors need a row each, and factors without constraints as many as `twoValueBound`
/// says; a longer search also computes `SplitBound`. A suite that reaches the largest of these bounds is optimal, and the search ends at
/// once.
///
/// **Cost.** A move looks at each of the C(k - 1, t - 1) subsets of its factor once: gains are counted over the few missing tuples, losses
/// are stored by cell, and rows to change are found 64 at a time. Budgets count these looks, and all random numbers come from the seed: the
/// suite is the same on every machine.
///
/// Sources: B. Garvin, M. Cohen, M. Dwyer, "Evaluating Improvements to a Meta-Heuristic Search for Constrained Interaction Testing",
/// Empirical Software Engineering 2011 (CASA); J. Lin et al., "TCA: An Efficient Two-Mode Meta-Heuristic Algorithm for Combinatorial Test
/// Generation", ASE 2015; J. Lin et al., "FastCA", 2019 (row removal, tabu on cells); P. Morris, "The Breakout Method for Escaping from
/// Local Minima", AAAI 1993 (weights).
struct SuiteSearch {
  private let table: TupleTable
  private let uses: SubsetUses
  private let factorCount: Int
  private let finder: RowFinder
  private var replacement: RowFinder
  /// The number of factors that the space depends on.
  private let constrainedCount: Int
  /// The factor of each value of all factors.
  private let factorOf: [Int]
  private var random: SplitMix64

  /// Cells by row and factor; removed rows keep their place.
  private var cells: [Int32]
  /// True, by row, if it may be changed or removed.
  private let isFree: [Bool]
  /// The remaining rows, ascending.
  private var alive: [Int]
  private var accounts: TupleAccounts
  /// The remaining rows that may be changed.
  private var free: RowsByValue
  /// For each cell, the move until which it must not change again.
  private var tabu: [Int32]
  private var move: Int32 = 0

  /// The drawn tuple, with the gain that each of its values would bring to a row.
  private var wishes = TupleWishes()

  /// The number of accesses to cells and tuples so far.
  private(set) var steps = 0
  /// A lower bound on the number of rows of any suite.
  private(set) var lowerBound: Int

  /// Prepares a search in a complete suite.
  ///
  /// `isFree` tells for each row whether it may be changed or removed. Which tuples of `table` are open does not matter.
  init(rows: [[Int]], isFree: [Bool], table: TupleTable, finder: RowFinder, seed: UInt64) {
    self.table = table
    self.finder = finder
    replacement = finder
    self.isFree = isFree
    random = SplitMix64(seed: seed)
    uses = SubsetUses(table)
    factorCount = table.domains.count
    constrainedCount = finder.levelCount
    factorOf = table.domains.sizes.enumerated().flatMap { Array(repeating: $0, count: $1) }
    alive = Array(rows.indices)
    cells = rows.flatMap { row in row.map { Int32($0) } }
    tabu = Array(repeating: 0, count: cells.count)
    accounts = TupleAccounts(rows, table)
    lowerBound = max(
      accounts.wanted.max() ?? 0,
      twoValueBound(table, constrains: finder.constrains),
      1
    )
    free = RowsByValue(rowCount: rows.count, sizes: table.domains.sizes)
    for (number, row) in rows.enumerated() where isFree[number] {
      free.flip(number)
      for (factor, value) in row.enumerated() {
        free.flip(number, Int32(table.firstValue[factor] + value))
      }
    }
  }

  /// Returns the smallest suite found within `limit` steps, its rows in their original order.
  ///
  /// After `stepsBeforeSplitBound` steps a better lower bound is computed, which may end the search, as may `monitor`.
  mutating func run(
    steps limit: Int,
    stepsBeforeSplitBound: Int,
    monitor: CoveringMonitor? = nil
  ) -> [[Int]] {
    var saved = (cells, alive)
    var isStopped = false
    var nextQuestion = monitor == nil ? Int.max : 0
    var isBoundKnown = false
    while alive.count > lowerBound, let row = leastNeededRow() {
      remove(row)
      while !accounts.missing.isEmpty, steps < limit, !isStopped {
        repairOne()
        if steps > stepsBeforeSplitBound, !isBoundKnown {
          isBoundKnown = true
          var split = SplitBound(table, finder: finder, isWanted: accounts.isWanted)
          lowerBound = max(lowerBound, split?.rowCount() ?? 0)
          if saved.1.count <= lowerBound { break }
        }
        guard steps >= nextQuestion, let monitor else { continue }
        nextQuestion = steps + CoveringMonitor.searchSteps
        let progress = CoveringMonitor.Progress.search(
          rows: saved.1.count,
          steps: steps,
          limit: limit
        )
        isStopped = !monitor.goesOn(progress)
      }
      guard accounts.missing.isEmpty else { break }
      saved = (cells, alive)
    }
    return saved.1.map { row in
      (0..<factorCount).map { Int(saved.0[row * factorCount + $0]) }
    }
  }

  // MARK: Removing a row

  /// Returns the free row whose exclusive tuples weigh least.
  private mutating func leastNeededRow() -> Int? {
    var best: Int?
    var least = Int.max
    steps += alive.count * factorCount
    for row in alive where isFree[row] {
      var sum = 0
      for cell in (row * factorCount)..<((row + 1) * factorCount) { sum += accounts.own[cell] }
      if sum < least { (best, least) = (row, sum) }
    }
    return best
  }

  private mutating func remove(_ row: Int) {
    let values = (0..<factorCount).map { Int(cells[row * factorCount + $0]) }
    steps += table.subsetCount
    for subset in 0..<table.subsetCount {
      accounts.leave(table.tuple(of: subset, in: values), subset, row, cells)
    }
    free.flip(row)
    for (factor, value) in values.enumerated() {
      free.flip(row, Int32(table.firstValue[factor] + value))
    }
    alive.removeAll { $0 == row }
  }

  // MARK: Moves

  /// Brings in one missing tuple.
  private mutating func repairOne() {
    move += 1
    // On small models, a move costs more than the cells and tuples it looks at.
    steps += 100
    wishes.draw(random.below(accounts.missing.count), of: accounts)
    // More than the actual cost, as if all missing tuples were looked at: efforts are calibrated in this unit, so changing it would change
    // suites.
    steps += accounts.missing.count * wishes.values.count
    if random.below(2_000) == 0 || !changeOneCell() { replaceRow() }
  }

  /// Makes the best move that brings in the drawn tuple; returns false if there is none.
  private mutating func changeOneCell() -> Bool {
    var bestRow = -1
    var bestWish = 0
    var bestBalance = Int.min
    var ties = 0
    steps += free.words * wishes.values.count
    free.select(wishes.values)
    for word in 0..<free.words {
      var rows = free.lackingOne(word: word)
      while rows != 0 {
        let row = word * 64 + rows.trailingZeroBitCount
        rows &= rows - 1
        var wish = 0
        while free.has(row, wishes.values[wish]) { wish += 1 }
        let factor = factorOf[Int(wishes.values[wish])]
        let cell = row * factorCount + factor
        guard tabu[cell] < move else { continue }
        steps += wishes.count
        let balance = wishes.gain(of: wish, for: row, in: free) - accounts.own[cell]
        guard balance >= bestBalance, isAllowed(row, factor, value(of: wish)) else { continue }
        if balance > bestBalance {
          (bestRow, bestWish, bestBalance, ties) = (row, wish, balance, 1)
        } else {
          ties += 1
          if random.below(ties) == 0 { (bestRow, bestWish) = (row, wish) }
        }
      }
    }
    free.release()
    guard bestRow >= 0 else { return false }
    if bestBalance < 0 {
      steps += accounts.missing.count
      accounts.weighMissing()
    }
    set(bestRow, factorOf[Int(wishes.values[bestWish])], value(of: bestWish))
    return true
  }

  /// Converts a value of the drawn tuple to a value of its factor.
  private func value(of wish: Int) -> Int32 {
    let value = Int(wishes.values[wish])
    return Int32(value - table.firstValue[factorOf[value]])
  }

  /// True if the row would stay in the space.
  private mutating func isAllowed(_ row: Int, _ factor: Int, _ value: Int32) -> Bool {
    guard finder.constrains[factor] else { return true }
    let cell = row * factorCount + factor
    let old = cells[cell]
    cells[cell] = value
    defer { cells[cell] = old }
    steps += constrainedCount
    return finder.contains(cells, from: row * factorCount)
  }

  private mutating func set(_ row: Int, _ factor: Int, _ value: Int32) {
    let start = row * factorCount
    let old = cells[start + factor]
    let all = table.firstUse[factor]..<table.firstUse[factor + 1]
    // Tuples of more than two factors are spread over memory that does not fit in the CPU caches.
    steps += 4 * uses.width * all.count
    for use in all {
      let subset = Int(table.subsetOf[use])
      let first = uses.tuple(of: use, cells, from: start)
      let stride = Int(table.strideIn[use])
      accounts.leave(first + Int(old) * stride, subset, row, cells)
      accounts.enter(first + Int(value) * stride, subset, row)
    }
    cells[start + factor] = value
    free.flip(row, Int32(table.firstValue[factor]) + old)
    free.flip(row, Int32(table.firstValue[factor]) + value)
    tabu[start + factor] = move + 2 + Int32(random.below(3))
  }

  /// Replaces a random free row by one of the space that has the drawn tuple and otherwise as many of the row's values as possible.
  private mutating func replaceRow() {
    steps += alive.count + factorCount
    let candidates = alive.filter { isFree[$0] }
    guard !candidates.isEmpty else { return }
    let row = candidates[random.below(candidates.count)]
    var partial = Array(repeating: RowFinder.open, count: factorCount)
    for wish in wishes.values.indices {
      partial[factorOf[Int(wishes.values[wish])]] = value(of: wish)
    }
    var near = Array(cells[(row * factorCount)..<((row + 1) * factorCount)])
    guard replacement.find(partial, near: &near) else { return }
    for factor in 0..<factorCount where cells[row * factorCount + factor] != near[factor] {
      set(row, factor, near[factor])
    }
  }
}

/// The data of `TupleTable` needed to find the tuples that change with one value of a row, laid out in order of use.
struct SubsetUses {
  /// For each use, the tuple of the subset that consists of first values.
  private let firstTuple: [Int32]
  /// For each use, `width` pairs of another factor of the subset and its stride, padded with zeros.
  private let others: [Int32]
  /// The maximum number of other factors of a subset, at least 1.
  let width: Int

  init(_ table: TupleTable) {
    var firstTuple: [Int32] = []
    var others: [Int32] = []
    let strengths = (0..<table.subsetCount).map { table.firstPlace[$0 + 1] - table.firstPlace[$0] }
    width = max(1, (strengths.max() ?? 1) - 1)
    firstTuple.reserveCapacity(table.subsetOf.count)
    others.reserveCapacity(table.subsetOf.count * width * 2)
    for factor in 0..<table.domains.count {
      for use in table.firstUse[factor]..<table.firstUse[factor + 1] {
        let subset = Int(table.subsetOf[use])
        firstTuple.append(Int32(table.firstTuple[subset]))
        for place in table.firstPlace[subset]..<table.firstPlace[subset + 1]
        where Int(table.factors[place]) != factor {
          others.append(table.factors[place])
          others.append(table.strides[place])
        }
        while others.count < firstTuple.count * width * 2 { others.append(0) }
      }
    }
    self.firstTuple = firstTuple
    self.others = others
  }

  /// Returns the tuple of a use in the row that starts at an index of the cells, with the first value of the used factor.
  func tuple(of use: Int, _ cells: [Int32], from start: Int) -> Int {
    var tuple = firstTuple[use]
    var index = use * width * 2
    for _ in 0..<width {
      tuple += cells[start + Int(others[index])] * others[index + 1]
      index += 2
    }
    return Int(tuple)
  }
}
