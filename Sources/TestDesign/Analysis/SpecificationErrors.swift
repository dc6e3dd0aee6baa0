import Combinatorics
import Diagnostics
import Specification

/// Mistakes of a spec that become apparent only in its space.
struct SpecificationErrors {
  let space: SpecificationSpace
  private var specification: Specification { space.lowered.specification }

  private func say(_ phrase: Phrase) -> String { specification.language.say(phrase) }

  /// Returns a diagnostic with what excludes all combinations if the space is empty, or `nil`; a planned feature may be empty.
  func emptySpace() throws(LimitExceeded) -> Diagnostic? {
    guard !specification.isPlanned, try space.possible(space.all) == .empty else { return nil }
    let statements = try space.minimalConflict(with: .full)
    // Statements that an author wrote come first, since those are likely to change.
    let isWritten = { (number: Int) in space.lowered.constraints[number].isWritten }
    let conflict = Conflict(
      statements.filter(isWritten) + statements.filter { !isWritten($0) },
      in: space.lowered
    )
    let places = conflict.places
    let help =
      switch places.count {
      case 0: [String]()
      case 1: [say("this alone excludes everything: relax it")]
      default: [say("these \(places.count) together exclude everything: relax one")]
      }
    return Diagnostic(
      code: "no-combination",
      message: say("no combination is left"),
      span: places.first?.span ?? specification.featureSpan,
      help: help + conflict.notes,
      related: Array(places.dropFirst())
    )
  }

  /// Returns diagnostics for impossible entries of `cases`.
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
          message: say("the case cannot happen"),
          span: include.span,
          help: [say("change its `when` or what excludes it")] + conflict.notes,
          related: conflict.places
        )
      )
    }
    return diagnostics
  }
}
