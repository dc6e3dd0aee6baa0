/// Says what is wrong with a suite, tuple by tuple, and shares no code with what made it.
///
/// # Chapter: a second opinion
///
/// **Problem.** A generator that believes a possible tuple to be impossible leaves it out, and a checker that asks the same diagrams believes it,
/// too. Nobody would notice.
///
/// **Idea.** The checker knows no diagrams. Of each constraint it gets what the specification says: a test of rows in which some values may be
/// open yet. Rows are judged by these tests alone. Tuples are enumerated here, plainly; for one that no row has, a search of
/// its own (`PartialRowSearch`) looks for an allowed row, trying values and taking them back. As the generator covers all that is possible, most
/// of these searches prove that there is none; a tuple that has an impossible pair in it needs no search.
///
/// **Cost.** O(tuples · rows · strength) and a search for each uncovered tuple, in counted steps. A tuple for which the steps do not suffice
/// is *undecided*: such a suite is neither refused nor certified. Where many checkers judge one suite, a budget limits them together.
package struct CoverageChecker {
  /// Something that a suite should do and does not.
  package enum Complaint: Hashable, Sendable {
    /// The row at the index is not allowed.
    case rowOutsideSpace(Int)
    /// No row has these values of these factors, though some allowed row does.
    case tupleMissed(factors: [Int], values: [Int])
    /// The fixed row at the index is not where it should be.
    case fixedRowMissing(Int)
    /// The fixed row at the index was dropped, though it was to stand and could be completed.
    case fixedRowDropped(Int)
    /// There is no row, though some are allowed.
    case noRows
  }

  package struct Report: Hashable, Sendable {
    /// Everything wrong; empty for a suite that does what was asked, as far as decided.
    package var complaints: [Complaint] = []
    /// Tuples that no row has and of which the steps did not suffice to say whether any row could.
    package var undecided = 0

    package var isCertified: Bool { complaints.isEmpty && undecided == 0 }
  }

  private let request: CoveringRequest
  private var search: PartialRowSearch
  /// Steps for all searches together, and for each.
  private let stepLimit: Int
  private let stepsPerSearch: Int
  private let budget: StepBudget
  /// What a test of constraints, and the look at a row or a tuple, take of the budget.
  private static let costOfTest = 20
  private static let costOfLook = 30
  /// Values and pairs that were decided: whether some row has them.
  private var known: [[Int]: Bool] = [:]

  /// - Parameters:
  ///   - sizes: Values per factor.
  ///   - constraints: What together says which rows are allowed.
  ///   - request: What was asked for.
  ///   - stepLimit: How many tests of constraints all searches together may make.
  ///   - stepsPerSearch: How many tests one search may make.
  ///   - budget: What checkers may take together: beyond it nothing is looked at, and what is left is undecided.
  package init(
    sizes: [Int],
    constraints: [RowConstraint],
    request: CoveringRequest,
    stepLimit: Int = 100_000_000,
    stepsPerSearch: Int = 1_000_000,
    budget: StepBudget = StepBudget()
  ) {
    self.request = request
    self.stepLimit = stepLimit
    self.stepsPerSearch = stepsPerSearch
    self.budget = budget
    search = PartialRowSearch(sizes: sizes, constraints: constraints)
  }

  /// Judges a suite.
  package mutating func report(on suite: Suite) -> Report {
    var report = Report()
    for (index, row) in suite.rows.enumerated() where !search.allows(row) {
      report.complaints.append(.rowOutsideSpace(index))
    }
    if suite.rows.isEmpty, isPossible([:], &report) { report.complaints.append(.noRows) }
    judgeFixedRows(suite, &report)
    judgeTuples(suite.rows, &report)
    return report
  }

  /// True if an allowed row has the values, by factor; no, and a note in the report, where that is undecided.
  private mutating func isPossible(_ values: [Int: Int], _ report: inout Report) -> Bool {
    if let answer = answer(values) { return answer }
    report.undecided += 1
    return false
  }

  /// True if an allowed row has the values; `nil` if the steps do not suffice.
  private mutating func answer(_ values: [Int: Int]) -> Bool? {
    guard budget.note(0) else { return nil }
    let before = search.steps
    defer { budget.note(Self.costOfTest * (search.steps - before)) }
    return search.isPossible(values, steps: min(stepsPerSearch, stepLimit - search.steps))
  }

  private mutating func judgeFixedRows(_ suite: Suite, _ report: inout Report) {
    var place = 0
    for (index, fixed) in request.fixed.enumerated() {
      if suite.dropped.contains(index) {
        var values: [Int: Int] = [:]
        for (factor, value) in fixed.values.enumerated() { values[factor] = value }
        if !fixed.isDroppable, isPossible(values, &report) {
          report.complaints.append(.fixedRowDropped(index))
        }
        continue
      }
      let stands =
        place < suite.fixedCount && place < suite.rows.count
        && zip(fixed.values, suite.rows[place]).allSatisfy { $0 == nil || $0 == $1 }
      if !stands { report.complaints.append(.fixedRowMissing(index)) }
      place += 1
    }
  }

  // MARK: Tuples

  private mutating func judgeTuples(_ rows: [[Int]], _ report: inout Report) {
    for group in request.groups {
      let factors = Set(group.factors).sorted()
      let strength = min(group.strength, factors.count)
      for subset in factors.subsets(of: strength) {
        let tuples = subset.reduce(1) { $0.multipliedSaturated(by: request.isAsked[$1].count) }
        guard budget.note(Self.costOfLook.multipliedSaturated(by: tuples / 2 + rows.count)) else {
          report.undecided += 1
          return
        }
        let present = Set(rows.map { row in subset.map { row[$0] } })
        for values in askedTuples(of: subset[...]) where !present.contains(values) {
          judge(subset, values, &report)
        }
      }
    }
  }

  /// Complains of a tuple that no row has, if an allowed row does.
  private mutating func judge(_ factors: [Int], _ values: [Int], _ report: inout Report) {
    if factors.count > 2 {
      for first in factors.indices {
        for second in (first + 1)..<max(first + 1, factors.count) {
          let pair = [factors[first], values[first], factors[second], values[second]]
          if isKnownImpossible(pair) { return }
        }
      }
    }
    let tuple = Dictionary(uniqueKeysWithValues: zip(factors, values))
    guard isPossible(tuple, &report) else { return }
    report.complaints.append(.tupleMissed(factors: factors, values: values))
  }

  /// True if no allowed row has two values, given each behind its factor; what is undecided is not known.
  private mutating func isKnownImpossible(_ pair: [Int]) -> Bool {
    if let isPossible = known[pair] { return !isPossible }
    let isPossible = answer([pair[0]: pair[1], pair[2]: pair[3]]) ?? true
    known[pair] = isPossible
    return !isPossible
  }

  private func askedTuples(of factors: ArraySlice<Int>) -> [[Int]] {
    guard let first = factors.first else { return [[]] }
    let rest = askedTuples(of: factors.dropFirst())
    let asked = request.isAsked[first].indices.filter { request.isAsked[first][$0] }
    return asked.flatMap { value in rest.map { [value] + $0 } }
  }
}
