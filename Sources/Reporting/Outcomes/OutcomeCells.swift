import Diagnostics
import Specification
import TestDesign
import Text

extension OutcomeReport {
  /// Returns the text of a cell, with its open questions and the rules that it overrides.
  func said(_ cell: OutcomeTable.Cell, _ number: Int, of table: OutcomeTable) -> Said {
    var said = said(cell.outcome)
    if cell.isDrafted(in: specification) {
      said.text = text.drafted(said.text)
      said.style = .open
    }
    said.remark = cell.questions.joined(separator: ", ")
    if !cell.insteadOf.isEmpty {
      said.add(text("instead of \(names(cell.insteadOf))", "\(names(cell.insteadOf))に優先"))
    }
    if let house = houseRule(of: cell) {
      said.remark = [said.remark, house].filter { !$0.isEmpty }.joined(separator: ", ")
    }
    if isFull { said.notes = notes(cell, cases[table.operation]?[number] ?? []) }
    return said
  }

  private func said(_ outcome: OutcomeTable.Outcome) -> Said {
    Said(
      sign: outcome.sign,
      text: text.line(outcome, in: specification),
      style: outcome.style
    )
  }

  /// The maximum number of questions named for folded cells.
  private static let shownQuestions = 3

  func said(_ fold: OutcomeTable.Fold, of table: OutcomeTable) -> Said {
    if let outcome = fold.outcome, fold.firstCell < table.cells.count {
      return said(table.cells[fold.firstCell], fold.firstCell, of: table)
        .with(outcome: said(outcome))
    }
    if let outcome = fold.outcome { return said(outcome) }
    let cells = grouped(fold.cells)
    let open = grouped(fold.open)
    guard fold.open > 0 else {
      return Said(text: text("\(cells) cells, all defined", "\(cells)マスすべて定義済み"), style: .good)
    }
    var said = Said(
      sign: Sign.open,
      text: text("\(open) of \(cells) open", "\(cells)マス中\(open)マスが未解決"),
      style: .open
    )
    if table.listsCells {
      var ids: [String] = []
      for cell in table.cells[fold.firstCell..<(fold.firstCell + fold.cells)] {
        for id in cell.questions where !ids.contains(id) { ids.append(id) }
      }
      let shown = ids.prefix(Self.shownQuestions).joined(separator: ", ")
      said.remark =
        ids.count > Self.shownQuestions ? "\(shown) +\(ids.count - Self.shownQuestions)" : shown
    }
    return said
  }

  /// Returns the house rule behind a cell's result, or `nil` if it is a rule of the spec.
  private func houseRule(of cell: OutcomeTable.Cell) -> String? {
    guard cell.outcome.isDefined, let first = cell.rules.first else { return nil }
    let rule = specification.rules[first]
    return rule.house == nil ? nil : VisibleText.line(text.reference(to: rule))
  }

  private func names(_ rules: [Int]) -> String {
    rules.map { VisibleText.line(text.name(of: specification.rules[$0])) }.joined(separator: ", ")
  }

  private func notes(_ cell: OutcomeTable.Cell, _ cases: [String]) -> [String] {
    var notes: [String] = []
    if !cell.rules.isEmpty {
      notes.append(names(cell.rules))
    }
    if let count = cell.combinations.map({ CombinationCount($0) }) {
      notes.append(
        text(
          "\(count.readable) combination\(count.isOne ? "" : "s")",
          "\(count.readable)通り"
        )
      )
    }
    if !cases.isEmpty {
      let shown = cases.prefix(4).joined(separator: ", ")
      notes.append(shown + (cases.count > 4 ? " +\(cases.count - 4)" : ""))
    }
    return notes
  }

  /// Returns a count with thousands separators, or `∞` for `Int.max`, which means that it overflowed.
  func grouped(_ count: Int) -> String {
    count == Int.max ? "∞" : CombinationCount(String(count)).grouped
  }
}

extension OutcomeReport.Said {
  fileprivate func with(outcome: Self) -> Self {
    var said = self
    (said.sign, said.text, said.style) = (outcome.sign, outcome.text, outcome.style)
    return said
  }
}
