/// Goes over all tuples of values that groups ask for and tells which of them rows have, and which a space has at all.
///
/// # Chapter: counting coverage exactly
///
/// **Problem.** Somebody has a suite and wants to know which pairs (or triples …) of values it misses. Of the tuples that no row has,
/// those count that some row of the space could have; the others nobody can test.
///
/// **Naive way.** Ask the diagram of the space about each tuple: a walk each, and at strength 6 there are millions.
///
/// **Idea.** A *run* is a choice of `t - 1` factors, the prefix, with each factor behind them as the last one in turn. One table of
/// bytes holds the tuples of a run. The rows mark theirs first: what a row of the space has is possible, and needs no question. Of the
/// values of a prefix only those matter that the space says anything about; for each such choice with a tuple still unmarked one walk
/// over the diagram tells all values that may stand beside it, for all last factors of the run at once.
///
/// **Worked example.** Factors a, b, c of two values, "not a = 1 and b = 1", strength 2. The runs are a with b and c, and b with c.
/// For the first the walk for a = 0 gives b and c any value, that for a = 1 only b = 0: one tuple of eight is impossible. For the
/// second, c is not constrained, and b = 0 and b = 1 each take one walk.
///
/// **Cost.** With N rows, k factors of d values: O(N · C(k, t) · t) look-ups, and O(C(k, t - 1) · d^(t - 1)) walks at most; one byte a
/// tuple of a run.
///
/// Sources: D. R. Kuhn, I. Dominguez, R. Kacker, Y. Lei, "Combinatorial Coverage Measurement", NISTIR 7878 (2012), for the measure.
struct TupleSurvey {
  enum State: UInt8 {
    /// No row of the space has it.
    case impossible
    /// Some row of the space has it, and none of those given.
    case uncovered
    /// Some row given has it.
    case covered
  }

  /// A cell of a row of which the value is not known.
  static let unknown: Int32 = -1

  /// How many bytes the answers of walks take that are kept for other prefixes.
  private static let answerBytes = 50_000_000

  private let subsets: FactorSubsets
  private let sizes: [Int]
  private let firstValue: [Int]
  /// True if every row is in the space.
  private let isUnconstrained: Bool
  private var finder: RowFinder
  private let limits: CoveringLimits

  /// - Throws: `LimitExceeded` if the tuples are too many.
  init(
    space: Space,
    groups: [CoveringRequest.Group],
    limits: CoveringLimits
  ) throws(LimitExceeded) {
    let domains = space.store.domains
    subsets = try FactorSubsets(groups: groups, domains: domains, limits: limits)
    sizes = domains.sizes
    firstValue = domains.firstValue
    isUnconstrained = space.diagram == .full
    finder = RowFinder(space)
    self.limits = limits
  }

  /// Which values the rows of the space have, by value of each factor; `nil` if there is no row.
  ///
  /// - Throws: `LimitExceeded` if the search for rows took too long.
  mutating func possibleValues() throws(LimitExceeded) -> [Bool]? {
    let none = Array(repeating: RowFinder.open, count: sizes.count)
    let possible = finder.support(of: none, firstValue: firstValue)
    try finder.check()
    return possible
  }

  /// Goes over all tuples, subset by subset in lexicographic order.
  ///
  /// - Parameters:
  ///   - rows: Rows × factors, one behind the other, value indices or `unknown`; each has a completion in the space.
  ///   - covers: Called for each tuple that the rows before do not have: the row, and the factors.
  ///   - visit: Called for each subset: its factors, and the states of its tuples in mixed radix, the last factor fastest.
  /// - Throws: `LimitExceeded` if it takes too many steps.
  mutating func run(
    rows: [Int32],
    covers: (_ row: Int, _ factors: [Int]) -> Void = { _, _ in },
    visit: (_ factors: [Int], _ states: ArraySlice<UInt8>) -> Void
  ) throws(LimitExceeded) {
    for index in subsets.runs.indices.dropLast() {
      let run = subsets.runs[index]..<subsets.runs[index + 1]
      let members = run.map { subset in
        (subsets.firstPlace[subset]..<subsets.firstPlace[subset + 1]).map {
          Int(subsets.factors[$0])
        }
      }
      var first = [0]
      for factors in members {
        first.append((first.last ?? 0) + factors.reduce(1) { $0 * sizes[$1] })
      }
      var states = Array(repeating: State.impossible.rawValue, count: first.last ?? 0)
      for (number, factors) in members.enumerated() {
        mark(rows, factors, first[number], &states, covers)
      }
      try findPossible(members, first, &states)
      for (number, factors) in members.enumerated() {
        visit(factors, states[first[number]..<first[number + 1]])
      }
    }
  }

  /// Marks the tuples of one subset that rows have.
  private func mark(
    _ rows: [Int32],
    _ factors: [Int],
    _ first: Int,
    _ states: inout [UInt8],
    _ covers: (Int, [Int]) -> Void
  ) {
    for row in 0..<(rows.count / max(1, sizes.count)) {
      var tuple = 0
      var isKnown = true
      for factor in factors {
        let value = rows[row * sizes.count + factor]
        if value == Self.unknown { isKnown = false }
        tuple = tuple * sizes[factor] + Int(value)
      }
      guard isKnown, states[first + tuple] != State.covered.rawValue else { continue }
      states[first + tuple] = State.covered.rawValue
      covers(row, factors)
    }
  }

  /// Looks for a row with each unmarked tuple that begins with a prefix: where constraints are apart, that is less than to ask for all
  /// values that may stand beside the prefix.
  private mutating func searchRows(
    for prefix: [Int32],
    _ members: [[Int]],
    _ open: [Int],
    _ first: [Int],
    _ number: Int,
    _ states: inout [UInt8]
  ) throws(LimitExceeded) {
    var partial = prefix
    var row = Array(repeating: Int32(0), count: sizes.count)
    for member in open {
      let last = members[member].last ?? 0
      let start = first[member] + number * sizes[last]
      for value in 0..<sizes[last] where states[start + value] == State.impossible.rawValue {
        partial[last] = Int32(value)
        if finder.find(partial, near: &row) { states[start + value] = State.uncovered.rawValue }
      }
      partial[last] = RowFinder.open
    }
    try finder.check()
  }

  /// Tells the possible tuples of a run from the impossible ones.
  private mutating func findPossible(
    _ members: [[Int]],
    _ first: [Int],
    _ states: inout [UInt8]
  ) throws(LimitExceeded) {
    let prefix = (members.first ?? []).dropLast()
    var partial = Array(repeating: RowFinder.open, count: sizes.count)
    // By choice of the constrained values of the prefix, in mixed radix: what may stand beside them.
    var answers: [Int: [Bool]?] = [:]
    let maxAnswers = Self.answerBytes / max(1, firstValue.last ?? 0)
    for number in 0..<prefix.reduce(1, { $0 * sizes[$1] }) {
      let open = members.indices.filter { member in
        let size = sizes[members[member].last ?? 0]
        let start = first[member] + number * size
        return states[start..<(start + size)].contains(State.impossible.rawValue)
      }
      guard !open.isEmpty else { continue }
      guard finder.steps < limits.steps else {
        throw LimitExceeded(what: "the search for impossible tuples: \(limits.steps.grouped) steps")
      }
      var rest = number
      var key = 0
      for factor in prefix.reversed() {
        partial[factor] = Int32(rest % sizes[factor])
        rest /= sizes[factor]
      }
      if finder.isJoint {
        try searchRows(for: partial, members, open, first, number, &states)
        continue
      }
      for factor in prefix where finder.constrains[factor] {
        key = key * sizes[factor] + Int(partial[factor])
      }
      let support: [Bool]?
      if isUnconstrained {
        support = Array(repeating: true, count: firstValue.last ?? 0)
      } else if let known = answers[key] {
        support = known
      } else {
        support = finder.support(of: partial, firstValue: firstValue)
        try finder.check()
        if answers.count < maxAnswers { answers[key] = .some(support) }
      }
      guard let support else { continue }
      for member in open {
        let last = members[member].last ?? 0
        let start = first[member] + number * sizes[last]
        for value in 0..<sizes[last]
        where support[firstValue[last] + value] && states[start + value] == 0 {
          states[start + value] = State.uncovered.rawValue
        }
      }
    }
  }
}

/// Tuples of values that no row of a space has, though it has rows with each of the values.
package struct ImpossibleTuples: Hashable, Sendable {
  /// In lexicographic order of factors and values, as many as were to be listed.
  package var listed: [ValueTuple] = []
  /// How many there are, listed or not.
  package var count = 0

  /// Finds them all.
  ///
  /// - Parameters:
  ///   - space: The rows that are allowed.
  ///   - groups: Factors and strengths of the tuples.
  ///   - listing: The most tuples that are listed.
  ///   - isCounted: True if a tuple counts.
  ///   - limits: What it may take.
  /// - Throws: `LimitExceeded` if the tuples or the steps are too many.
  package init(
    of space: Space,
    groups: [CoveringRequest.Group],
    listing: Int,
    where isCounted: (ValueTuple) -> Bool,
    limits: CoveringLimits = CoveringLimits()
  ) throws(LimitExceeded) {
    var survey = try TupleSurvey(space: space, groups: groups, limits: limits)
    let sizes = space.store.domains.sizes
    guard let possible = try survey.possibleValues() else { return }
    let firstValue = space.store.domains.firstValue
    var found = (listed: [ValueTuple](), count: 0)
    try survey.run(rows: []) { factors, states in
      for (number, state) in states.enumerated()
      where state == TupleSurvey.State.impossible.rawValue {
        let tuple = ValueTuple(number, of: factors, sizes: sizes)
        let isInteresting = zip(tuple.factors, tuple.values).allSatisfy { factor, value in
          possible[firstValue[factor] + value]
        }
        guard isInteresting, isCounted(tuple) else { continue }
        found.count += 1
        if found.listed.count < listing { found.listed.append(tuple) }
      }
    }
    listed = found.listed
    count = found.count
  }
}
