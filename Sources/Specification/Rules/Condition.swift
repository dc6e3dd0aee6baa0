package import Diagnostics

/// What a `when` or `only_when` says: it holds if at least one of its conjunctions does.
///
/// Every written form is already turned into sets of values: `not free`, `2..5`, `valid`, a bare operation that stands for its variants. The
/// condition of a rule names its operation like a factor, in each conjunction.
package struct Condition: Sendable {
  /// Never empty.
  package var alternatives: [Conjunction]
  /// The map or list that was written; of a rule without `when` the rule's own place.
  package var span: SourceSpan
}

extension Condition {
  /// What was written of it.
  package var withoutImplied: Condition {
    var written = self
    for number in alternatives.indices {
      let terms = alternatives[number].terms.filter { !$0.isImplied }
      written.alternatives[number].terms = terms.map { term in
        var term = term
        term.values = term.written ?? term.values
        return term
      }
    }
    return written
  }
}

/// Terms that must all hold; each factor is named at most once.
package struct Conjunction: Sendable {
  /// In the order of declaration, the operation first.
  package var terms: [Term]
}

/// That a factor has one of some values.
package struct Term: Sendable {
  /// The factor's number; `Specification.operationFactor` for the operation.
  package var factor: Int
  /// The numbers of the values that it may have, ascending.
  package var values: [Int]
  /// True if `any` was written: every value, and not applicable too.
  package var isAny: Bool = false
  /// The values as written, if the rule excludes one of them: the end of a range, for a step towards it.
  package var written: [Int]?
  /// True if nobody wrote it: a rule that makes a number one more or less holds only where there is such a number.
  package var isImplied: Bool = false
  /// True if values were written one by one, and not by `not`, `valid` or what the rest is.
  package var namesValues: Bool = false
  /// The factor's name in the condition; of an operation the key of its rules.
  package var span: SourceSpan

  package var allowsNotApplicable: Bool { isAny || isImplied }
}

package struct Impossibility: Sendable {
  package var when: Condition
  package var because: String?
  /// The whole entry; of one from a pack the place in the spec that declares its first factor.
  package var span: SourceSpan
  /// The pack that says so; `nil` for the spec itself.
  package var house: HouseOrigin?
}

/// Where in a pack of the project something is written that specs share.
package struct HouseOrigin: Hashable, Sendable {
  package var path: String
  package var line: Int

  package init(path: String, line: Int) {
    self.path = path
    self.line = line
  }
}
