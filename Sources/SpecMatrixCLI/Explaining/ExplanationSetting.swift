import Reporting
import RoundTrip
import Specification
import TestDesign

/// Where an explanation looks, and how it is shown.
struct ExplanationSetting {
  let specs: SpecFinder.Result
  let suites: SuiteFolder
  let pipeline: Pipeline
  let columns: Int
  let usesColor: Bool
  let console: Console

  /// The first analysed spec of which something is wanted; specs that cannot be read are reported and passed over.
  ///
  /// - Returns: What was found, and the gravest status of the specs before it.
  func first<Found>(
    _ wanted: (AnalysedSpecification) throws -> Found?
  ) rethrows -> (found: Found?, status: CommandStatus) {
    var status: CommandStatus = specs.failed.isEmpty ? .success : .invalid
    for source in specs.sources {
      switch pipeline.analysed(source, on: console) {
      case .failed(let failure): status = max(status, failure)
      case .analysed(let analysed):
        if let found = try wanted(analysed) { return (found, status) }
      }
    }
    return (nil, max(status, .invalid))
  }

  /// The suite generated last; one that cannot be read is told.
  func suite(of specification: Specification) -> StoredSuite? {
    do throws(FileFailure) {
      return try suites.suite(of: specification.id)
    } catch {
      console.say(error.message)
      return nil
    }
  }
}
