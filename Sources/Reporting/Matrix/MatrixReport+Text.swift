import Diagnostics
import Specification
import TestDesign

extension MatrixReport {
  /// The matrix for a terminal, followed by what is open.
  ///
  /// - Parameters:
  ///   - columns: The width; tables that do not fit are shown in parts.
  ///   - lineLimit: The most lines of a result in a cell; `nil` for all.
  ///   - usesColor: Whether ANSI escape sequences colour the text.
  /// - Returns: Text that ends in a line break.
  package func text(columns: Int, lineLimit: Int? = 3, usesColor: Bool = false) -> String {
    func styled(_ text: String, _ style: TerminalStyle) -> String {
      usesColor ? style.applied(to: text) : text
    }
    func wrapped(_ text: String, _ style: TerminalStyle? = nil) -> String {
      LineBreaking.lines(of: text, columns: columns).map { line in
        (style.map { styled(line, $0) } ?? line) + "\n"
      }.joined()
    }
    var output = wrapped(title, .strong)
    if let choice { output += wrapped(choice, .muted) }
    output += "\n" + table(lineLimit).text(columns: columns, usesColor: usesColor)
    if !legend.isEmpty { output += "\n" }
    output += legendLines(columns).map { line in
      line.map { styled($0.sign, $0.style) + " " + $0.meaning }.joined(separator: "   ") + "\n"
    }.joined()
    output += "\n"
    guard !openFindings.isEmpty else {
      return output + wrapped(text("Nothing is open.", "未解決の確認事項はありません。"))
    }
    let count = openFindings.count
    output += styled(
      text("Open: \(counted(count, "question"))", "未解決の確認事項: \(count)件"),
      .strong
    )
    output += "\n"
    for finding in openFindings {
      let isContradictory = finding.code == .contradictoryExpectations
      let sign = isContradictory ? Sign.contradictory : Sign.open
      let indent = String(repeating: " ", count: 2)
      let message = VisibleText.line(finding.message)
      output += styled(sign, isContradictory ? .error : .open) + " "
      output += LineBreaking.lines(of: "\(finding.id) \(message)", columns: max(10, columns - 2))
        .joined(separator: "\n" + indent)
      output += "\n"
    }
    if !analysis.incomplete.isEmpty {
      let names = analysis.incomplete.map { VisibleText.line(specification.operations[$0].id) }
      output += wrapped(
        text("Not all questions are listed for ", "一部の確認事項は省かれています: ")
          + names.joined(separator: ", ")
      )
    }
    return output
  }

  /// The entries of the legend, as many on a line as fit.
  private func legendLines(
    _ columns: Int
  ) -> [[(sign: String, meaning: String, style: TerminalStyle)]] {
    var lines: [[(sign: String, meaning: String, style: TerminalStyle)]] = []
    var used = 0
    for entry in legend {
      let width = DisplayWidth.columns(of: entry.sign + " " + entry.meaning)
      if !lines.isEmpty, used + 3 + width <= columns {
        lines[lines.count - 1].append(entry)
        used += 3 + width
      } else {
        lines.append([entry])
        used = width
      }
    }
    return lines
  }

  private func table(_ lineLimit: Int?) -> TextTable {
    TextTable(
      heads: heads.map { [.init(text: $0, style: .strong)] },
      corner: [.init(text: text("Operation", "操作"), style: .strong)],
      rows: lines.map { line in
        TextTable.Row(
          label: (line.operation.map { [$0] } ?? []).map { .init(text: $0) }
            + line.variants.map { .init(text: "  " + $0) },
          cells: line.cells.map(paragraphs),
          isFirst: line.operation != nil
        )
      },
      lineLimit: lineLimit
    )
  }

  private func paragraphs(_ cell: OutcomeMatrix.Cell) -> [TextTable.Paragraph] {
    let head = head(of: cell)
    var paragraphs = [TextTable.Paragraph(sign: head.sign, text: head.text, style: head.style)]
    for part in parts(of: cell) {
      paragraphs.append(.init(sign: part.sign, text: part.text, style: part.style))
    }
    if let questions = questions(of: cell) {
      paragraphs.append(.init(text: questions, style: .muted))
    }
    return paragraphs
  }
}
