/// Checks a suite tuple by tuple, without sharing code with the generator.
///
/// # Chapter: an independent check
///
/// **Problem.** A generator that wrongly considers a possible tuple impossible leaves it out, and a checker that asks the same diagrams
/// agrees with it. Nobody would notice.
///
/// **Idea.** The checker does not use diagrams. It gets each constraint in the form that the specification gives it: a test of rows in
/// which some values may still be open. Only these tests decide whether a row is allowed. Tuples are enumerated here; for one that no row
/// has, a separate backtracking search (`PartialRowSearch`) looks for an allowed row. Because the generator covers everything possible,
/// most of these searches prove that there is none; a tuple that contains an impossible pair needs no search.
///
/// **Cost.** O(tuples · rows · strength) and a search for each uncovered tuple, in counted steps. A tuple for which the steps do not
/// suffice is *undecided*: such a suite is neither rejected nor certified. If several checkers judge one suite, a common budget limits
/// them.
package struct CoverageChecker {
  /// A defect of a suite.
  package enum Complaint: Hashable, Sendable {
    /// The row at the index is not allowed.
    case rowOutsideSpace(Int)
    /// No row has these values of these factors, although some allowed row does.
    case tupleMissed(factors: [Int], values: [Int])
    /// The fixed row at the index is missing from its position.
    case fixedRowMissing(Int)
    /// The fixed row at the index was dropped although it is not droppable and can be completed.
    case fixedRowDropped(Int)
    /// The suite is empty although some rows are allowed.
    case noRows
  }

  package struct Report: Hashable, Sendable {
    /// The defects found; empty if the suite does what was requested, as far as could be decided.
    package var complaints: [Complaint] = []
    /// The number of tuples and fixed rows for which the steps did not suffice to decide whether any allowed row has them.
    package var undecided = 0

    package var isCertified: Bool { complaints.isEmpty && undecided == 0 }
  }

  private let request: CoveringRequest
  private var search: PartialRowSearch
  /// The step limits of all searches together and of each search.
  private let stepLimit: Int
  private let stepsPerSearch: Int
  private let budget: StepBudget
  /// The budget steps charged for a test of constraints, and for looking at a row or tuple.
  private static let costOfTest = 20
  private static let costOfLook = 30
  /// For each pair decided so far, whether some allowed row has it.
  private var known: [[Int]: Bool] = [:]

  /// Creates a checker for suites that satisfy `request` within `constraints`.
  ///
  /// `stepLimit` and `stepsPerSearch` bound the constraint tests of all searches together and of each one. Several checkers may share a
  /// `budget`; once it is exhausted, everything that remains is undecided.
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

  /// Checks a suite and reports its defects.
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

  /// True if an allowed row has the given values of factors; false, and counted as undecided, if the steps do not suffice.
  private mutating func isPossible(_ values: [Int: Int], _ report: inout Report) -> Bool {
    if let answer = answer(values) { return answer }
    report.undecided += 1
    return false
  }

  /// True if an allowed row has the given values of factors, or `nil` if the steps do not suffice.
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

  /// Reports a tuple that no row of the suite has if an allowed row has it.
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

  /// True if no allowed row has two values, given as alternating factors and values; false if that is undecided.
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
