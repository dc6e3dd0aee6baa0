import Combinatorics
import Diagnostics
import Specification
import TestDesign
import Text
import YAMLSyntax

/// The stages from a spec's bytes to its analysis, one after the other.
struct Pipeline {
  /// The day that deferrals are measured against.
  let today: CalendarDay
  /// The settings and catalogues in force.
  let projects: Projects

  /// Bytes → text → syntax tree → specification → analysis.
  func answer(_ source: SpecSource, on console: Console) -> SpecAnswer {
    var (file, read) = specification(source, on: console)
    func answer(_ outcome: SpecAnswer.Outcome) -> SpecAnswer {
      SpecAnswer(file: file, outcome: outcome, diagnostics: read.diagnostics.sortedByPlace())
    }
    guard let specification = read.value else { return answer(.invalid) }
    do throws(LimitExceeded) {
      let analysed = try analyse(specification, today: today)
      read.diagnostics += analysed.diagnostics
      return answer(analysed.value.map { .analysed($0) } ?? .invalid)
    } catch {
      read.diagnostics.append(.limitExceeded(error))
      return answer(.limitExceeded)
    }
  }

  /// Bytes → text → syntax tree → specification.
  ///
  /// A stage that finds mistakes and still has a value to hand on does so, so that all mistakes are told at once; only a spec without
  /// mistakes is handed on from here.
  func specification(
    _ source: SpecSource,
    on console: Console
  ) -> (file: SourceFile, read: Checked<Specification>) {
    var file = SourceFile(path: source.path, text: "")
    var found: [Diagnostic] = []

    func take<Value>(_ stage: Checked<Value>) throws(StageStopped) -> Value {
      found += stage.diagnostics
      guard let value = stage.value else { throw StageStopped() }
      return value
    }

    do throws(StageStopped) {
      let project = projects[source]
      let bytes = try take(source.read(on: console))
      // What is shown of a text that is not UTF-8.
      file.text = String(decoding: bytes.prefix(SyntaxLimits.bytes), as: UTF8.self)
      file = try take(readSource(bytes: bytes, path: source.path))
      let tree = try take(parseYAML(file))
      let specification = try take(
        decodeSpecification(
          tree,
          path: file.path,
          catalogue: project.catalogue,
          settings: project.settings
        )
      )
      let isSound = !found.contains { $0.severity == .error }
      return (file, Checked(isSound ? specification : nil, diagnostics: found))
    } catch {
      return (file, Checked(nil, diagnostics: found))
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
