import Diagnostics
import Reporting
import Specification
import TestDesign
import YAMLSyntax

/// A pack that answers go to, with those of all specs so far.
struct AnsweredPack {
  private(set) var file: AnsweredFile
  /// What reads specs with the pack as it is so far.
  private(set) var pipeline: Pipeline
  /// The specs of the run that use the pack.
  private let specs: [SpecSource]

  /// - Parameters:
  ///   - path: The pack.
  ///   - specs: The specs whose answers go to it.
  ///   - pipeline: All specs of the run.
  /// - Throws: `CommandFailure` where the project of one of them has no such pack.
  init?(_ path: String, for specs: [SpecResult], _ pipeline: Pipeline) throws(CommandFailure) {
    var pack: Pack?
    for spec in specs { pack = try pipeline.pack(path, of: spec.source) }
    guard let pack else { return nil }
    file = AnsweredFile(source: pack.file, text: pack.file.text)
    self.pipeline = pipeline
    self.specs = pipeline.sources.filter { (try? pipeline.pack(path, of: $0)) != nil }
  }

  /// Puts the answers to questions of a spec into the pack.
  ///
  /// - Parameters:
  ///   - asked: What the spec says with the pack as it was given.
  ///   - spec: The spec.
  ///   - files: Where the answers are.
  ///   - isTrial: Whether nothing will be written.
  /// - Returns: What became of the answers.
  /// - Throws: `CommandFailure` where the project of the spec has no such pack.
  mutating func answer(
    _ asked: AnalysedSpecification,
    _ spec: SpecResult,
    _ files: [ReturnedFile],
    isTrial: Bool
  ) throws(CommandFailure) -> AnsweredSpec {
    let others = specs.filter { $0 != spec.source }.map { other in
      (source: other, problems: Set(problems(of: other, pipeline).map(\.key)))
    }
    let target = AnswerFile.pack(
      try pipeline.pack(file.path, of: spec.source).name,
      text: file.text,
      read: { [pipeline, file] tree in
        var changed = pipeline
        let mistakes = changed.replace(file.path, by: tree)
        return mistakes.isEmpty
          ? changed.decode(spec.source).read : Checked(nil, diagnostics: mistakes)
      },
      objection: { [self] tree in
        var changed = pipeline
        guard changed.replace(file.path, by: tree).isEmpty else { return nil }
        for (other, known) in others {
          let new = problems(of: other, changed).first { !known.contains($0.key) }
          if let new { return "\(other.path) would get a new problem with it: \(new.message)" }
        }
        return nil
      }
    )
    let analysed = file.isChanged ? pipeline.analyse(spec.source).analysed : asked
    let answered = AnsweredSpec(
      analysed ?? asked,
      asked: asked,
      in: target,
      files: files,
      today: pipeline.today,
      isTrial: isTrial
    )
    file.text = answered.text
    if let tree = YAMLEditor(file.text)?.root { _ = pipeline.replace(file.path, by: tree) }
    return answered
  }

  /// What is wrong with a spec and no question that is simply open: each with a name that tells it from others.
  private func problems(
    of source: SpecSource,
    _ pipeline: Pipeline
  ) -> [(key: [String], message: String)] {
    let result = pipeline.analyse(source)
    guard let analysed = result.analysed else {
      return result.check.diagnostics.map { ([$0.code, $0.message], $0.message) }
    }
    return analysed.analysis.findings.compactMap { finding in
      switch finding.code {
      case .undefinedCombination, .undecidedRule, .placeholderResult, .openQuestion: return nil
      case .contradictoryRules:
        // With fewer combinations it is still the same.
        let rules = finding.rules.map { analysed.specification.rules[$0].id }
        return ([finding.code.rawValue] + rules, finding.message)
      default: return finding.severity == .error ? ([finding.id], finding.message) : nil
      }
    }
  }
}
