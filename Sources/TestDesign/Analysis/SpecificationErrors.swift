import Combinatorics
import Diagnostics
import Specification

/// Mistakes of a spec that only its space shows.
struct SpecificationErrors {
  let space: SpecificationSpace
  private var specification: Specification { space.lowered.specification }

  private func say(_ phrase: Phrase) -> String { specification.language.say(phrase) }

  /// That no combination is left, and what excludes them all; a planned feature has none yet.
  func emptySpace() throws(LimitExceeded) -> Diagnostic? {
    guard !specification.isPlanned, try space.possible(space.all) == .empty else { return nil }
    let statements = try space.minimalConflict(with: .full)
    // What an author says cannot happen stands in front: that is what somebody will change.
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

  /// Cases under `cases` that cannot happen.
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
