import Diagnostics
import Specification
import TestDesign
import Text

extension CheckReport {
  /// The report as GitHub workflow commands, which annotate the files, followed by the total.
  package var github: String {
    let settings = settings.map(\.workflowLine).joined()
    return messages.map(\.workflowCommand).joined() + settings
      + (specs.isEmpty ? "" : totalLine + "\n")
  }
}

extension CheckMessage {
  /// The command `::error file=…,line=…,col=…,endLine=…,endColumn=…,title=…::…`, with columns only for a range within one line.
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
    text.escaping(["%": "%25", "\r": "%0D", "\n": "%0A"])
  }

  static func property(_ text: String) -> String {
    data(text).escaping([":": "%3A", ",": "%2C"])
  }
}

extension AppliedSettings {
  /// A line for the log, or a notice if findings are switched off.
  fileprivate var workflowLine: String {
    let text = VisibleText.line(line())
    guard switchedOffCount > 0 else { return text + "\n" }
    let file = CheckMessage.property(VisibleText.line(ReportPath.normal(path)))
    return "::notice file=\(file),title=\(Self.code)::\(CheckMessage.data(text))\n"
  }
}

extension CheckReport {
  /// The report as Markdown, for a comment on a pull request or a job summary.
  ///
  /// A comment has at most 65,536 characters; findings beyond that are only counted.
  package var markdown: String {
    var text = "### specmatrix\n\n\(totalLine)\n"
    for settings in settings { text += "\n\(MarkdownText.line(settings.line(words)))\n" }
    for failed in failedPaths {
      text += "\n- `error` \(MarkdownText.line(failed.path)): \(MarkdownText.line(failed.reason))\n"
    }
    var left = 0
    for spec in specs {
      // The note that the list is incomplete is in the head, where a long table cannot cut it off.
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

  /// The number of bytes that every host accepts, less the last line.
  private static let room = 65_000

  private static func folded(_ title: String, _ stubs: [String]) -> String {
    let fence = String(repeating: "`", count: 3)
    return "\n<details><summary>\(title)</summary>\n\n\(fence)yaml\n"
      + stubs.joined(separator: "\n") + "\n\(fence)\n\n</details>\n"
  }
}

extension SpecCheck {
  /// The heading with path and feature, and the summary.
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

  /// The stub that would answer the finding, with its id as a comment, unless it could end the surrounding code block.
  fileprivate var stub: String? {
    guard let finding, let stub = finding.stub, !stub.contains("```") else { return nil }
    return "# \(finding.id)\n\(stub)"
  }
}
