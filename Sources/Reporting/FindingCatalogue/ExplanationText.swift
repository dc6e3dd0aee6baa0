import Diagnostics
import TestDesign

/// What `specmatrix explain` prints, for a terminal of 80 columns.
package struct ExplanationText {
  private let usesColor: Bool
  private var lines: [String] = []

  private static let columns = 80

  package init(usesColor: Bool = false) {
    self.usesColor = usesColor
  }

  /// A kind of finding with its examples.
  package func text(of finding: FindingDescription) -> String {
    var text = self
    let severity = TerminalStyle(finding.severity)
    text.lines.append(
      styled(finding.code.rawValue, .strong) + " · " + styled(finding.usualSeverity, severity)
    )
    text.paragraph(capitalised(finding.headline) + ".")
    text.section("What it means", [finding.meaning] + finding.remarks)
    text.section("Why it matters", [finding.reason])
    text.heading("How to fix it")
    for remedy in finding.remedies { text.item(remedy) }
    text.heading("Example")
    text.example(finding.failing, style: severity)
    text.heading("The same example, fixed")
    text.example(finding.passing, style: severity)
    return text.lines.map { $0 + "\n" }.joined()
  }

  /// A mistake, as one of its group; `nil` if no mistake is called so.
  package func text(ofMistake name: String) -> String? {
    guard let (group, headline) = MistakeDescription.of(name) else { return nil }
    var text = self
    let severity = "\(group.severity.rawValue) (a mistake, not a finding)"
    text.lines.append(
      styled(name, .strong) + " · " + styled(severity, TerminalStyle(group.severity))
    )
    text.paragraph(capitalised(headline) + ".")
    text.section("What it means", [group.meaning])
    text.heading("How to fix it")
    for remedy in group.remedies { text.item(remedy) }
    let others = group.codes.filter { $0.name != name }.map { "`\($0.name)`" }
    text.section("Related mistakes", [others.joined(separator: ", ")])
    return text.lines.map { $0 + "\n" }.joined()
  }

  /// Everything that can be explained, a line each.
  package var index: String {
    var text = self
    text.lines.append(styled("Findings", .strong))
    let findings = FindingDescription.all
    let width = findings.map(\.code.rawValue.count).max() ?? 0
    for finding in findings {
      text.entry(finding.code.rawValue, finding.headline, width, TerminalStyle(finding.severity))
    }
    for group in MistakeDescription.all {
      text.heading(capitalised(group.headline))
      let width = group.codes.map(\.name.count).max() ?? 0
      for code in group.codes { text.entry(code.name, code.headline, width, .strong) }
    }
    return text.lines.map { $0 + "\n" }.joined()
  }

  // MARK: Parts

  private mutating func heading(_ title: String) {
    lines += ["", styled(title, .strong)]
  }

  private mutating func section(_ title: String, _ paragraphs: [String]) {
    heading(title)
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0 { lines.append("") }
      self.paragraph(paragraph, indentation: 2)
    }
  }

  private mutating func paragraph(_ text: String, indentation: Int = 0) {
    let margin = String(repeating: " ", count: indentation)
    lines += LineBreaking.lines(of: text, columns: Self.columns - indentation).map { margin + $0 }
  }

  private mutating func item(_ text: String) {
    let broken = LineBreaking.lines(of: text, columns: Self.columns - 4)
    for (index, line) in broken.enumerated() { lines.append((index == 0 ? "  * " : "    ") + line) }
  }

  private mutating func entry(
    _ name: String,
    _ headline: String,
    _ width: Int,
    _ style: TerminalStyle
  ) {
    let padding = String(repeating: " ", count: width - name.count + 2)
    let room = Self.columns - 2 - width - 2
    let margin = String(repeating: " ", count: 2 + width + 2)
    let broken = LineBreaking.lines(of: headline, columns: room)
    lines.append("  " + styled(name, style) + padding + broken[0])
    lines += broken.dropFirst().map { margin + $0 }
  }

  private mutating func example(_ example: MarkedExample, style: TerminalStyle) {
    for (index, line) in SourceLines(example.text).lines.dropLast().enumerated() {
      lines.append("    " + line)
      guard let span = example.span, span.start.line == index + 1 else { continue }
      let blanks = String(repeating: " ", count: 4 + span.start.column - 1)
      let sign = String(repeating: "^", count: span.end.column - span.start.column)
      lines.append(blanks + styled(sign, style))
    }
  }

  private func styled(_ text: String, _ style: TerminalStyle) -> String {
    usesColor ? style.applied(to: text) : text
  }
}

/// The text with its first letter as a capital.
func capitalised(_ text: String) -> String {
  text.prefix(1).uppercased() + text.dropFirst()
}
