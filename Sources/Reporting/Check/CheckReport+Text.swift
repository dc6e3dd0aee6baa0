import Diagnostics
import Specification
import TestDesign

extension CheckReport {
  /// The report for people: every message with its source and help, a summary of each spec, and the total.
  ///
  /// Of each operation at most `limit` questions are shown; `nil` shows all.
  ///
  /// - Parameters:
  ///   - limit: The number of questions.
  ///   - usesColor: Whether it is coloured.
  ///   - mapping: Who writes the part of each spec: that of one with many questions takes as long as finding them.
  /// - Returns: The text.
  package func text(
    limit: Int? = 3,
    usesColor: Bool = false,
    by mapping: SpecMapping = .inTurn
  ) -> String {
    // All but the headlines fits the 80 columns that terminals have at least, so that marks stay under what they mark.
    let renderer = DiagnosticRenderer(usesColor: usesColor, columns: 74, helpColumns: 80)
    var blocks = mapping(specs) { $0.blocks(renderer, limit: limit) }.flatMap(\.self)
    if !specs.isEmpty { blocks.append(totalLine + "\n") }
    return blocks.joined(separator: "\n")
  }
}

extension SpecCheck {
  /// The parts of the text between which an empty line stands.
  fileprivate func blocks(_ renderer: DiagnosticRenderer, limit: Int?) -> [String] {
    let lines = SourceLines(source.text)
    func rendered(_ diagnostics: [Diagnostic]) -> String {
      renderer.render(diagnostics, path: source.path, lines: lines)
    }
    var blocks = diagnostics.isEmpty ? [] : [rendered(diagnostics)]
    guard case .analysed(let specification, let analysis) = outcome else { return blocks }
    var diagnostics: [Diagnostic] = []
    for entry in QuestionLimit.entries(of: analysis.findings, limit: limit) {
      switch entry {
      case .finding(let finding):
        let shown = finding.explained(of: analysis.counts, cases: cases[finding.id] ?? [])
        diagnostics.append(shown)
      case .rest(let rest):
        blocks.append(rendered(diagnostics))
        diagnostics = []
        let operation = specification.operations[rest.operation].id
        blocks.append("… and \(rest.phrase) for \(VisibleText.line(operation)) (--all)\n")
      }
    }
    if !diagnostics.isEmpty { blocks.append(rendered(diagnostics)) }
    if let note = incompleteNote { blocks.append(rendered([note])) }
    if let summaryLine { blocks.append(summaryLine + "\n") }
    return blocks
  }
}

extension QuestionLimit.Rest {
  /// `4 more questions about up to 1,240 combinations`: questions may share combinations, so that their sum is a bound.
  fileprivate var phrase: String {
    let noun = combinations.isOne ? "combination" : "combinations"
    let bound = questions == 1 ? "" : "up to "
    return "\(questions) more question\(questions == 1 ? "" : "s")"
      + " about \(bound)\(combinations.readable) \(noun)"
  }
}
