import Specification

/// A condition of a `Specification` as tables of truth, one per term.
struct TabledCondition: Sendable {
  struct Term: Sendable {
    var factor: Int
    /// By value number; behind the last value what *not applicable* is.
    var holds: [Bool]
    /// True if `any` was written.
    var isAny: Bool
  }

  var alternatives: [[Term]]

  /// Reads a condition, given by factor, the operation last, how many values it has.
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

  /// The factors that it names in any way.
  var factors: Set<Int> { Set(alternatives.joined().map(\.factor)) }

  /// True if it holds in a row; what it names must be known there.
  func holds(in row: [Int]) -> Bool {
    alternatives.contains { Self.hold($0, in: row) }
  }

  static func hold(_ terms: [Term], in row: [Int]) -> Bool {
    for term in terms where !term.holds[row[term.factor]] { return false }
    return true
  }
}
