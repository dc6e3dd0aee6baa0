import Diagnostics
import Specification
import TestDesign

extension CheckReport {
  /// The report as Markdown, for a comment on a pull request or the summary of a job.
  ///
  /// A comment holds 65,536 characters: where there is more to say, the last findings are counted only.
  package var markdown: String {
    var text = "### specmatrix\n\n\(totalLine)\n"
    for failed in failedPaths {
      text += "\n- `error` \(MarkdownText.line(failed.path)): \(MarkdownText.line(failed.reason))\n"
    }
    var left = 0
    for spec in specs {
      let messages = CheckReport(specs: [spec]).messages
      let stubs = messages.compactMap(\.stub)
      var section = spec.head
      if !messages.isEmpty {
        section += "\n| finding | | line | ask |\n| --- | --- | --: | --- |\n"
      }
      let rows = messages.map(\.row)
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
    guard case .analysed(let specification, _) = outcome else {
      return "\n#### \(MarkdownText.line(source.path))\n"
    }
    return "\n#### \(MarkdownText.line("\(source.path): \(specification.feature)"))\n"
      + (summaryLine.map { "\n\(MarkdownText.line($0))\n" } ?? "")
  }
}

extension CheckMessage {
  fileprivate var row: String {
    var cell = MarkdownText.line(diagnostic.message)
    if let finding, finding.isQuestion { cell = "**\(finding.id)** \(cell)" }
    if let nearest = finding?.question?.nearestRule {
      cell += "<br>nearest rule: \(MarkdownText.line(nearest))"
    }
    let line = diagnostic.span.map { String($0.start.line) } ?? ""
    let asked = finding?.ask.map(MarkdownText.line) ?? ""
    return "| \(severity.rawValue) `\(code)` | \(cell) | \(line) | \(asked) |\n"
  }

  /// What would answer it, with its id as a comment; nothing in it can end the block that it stands in.
  fileprivate var stub: String? {
    guard let finding, let stub = finding.stub, !stub.contains("```") else { return nil }
    return "# \(finding.id)\n\(stub)"
  }
}
