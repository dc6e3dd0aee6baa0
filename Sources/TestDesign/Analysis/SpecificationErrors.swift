import Combinatorics
import Diagnostics
import Specification

/// Mistakes of a spec that only its space shows.
struct SpecificationErrors {
  let space: SpecificationSpace
  private var specification: Specification { space.lowered.specification }

  init(_ space: SpecificationSpace) {
    self.space = space
  }

  /// That the constraints leave no combination, and which of them do it.
  func emptySpace() throws(LimitExceeded) -> Diagnostic? {
    guard try space.possible(space.all) == .empty else { return nil }
    let conflict = Conflict(try space.minimalConflict(with: .full), in: space.lowered)
    let places = conflict.places
    var help: [String] = []
    if places.count == 1 { help.append("this alone excludes everything: relax it") }
    if places.count > 1 {
      help.append(
        "these \(places.count) together exclude everything: relax one"
      )
    }
    return Diagnostic(
      code: "no-combination",
      message: "the constraints leave no combination",
      span: places.first?.span ?? specification.featureSpan,
      help: help + conflict.notes,
      related: Array(places.dropFirst())
    )
  }

  /// Rows of `coverage.include` that cannot happen.
  func impossibleIncludes() throws(LimitExceeded) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for include in specification.coverage.include {
      let cube = space.lowered.cube(of: include.row)
      let rows = try space.store.diagram(of: cube)
      guard try space.possible(try space.store.intersection(space.all, rows)) == .empty else {
        continue
      }
      let conflict = Conflict(try space.minimalConflict(with: rows), in: space.lowered)
      diagnostics.append(
        Diagnostic(
          code: "impossible-include",
          message: "the included case cannot happen",
          span: include.span,
          help: ["change the row or what excludes it"] + conflict.notes,
          related: conflict.places
        )
      )
    }
    return diagnostics
  }

  /// That rules override each other in a circle.
  func circle(_ precedence: Precedence) -> Diagnostic? {
    guard let circle = precedence.circle else { return nil }
    let rules = specification.rules
    var steps: [String] = []
    var start = circle[0]
    for (index, rule) in circle.enumerated() {
      let next = circle[(index + 1) % circle.count]
      let reason = precedence.over[rule].first { $0.rule == next }?.reason
      switch reason {
      case .saysSo:
        steps.append("`\(rules[next].id)` says that it overrides `\(rules[rule].id)`")
        start = next
      case .isException, nil:
        steps.append(
          "`\(rules[next].id)` covers a proper part of what `\(rules[rule].id)` covers, so it overrides it"
        )
      }
    }
    return Diagnostic(
      code: "override-circle",
      message: "rules override each other in a circle",
      span: rules[start].span,
      help: steps + ["remove one of the `overrides`"],
      related: circle.filter { $0 != start }.map {
        Diagnostic.Related(
          span: rules[$0].span,
          message: "`\(rules[$0].id)` is part of the circle"
        )
      }
    )
  }
}
