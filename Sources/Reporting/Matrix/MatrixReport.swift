import Diagnostics
package import Specification
package import TestDesign
import Text

/// What a spec says of every operation, by the values of one factor: the formats are extensions of this type.
///
/// It is in the spec's language.
package struct MatrixReport {
  package var specification: Specification
  package var analysis: Analysis
  package var matrix: OutcomeMatrix

  package init(
    _ specification: Specification,
    _ analysis: Analysis,
    _ matrix: OutcomeMatrix
  ) {
    self.specification = specification
    self.analysis = analysis
    self.matrix = matrix
  }

  /// What a cell shows; in its text a cell is a list of paragraphs.
  enum Sign {
    static let several = "✓"
    static let open = "?"
    static let contradictory = "!"
    static let impossible = "–"
  }

  var text: ReportText { ReportText(language: specification.language) }

  /// An operation, or some of its variants of which the same is said.
  struct Line {
    /// The name of the operation, where it is the first of its lines.
    var operation: String?
    var variants: [String]
    var cells: [OutcomeMatrix.Cell]
  }

  /// The lines of the matrix: neighbouring variants of which the same is shown share one.
  var lines: [Line] {
    var lines: [Line] = []
    var last: Int?
    for (number, value) in specification.operationValues.enumerated() {
      let cells = matrix.cells[number]
      let variants = value.variantLabel.map { [VisibleText.line($0)] } ?? []
      let isFirst = last != value.operation
      last = value.operation
      if !isFirst, lines[lines.count - 1].cells.map(shown) == cells.map(shown) {
        lines[lines.count - 1].variants += variants
      } else {
        let name = isFirst ? VisibleText.line(value.operationLabel) : nil
        lines.append(Line(operation: name, variants: variants, cells: cells))
      }
    }
    return lines
  }

  /// The headings of the columns.
  var heads: [String] {
    let factor = specification.factors[matrix.across]
    return matrix.columns.map { value in
      value.map { VisibleText.line(factor.values[$0].label) }
        ?? Sign.impossible + text(" (does not apply)", "（該当なし）")
    }
  }

  var title: String {
    let label = VisibleText.line(specification.factors[matrix.across].label)
    return "\(specification.id) \(VisibleText.line(specification.feature))"
      + text(" — operation × \(label)", " ― 操作 × \(label)")
  }

  /// The other factors to choose from; `nil` where there is nothing to choose.
  var choice: String? {
    guard specification.factors.count > 1 else { return nil }
    let others = specification.factors.indices.filter { $0 != matrix.across }
      .map { VisibleText.line(specification.factors[$0].name) }.joined(separator: ", ")
    return text("--across shows another: \(others)", "ほかは --across で選べます: \(others)")
  }

  /// What the signs mean, of those that occur.
  var legend: [(sign: String, meaning: String, style: TerminalStyle)] {
    let cells = matrix.cells.joined()
    var legend: [(sign: String, meaning: String, style: TerminalStyle)] = []
    if cells.contains(where: { head(of: $0).sign.contains(Sign.several) }) {
      legend.append(
        (Sign.several, text("defined, not all alike", "定義済み（結果が複数）"), .good)
      )
    }
    if cells.contains(where: \.isOpen) {
      legend.append((Sign.open, text("undefined or undecided", "未定義または未決定"), .open))
    }
    if cells.contains(where: \.isContradictory) {
      legend.append((Sign.contradictory, text("contradictory", "矛盾"), .error))
    }
    if cells.contains(where: \.isImpossible) {
      legend.append((Sign.impossible, text("cannot happen", "起こらない"), .muted))
    }
    return legend
  }

  // MARK: Cells

  /// All that a cell shows, numbers of combinations aside where all of them have one result.
  private func shown(_ cell: OutcomeMatrix.Cell) -> [String] {
    let head = head(of: cell)
    return [head.sign, head.text] + (houseRule(of: cell).map { [$0] } ?? [])
      + parts(of: cell).map(\.text) + cell.questions
  }

  /// The signs of a cell, and what is defined in it; no sign where all of it has one result.
  func head(of cell: OutcomeMatrix.Cell) -> (sign: String, text: String, style: TerminalStyle?) {
    guard !cell.isImpossible else { return (Sign.impossible, "", .muted) }
    let isWhole = !cell.isOpen && !cell.isContradictory
    if isWhole, cell.results.count == 1 { return ("", result(cell.results[0]), nil) }
    let sign =
      (cell.results.isEmpty ? "" : Sign.several) + (cell.isOpen ? Sign.open : "")
      + (cell.isContradictory ? Sign.contradictory : "")
    let style: TerminalStyle = cell.isContradictory ? .error : cell.isOpen ? .open : .good
    switch cell.results.count {
    case 0: return (sign, "", style)
    case 1: return (sign, result(cell.results[0]), style)
    case let count: return (sign, text("\(count) results", "結果\(count)通り"), style)
    }
  }

  /// How much of a cell is open and how much contradictory, where that is not all of it.
  func parts(of cell: OutcomeMatrix.Cell) -> [(sign: String, text: String, style: TerminalStyle)] {
    let all = CombinationCount(cell.combinations)
    let open = CombinationCount(cell.undefined) + CombinationCount(cell.undecided)
    let contradictory = CombinationCount(cell.contradictory)
    func share(_ count: CombinationCount) -> String {
      // Numbers that nobody compares say less than a share of a hundred.
      all.grouped.count > 9
        ? count.share(of: all)
        : text("\(count.grouped) of \(all.grouped)", "\(all.grouped)通り中\(count.grouped)通り")
    }
    return [
      (Sign.open, open, TerminalStyle.open), (Sign.contradictory, contradictory, .error),
    ].filter { !$0.1.isZero && $0.1 != all }.map { ($0.0, share($0.1), $0.2) }
  }

  /// The rule of the house that gives a cell the one result that it shows; `nil` where the spec says it itself.
  func houseRule(of cell: OutcomeMatrix.Cell) -> String? {
    guard cell.results.count == 1 else { return nil }
    let rule = specification.rules[cell.results[0]]
    return rule.house == nil ? nil : VisibleText.line(text.reference(to: rule))
  }

  /// The question that a cell meets, and how many more.
  func questions(of cell: OutcomeMatrix.Cell) -> String? {
    guard let first = cell.questions.first else { return nil }
    let more = cell.questions.count - 1
    return more == 0 ? first : "\(first) +\(more)"
  }

  /// What a rule says, on one line.
  private func result(_ rule: Int) -> String {
    VisibleText.line(text.list(specification.rules[rule].results ?? []))
  }

  /// What somebody must answer.
  var openFindings: [Finding] { analysis.findings.filter(\.isQuestion) }
}

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
      let isContradictory = finding.code == .contradictoryRules
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
        text("Not all questions are listed for ", "確認事項を一部だけ表示している操作: ")
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
    if let house = houseRule(of: cell) { paragraphs.append(.init(text: house, style: .muted)) }
    for part in parts(of: cell) {
      paragraphs.append(.init(sign: part.sign, text: part.text, style: part.style))
    }
    if let questions = questions(of: cell) {
      paragraphs.append(.init(text: questions, style: .muted))
    }
    return paragraphs
  }
}

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
      + (houseRule(of: cell).map { [escaped($0)] } ?? [])
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
