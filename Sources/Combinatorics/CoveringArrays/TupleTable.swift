/// The tuples of values that a request covers, and which of them no row has yet.
///
/// A *subset* is a choice of factors to be covered together; its tuples are numbered in mixed radix, the last factor fastest, one subset
/// after the other. The tuple of a row is thus a sum of `stride · value`, and changing a value adds to it.
struct TupleTable {
  let domains: Domains
  /// The offset of each factor's values among the values of all factors, followed by their total number.
  let firstValue: [Int]
  /// True, for each value of all factors, if coverage requests it.
  let isAsked: [Bool]

  /// The index of each subset's first factor in `factors` and `strides`, followed by their total number.
  let firstPlace: [Int]
  let factors: [Int32]
  let strides: [Int32]
  /// The first tuple of each subset, followed by the total number of tuples.
  let firstTuple: [Int]
  /// The first subset of each run of subsets that differ only in the last factor, followed by the number of subsets.
  let runs: [Int]

  /// The index of each factor's first subset in `subsetOf` and `strideIn`, followed by their total number.
  let firstUse: [Int]
  let subsetOf: [Int32]
  let strideIn: [Int32]

  /// 1 for each tuple that is requested, not known to be impossible, and in no row.
  private(set) var isOpen: [UInt8]
  private(set) var openInSubset: [Int32]
  /// The number of open tuples with each value of all factors.
  private(set) var openWithValue: [Int32]
  private(set) var openCount: Int
  /// The open tuples as bits if all of them are pairs, unless that takes much more memory.
  private(set) var openPairs: OpenPairs?

  init(
    _ request: CoveringRequest,
    domains: Domains,
    limits: CoveringLimits
  ) throws(LimitExceeded) {
    self.domains = domains
    firstValue = domains.firstValue
    isAsked = request.isAsked.flatMap { $0 }

    let subsets = try FactorSubsets(groups: request.groups, domains: domains, limits: limits)
    firstPlace = subsets.firstPlace
    factors = subsets.factors
    runs = subsets.runs

    var firstTuple = [0]
    var strides = Array(repeating: Int32(0), count: subsets.factors.count)
    var uses = Array(repeating: 0, count: domains.count + 1)
    for subset in 0..<subsets.count {
      var stride = 1
      for place in (firstPlace[subset]..<firstPlace[subset + 1]).reversed() {
        strides[place] = Int32(stride)
        stride *= domains.sizes[Int(factors[place])]
        uses[Int(factors[place]) + 1] += 1
      }
      firstTuple.append((firstTuple.last ?? 0) + stride)
    }
    self.firstTuple = firstTuple
    self.strides = strides

    for factor in 0..<domains.count { uses[factor + 1] += uses[factor] }
    firstUse = uses
    var next = uses
    var subsetOf = Array(repeating: Int32(0), count: factors.count)
    var strideIn = subsetOf
    for subset in 0..<subsets.count {
      for place in firstPlace[subset]..<firstPlace[subset + 1] {
        let use = next[Int(factors[place])]
        next[Int(factors[place])] += 1
        subsetOf[use] = Int32(subset)
        strideIn[use] = strides[place]
      }
    }
    self.subsetOf = subsetOf
    self.strideIn = strideIn

    isOpen = Array(repeating: 0, count: firstTuple.last ?? 0)
    openInSubset = Array(repeating: 0, count: subsets.count)
    openWithValue = Array(repeating: 0, count: domains.valueCount)
    openCount = 0
    if (0..<subsets.count).allSatisfy({ firstPlace[$0 + 1] - firstPlace[$0] == 2 }) {
      openPairs = OpenPairs(valueCount: isAsked.count, pairCount: isOpen.count)
    }
    for subset in 0..<subsets.count {
      for tuple in firstTuple[subset]..<firstTuple[subset + 1] { open(tuple, of: subset) }
    }
  }

  var subsetCount: Int { openInSubset.count }

  /// Returns the value that a tuple of a subset has at one of the subset's places.
  func value(at place: Int, of tuple: Int, in subset: Int) -> Int {
    (tuple - firstTuple[subset]) / Int(strides[place]) % domains.sizes[Int(factors[place])]
  }

  /// Returns the tuple of a subset that a complete row has.
  func tuple(of subset: Int, in row: [Int]) -> Int {
    var tuple = firstTuple[subset]
    for place in firstPlace[subset]..<firstPlace[subset + 1] {
      tuple += Int(strides[place]) * row[Int(factors[place])]
    }
    return tuple
  }

  /// True if coverage requests the tuple of a subset that a complete row has.
  func isAsked(_ subset: Int, in row: [Int]) -> Bool {
    for place in firstPlace[subset]..<firstPlace[subset + 1] {
      let factor = Int(factors[place])
      if !isAsked[firstValue[factor] + row[factor]] { return false }
    }
    return true
  }

  private mutating func open(_ tuple: Int, of subset: Int) {
    for place in firstPlace[subset]..<firstPlace[subset + 1] {
      let value = firstValue[Int(factors[place])] + value(at: place, of: tuple, in: subset)
      if !isAsked[value] { return }
    }
    isOpen[tuple] = 1
    count(tuple, of: subset, by: 1)
  }

  /// Updates the counts for a tuple that was opened or closed.
  private mutating func count(_ tuple: Int, of subset: Int, by change: Int32) {
    openInSubset[subset] += change
    openCount += Int(change)
    for place in firstPlace[subset]..<firstPlace[subset + 1] {
      let value = firstValue[Int(factors[place])] + value(at: place, of: tuple, in: subset)
      openWithValue[value] += change
    }
    guard openPairs != nil else { return }
    let number = tuple - firstTuple[subset]
    let (first, second) = (Int(factors[2 * subset]), Int(factors[2 * subset + 1]))
    let (one, other) = number.quotientAndRemainder(dividingBy: domains.sizes[second])
    openPairs?.toggle(firstValue[first] + one, firstValue[second] + other)
  }

  /// Records that a row has the tuple, or that none can have it.
  mutating func close(_ tuple: Int, of subset: Int) {
    guard isOpen[tuple] == 1 else { return }
    isOpen[tuple] = 0
    count(tuple, of: subset, by: -1)
  }

  /// Closes the tuples of a row.
  mutating func close(row: [Int]) {
    for subset in 0..<subsetCount where openInSubset[subset] > 0 {
      close(tuple(of: subset, in: row), of: subset)
    }
  }

  /// True if a complete row has a tuple that satisfies the predicate.
  @inline(__always)
  func contains(
    in row: [Int],
    where isLikeThat: (_ subset: Int, _ tuple: Int, _ isAsked: Bool) -> Bool
  ) -> Bool {
    for run in runs.indices.dropLast() where runs[run] < runs[run + 1] {
      // Compute what the subsets of a run share only once.
      let first = runs[run]
      var prefix = 0
      var isPrefixAsked = true
      for place in firstPlace[first]..<(firstPlace[first + 1] - 1) {
        let factor = Int(factors[place])
        prefix = prefix * domains.sizes[factor] + row[factor]
        isPrefixAsked = isPrefixAsked && isAsked[firstValue[factor] + row[factor]]
      }
      for subset in first..<runs[run + 1] {
        let last = Int(factors[firstPlace[subset + 1] - 1])
        let value = row[last]
        let tuple = firstTuple[subset] + prefix * domains.sizes[last] + value
        let isAsked = isPrefixAsked && isAsked[firstValue[last] + value]
        if isLikeThat(subset, tuple, isAsked) { return true }
      }
    }
    return false
  }

  /// Calls `body` with each tuple of a complete row: its subset, its number, and whether coverage requests it.
  @inline(__always)
  func forEachTuple(
    in row: [Int],
    _ body: (_ subset: Int, _ tuple: Int, _ isAsked: Bool) -> Void
  ) {
    _ = contains(in: row) { subset, tuple, isAsked in
      body(subset, tuple, isAsked)
      return false
    }
  }

  /// Draws an open tuple of a subset with the most open tuples; `nil` if none is open.
  func drawOpenTuple(_ random: inout SplitMix64) -> (subset: Int, tuple: Int)? {
    guard openCount > 0 else { return nil }
    var most: Int32 = 0
    var ties = 0
    for open in openInSubset where open >= most {
      ties = open == most ? ties + 1 : 1
      most = open
    }
    var skip = random.below(ties)
    for subset in 0..<subsetCount where openInSubset[subset] == most {
      if skip > 0 {
        skip -= 1
        continue
      }
      let tuples = firstTuple[subset]..<firstTuple[subset + 1]
      let start = tuples.lowerBound + random.below(tuples.count)
      let found =
        (start..<tuples.upperBound).first { isOpen[$0] == 1 }
        ?? (tuples.lowerBound..<start).first { isOpen[$0] == 1 }
      return found.map { (subset, $0) }
    }
    return nil
  }
}

extension TupleTable {
  /// Closes the open tuples that no row of the space has, until `steps` are spent.
  mutating func closeImpossible(in finder: inout RowFinder, steps: Int) {
    guard !finder.isJoint else { return }
    let before = finder.steps
    for index in runs.indices.dropLast() {
      let run = runs[index]..<runs[index + 1]
      let first = run.lowerBound
      let last = domains.sizes[lastFactor(of: first)]
      for prefix in 0..<((firstTuple[first + 1] - firstTuple[first]) / last) {
        guard finder.steps - before < steps else { return }
        if hasOpen(prefix, in: run) { closeImpossible(prefix, in: run, &finder) }
      }
    }
  }

  /// Closes the impossible tuples among those that agree with a tuple in all factors but the last, of any subset of its run.
  mutating func closeImpossible(like tuple: Int, of subset: Int, in finder: inout RowFinder) {
    guard !finder.isJoint else { return close(tuple, of: subset) }
    var low = 0
    var high = runs.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle] <= subset { low = middle } else { high = middle }
    }
    let prefix = (tuple - firstTuple[subset]) / domains.sizes[lastFactor(of: subset)]
    closeImpossible(prefix, in: runs[low]..<runs[low + 1], &finder)
  }

  /// Closes the impossible tuples of a prefix: one walk over the diagram yields all values that can occur beside it.
  private mutating func closeImpossible(
    _ prefix: Int,
    in run: Range<Int>,
    _ finder: inout RowFinder
  ) {
    let first = run.lowerBound
    let someTuple = tuples(prefix, of: first).lowerBound
    var partial = Array(repeating: RowFinder.open, count: domains.count)
    for place in firstPlace[first]..<(firstPlace[first + 1] - 1) {
      partial[Int(factors[place])] = Int32(value(at: place, of: someTuple, in: first))
    }
    let support = finder.support(of: partial, firstValue: firstValue)
    for subset in run where openInSubset[subset] > 0 {
      let firstValue = firstValue[lastFactor(of: subset)]
      for (value, tuple) in tuples(prefix, of: subset).enumerated()
      where !(support?[firstValue + value] ?? false) {
        close(tuple, of: subset)
      }
    }
  }

  private func hasOpen(_ prefix: Int, in run: Range<Int>) -> Bool {
    run.contains { subset in
      openInSubset[subset] > 0 && tuples(prefix, of: subset).contains { isOpen[$0] == 1 }
    }
  }

  /// Returns the tuples of a subset that begin with the values of the prefix.
  private func tuples(_ prefix: Int, of subset: Int) -> Range<Int> {
    let size = domains.sizes[lastFactor(of: subset)]
    let first = firstTuple[subset] + prefix * size
    return first..<(first + size)
  }

  private func lastFactor(of subset: Int) -> Int { Int(factors[firstPlace[subset + 1] - 1]) }
}

/// The open pairs of values as bits: for each value, the set of values with which it is open.
///
/// If coverage requests only pairs, the number of pairs that a value would complete is a popcount over a few words shared with the row's
/// values.
struct OpenPairs {
  private let wordsPerValue: Int
  private var words: [UInt64]

  /// Creates an empty set; `nil` if it would take more than a quarter of a word per pair.
  init?(valueCount: Int, pairCount: Int) {
    wordsPerValue = (valueCount + 63) >> 6
    let (size, overflow) = valueCount.multipliedReportingOverflow(by: wordsPerValue)
    // A few values take few words, however few pairs they make.
    guard !overflow, size <= max(pairCount / 4, 4_096) else { return nil }
    words = Array(repeating: 0, count: size)
  }

  /// An empty set of values, in words.
  var none: [UInt64] { Array(repeating: 0, count: wordsPerValue) }

  /// Opens or closes a pair of values.
  mutating func toggle(_ one: Int, _ other: Int) {
    words[one * wordsPerValue + other >> 6] ^= 1 << UInt64(other & 63)
    words[other * wordsPerValue + one >> 6] ^= 1 << UInt64(one & 63)
  }

  /// Returns how many of the given values are open beside one.
  func count(of values: [UInt64], beside value: Int) -> Int {
    let start = value * wordsPerValue
    var count = 0
    for word in values.indices { count += (values[word] & words[start + word]).nonzeroBitCount }
    return count
  }
}
