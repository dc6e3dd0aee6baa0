/// Enumerates the tuples of values of groups of factors and determines which are covered by rows and which are possible in a space.
///
/// # Chapter: counting coverage exactly
///
/// **Problem.** Which pairs (or triples …) of values does a suite miss? Among the tuples that no row has, only those count that some row of
/// the space could have; the others cannot be tested.
///
/// **Naive way.** Ask the diagram of the space about each tuple: one walk each, and at strength 6 there are millions.
///
/// **Idea.** A *run* is a choice of `t - 1` factors, the prefix, together with each later factor in turn as the last one. One table of
/// bytes holds the tuples of a run. The rows mark their tuples first: those are possible and need no question. Of the values of a prefix,
/// only those of constrained factors matter. For each such choice with an unmarked tuple, one walk over the diagram yields all values that
/// can occur beside it, for all last factors of the run at once.
///
/// **Example.** Factors a, b, c with two values each, "not a = 1 and b = 1", strength 2. The runs are a with b and c, and b with c. In the
/// first run, the walk for a = 0 allows any value of b and c, and the one for a = 1 only b = 0: one tuple of eight is impossible. In the
/// second, c is unconstrained, and b = 0 and b = 1 each take one walk.
///
/// **Cost.** With N rows and k factors of d values: O(N · C(k, t) · t) look-ups and at most O(C(k, t - 1) · d^(t - 1)) walks; one byte per
/// tuple of a run.
///
/// Sources: D. R. Kuhn, I. Dominguez, R. Kacker, Y. Lei, "Combinatorial Coverage Measurement", NISTIR 7878 (2012), for the measure.
struct TupleSurvey {
  enum State: UInt8 {
    /// No row of the space has the tuple.
    case impossible
    /// Some row of the space has the tuple, but none of the given rows does.
    case uncovered
    /// Some given row has the tuple.
    case covered
  }

  /// Marks a cell whose value is not known.
  static let unknown: Int32 = -1

  /// The maximum number of bytes of walk results to cache for later prefixes.
  private static let answerBytes = 50_000_000

  private let subsets: FactorSubsets
  private let sizes: [Int]
  private let firstValue: [Int]
  /// True if every row is in the space.
  private let isUnconstrained: Bool
  private var finder: RowFinder
  private let limits: CoveringLimits

  /// Creates a survey.
  ///
  /// - Throws: `LimitExceeded` if there are too many tuples.
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

  /// Returns a flag for each value of each factor, true if some row of the space has it, or `nil` if the space is empty.
  ///
  /// - Throws: `LimitExceeded` if the search for rows took too long.
  mutating func possibleValues() throws(LimitExceeded) -> [Bool]? {
    let none = Array(repeating: RowFinder.open, count: sizes.count)
    let possible = finder.support(of: none, firstValue: firstValue)
    try finder.check()
    return possible
  }

  /// Visits all tuples, subset by subset in lexicographic order.
  ///
  /// - Parameters:
  ///   - rows: Concatenated rows of value indices or `unknown`; each can be completed to a row of the space.
  ///   - covers: Called for each tuple that no earlier row has, with the row and the factors.
  ///   - visit: Called for each subset with its factors and the states of its tuples in mixed-radix order, the last factor fastest.
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

  /// Searches for a row with each unmarked tuple that begins with a prefix.
  ///
  /// For separate diagrams, this is cheaper than asking for all values that can occur beside the prefix.
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

  /// Separates the possible tuples of a run from the impossible ones.
  private mutating func findPossible(
    _ members: [[Int]],
    _ first: [Int],
    _ states: inout [UInt8]
  ) throws(LimitExceeded) {
    let prefix = (members.first ?? []).dropLast()
    var partial = Array(repeating: RowFinder.open, count: sizes.count)
    // The possible values beside each choice of the constrained values of the prefix, keyed by its mixed-radix number.
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

/// The tuples that no row of a space has, although each of their values occurs in some row.
package struct ImpossibleTuples: Hashable, Sendable {
  /// The tuples in lexicographic order of factors and values, up to the listing limit.
  package var listed: [ValueTuple] = []
  /// The total number of tuples, including those not listed.
  package var count = 0

  /// Finds all impossible tuples that satisfy `isCounted` and lists the first `listing` of them.
  ///
  /// - Throws: `LimitExceeded` if there are too many tuples or the search takes too many steps.
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
