import Diagnostics

extension CheckReport {
  /// The report with one line for each message, `path:line:col: error[code]: …`, and the total behind them.
  package func concise(usesColor: Bool = false) -> String {
    let renderer = DiagnosticRenderer(form: .concise, usesColor: usesColor)
    var output = ""
    for spec in specs {
      output += renderer.render(spec.diagnostics, in: spec.source)
      output += renderer.render(spec.findings.map { $0.headline() }, in: spec.source)
      if let note = spec.incompleteNote { output += renderer.render(note, in: spec.source) }
    }
    return specs.isEmpty ? output : output + totalLine + "\n"
  }
}
