import Diagnostics
import Specification
import TestDesign
import Text

extension CheckReport {
  /// The report as commands of a GitHub workflow, which become annotations of the files, and the total behind them.
  package var github: String {
    let settings = settings.map(\.workflowLine).joined()
    return messages.map(\.workflowCommand).joined() + settings
      + (specs.isEmpty ? "" : totalLine + "\n")
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

  static func data(_ text: String) -> String {
    escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A"])
  }

  static func property(_ text: String) -> String {
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

extension AppliedSettings {
  /// A line of the log, and a notice where findings are switched off.
  fileprivate var workflowLine: String {
    let text = VisibleText.line(line())
    guard switchedOffCount > 0 else { return text + "\n" }
    let file = CheckMessage.property(VisibleText.line(ReportPath.normal(path)))
    return "::notice file=\(file),title=\(Self.code)::\(CheckMessage.data(text))\n"
  }
}

extension CheckReport {
  /// The report as Markdown, for a comment on a pull request or the summary of a job.
  ///
  /// A comment takes at most 65,536 characters: beyond that, findings are only counted.
  package var markdown: String {
    var text = "### specmatrix\n\n\(totalLine)\n"
    for settings in settings { text += "\n\(MarkdownText.line(settings.line(words)))\n" }
    for failed in failedPaths {
      text += "\n- `error` \(MarkdownText.line(failed.path)): \(MarkdownText.line(failed.reason))\n"
    }
    var left = 0
    for spec in specs {
      // That the list is incomplete stands in the head: behind a long table it would be cut off.
      let note = spec.incompleteNote?.code
      let messages = CheckReport(specs: [spec]).messages.filter { $0.code != note }
      let stubs = messages.compactMap(\.stub)
      var section = spec.head + (spec.agreement?.markdown ?? "")
      if !messages.isEmpty {
        section += "\n| finding | | line | ask |\n| --- | --- | --: | --- |\n"
      }
      let rows = messages.map { $0.row(spec.specification?.language ?? .english) }
      let fitting = rows.prefix { row in
        section += row
        return text.utf8.count + section.utf8.count <= Self.room
      }
      if fitting.count < rows.count { section.removeLast(rows[fitting.count].count) }
      left += rows.count - fitting.count
      guard !fitting.isEmpty || text.utf8.count + section.utf8.count <= Self.room else { continue }
      text += section
      let answers = stubs.isEmpty ? "" : Self.folded("How to answer", stubs)
      if text.utf8.count + answers.utf8.count <= Self.room { text += answers }
    }
    return left > 0 ? text + "\n… and \(counted(left, "more finding"))\n" : text
  }

  /// The bytes that every host takes, less the last line.
  private static let room = 65_000

  private static func folded(_ title: String, _ stubs: [String]) -> String {
    let fence = String(repeating: "`", count: 3)
    return "\n<details><summary>\(title)</summary>\n\n\(fence)yaml\n"
      + stubs.joined(separator: "\n") + "\n\(fence)\n\n</details>\n"
  }
}

extension SpecCheck {
  /// The path and the feature as a heading, and how much is defined.
  fileprivate var head: String {
    guard let specification else { return "\n#### \(MarkdownText.line(source.path))\n" }
    return "\n#### \(MarkdownText.line("\(source.path): \(specification.feature)"))\n"
      + (summaryLine.map { "\n\(MarkdownText.line($0))\n" } ?? "")
      + (incompleteNote.map { "\n**\(MarkdownText.line($0.message))**\n" } ?? "")
  }
}

extension CheckMessage {
  fileprivate func row(_ language: Language) -> String {
    var cell = MarkdownText.line(diagnostic.message)
    if let finding, finding.isQuestion { cell = "**\(finding.id)** \(cell)" }
    if let nearest = finding?.question?.nearestRule {
      cell += "<br>" + MarkdownText.line(language.say("nearest rule: \(nearest)"))
    }
    let line = diagnostic.span.map { String($0.start.line) } ?? ""
    let asked = finding?.ask.map(MarkdownText.line) ?? ""
    return "| \(severity.rawValue) `\(code)` | \(cell) | \(line) | \(asked) |\n"
  }

  /// What would answer it, with its id as a comment; nothing in it can end the block around it.
  fileprivate var stub: String? {
    guard let finding, let stub = finding.stub, !stub.contains("```") else { return nil }
    return "# \(finding.id)\n\(stub)"
  }
}
