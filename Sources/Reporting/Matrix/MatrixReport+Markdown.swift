import Diagnostics
import TestDesign

extension MatrixReport {
  /// The matrix as a table of Markdown, for a page or a comment.
  package var markdown: String {
    let head = "| \(text("Operation", "操作")) | " + heads.map(escaped).joined(separator: " | ")
    var output = "**\(escaped(title))**\n\n\(head) |\n"
    output += "| --- |" + heads.map { _ in " --- |" }.joined() + "\n"
    for line in lines {
      let label =
        (line.operation.map { [escaped($0)] } ?? []) + line.variants.map { "– " + escaped($0) }
      let cells = [label.joined(separator: "<br>")] + line.cells.map(markdown)
      output += "| " + cells.joined(separator: " | ") + " |\n"
    }
    if !legend.isEmpty {
      output += "\n" + legend.map { "\($0.sign) \($0.meaning)" }.joined(separator: " · ") + "\n"
    }
    if !openFindings.isEmpty { output += "\n" }
    for finding in openFindings {
      output += "- \(finding.id): \(escaped(VisibleText.line(finding.message)))\n"
    }
    return output
  }

  private func markdown(_ cell: OutcomeMatrix.Cell) -> String {
    let head = head(of: cell)
    let paragraphs =
      [[head.sign, escaped(head.text)].filter { !$0.isEmpty }.joined(separator: " ")]
      + parts(of: cell).map { "\($0.sign) \($0.text)" } + cell.questions
    return paragraphs.joined(separator: "<br>")
  }

  /// What Markdown would take for its own signs, made plain.
  private func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      if "\\|*_`<>[]#~".contains(character) { escaped += "\\" }
      escaped.append(character)
    }
    return escaped
  }
}
