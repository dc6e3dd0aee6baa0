package import Diagnostics

/// The condition of a `when` or `only_when`, which holds if at least one of its conjunctions does.
///
/// All written forms are resolved into sets of values: `not free`, `2..5`, `valid`, a bare operation for its variants. The condition of a
/// rule names its operation like a factor, in each conjunction.
package struct Condition: Sendable {
  /// The conjunctions; never empty.
  package var alternatives: [Conjunction]
  /// The place of the map or list; for a rule without `when`, that of the rule.
  package var span: SourceSpan
}

extension Condition {
  /// The condition as written.
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

/// Terms that must all hold; each factor occurs at most once.
package struct Conjunction: Sendable {
  /// The terms in the order of declaration, the operation first.
  package var terms: [Term]
}

/// The requirement that a factor has one of some values.
package struct Term: Sendable {
  /// The index of the factor; `Specification.operationFactor` for the operation.
  package var factor: Int
  /// The indices of the values, ascending.
  package var values: [Int]
  /// True for `any`: every value, and also not applicable.
  package var isAny: Bool = false
  /// The values as written, if a step excludes one of them: the end of the range in its direction.
  package var written: [Int]?
  /// True if not written but implied by a step, which requires a next number.
  package var isImplied: Bool = false
  /// True if the values were written one by one, not by `not`, `valid` or `others`.
  package var namesValues: Bool = false
  /// True if it was written with `invalid`.
  package var namesInvalid: Bool = false
  /// The place of the factor's name; for an operation, of the key of its rules.
  package var span: SourceSpan

  package var allowsNotApplicable: Bool { isAny || isImplied }
}

package struct Impossibility: Sendable {
  package var when: Condition
  package var because: String?
  /// The place of the entry; for one from a pack, that of the declaration of its first factor in the spec.
  package var span: SourceSpan
  /// The pack that contains it, or `nil` for the spec itself.
  package var house: HouseOrigin?
}

/// The place in a pack of something that specs share.
package struct HouseOrigin: Hashable, Sendable {
  package var path: String
  package var line: Int

  package init(path: String, line: Int) {
    self.path = path
    self.line = line
  }
}
