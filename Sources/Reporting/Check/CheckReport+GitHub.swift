import Diagnostics
import TestDesign

extension CheckReport {
  /// The report as commands of a GitHub workflow, which become annotations of the files, and the total behind them.
  package var github: String {
    messages.map(\.workflowCommand).joined() + (specs.isEmpty ? "" : totalLine + "\n")
  }
}

extension CheckMessage {
  /// `::error file=…,line=…,col=…,endLine=…,endColumn=…,title=…::…`; GitHub takes columns only on one line.
  fileprivate var workflowCommand: String {
    let name = severity == .note ? "notice" : severity.rawValue
    var properties = [
      ("file", VisibleText.line(ReportPath.normal(path))), ("line", String(span.start.line)),
    ]
    if span.start.line == span.end.line { properties.append(("col", String(span.start.column))) }
    properties.append(("endLine", String(span.end.line)))
    if span.start.line == span.end.line {
      properties.append(("endColumn", String(span.end.column)))
    }
    properties.append(("title", finding.map { "\(code) \($0.id)" } ?? code))
    let list = properties.map { "\($0)=\(Self.property($1))" }.joined(separator: ",")
    let lines = SourceLines(text).lines.map { VisibleText.line($0) }
    return "::\(name) \(list)::\(Self.data(lines.joined(separator: "\n")))\n"
  }

  private static func data(_ text: String) -> String {
    escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A"])
  }

  private static func property(_ text: String) -> String {
    escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
  }

  /// Scalar by scalar: a sign that carries an accent is still that sign to GitHub.
  private static func escaped(_ text: String, _ escapes: [Unicode.Scalar: String]) -> String {
    var output = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let escape = escapes[scalar] {
        output.append(contentsOf: escape.unicodeScalars)
      } else {
        output.append(scalar)
      }
    }
    return String(output)
  }
}
