/// A constraint as a test of rows, some of whose values may be open.
package struct RowConstraint {
  /// Marks a value that is still open.
  package static let open = -1

  /// The factors that the constraint depends on.
  package var factors: [Int]
  /// True if a row, given as value indices or `open`, violates the constraint whatever the open values become.
  ///
  /// The test must be exact for complete rows; for partial rows it may return false conservatively.
  package var isBroken: (_ row: [Int]) -> Bool

  package init(factors: [Int], isBroken: @escaping (_ row: [Int]) -> Bool) {
    self.factors = factors
    self.isBroken = isBroken
  }
}

/// A backtracking search for allowed rows that uses only tests of constraints.
///
/// Assigning a value removes the values of the constraint's other factors that would violate it (*forward checking*). A factor with one
/// value left is assigned at once; one with none causes backtracking. Factors that share a small constraint with an assigned factor are
/// tried first, those with the fewest values left before others. Factors not connected by any chain of constraints to the requested values
/// cannot matter once some row is known to be allowed, and are not searched.
///
/// Source: R. Haralick, G. Elliott, "Increasing Tree Search Efficiency for Constraint Satisfaction Problems", Artificial Intelligence 14
/// (1980).
struct PartialRowSearch {
  private let sizes: [Int]
  private let constraints: [RowConstraint]
  /// The constraints on each factor, those with few factors first.
  private let constraintsOf: [[Int]]
  /// The number of constraint tests so far.
  private(set) var steps = 0
  private var limit = 0

  /// The offset of each factor's values among the values of all factors.
  private let firstValue: [Int]

  /// A partial row and the values that its open factors may still take.
  private struct Draft {
    var row: [Int]
    /// True for each allowed value, indexed by `firstValue[factor] + value`.
    var isAllowed: [Bool]
    /// The number of allowed values of each factor.
    var left: [Int]
    /// The closest connection of each factor to an assigned one.
    var tie: [Tie]
  }

  private enum Tie: Int {
    case small, large, none
  }

  /// The maximum number of factors of a small constraint.
  private static let smallSize = 8

  /// The state before any value is assigned, or `nil` before the first question.
  private var base: Draft?
  /// True if any row is allowed, or `nil` if that is not known yet.
  private var hasRows: Bool?

  init(sizes: [Int], constraints: [RowConstraint]) {
    self.sizes = sizes
    self.constraints = constraints
    var constraintsOf = Array(repeating: [Int](), count: sizes.count)
    let bySize = constraints.indices.sorted {
      (constraints[$0].factors.count, $0) < (constraints[$1].factors.count, $1)
    }
    for number in bySize {
      for factor in Set(constraints[number].factors) { constraintsOf[factor].append(number) }
    }
    self.constraintsOf = constraintsOf
    var firstValue = [0]
    for size in sizes { firstValue.append((firstValue.last ?? 0) + size) }
    self.firstValue = firstValue
  }

  /// True if a row is complete and satisfies all constraints.
  func allows(_ row: [Int]) -> Bool {
    row.count == sizes.count && zip(row, sizes).allSatisfy { (0..<$1).contains($0) }
      && !constraints.contains { $0.isBroken(row) }
  }

  /// True if some allowed row has the given values of factors, or `nil` if that takes more than `allowance` constraint tests.
  mutating func isPossible(_ values: [Int: Int], steps allowance: Int) -> Bool? {
    limit = steps + allowance
    if hasRows == nil { hasRows = findBase() }
    guard hasRows == true, var draft = base else { return hasRows }
    for (factor, value) in values.sorted(by: { $0.key < $1.key }) {
      guard draft.isAllowed[firstValue[factor] + value], assign(factor, value, &draft) else {
        return false
      }
    }
    return canBeCompleted(draft)
  }

  /// Applies each constraint to single values and determines whether any row is allowed.
  private mutating func findBase() -> Bool? {
    var draft = Draft(
      row: Array(repeating: RowConstraint.open, count: sizes.count),
      isAllowed: Array(repeating: true, count: firstValue.last ?? 0),
      left: sizes,
      tie: Array(repeating: .none, count: sizes.count)
    )
    for (number, constraint) in constraints.enumerated() {
      // A constraint without factors is constant.
      if constraint.isBroken(draft.row) { return false }
      for factor in Set(constraint.factors).sorted() where !narrow(factor, by: number, &draft) {
        return false
      }
    }
    base = draft
    for factor in sizes.indices where !constraintsOf[factor].isEmpty { draft.tie[factor] = .large }
    return canBeCompleted(draft)
  }

  private mutating func canBeCompleted(_ draft: Draft) -> Bool? {
    let open = sizes.indices.filter {
      draft.tie[$0] != .none && draft.row[$0] == RowConstraint.open
    }
    let chosen = open.min {
      (draft.tie[$0].rawValue, draft.left[$0], $0) < (draft.tie[$1].rawValue, draft.left[$1], $1)
    }
    guard let chosen else { return true }
    for value in 0..<sizes[chosen] where draft.isAllowed[firstValue[chosen] + value] {
      guard steps < limit else { return nil }
      var next = draft
      guard assign(chosen, value, &next) else { continue }
      switch canBeCompleted(next) {
      case true: return true
      case false: continue
      default: return nil
      }
    }
    return false
  }

  /// Assigns a value and propagates; returns false if a factor has no value left.
  private mutating func assign(_ factor: Int, _ value: Int, _ draft: inout Draft) -> Bool {
    var open = [(factor, value)]
    while let (factor, value) = open.popLast() {
      if draft.row[factor] == value { continue }
      guard draft.row[factor] == RowConstraint.open else { return false }
      draft.row[factor] = value
      for number in constraintsOf[factor] {
        steps += 1
        if constraints[number].isBroken(draft.row) { return false }
        let factors = constraints[number].factors
        for other in factors where draft.row[other] == RowConstraint.open {
          if factors.count <= Self.smallSize {
            draft.tie[other] = .small
          } else if draft.tie[other] == .none {
            draft.tie[other] = .large
          }
          guard narrow(other, by: number, &draft) else { return false }
          guard draft.left[other] == 1 else { continue }
          let last = (0..<sizes[other]).first { draft.isAllowed[firstValue[other] + $0] }
          open += last.map { [(other, $0)] } ?? []
        }
      }
    }
    return true
  }

  /// Removes the values of an open factor that would violate a constraint; returns false if none is left.
  private mutating func narrow(_ factor: Int, by constraint: Int, _ draft: inout Draft) -> Bool {
    for value in 0..<sizes[factor] where draft.isAllowed[firstValue[factor] + value] {
      steps += 1
      draft.row[factor] = value
      if constraints[constraint].isBroken(draft.row) {
        draft.isAllowed[firstValue[factor] + value] = false
        draft.left[factor] -= 1
      }
    }
    draft.row[factor] = RowConstraint.open
    return draft.left[factor] > 0
  }
}
