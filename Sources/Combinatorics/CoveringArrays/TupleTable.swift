/// The tuples of values that a request asks for, and which of them no row has yet.
///
/// A *subset* is a choice of factors to be covered together; its tuples are numbered in mixed radix, the last factor fastest, one
/// subset behind the other. So the tuple of a row is a sum of `stride · value`, and changing a value adds to it.
struct TupleTable {
  let domains: Domains
  /// By factor, and behind the last: where its values begin among the values of all factors.
  let firstValue: [Int]
  /// By value of each factor: whether coverage asks for it.
  let isAsked: [Bool]

  /// By subset, and behind the last: where its factors begin in `factors` and `strides`.
  let firstPlace: [Int]
  let factors: [Int32]
  let strides: [Int32]
  /// By subset, and behind the last: its first tuple.
  let firstTuple: [Int]
  /// Subsets that differ in the last factor only stand together: where each such run begins, and the number of subsets.
  let runs: [Int]

  /// By factor, and behind the last: where the subsets it is in begin in `subsetOf` and `strideIn`.
  let firstUse: [Int]
  let subsetOf: [Int32]
  let strideIn: [Int32]

  /// By tuple: 1 while it is asked for, not known to be impossible, and in no row.
  private(set) var isOpen: [UInt8]
  private(set) var openInSubset: [Int32]
  /// By value of each factor: the open tuples that have it.
  private(set) var openWithValue: [Int32]
  private(set) var openCount: Int
  /// The open tuples once more where all of them are pairs, unless that took much more room.
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

  /// The value that a tuple of a subset has at one of the subset's places.
  func value(at place: Int, of tuple: Int, in subset: Int) -> Int {
    (tuple - firstTuple[subset]) / Int(strides[place]) % domains.sizes[Int(factors[place])]
  }

  /// The tuple of a subset that a complete row has.
  func tuple(of subset: Int, in row: [Int]) -> Int {
    var tuple = firstTuple[subset]
    for place in firstPlace[subset]..<firstPlace[subset + 1] {
      tuple += Int(strides[place]) * row[Int(factors[place])]
    }
    return tuple
  }

  /// True if coverage asks for the tuple of a subset that a complete row has.
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

  /// Counts a tuple that is open from now on, or no longer.
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

  /// Takes note that a row has the tuple, or that none can have it.
  mutating func close(_ tuple: Int, of subset: Int) {
    guard isOpen[tuple] == 1 else { return }
    isOpen[tuple] = 0
    count(tuple, of: subset, by: -1)
  }

  /// Takes note of a row.
  mutating func close(row: [Int]) {
    for subset in 0..<subsetCount where openInSubset[subset] > 0 {
      close(tuple(of: subset, in: row), of: subset)
    }
  }

  /// True if a complete row has a tuple like that: its subset, its number, and whether coverage asks for it.
  @inline(__always)
  func contains(
    in row: [Int],
    where isLikeThat: (_ subset: Int, _ tuple: Int, _ isAsked: Bool) -> Bool
  ) -> Bool {
    for run in runs.indices.dropLast() where runs[run] < runs[run + 1] {
      // What the subsets of a run share is looked at once.
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

  /// Calls with each tuple of a complete row: its subset, its number, and whether coverage asks for it.
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

  /// Some open tuple of a subset that has most of them; `nil` if none is open.
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
  /// Closes all open tuples that no row of the space has, as far as that takes no more than the steps.
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

  /// Closes the impossible ones among the tuples that agree with one in all factors but the last, which may be any.
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

  /// One walk over the diagram tells all values that stand beside the prefix.
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

  /// The tuples of a subset that begin with the values of the prefix.
  private func tuples(_ prefix: Int, of subset: Int) -> Range<Int> {
    let size = domains.sizes[lastFactor(of: subset)]
    let first = firstTuple[subset] + prefix * size
    return first..<(first + size)
  }

  private func lastFactor(of subset: Int) -> Int { Int(factors[firstPlace[subset + 1] - 1]) }
}

/// The open pairs of values as bits: for each value a set of those that stand open beside it.
///
/// Where coverage asks for pairs alone, the pairs that a value would complete in a row are a few words in common with the row's values.
struct OpenPairs {
  private let wordsPerValue: Int
  private var words: [UInt64]

  /// Makes room for no more than a quarter of a word for each pair.
  init?(valueCount: Int, pairCount: Int) {
    wordsPerValue = (valueCount + 63) >> 6
    let (size, overflow) = valueCount.multipliedReportingOverflow(by: wordsPerValue)
    // Few values have few words, however few pairs they make.
    guard !overflow, size <= max(pairCount / 4, 4_096) else { return nil }
    words = Array(repeating: 0, count: size)
  }

  /// No values, in words.
  var none: [UInt64] { Array(repeating: 0, count: wordsPerValue) }

  /// Opens a pair of values, or closes it.
  mutating func toggle(_ one: Int, _ other: Int) {
    words[one * wordsPerValue + other >> 6] ^= 1 << UInt64(other & 63)
    words[other * wordsPerValue + one >> 6] ^= 1 << UInt64(one & 63)
  }

  /// How many of the values given stand open beside one.
  func count(of values: [UInt64], beside value: Int) -> Int {
    let start = value * wordsPerValue
    var count = 0
    for word in values.indices { count += (values[word] & words[start + word]).nonzeroBitCount }
    return count
  }
}
