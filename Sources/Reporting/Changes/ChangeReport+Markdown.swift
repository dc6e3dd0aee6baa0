import Diagnostics

extension ChangeReport {
  /// The report as Markdown, such as for a comment on a pull request; long lists are folded.
  package var markdown: String {
    guard !isEmpty else { return "Nothing changes for QA.\n" }
    return specs.filter { !$0.isEmpty }.map(\.markdown).joined(separator: "\n")
  }
}

extension SpecChange {
  fileprivate var markdown: String {
    var text = "### \(MarkdownText.line(id)): \(MarkdownText.line(versions))\n\n"
    text += ([caseCounts] + (resultCounts.map { [$0] } ?? [])).joined(separator: "; ") + "\n"
    for section in sections {
      let title = "\(section.title) (\(section.items.reduce(0) { $0 + $1.ids.count }))"
      let list = section.items.map(\.markdown).joined()
      text +=
        section.items.count > 10
        ? "\n<details><summary>\(title)</summary>\n\n\(list)\n</details>\n"
        : "\n**\(title)**\n\n\(list)"
    }
    return text
  }
}

extension ChangeSection.Item {
  fileprivate var markdown: String {
    let names = ids.map(MarkdownText.line).joined(separator: ", ")
    var text = "- \(names)" + (self.text.isEmpty ? "" : " · \(MarkdownText.line(self.text))") + "\n"
    for detail in details { text += "  - \(detail.label): \(MarkdownText.line(detail.text))\n" }
    return text
  }
}
