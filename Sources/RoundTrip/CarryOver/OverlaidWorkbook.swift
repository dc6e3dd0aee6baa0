import Reporting
package import Workbooks

/// The workbook of the report, laid on the one that people saved.
extension CarryOver {
  /// The plan of the workbook, in the places of the saved one.
  ///
  /// What people wrote where something else is planned now joins the table of what is set aside.
  ///
  /// - Parameter created: When the workbook says that it was made, in seconds since 1970; `nil` for a fixed time.
  /// - Returns: The plan, for `reviseWorkbook`.
  package mutating func workbook(created: Int?) -> WorkbookPlan {
    var plan = plan(created)
    let displaced = lay(&plan)
    if !displaced.isEmpty {
      setAside(displaced)
      plan = self.plan(created)
      _ = lay(&plan)
    }
    return plan
  }

  private func plan(_ created: Int?) -> WorkbookPlan {
    created.map { WorkbookPlan(report, created: $0) } ?? WorkbookPlan(report)
  }

  /// Lays the rows without ids on saved ones; returns what is in their way.
  private func lay(_ plan: inout WorkbookPlan) -> [SetAsideNote] {
    plan.sheets.indices.flatMap { number -> [SetAsideNote] in
      guard let (saved, rows, digests) = freeCells(of: plan.sheets[number]) else { return [] }
      var cells = FreeCells(saved, rows, digests: digests)
      cells.lie(under: &plan.sheets[number].rows)
      if plan.sheets[number].overlay == nil {
        let width = saved.rows.map(\.count).max() ?? 0
        let columns = plan.sheets[number].columns.indices.dropFirst(width)
        plan.sheets[number].overlay = SheetOverlay(newColumns: Set(columns))
      }
      return cells.displaced.map { cells.note($0, report.language) }
    }
  }

  /// The saved rows without ids that a planned sheet lies on, and what the program wrote there; `nil` for a new sheet.
  private func freeCells(of sheet: SheetPlan) -> (SavedTable, Range<Int>, digests: [String]?)? {
    func whole(_ part: ReportPart) -> (SavedTable, Range<Int>, [String]?)? {
      freeSheets[part].map { ($0, $0.rows.indices, digests(part)) }
    }
    if sheet.name == ReportMetadata.name {
      return saved.tables.first { $0.isHidden && $0.name == sheet.name }
        .map { ($0, $0.rows.indices, nil) }
    }
    if let table = report.tables.first(where: { $0.title == sheet.name }) {
      guard table.overlay != nil, let saved = saved.tables.first(where: { $0.name == sheet.name })
      else { return whole(.table(table.name)) }
      return (saved, 0..<table.headingRow, digests(.table(table.name)))
    }
    if let emptied = report.emptiedSheets.first(where: { $0.title == sheet.name }) {
      return whole(emptied.part)
    }
    if sheet.name == report.summary.title { return whole(.summary) }
    guard sheet.name == report.coverage?.title, let (saved, rows, digests) = whole(.coverage)
    else { return nil }
    // Programs write shares in more ways than one.
    let numbers = saved.rows.joined().filter(\.isShare).map(\.writtenDigest)
    return (saved, rows, (digests ?? []) + numbers)
  }

  private func digests(_ part: ReportPart) -> [String] {
    metadata?.sheets.first { $0.part == part }?.digests ?? []
  }
}

extension SavedCell {
  /// True if it is a part of a whole: a number up to 1, or of hundredths.
  fileprivate var isShare: Bool {
    let text = plainText
    if text.hasSuffix("%") { return Double(text.dropLast()) != nil }
    return Double(text).map { (0...1).contains($0) } ?? false
  }
}
