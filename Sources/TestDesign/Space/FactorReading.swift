import Specification

/// The factors that a spec reads, and those it assumes to make no difference.
///
/// A rule reads a factor if its condition names it. With `any`, the author states that the factor makes no difference, so nothing is
/// assumed and nothing needs to be tested. Reading a factor implies reading the factors in its `only_when`, since naming it requires that
/// it applies.
struct FactorReading {
  private let specification: Specification
  /// For each factor, itself and the factors that its `only_when` leads to.
  private let implied: [Set<Int>]

  init(_ specification: Specification) {
    self.specification = specification
    let direct = specification.factors.map { Self.named(in: $0.onlyWhen) }
    // Terminates since `only_when` conditions are acyclic.
    implied = specification.factors.indices.map { factor in
      var found: Set<Int> = [factor]
      var open = direct[factor]
      while let next = open.popFirst() {
        if found.insert(next).inserted { open.formUnion(direct[next]) }
      }
      return found
    }
  }

  /// The factors that no rule, no entry of `impossible` and no `only_when` reads or changes, in the order of declaration.
  var unread: [Int] {
    var read: Set<Int> = []
    for rule in specification.rules {
      read.formUnion(Self.named(in: rule.when))
      read.formUnion(rule.becomes.map(\.factor))
    }
    for entry in specification.impossible { read.formUnion(Self.named(in: entry.when)) }
    for factor in specification.factors { read.formUnion(Self.named(in: factor.onlyWhen)) }
    for operation in specification.operations {
      for condition in operation.applicability { read.formUnion(Self.named(in: condition)) }
    }
    return specification.factors.indices.filter {
      !read.contains($0) && specification.factors[$0].comparison == nil
    }
  }

  /// Returns the factors that a rule reads, by operation value; `countsAny` includes those named with `any`.
  func factors(ofRule rule: Int, countingAny countsAny: Bool) -> [Int: Set<Int>] {
    var read: [Int: Set<Int>] = [:]
    for alternative in specification.rules[rule].when.alternatives {
      var factors: Set<Int> = []
      for term in alternative.terms
      where term.factor != specification.operationFactor && (countsAny || !term.isAny) {
        factors.formUnion(
          countsAny
            ? implied[term.factor] : Set(specification.factorsRead(with: term.factor))
        )
      }
      for term in alternative.terms where term.factor == specification.operationFactor {
        for value in term.values { read[value, default: []].formUnion(factors) }
      }
    }
    return read
  }

  private static func named(in condition: Condition?) -> Set<Int> {
    Set((condition?.alternatives ?? []).flatMap { $0.terms.map(\.factor) })
  }
}

/// Factors that a spec assumes to make no difference for an operation value: nobody said so, but no deciding rule reads them.
package struct Assumption: Hashable, Sendable {
  /// Invalid values of one factor.
  package struct InvalidValues: Hashable, Sendable {
    package var factor: Int
    /// Ascending.
    package var values: [Int]
  }

  /// An index into `Specification.operationValues`.
  package var operationValue: Int
  /// The factors that other rules read but no deciding one, in the order of declaration.
  package var factors: [Int]
  /// The invalid values assumed to change nothing, in the order of the factors, which need not be read anywhere.
  package var invalid: [InvalidValues]

  /// True if two assumptions are equal except for the operation value.
  package func assumesTheSame(as other: Assumption) -> Bool {
    factors == other.factors && invalid == other.invalid
  }
}
