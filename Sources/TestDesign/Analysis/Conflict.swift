package import Diagnostics
import Specification

/// Statements that together exclude something, none of them to spare, and how a message shows them.
package struct Conflict: Sendable {
  /// Where the specification says them.
  package let places: [Diagnostic.Related]
  /// What the language itself says besides, one phrase each.
  package let notes: [String]

  /// The statements with these numbers in `lowered.constraints`.
  init(_ statements: [Int], in lowered: LoweredSpecification) {
    let origins = statements.map { lowered.constraints[$0].origin }
    // That at most one value is invalid excludes something alone only beside factors that have no valid one.
    places =
      origins == [.oneInvalid]
      ? Self.withoutValidValue(lowered)
      : origins.compactMap { Self.place(of: $0, in: lowered.specification) }
    notes = origins.contains(.oneInvalid) ? ["a combination holds at most one invalid value"] : []
  }

  private static func place(
    of origin: SpaceConstraint.Origin,
    in specification: Specification
  ) -> Diagnostic.Related? {
    switch origin {
    case .factorApplies(let factor):
      let declared = specification.factors[factor]
      return declared.onlyWhen.map {
        Diagnostic.Related(span: $0.span, message: "`\(declared.name)` applies only here")
      }
    case .operationPossible(let operation):
      let declared = specification.operations[operation]
      return declared.onlyWhen.map {
        Diagnostic.Related(span: $0.span, message: "`\(declared.id)` can be done only here")
      }
    case .constraint(let number):
      let constraint = specification.constraints[number]
      return Diagnostic.Related(
        span: constraint.span,
        message: constraint.because.map { "this constraint: \($0)" } ?? "this constraint"
      )
    case .oneInvalid:
      return nil
    }
  }

  private static func withoutValidValue(_ lowered: LoweredSpecification) -> [Diagnostic.Related] {
    let specification = lowered.specification
    let factors = specification.factors.filter { factor in
      factor.onlyWhen == nil && factor.values.allSatisfy(\.isInvalid)
    }
    let operations = lowered.operationValues.allSatisfy(\.isInvalid)
    return factors.map {
      Diagnostic.Related(span: $0.span, message: "`\($0.name)` has no valid value")
    }
      + (operations
        ? [Diagnostic.Related(span: specification.operationsSpan, message: "no operation is valid")]
        : [])
  }
}
