/// A constraint as a test of rows, some of whose values may be open.
package struct RowConstraint {
  /// The mark of a value that is still open.
  package static let open = -1

  /// The factors that it speaks of.
  package var factors: [Int]
  /// True if a row, value indices by factor or `open`, breaks the constraint whatever the open values become.
  ///
  /// Where values are open it may be cautious and say no; of a complete row it must be exact.
  package var isBroken: (_ row: [Int]) -> Bool

  package init(factors: [Int], isBroken: @escaping (_ row: [Int]) -> Bool) {
    self.factors = factors
    self.isBroken = isBroken
  }
}

/// Looks for allowed rows by trying values and taking them back, with nothing but tests of constraints.
///
/// A value once tried takes from the other factors of its constraints the values that would break one (*forward checking*); a factor with
/// one value left gets it at once, one with none takes the last trial back. Factors that share a constraint of few factors with those that
/// have a value come first, the ones with fewest values left in front. What no chain of constraints connects with the values asked for
/// cannot matter, as some row is allowed at all, and is not searched.
///
/// Source: R. Haralick, G. Elliott, "Increasing Tree Search Efficiency for Constraint Satisfaction Problems", Artificial Intelligence 14 (1980).
struct PartialRowSearch {
  private let sizes: [Int]
  private let constraints: [RowConstraint]
  /// By factor: the constraints that speak of it, those of few factors in front.
  private let constraintsOf: [[Int]]
  /// Tests of constraints so far.
  private(set) var steps = 0
  private var limit = 0

  /// Where the values of each factor begin among those of all.
  private let firstValue: [Int]

  /// A row with open values, and what these may still become.
  private struct Draft {
    var row: [Int]
    /// By value of all factors.
    var isAllowed: [Bool]
    /// By factor: how many values are.
    var left: [Int]
    /// By factor: how closely a constraint binds it to one that has a value.
    var tie: [Tie]
  }

  private enum Tie: Int {
    case small, large, none
  }

  /// The most factors of a small constraint.
  private static let smallSize = 8

  /// What holds before any value is given; `nil` before the first question.
  private var base: Draft?
  /// True if there is any row; `nil` while that is not known.
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

  /// True if a complete row has a value of each factor and breaks no constraint.
  func allows(_ row: [Int]) -> Bool {
    row.count == sizes.count && zip(row, sizes).allSatisfy { (0..<$1).contains($0) }
      && !constraints.contains { $0.isBroken(row) }
  }

  /// True if some allowed row has the values, by factor.
  ///
  /// - Returns: `nil` if more than so many tests of constraints would be needed.
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

  /// Finds out what the constraints say of single values, and whether there is any row.
  private mutating func findBase() -> Bool? {
    var draft = Draft(
      row: Array(repeating: RowConstraint.open, count: sizes.count),
      isAllowed: Array(repeating: true, count: firstValue.last ?? 0),
      left: sizes,
      tie: Array(repeating: .none, count: sizes.count)
    )
    for (number, constraint) in constraints.enumerated() {
      // One that names no factor forbids everything or nothing.
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

  /// Gives a factor a value and takes from the others what no longer goes with it; `false` where one has nothing left.
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

  /// Takes from an open factor the values with which the row would break a constraint; `false` where none is left.
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
