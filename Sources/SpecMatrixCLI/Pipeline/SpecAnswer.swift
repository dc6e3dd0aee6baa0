import Diagnostics
import TestDesign

/// What the pipeline has to say of one spec.
struct SpecAnswer {
  /// How far it came.
  enum Outcome {
    case analysed(AnalysedSpecification)
    /// The spec cannot be read or is invalid.
    case invalid
    /// The exact answer would take more than the engine allows itself.
    case limitExceeded
  }

  /// The path, and the text as far as it could be read, for excerpts.
  var file: SourceFile
  var outcome: Outcome
  /// What every stage found on its way, in the order of places.
  var diagnostics: [Diagnostic]
}
