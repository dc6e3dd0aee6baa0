import Workbooks

/// The front page: a title, then groups of labels and values.
struct SummarySheet {
  private static let widths = [34.0, 76.0, 8.0]

  let summary: ReportSummary
  let tables: TableSheets
  let typesetting: Typesetting

  func plan(name: String, page: PagePlan) -> SheetPlan {
    var rows = [
      RowPlan(
        height: 2 * typesetting.lineHeight,
        cells: [CellPlan(.text(CellText.fitted(summary.heading)), style: .title)]
      )
    ]
    for section in summary.sections {
      rows.append(RowPlan(height: 8))
      rows.append(
        RowPlan(
          height: typesetting.lineHeight + 6,
          cells: [
            CellPlan(.text(CellText.fitted(section.heading)), style: .section),
            CellPlan(style: .section), CellPlan(style: .section),
          ]
        )
      )
      let first = rows.count
      rows += section.lines.enumerated().map { number, line in
        let whole = line.whole.map {
          (row: first + $0, count: Double(section.lines[$0].cell.shownText) ?? 0)
        }
        return row(line, first + number, whole: whole)
      }
    }
    return SheetPlan(
      name: name,
      tabColor: 0x1F3864,
      columns: Self.widths.map { ColumnPlan(width: $0) },
      rows: rows,
      chart: chart,
      digitsAsText: CellRange(
        first: CellPosition(row: 0, column: 0),
        last: CellPosition(row: max(rows.count - 1, 0), column: Self.widths.count - 1)
      ),
      page: page
    )
  }

  /// The results as bars, beside the lines that count them.
  private var chart: ChartPlan? {
    // The title, then for each section a gap, a heading and its lines.
    var first = 1
    for section in summary.sections {
      first += 2
      let results = section.lines.indices.filter { number in
        guard case .tally(let tally) = section.lines[number].cell.content else { return false }
        return tally.reads(.result) && section.lines[number].whole != nil
      }
      if let start = results.first, let end = results.last {
        let rows = first + start...first + end
        return ChartPlan(
          title: CellText.fitted(section.heading, limit: 100),
          categories: CellRange(column: 0, rows: rows),
          values: CellRange(column: 1, rows: rows),
          colors: results.map { Self.color(of: $0 - start) },
          position: CellPosition(row: first - 1, column: Self.widths.count + 1),
          width: 480,
          height: 300
        )
      }
      first += section.lines.count
    }
    return nil
  }

  /// In the order of the drop-down: passed, failed, blocked, not run, not applicable; then other entries, to be checked again, void.
  private static func color(of result: Int) -> Int {
    let colors = [
      0x70AD47, 0xC00000, 0x7F5FA8, 0xBFBFBF, 0xD9D9D9, 0xA5A5A5, 0xE0B400, 0xD06060,
    ]
    return colors[result % colors.count]
  }

  /// A line in the row with this number, and its share of the number in another row.
  private func row(
    _ line: ReportSummary.Line,
    _ number: Int,
    whole: (row: Int, count: Double)?
  ) -> RowPlan {
    let lines = max(
      typesetting.lines(of: line.label, width: Self.widths[0]),
      typesetting.lines(of: TableSheets.shownText(of: line.cell), width: Self.widths[1])
    )
    return RowPlan(
      height: typesetting.height(lines: lines),
      cells: [
        CellPlan(.text(CellText.fitted(line.label)), style: .label), plan(of: line.cell),
      ] + (whole.map { [share(of: line.cell, number, in: $0.row, $0.count)] } ?? [])
    )
  }

  private func share(of cell: ReportCell, _ row: Int, in whole: Int, _ total: Double) -> CellPlan {
    func place(_ row: Int) -> String { CellPosition(row: row, column: 1).description }
    let part = Double(cell.shownText) ?? 0
    return CellPlan(
      .formula(
        "IF(\(place(whole))=0,0,\(place(row))/\(place(whole)))",
        value: total == 0 ? 0 : part / total
      ),
      style: .share
    )
  }

  private func plan(of cell: ReportCell) -> CellPlan {
    let link = tables.target(of: cell.link)
    switch cell.content {
    case .empty: return CellPlan(style: .text)
    case .text:
      return CellPlan(
        .text(TableSheets.shownText(of: cell)),
        style: link == nil ? .text : .link,
        link: link
      )
    case .number(let number): return CellPlan(.number(number), style: .count)
    case .tally(let tally):
      guard let formula = formula(of: tally) else {
        return CellPlan(.number(tally.counted), style: .count)
      }
      return CellPlan(.formula(formula, value: Double(tally.counted)), style: .count)
    case .saved(let saved): return CellPlan(.saved(saved), style: .text)
    }
  }

  /// `COUNTIFS('Cases'!$F$5:$F$67,"")`, a sum of such where several conditions count; `nil` if there is nothing to count.
  private func formula(of tally: ReportTally) -> String? {
    var terms: [String] = []
    for conditions in tally.alternatives {
      // What is none of some texts is what is there less those that are.
      var counted: [(sign: String, criteria: [String], isList: Bool)] = [("+", [], false)]
      for condition in conditions {
        guard let cells = tables.cells(of: condition.role, in: tally) else { return nil }
        switch condition.match {
        case .isEmpty: counted.add("\(cells),\"\"")
        case .isFilled: counted.add("\(cells),\"<>\"")
        case .isOneOf(let texts):
          counted.add("\(cells),\(Self.criteria(texts))", isList: texts.count > 1)
        case .beginsWithOneOf(let texts):
          counted.add("\(cells),\(Self.criteria(texts, rest: "*"))", isList: texts.count > 1)
        case .isNoneOf(let texts), .beginsWithNoneOf(let texts):
          let rest = if case .isNoneOf = condition.match { "" } else { "*" }
          var less = counted
          counted.add("\(cells),\"<>\"")
          less.add("\(cells),\(Self.criteria(texts, rest: rest))", isList: texts.count > 1)
          counted += less.map { ($0.sign == "+" ? "-" : "+", $0.criteria, $0.isList) }
        }
      }
      terms += counted.map { sign, criteria, isList in
        let count = "COUNTIFS(\(criteria.joined(separator: ",")))"
        return sign + (isList ? "SUMPRODUCT(\(count))" : count)
      }
    }
    let formula = terms.joined()
    return formula.hasPrefix("+") ? String(formula.dropFirst()) : formula
  }

  /// Texts as criteria, in which spreadsheets would take some signs for others; the rest is a star where anything may follow.
  private static func criteria(_ texts: [String], rest: String = "") -> String {
    let literals = texts.map { text in
      TableSheets.literal(
        text.map { "*?~".contains($0) ? "~\($0)" : String($0) }.joined() + rest
      )
    }
    // A line break is no part of a literal.
    return literals.count == 1
      ? literals[0].split(separator: "\n").joined(separator: "\"&CHAR(10)&\"")
      : "{\(literals.joined(separator: ","))}"
  }
}

extension [(sign: String, criteria: [String], isList: Bool)] {
  fileprivate mutating func add(_ criterion: String, isList: Bool = false) {
    for number in indices {
      self[number].criteria.append(criterion)
      self[number].isList = self[number].isList || isList
    }
  }
}
