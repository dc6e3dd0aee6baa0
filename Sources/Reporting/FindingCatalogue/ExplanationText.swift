import Diagnostics
import TestDesign
import Text

/// What `specmatrix explain` prints, for a terminal of 80 columns.
package struct ExplanationText {
  private let empty: TerminalText

  package init(usesColor: Bool = false) {
    empty = TerminalText(columns: 80, usesColor: usesColor)
  }

  /// A kind of finding with its examples.
  package func text(of finding: FindingDescription) -> String {
    var text = empty
    let style = TerminalStyle(finding.severity)
    text.begin(finding.code.rawValue, finding.usualSeverity, style, finding.headline)
    text.section("What it means", [finding.meaning] + finding.remarks)
    text.section("Why it matters", [finding.reason])
    text.list("How to fix it", finding.remedies)
    text.heading("Example")
    text.example(finding.failing, style)
    text.heading("The same example, fixed")
    text.example(finding.passing, style)
    return text.text
  }

  /// A mistake, as one of its group; `nil` if no mistake is called so.
  package func text(ofMistake name: String) -> String? {
    guard let (group, headline) = MistakeDescription.of(name) else { return nil }
    var text = empty
    let severity = "\(group.severity.rawValue) (a mistake, not a finding)"
    text.begin(name, severity, TerminalStyle(group.severity), headline)
    text.section("What it means", [group.meaning])
    text.list("How to fix it", group.remedies)
    let others = group.codes.filter { $0.name != name }.map { "`\($0.name)`" }
    text.section("Related mistakes", [others.joined(separator: ", ")])
    return text.text
  }

  /// Everything that can be explained, a line each.
  package var index: String {
    var text = empty
    text.heading("Findings")
    let findings = FindingDescription.all
    let width = findings.map(\.code.rawValue.count).max() ?? 0
    for finding in findings {
      text.entry(finding.code.rawValue, finding.headline, width, TerminalStyle(finding.severity))
    }
    for group in MistakeDescription.all {
      text.heading(group.headline.capitalisedAtStart)
      let width = group.codes.map(\.name.count).max() ?? 0
      for code in group.codes { text.entry(code.name, code.headline, width, .strong) }
    }
    return text.text
  }
}

extension TerminalText {
  fileprivate mutating func begin(
    _ name: String,
    _ severity: String,
    _ style: TerminalStyle,
    _ headline: String
  ) {
    line(styled(name, .strong) + " · " + styled(severity, style))
    item(headline.capitalisedAtStart + ".", indent: 0)
  }

  fileprivate mutating func section(_ title: String, _ paragraphs: [String]) {
    heading(title)
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0 { line("") }
      item(paragraph)
    }
  }

  fileprivate mutating func list(_ title: String, _ items: [String]) {
    heading(title)
    for item in items { self.item(item, lead: "* ", style: nil) }
  }

  fileprivate mutating func entry(
    _ name: String,
    _ headline: String,
    _ width: Int,
    _ style: TerminalStyle
  ) {
    let padding = String(repeating: " ", count: width - name.count + 2)
    let margin = String(repeating: " ", count: 2 + width + 2)
    let broken = LineBreaking.lines(of: headline, columns: columns - margin.count)
    line("  " + styled(name, style) + padding + broken[0])
    for rest in broken.dropFirst() { line(margin + rest) }
  }

  fileprivate mutating func example(_ example: MarkedExample, _ style: TerminalStyle) {
    for (index, text) in SourceLines(example.text).lines.dropLast().enumerated() {
      line("    " + text)
      guard let span = example.span, span.start.line == index + 1 else { continue }
      let blanks = String(repeating: " ", count: 4 + span.start.column - 1)
      let sign = String(repeating: "^", count: span.end.column - span.start.column)
      line(blanks + styled(sign, style))
    }
  }
}
