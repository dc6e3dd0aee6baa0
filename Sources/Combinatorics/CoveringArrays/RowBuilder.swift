/// Builds rows that each have as many open tuples as possible.
struct RowBuilder {
  /// The number of candidates from which each new row is chosen.
  let candidateCount: Int
  var finder: RowFinder
  var table: TupleTable
  /// The number of steps taken so far, not counting those in diagrams.
  private(set) var steps = 0
  /// The row found last.
  private(set) var best: [Int] = []

  /// The maximum number of sweeps over the values of a candidate: one to fill it, the others to improve it.
  private static let sweepLimit = 4

  private let limits: CoveringLimits

  /// The weight of each value of all factors.
  private let weights: [Int]
  /// The cost of looking at all values of all factors once.
  private let stepsPerSweep: Int
  private var random: SplitMix64
  private var draft: RowDraft
  /// A row of the set that agrees with the draft, which proves that the draft can be completed.
  private var witness: [Int32]
  /// Scratch space for trying a value of a factor.
  private var trial: [Int32]
  private var order: [Int] = []

  init(_ request: CoveringRequest, _ space: Space, _ limits: CoveringLimits) throws(LimitExceeded) {
    self.limits = limits
    table = try TupleTable(request, domains: space.store.domains, limits: limits)
    finder = RowFinder(space)
    weights = request.weights.flatMap { $0 }
    random = SplitMix64(seed: request.seed)
    draft = RowDraft(table)
    witness = Array(repeating: 0, count: table.domains.count)
    trial = witness
    var stepsPerSweep = table.subsetCount + 1
    for factor in 0..<table.domains.count {
      let uses = table.firstUse[factor + 1] - table.firstUse[factor]
      stepsPerSweep += uses * (table.domains.sizes[factor] + 1)
    }
    self.stepsPerSweep = stepsPerSweep
    // A suite has at least as many rows as a subset has tuples; greedy suites have about twice as many.
    let expectedRows = 2 * Int(table.openInSubset.max() ?? 0) + 1
    candidateCount = min(
      limits.candidates,
      max(1, limits.candidateSteps / (stepsPerSweep * Self.sweepLimit) / expectedRows)
    )
  }

  /// Finds a row of the set that agrees with the given values and has many open tuples.
  ///
  /// - Returns: True if there is any such row.
  mutating func completeRow(_ given: [Int?]) -> Bool {
    var bestGain = -1
    for _ in 0..<candidateCount {
      guard begin(given) else { return false }
      finish(better: &bestGain)
    }
    return true
  }

  /// Finds a row of the space with many open tuples, at least one.
  ///
  /// Closes the tuples that turn out to be impossible on the way, and may give up at the step limit.
  ///
  /// - Returns: True if a row was found.
  mutating func coveringRow() -> Bool {
    var bestGain = 0
    var built = 0
    while built < candidateCount, let (subset, tuple) = table.drawOpenTuple(&random) {
      guard finder.steps < limits.steps else { return false }
      guard begin(with: tuple, of: subset) else {
        table.closeImpossible(like: tuple, of: subset, in: &finder)
        continue
      }
      finish(better: &bestGain)
      built += 1
    }
    return built > 0
  }

  // MARK: - One candidate

  private mutating func begin(_ given: [Int?]) -> Bool {
    draft.clear(table)
    order.removeAll(keepingCapacity: true)
    for factor in given.indices {
      if let value = given[factor] {
        draft.set(factor, to: Int32(value), table)
      } else {
        order.append(factor)
      }
    }
    return finder.find(draft.values, near: &witness)
  }

  private mutating func begin(with tuple: Int, of subset: Int) -> Bool {
    var given: [Int?] = Array(repeating: nil, count: table.domains.count)
    for place in table.firstPlace[subset]..<table.firstPlace[subset + 1] {
      given[Int(table.factors[place])] = table.value(at: place, of: tuple, in: subset)
    }
    return begin(given)
  }

  /// Fills and improves the draft, and keeps it if it is better than the best so far.
  private mutating func finish(better bestGain: inout Int) {
    fill()
    improve()
    let gain = draft.gain(table)
    guard gain > bestGain else { return }
    bestGain = gain
    best = draft.values.map { Int($0) }
  }

  /// Assigns values to the open factors in random order, each the best that the set allows.
  private mutating func fill() {
    steps += stepsPerSweep
    for index in order.indices.reversed() {
      order.swapAt(index, random.below(index + 1))
      let factor = order[index]
      draft.countGains(of: factor, table)
      draft.set(factor, to: Int32(bestValue(of: factor)), table)
    }
  }

  /// Returns the value with the largest gain; ties go to the heaviest, then to the one in the most open tuples, then to a random one.
  private mutating func bestValue(of factor: Int) -> Int {
    let size = table.domains.sizes[factor]
    let start = random.below(size)
    while true {
      var best = start
      for offset in 1..<max(size, 1) {
        let value = start + offset < size ? start + offset : start + offset - size
        if isBetter(value, than: best, firstValue: table.firstValue[factor]) { best = value }
      }
      if !finder.constrains[factor] || Int(witness[factor]) == best
        || allows(best, factor)
      {
        witness[factor] = Int32(best)
        return best
      }
      draft.exclude(best)
    }
  }

  private func isBetter(_ value: Int, than other: Int, firstValue: Int) -> Bool {
    let gains = (draft.gains[value], draft.gains[other])
    if gains.0 != gains.1 { return gains.0 > gains.1 }
    let weight = (weights[firstValue + value], weights[firstValue + other])
    if weight.0 != weight.1 { return weight.0 > weight.1 }
    return table.openWithValue[firstValue + value] > table.openWithValue[firstValue + other]
  }

  /// True if the draft with the value can be completed, in which case the witness is a completion.
  private mutating func allows(_ value: Int, _ factor: Int) -> Bool {
    for index in trial.indices { trial[index] = draft.values[index] }
    trial[factor] = Int32(value)
    return finder.find(trial, near: &witness)
  }

  /// Changes single values of the complete row, except the given ones, as long as that increases its gain.
  private mutating func improve() {
    for _ in 1..<Self.sweepLimit {
      steps += stepsPerSweep
      var changed = false
      for factor in order {
        draft.countGains(of: factor, table)
        let current = Int(draft.values[factor])
        while true {
          var best = current
          for value in 0..<table.domains.sizes[factor]
          where draft.gains[value] > draft.gains[best] {
            best = value
          }
          guard best != current else { break }
          guard !finder.constrains[factor] || allows(best, factor) else {
            draft.exclude(best)
            continue
          }
          draft.set(factor, to: Int32(best), table)
          changed = true
          break
        }
      }
      guard changed else { return }
    }
  }
}

/// A row being filled, with the state of each subset of factors.
struct RowDraft {
  /// A value or `RowFinder.open` for each factor.
  private(set) var values: [Int32]
  /// The tuple of each subset, with the first values of the factors that are still open.
  private var tuples: [Int32]
  /// The number of open factors of each subset.
  private var missing: [UInt8]
  /// The number of open tuples that each value of the factor asked about last would complete.
  private(set) var gains: [Int32]
  /// The values chosen so far as bits among the values of all factors.
  ///
  /// Used instead of `tuples` and `missing` if the table has `openPairs`.
  private var chosen: [UInt64]

  init(_ table: TupleTable) {
    values = Array(repeating: RowFinder.open, count: table.domains.count)
    chosen = table.openPairs?.none ?? []
    let subsetCount = table.openPairs == nil ? table.subsetCount : 0
    tuples = Array(repeating: 0, count: subsetCount)
    missing = Array(repeating: 0, count: subsetCount)
    gains = Array(repeating: 0, count: table.domains.sizes.max() ?? 0)
  }

  mutating func clear(_ table: TupleTable) {
    for factor in values.indices { values[factor] = RowFinder.open }
    for word in chosen.indices { chosen[word] = 0 }
    for subset in tuples.indices {
      tuples[subset] = Int32(table.firstTuple[subset])
      missing[subset] = UInt8(table.firstPlace[subset + 1] - table.firstPlace[subset])
    }
  }

  /// Assigns or replaces the value of a factor.
  mutating func set(_ factor: Int, to value: Int32, _ table: TupleTable) {
    let wasOpen = values[factor] == RowFinder.open
    defer { values[factor] = value }
    guard table.openPairs == nil else {
      if !wasOpen { toggle(table.firstValue[factor] + Int(values[factor])) }
      return toggle(table.firstValue[factor] + Int(value))
    }
    let change = wasOpen ? value : value - values[factor]
    for use in table.firstUse[factor]..<table.firstUse[factor + 1] {
      let subset = Int(table.subsetOf[use])
      tuples[subset] += change * table.strideIn[use]
      if wasOpen { missing[subset] -= 1 }
    }
  }

  private mutating func toggle(_ value: Int) {
    chosen[value >> 6] ^= 1 << UInt64(value & 63)
  }

  /// Counts the open tuples that the row would have with each value of the factor, ignoring factors that are still open.
  mutating func countGains(of factor: Int, _ table: TupleTable) {
    let size = table.domains.sizes[factor]
    if let pairs = table.openPairs {
      for value in 0..<size {
        gains[value] = Int32(pairs.count(of: chosen, beside: table.firstValue[factor] + value))
      }
      return
    }
    for value in 0..<size { gains[value] = 0 }
    let isOpen = values[factor] == RowFinder.open
    let current = isOpen ? 0 : Int(values[factor])
    let missingElsewhere: UInt8 = isOpen ? 1 : 0
    for use in table.firstUse[factor]..<table.firstUse[factor + 1] {
      let subset = Int(table.subsetOf[use])
      guard missing[subset] == missingElsewhere, table.openInSubset[subset] > 0 else { continue }
      let stride = Int(table.strideIn[use])
      var tuple = Int(tuples[subset]) - current * stride
      for value in 0..<size {
        gains[value] += Int32(table.isOpen[tuple])
        tuple += stride
      }
    }
  }

  /// Excludes a value from the choice.
  mutating func exclude(_ value: Int) {
    gains[value] = -1
  }

  /// Returns the number of open tuples that the complete row has.
  func gain(_ table: TupleTable) -> Int {
    var gain = 0
    if let pairs = table.openPairs {
      for (factor, value) in values.enumerated() {
        gain += pairs.count(of: chosen, beside: table.firstValue[factor] + Int(value))
      }
      return gain / 2
    }
    for tuple in tuples { gain += Int(table.isOpen[Int(tuple)]) }
    return gain
  }
}
