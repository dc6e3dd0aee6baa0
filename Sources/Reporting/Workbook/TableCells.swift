import Specification
import Text
import Workbooks

extension TableSheets {
  /// Returns the plan of a cell, which leaves the contents of kept columns unchanged.
  func plan(
    of row: ReportTable.Row,
    _ column: ReportColumn,
    _ number: Int,
    in table: ReportTable,
    _ width: Double
  ) -> CellPlan {
    switch column.kind {
    case .kept: return CellPlan(.kept, style: .plain)
    case .generated, .people, .gone, .digests:
      let isSaid =
        row.isGone
        && (column.role == .state || column.role == .number && row.cells[number].content == .empty)
        || row.cells[number].isRewritten
      if table.overlay != nil, row.isAdded || row.isGone || column.role.isAdded, !isSaid {
        return CellPlan(.kept, style: .plain)
      }
    }
    if column.kind == .gone { return CellPlan(style: .plain) }
    if column.kind == .digests { return digests(of: row, in: table) }
    var plan = plan(of: row.cells[number], in: column, width: width, isAdded: row.isAdded)
    if column.kind == .generated {
      if row.isHeading { plan.style = .label }
    } else if !row.takesEntries, plan.content == .blank {
      plan.style = .text
    }
    return plan
  }

  private func plan(
    of cell: ReportCell,
    in column: ReportColumn,
    width: Double,
    isAdded: Bool
  ) -> CellPlan {
    guard column.kind == .generated, !isAdded else {
      return entered(cell, in: column, isAdded: isAdded)
    }
    // LibreOffice shows a linked text on one line, whatever its style. A text that would be cut off gets no link.
    var plan = generated(cell, numbers: .number)
    if typesetting.lines(of: Self.shownText(of: cell), width: width) > 1 {
      plan.link = nil
      if plan.style == .link { plan.style = cell.isMuted ? .muted : .text }
    }
    return plan
  }

  /// Returns a cell that the program fills, with the style of its numbers.
  func generated(_ cell: ReportCell, numbers: CellStyle) -> CellPlan {
    let link = target(of: cell.link)
    switch cell.content {
    case .empty: return CellPlan(style: .text)
    case .number(let number): return CellPlan(.number(number), style: numbers, link: link)
    case .tally(let tally): return CellPlan(content(of: tally), style: numbers, link: link)
    case .share(let share, _, _): return CellPlan(.share(share), style: .share)
    case .saved(let saved): return CellPlan(.saved(saved), style: .text)
    case .text:
      return CellPlan(
        .text(Self.shownText(of: cell)),
        style: link != nil ? .link : cell.isMuted ? .muted : .text,
        link: link
      )
    }
  }

  /// Returns a cell that people fill or have filled.
  private func entered(_ cell: ReportCell, in column: ReportColumn, isAdded: Bool) -> CellPlan {
    var plan = entered(cell, isDate: column.role.isDate)
    if let page = column.look.tickets?.page(of: plan.plainText) {
      (plan.link, plan.style) = (.page(page), .peopleLink)
    }
    if column.role == .refusal { plan.style = .text }
    guard column.kind == .generated, isAdded, plan.style == .people else { return plan }
    return CellPlan(plan.content, style: .peopleText)
  }

  func entered(_ cell: ReportCell, isDate: Bool) -> CellPlan {
    var isDate = isDate
    let content: CellPlan.Content
    switch cell.content {
    case .empty: content = .blank
    case .saved(let saved):
      content = .saved(saved)
      switch saved {
      case .day, .formula(_, .day): isDate = true
      case .number: isDate = false
      default: break
      }
    case .text, .number, .tally, .share: content = .text(Self.shownText(of: cell))
    }
    return CellPlan(content, style: isDate ? .peopleDate : .people)
  }

  /// Returns the digests of a row's generated cells, by which edits are detected, or a blank cell for a row that people added.
  func digests(of row: ReportTable.Row, in table: ReportTable) -> CellPlan {
    guard !row.isAdded else { return CellPlan(style: .plain) }
    let digests = zip(table.columns, row.cells)
      .filter { $0.0.kind == .generated }
      .map { TextDigest.cell(Self.shownText(of: $0.1)) }
    return CellPlan(.text(digests.joined()), style: .plain)
  }

  /// Returns a cell's text as the sheet shows it, abbreviated if there is a brief form.
  static func shownText(of cell: ReportCell) -> String {
    CellText.fitted(cell.shownText)
  }
}
