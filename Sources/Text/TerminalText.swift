package import Diagnostics

/// Terminal output built line by line from headings and wrapped items.
package struct TerminalText {
  package private(set) var text = ""
  package let columns: Int
  package let usesColor: Bool

  package init(columns: Int, usesColor: Bool) {
    self.columns = columns
    self.usesColor = usesColor
  }

  package func styled(_ text: String, _ style: TerminalStyle) -> String {
    usesColor ? style.applied(to: text) : text
  }

  /// Adds a heading after an empty line, which the first one does not need.
  package mutating func heading(_ heading: String, _ style: TerminalStyle = .strong) {
    if !text.isEmpty { text += "\n" }
    for line in LineBreaking.lines(of: VisibleText.line(heading), columns: columns) {
      text += styled(line, style) + "\n"
    }
  }

  /// Adds a line as it is.
  package mutating func line(_ line: String) { text += line + "\n" }

  /// Adds a wrapped paragraph with a hanging indent after a lead such as `when `.
  package mutating func item(
    _ item: String,
    indent: Int = 2,
    lead: String = "",
    style: TerminalStyle? = .gutter
  ) {
    let margin = indent + DisplayWidth.columns(of: lead)
    let lines = LineBreaking.lines(of: VisibleText.line(item), columns: max(20, columns - margin))
    for (number, line) in lines.enumerated() {
      text += String(repeating: " ", count: number == 0 ? indent : margin)
      if number == 0, !lead.isEmpty { text += style.map { styled(lead, $0) } ?? lead }
      text += line + "\n"
    }
  }

  /// Adds lines without wrapping them, such as code to be copied.
  package mutating func block(_ lines: String, indent: Int = 2) {
    for line in SourceLines(lines).lines {
      let margin = line.isEmpty ? "" : String(repeating: " ", count: indent)
      text += margin + VisibleText.line(line) + "\n"
    }
  }

  /// Adds pairs in two columns.
  package mutating func pairs(_ pairs: [(String, String)], indent: Int = 2) {
    let widths = pairs.map { DisplayWidth.columns(of: VisibleText.line($0.0)) }
    let width = min(widths.max() ?? 0, columns / 2)
    for (pair, own) in zip(pairs, widths) {
      let padding = String(repeating: " ", count: max(0, width - own) + 2)
      item(pair.1, indent: indent, lead: VisibleText.line(pair.0) + padding)
    }
  }
}
