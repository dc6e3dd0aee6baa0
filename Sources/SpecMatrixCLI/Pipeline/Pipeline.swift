import Combinatorics
import Diagnostics
import Specification
import TestDesign
import YAMLSyntax

/// The stages from a spec's bytes to its analysis, one after the other.
struct Pipeline {
  /// The day that deferrals are measured against.
  let today: CalendarDay

  /// Bytes → text → syntax tree → specification → analysis.
  ///
  /// A stage that finds mistakes and still has a value to hand on does so, so that all mistakes are told at once; only a spec without
  /// mistakes is analysed.
  func answer(_ source: SpecSource, on console: Console) -> SpecAnswer {
    var file = SourceFile(path: source.path, text: "")
    var found: [Diagnostic] = []

    func take<Value>(_ stage: Checked<Value>) throws(StageStopped) -> Value {
      found += stage.diagnostics
      guard let value = stage.value else { throw StageStopped() }
      return value
    }
    func answer(_ outcome: SpecAnswer.Outcome) -> SpecAnswer {
      SpecAnswer(file: file, outcome: outcome, diagnostics: found.sortedByPlace())
    }

    do {
      let bytes = try take(source.read(on: console))
      // What is shown of a text that is not UTF-8.
      file.text = String(decoding: bytes.prefix(SyntaxLimits.bytes), as: UTF8.self)
      file = try take(readSource(bytes: bytes, path: source.path))
      let tree = try take(parseYAML(file))
      let specification = try take(
        decodeSpecification(tree, path: file.path, catalogue: .standard)
      )
      guard !found.contains(where: { $0.severity == .error }) else { return answer(.invalid) }
      return answer(.analysed(try take(analyse(specification, today: today))))
    } catch let limit as LimitExceeded {
      found.append(.limitExceeded(limit))
      return answer(.limitExceeded)
    } catch {
      return answer(.invalid)
    }
  }
}

/// That a stage has no value to hand on; what it found says why.
private struct StageStopped: Error {}

extension Diagnostic {
  /// That the exact answer is beyond what the engine allows itself.
  fileprivate static func limitExceeded(_ limit: LimitExceeded) -> Diagnostic {
    Diagnostic(
      code: "limit-exceeded",
      message: "there is no exact answer within the limits: \(limit.what)",
      span: nil,
      help: ["split the feature into several specs, or make factors with many values smaller"]
    )
  }
}
