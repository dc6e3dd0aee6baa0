import Specification

/// Which factors a spec reads, and where it takes for granted that one makes no difference.
///
/// A rule reads a factor where its condition names it. With `any` its author says that he looked at the factor and it makes no difference:
/// then nothing is taken for granted, and nothing need be tried. To read a factor is to read what its `only_when` names, since to name it says that it applies.
struct FactorReading {
  private let specification: Specification
  /// By factor: itself and the factors that its `only_when` leads to.
  private let implied: [Set<Int>]

  init(_ specification: Specification) {
    self.specification = specification
    let direct = specification.factors.map { Self.named(in: $0.onlyWhen) }
    // `only_when` conditions form no circle, so that this ends.
    implied = specification.factors.indices.map { factor in
      var found: Set<Int> = [factor]
      var open = direct[factor]
      while let next = open.popFirst() {
        if found.insert(next).inserted { open.formUnion(direct[next]) }
      }
      return found
    }
  }

  /// The factors that nothing in the spec reads or moves, in the order of declaration: no rule, no entry of `impossible`, no `only_when`.
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

  /// By value of the operation: the factors that a rule reads there; those that it names by `any` only on demand.
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

/// What a spec takes for granted on a value of the operation: nobody said that these factors make no difference, and no rule that decides reads
/// them.
package struct Assumption: Hashable, Sendable {
  /// Invalid values of one factor.
  package struct InvalidValues: Hashable, Sendable {
    package var factor: Int
    /// Ascending.
    package var values: [Int]
  }

  /// A number in `Specification.operationValues`.
  package var operationValue: Int
  /// The factors that rules read elsewhere and none that decides here, in the order of declaration.
  package var factors: [Int]
  /// The invalid values that are taken to change nothing, by factor in the order of declaration; the factors need not be read anywhere.
  package var invalid: [InvalidValues]

  /// True if two are the same but for the value of the operation.
  package func assumesTheSame(as other: Assumption) -> Bool {
    factors == other.factors && invalid == other.invalid
  }
}
