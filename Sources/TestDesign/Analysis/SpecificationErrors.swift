import Combinatorics
import Diagnostics
import Specification

/// Mistakes of a spec that only its space shows.
struct SpecificationErrors {
  let space: Space
  private var specification: Specification { space.lowered.specification }

  init(_ space: Space) {
    self.space = space
  }

  /// That the constraints leave no combination, and which of them do it.
  func emptySpace() throws(LimitExceeded) -> Diagnostic? {
    guard space.all == .empty else { return nil }
    let conflict = try space.minimalConflict(with: .full)
    let related = conflict.compactMap { place(of: space.lowered.constraints[$0].origin) }
    return Diagnostic(
      code: "no-combination",
      message: "the constraints leave no combination",
      span: related.first?.span ?? specification.featureSpan,
      help: [
        related.count == 1
          ? "this alone excludes everything: relax it"
          : "these \(related.count) together exclude everything, and none of them can be spared: relax one"
      ],
      related: Array(related.dropFirst())
    )
  }

  /// Rows of `coverage.include` that cannot happen.
  func impossibleIncludes() throws(LimitExceeded) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for include in specification.coverage.include {
      let cube = space.lowered.cube(of: include.row)
      let rows = try space.store.diagram(of: cube)
      guard try space.store.intersection(space.all, rows) == .empty else { continue }
      let conflict = try space.minimalConflict(with: rows)
      diagnostics.append(
        Diagnostic(
          code: "impossible-include",
          message: "the included case cannot happen",
          span: include.span,
          help: ["change the row, or what excludes it"],
          related: conflict.compactMap { place(of: space.lowered.constraints[$0].origin) }
        )
      )
    }
    return diagnostics
  }

  /// That rules override each other in a circle.
  func circle(_ overrides: Overrides) -> Diagnostic? {
    guard let circle = overrides.circle else { return nil }
    let expectations = specification.expectations
    var steps: [String] = []
    var start = circle[0]
    for (index, rule) in circle.enumerated() {
      let next = circle[(index + 1) % circle.count]
      let reason = overrides.over[rule].first { $0.rule == next }?.reason
      switch reason {
      case .saysSo:
        steps.append("`\(expectations[next].id)` says that it overrides `\(expectations[rule].id)`")
        start = next
      case .isException, nil:
        steps.append(
          "`\(expectations[next].id)` covers a proper part of what `\(expectations[rule].id)` covers, so it overrides it"
        )
      }
    }
    return Diagnostic(
      code: "override-circle",
      message: "rules override each other in a circle",
      span: expectations[start].span,
      help: steps + ["remove one of the `overrides`"],
      related: circle.filter { $0 != start }.map {
        Diagnostic.Related(
          span: expectations[$0].span,
          message: "`\(expectations[$0].id)` is part of the circle"
        )
      }
    )
  }

  /// Where the specification says a statement; `nil` for the language's own rule of one invalid value.
  func place(of origin: SpaceConstraint.Origin) -> Diagnostic.Related? {
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
}
