extension Report {
  /// Counts what people entered, for the front page; with cases to be checked again it says how many.
  mutating func countAgain() {
    for section in summary.sections.indices {
      var results: Int?
      for line in summary.sections[section].lines.indices {
        guard case .tally(var tally) = summary.sections[section].lines[line].cell.content,
          let table = self[tally.table]
        else { continue }
        tally.counted = table.count(of: tally)
        summary.sections[section].lines[line].cell.content = .tally(tally)
        if tally.role == .result { results = line }
      }
      guard let results, let cases = self[.cases], cases.index(of: .recheck) != nil
      else { continue }
      var tally = ReportTally(
        table: .cases,
        role: .recheck,
        values: [TableCarryOver.recheckMark(language)],
        counted: 0
      )
      tally.counted = cases.count(of: tally)
      summary.sections[section].lines.insert(
        ReportSummary.Line(
          ReportColumn.Role.recheck.heading(in: .cases, language),
          ReportCell(.tally(tally))
        ),
        at: results + 1
      )
    }
  }
}
