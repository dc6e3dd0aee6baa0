import Diagnostics
import TestDesign
import Text

extension OutcomeReport {
  /// The tables in Markdown, for a page or a comment.
  package var markdown: String {
    let (tables, single) = sections
    var output = "## \(MarkdownText.line(title))\n"
    for section in tables {
      let heads =
        section.factors.map { heading($0, of: section.operation) } + [text("Result", "結果")]
      output += "\n### \(MarkdownText.line(section.title))\n\n"
      if !section.agreement.isEmpty { output += MarkdownText.line(section.agreement) + "\n\n" }
      output += table(heads, whole(section.rows).map { ($0.map(cell), $1) })
      output += remarks(section)
    }
    if !single.isEmpty {
      output += "\n### \(text("One outcome each", "結果が1通りの操作"))\n\n"
      output += table(
        [text("Operation", "操作"), text("Result", "結果")],
        single.map { ([MarkdownText.line($0.title)], $0.rows[0].said) }
      )
      for section in single where !section.assumptions.isEmpty {
        let lines = section.assumptions.map { MarkdownText.line($0) }.joined(separator: "<br>")
        output += "\n\(MarkdownText.line(section.title)): \(lines)\n"
      }
    }
    if !otherQuestions.isEmpty { output += "\n### \(text("Also open", "その他の確認事項"))\n\n" }
    for finding in otherQuestions {
      output += "- \(finding.id): \(MarkdownText.line(finding.message))\n"
    }
    return output
  }

  private func remarks(_ section: Section) -> String {
    let lines = (section.remark.map { [$0] } ?? []) + section.assumptions
    return lines.isEmpty
      ? "" : "\n" + lines.map { MarkdownText.line($0) }.joined(separator: "<br>") + "\n"
  }

  private func table(_ heads: [String], _ rows: [([String], Said)]) -> String {
    let head = "| " + heads.map { MarkdownText.line($0) }.joined(separator: " | ") + " |\n"
    let line = "|" + heads.map { _ in " --- |" }.joined() + "\n"
    return head + line
      + rows.map { values, said in
        "| " + (values + [markdown(said)]).joined(separator: " | ") + " |\n"
      }.joined()
  }

  private func cell(_ value: Value) -> String { MarkdownText.line(value.text) }

  /// A question mark stands by itself; an exclamation mark would begin an image.
  private func markdown(_ said: Said) -> String {
    let first = [said.sign == Sign.contradictory ? "\\!" : said.sign, MarkdownText.line(said.text)]
      .filter { !$0.isEmpty }.joined(separator: " ")
    return ([first, MarkdownText.line(said.remark)] + said.notes.map { MarkdownText.line($0) })
      .filter { !$0.isEmpty }.joined(separator: "<br>")
  }

  /// Rows with every value: cells of a table in Markdown cannot span.
  private func whole(_ rows: [Row]) -> [([Value], Said)] {
    var above: [Value] = []
    return rows.map { row in
      above = row.values.enumerated().map { $1 ?? above[$0] }
      return (above, row.said)
    }
  }
}
