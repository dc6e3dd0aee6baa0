package import Diagnostics

/// Reads a model in the language of PICT.
///
/// What PICT accepts is accepted with the same meaning, what it passes over with a warning too. A text has three parts in this order:
/// parameters, a line each; sub-models, a line each; constraints, which end in semicolons and may go over many lines. Which part a
/// line belongs to is judged by the line alone.
package func readPICTModel(
  _ file: SourceFile,
  options: PICTSyntaxOptions = PICTSyntaxOptions()
) -> Checked<PICTModel> {
  var reader = ModelReader(options: options)
  reader.read(file.text)
  let diagnostics = reader.diagnostics.sortedByPlace()
  let failed = diagnostics.contains { $0.severity == .error }
  return Checked(failed ? nil : reader.model, diagnostics: diagnostics)
}

/// A model that is being read.
struct ModelReader {
  var model: PICTModel
  var diagnostics: [Diagnostic] = []

  var options: PICTSyntaxOptions { model.options }

  init(options: PICTSyntaxOptions) {
    model = PICTModel(parameters: [], options: options)
  }

  mutating func read(_ text: String) {
    model.hasByteOrderMark = text.unicodeScalars.first == "\u{FEFF}"
    var lines = ModelLine.lines(of: text)[...]
    lines = lines.drop { $0.isSilent }
    while let line = lines.first, !line.isSubmodel, !line.beginsConstraints {
      readParameter(line)
      lines = lines.dropFirst().drop { $0.isSilent }
    }
    checkParameters()
    if lines.first?.isSubmodel == true {
      while let line = lines.first, !line.beginsConstraints {
        readSubmodel(line)
        lines = lines.dropFirst().drop { $0.isSilent }
      }
    }
    var parser = ConstraintParser(lines.filter { !$0.isSilent })
    let constraints = parser.parse()
    diagnostics += parser.diagnostics
    var resolver = ConstraintResolver(model: model)
    for constraint in constraints { resolver.resolve(constraint) }
    model.constraints = resolver.constraints
    diagnostics += resolver.diagnostics
  }

  mutating func report(
    _ code: String,
    _ message: String,
    _ span: SourceSpan?,
    severity: Severity = .error,
    help: [String] = [],
    related: [Diagnostic.Related] = []
  ) {
    diagnostics.append(
      Diagnostic(
        code: code,
        severity: severity,
        message: message,
        span: span,
        help: help,
        related: related
      )
    )
  }

  private mutating func checkParameters() {
    guard !model.parameters.isEmpty else {
      guard !diagnostics.contains(where: { $0.severity == .error }) else { return }
      let help = "write a parameter on a line of its own, `Name: first, second, third`"
      return report("empty-model", "the model has no parameters", nil, help: [help])
    }
    var places: [[Unicode.Scalar]: SourceSpan] = [:]
    for parameter in model.parameters {
      let key = TextOrder.key(parameter.name, isCaseSensitive: options.isCaseSensitive)
      if let first = places[key] {
        report(
          "duplicate-parameter",
          "there are two parameters `\(parameter.name)`",
          parameter.span,
          help: ["give each parameter a name of its own"],
          related: [Diagnostic.Related(span: first, message: "the first is here")]
        )
      } else {
        places[key] = parameter.span
      }
      if parameter.values.allSatisfy(\.isNegative) {
        let help = "add a value that is allowed: every other test needs one"
        let message = "all values of `\(parameter.name)` are negative"
        report("only-negative-values", message, parameter.span, help: [help])
      }
    }
  }
}
