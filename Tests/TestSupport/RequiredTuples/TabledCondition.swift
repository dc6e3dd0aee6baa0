import Specification

/// A condition of a `Specification` as truth tables, one per term.
struct TabledCondition: Sendable {
  struct Term: Sendable {
    var factor: Int
    /// The truth value by value number, with *not applicable* last.
    var holds: [Bool]
    /// True if `any` was written.
    var isAny: Bool
  }

  var alternatives: [[Term]]

  /// Compiles a condition; `counts` are the numbers of values by factor, the operation last.
  init(_ condition: Condition, counts: [Int]) {
    alternatives = condition.alternatives.map { Self.terms($0, counts: counts) }
  }

  static func terms(_ conjunction: Conjunction, counts: [Int]) -> [Term] {
    conjunction.terms.map { term in
      var holds = Array(repeating: term.isAny, count: counts[term.factor] + 1)
      for value in term.values { holds[value] = true }
      holds[holds.count - 1] = term.allowsNotApplicable
      return Term(factor: term.factor, holds: holds, isAny: term.isAny)
    }
  }

  var factors: Set<Int> { Set(alternatives.joined().map(\.factor)) }

  /// True if it holds in a row, in which its factors must be known.
  func holds(in row: [Int]) -> Bool {
    alternatives.contains { Self.hold($0, in: row) }
  }

  static func hold(_ terms: [Term], in row: [Int]) -> Bool {
    for term in terms where !term.holds[row[term.factor]] { return false }
    return true
  }
}
