package import Diagnostics
import TestDesign

/// What `specmatrix check` found, free of any format: the formats are extensions of this type, one a file.
package struct CheckReport: Sendable {
  /// In the order in which they are shown.
  package var specs: [SpecCheck]
  /// Paths that led to no spec at all, such as a file that does not exist.
  package var failedPaths: [FailedPath]
  /// Which part of the specs it is; `nil` where it is about all that were asked for.
  package var shard: CheckPart.Shard?

  /// A path that was asked for and could not be followed.
  package struct FailedPath: Hashable, Sendable {
    package var path: String
    /// One phrase: "no such file or folder".
    package var reason: String

    package init(path: String, reason: String) {
      self.path = path
      self.reason = reason
    }
  }

  package init(specs: [SpecCheck], failedPaths: [FailedPath] = []) {
    self.specs = specs
    self.failedPaths = failedPaths
  }

  /// How many findings and mistakes of each severity there are, failed paths counted as errors.
  package var tally: Tally {
    var tally = Tally()
    tally.errors += failedPaths.count
    for spec in specs {
      for diagnostic in spec.diagnostics { tally.count(diagnostic.severity) }
      for finding in spec.findings { tally.count(finding.severity) }
    }
    return tally
  }

  /// Leaves out of every spec the findings that are known, see `SpecCheck.leaveOut`.
  package mutating func leaveOut(_ known: [String: Severity]) {
    for index in specs.indices { specs[index].leaveOut(known) }
  }
}
