import Combinatorics
package import Diagnostics
import Specification

/// The combinations that can happen, and the statements that make them.
struct Space {
  let lowered: LoweredSpecification
  let store: DiagramStore
  /// By statement of `lowered.constraints`: the rows for which it is true.
  let statements: [Diagram]
  let all: Diagram
  /// The same, as covering arrays and measures take it.
  var rows: Combinatorics.Space { Combinatorics.Space([all], in: store) }

  init(_ lowered: LoweredSpecification) throws(LimitExceeded) {
    self.lowered = lowered
    let store = DiagramStore(domains: lowered.domains, order: lowered.factorOrder)
    self.store = store
    var statements: [Diagram] = []
    for constraint in lowered.constraints {
      statements.append(try store.diagram(of: constraint.formula))
    }
    self.statements = statements
    do throws(LimitExceeded) {
      all = try store.intersection(statements)
    } catch {
      // Questions and counts are about sets of combinations, so the constraints cannot be kept apart as `cover` does.
      throw LimitExceeded(what: "\(error.what) for all constraints together")
    }
  }

  /// A minimal set of statements that together leave nothing of a set: leaving out any one of them leaves something.
  ///
  /// What `only_when` and the language itself say counts as given: a constraint is named only where nothing else does without it.
  ///
  /// - Parameters:
  ///   - rows: A set of which the space holds nothing.
  ///   - spared: A statement that must not be among them.
  /// - Returns: Numbers of `lowered.constraints`, ascending; empty when the set itself is.
  /// - Throws: `LimitExceeded` where the diagrams outgrow their limit.
  func minimalConflict(
    with rows: Diagram,
    without spared: Int? = nil
  ) throws(LimitExceeded) -> [Int] {
    let numbers = statements.indices.filter { $0 != spared }
    let given = numbers.filter { !lowered.constraints[$0].isWritten }
    let written = numbers.filter { lowered.constraints[$0].isWritten }
    let candidates = given + written
    var conflict = MinimalConflict(
      of: candidates.map { statements[$0] },
      within: rows,
      in: store
    )
    return (try conflict.places() ?? []).map { candidates[$0] }.sorted()
  }
}

/// Statements that together exclude something, none of them to spare, and how a message shows them.
package struct Conflict: Sendable {
  /// Where the specification says them.
  package let places: [Diagnostic.Related]
  /// What the language itself adds, one phrase each.
  package let notes: [String]

  /// The statements with these numbers in `lowered.constraints`.
  init(_ statements: [Int], in lowered: LoweredSpecification) {
    let origins = statements.map { lowered.constraints[$0].origin }
    // That at most one value is invalid excludes something alone only beside factors that have no valid one.
    places =
      origins == [.oneInvalid]
      ? Self.withoutValidValue(lowered)
      : origins.compactMap { Self.place(of: $0, in: lowered.specification) }
    notes =
      origins.contains(.oneInvalid) ? ["a combination contains at most one invalid value"] : []
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
