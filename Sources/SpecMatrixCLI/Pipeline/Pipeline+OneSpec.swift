import Diagnostics
import Reporting
import TestDesign

extension Pipeline {
  /// What became of a spec that a command cannot do without.
  enum OneSpec {
    case analysed(AnalysedSpecification)
    /// What is wrong was reported.
    case failed(CommandStatus)
  }

  /// The analysis of the one spec that a path leads to: a file, a folder that holds no other, or `-`.
  func oneSpec(_ path: String, on console: Console) throws(UsageError) -> OneSpec {
    let found = SpecFinder(skippedFolder: "output").find([path])
    for failed in found.failed { console.say("\(failed.path): \(failed.reason)") }
    guard let source = found.sources.first else { return .failed(.invalid) }
    guard found.sources.count == 1 else {
      let names = found.sources.prefix(3).map(\.path).joined(separator: ", ")
      throw UsageError("\(path) holds \(found.sources.count) specs: name one of \(names) …")
    }
    return analysed(source, on: console)
  }

  /// The analysis of a spec, its mistakes reported.
  func analysed(_ source: SpecSource, on console: Console) -> OneSpec {
    let answer = answer(source, on: console)
    let text = DiagnosticRenderer().render(answer.diagnostics, in: answer.file)
    if !text.isEmpty { console.report(text) }
    return switch answer.outcome {
    case .analysed(let analysed): .analysed(analysed)
    case .invalid: .failed(.invalid)
    case .limitExceeded: .failed(.failure)
    }
  }
}
