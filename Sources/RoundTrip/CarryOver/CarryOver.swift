package import Reporting
import Specification
package import TestDesign
package import Workbooks

/// Carries over what people entered in a saved workbook, or in CSV files, to the report that replaces it.
///
/// Results and answers follow their cases and questions by id; columns and sheets of people's own stay; what belongs to nothing any more goes
/// to the table of what is gone. Nothing that people wrote is lost.
package struct CarryOver {
  /// A generated cell that somebody wrote over.
  package struct Edit: Hashable, Sendable {
    package var sheet: String
    /// What the row is about.
    package var row: String
    package var heading: String
    package var text: String
  }

  package private(set) var report: Report
  package private(set) var edits: [Edit] = []
  /// How many rows were added to the table of retired rows.
  package private(set) var newlyRetired = 0
  /// How many rows were added there until their cases are shown again.
  package private(set) var newlySleeping = 0
  /// How many rows came back from there to their cases.
  package private(set) var woken = 0

  /// Whether the program wrote a workbook; a foreign one should be left alone.
  package static func isReport(_ saved: SavedWorkbook) -> Bool {
    ReportMetadata(saved) != nil
      || saved.tables.contains { table in
        [ReportTable.Name.cases, .questions].contains {
          SavedSheet(table, Vocabulary($0), metadata: nil) != nil
        }
      }
  }

  /// Whether a CSV file may be a table that the program wrote for a spec, with what people did to it since.
  ///
  /// - Parameters:
  ///   - saved: The file.
  ///   - name: The table.
  ///   - id: The spec's id, with which the ids of its cases begin.
  /// - Returns: `true` for a file with its columns whose rows have ids of ours, and for one without anything in it.
  package static func isTable(_ saved: SavedTable, _ name: ReportTable.Name, of id: String) -> Bool
  {
    guard saved.rows.contains(where: { $0.contains { !$0.isBlank } }) else { return true }
    guard let sheet = SavedSheet(saved, Vocabulary(name), metadata: nil) else { return false }
    let ids = sheet.rows.map { sheet.text(.id, row: $0) }
    return ids.isEmpty || ids.contains { $0.hasPrefix(id + "-") || $0.hasPrefix("Q-") }
  }

  /// What is known of the last generation.
  package struct Earlier {
    /// What became of its cases; `nil` if they were renumbered.
    package var changes: SuiteChanges?
    /// The digest of the suite that `changes` compares with.
    package var suiteDigest: String
    /// The names and labels of its factors.
    package var headings: Set<String>

    package init(changes: SuiteChanges?, suiteDigest: String = "", headings: Set<String> = []) {
      self.changes = changes
      self.suiteDigest = suiteDigest
      self.headings = headings
    }
  }

  /// Takes over what people entered.
  ///
  /// - Parameters:
  ///   - saved: What stands in the file now.
  ///   - report: What is to be written there.
  ///   - earlier: What is known of the last generation.
  ///   - sleeping: The ids of the cases that only a greater depth or strength shows.
  package init(
    of saved: SavedWorkbook,
    into report: Report,
    earlier: Earlier,
    sleeping: Set<String> = []
  ) {
    self.report = report
    let metadata = ReportMetadata(saved)
    var rest = saved.tables.filter { !($0.isHidden && $0.name == ReportMetadata.name) }

    func take(_ name: ReportTable.Name) -> SavedSheet? {
      let factors = (report[name]?.columns ?? []).compactMap { column in
        if case .factor = column.role { (column.heading, column.role) } else { nil }
      }
      let vocabulary = Vocabulary(name, last: factors, former: earlier.headings)
      let candidates = rest.indices.compactMap { index in
        SavedSheet(rest[index], vocabulary, metadata: metadata?.sheet(of: name)).map { (index, $0) }
      }
      let title = metadata?.sheet(of: name)?.title
      let best =
        candidates.first { rest[$0.0].name == title }
        ?? candidates.max { ($0.1.knownColumns, $1.0) < ($1.1.knownColumns, $0.0) }
      guard let best else { return nil }
      rest.remove(at: best.0)
      return best.1
    }

    // The most telling first, so that no other table takes its sheet.
    let sheets = [ReportTable.Name.cases, .questions, .factors, .retired, .rules]
      .compactMap(take)
    var retired = RetiredTable(
      language: report.language,
      saved: sheets.first { $0.name == .retired }
    )
    let context = TableCarryOver.Context(
      language: report.language,
      isRenumbered: earlier.changes == nil,
      standing: Self.standing(earlier, metadata),
      sleeping: sleeping,
      id: report.id
    )
    var gone: [RetiredRow] = []
    var asleep: [RetiredRow] = []
    for sheet in sheets where sheet.name.keepsEntries {
      guard let index = self.report.tables.firstIndex(where: { $0.name == sheet.name })
      else { continue }
      let carried = TableCarryOver(sheet, into: self.report.tables[index], context)
      self.report.tables[index] = carried.table
      edits += carried.edits
      asleep += carried.sleeping
      gone += carried.retired
      gone += sheet.cellsAbove(&self.report.tables[index].head, report.language)
    }
    if let cases = sheets.first(where: { $0.name == .cases }) {
      let tested = cases.rows.filter { !cases.text(.result, row: $0).isEmpty }
      self.report.sayStanding(ofTested: Set(tested.map { cases.text(.id, row: $0) }))
    }
    for sheet in metadata?.sheets ?? [] where !(sheet.table?.keepsEntries ?? false) {
      guard sheet.table != .retired, let index = FreeSheet.index(of: sheet, in: rest)
      else { continue }
      gone += FreeSheet.written(on: rest.remove(at: index), beside: sheet, report.language)
    }
    gone += saved.tables.flatMap { $0.pinned(ids: sheets, report.language) }
    answerAgain(&retired)
    if !context.isRenumbered { wake(&retired, context) }
    newlyRetired = gone.count
    newlySleeping = asleep.count
    retired.add(asleep + gone)
    if let table = retired.table { self.report.tables.append(table) }
    // The one table of a CSV file is not a sheet that people added.
    self.report.added = rest.filter { table in
      !table.name.isEmpty && table.rows.contains { !$0.allSatisfy(\.isBlank) }
    }
    self.report.countAgain()
  }

  /// The cases whose results hold, as far as the workbook is of the generation that was compared.
  private static func standing(_ earlier: Earlier, _ metadata: ReportMetadata?) -> Set<String> {
    if let metadata, metadata.suiteDigest != earlier.suiteDigest { return [] }
    return Set((earlier.changes?.cases ?? []).filter { $0.standing == .stands }.map(\.id))
  }

  /// A case that is shown again gets back what was entered for it.
  private mutating func wake(_ retired: inout RetiredTable, _ context: TableCarryOver.Context) {
    guard let index = report.tables.firstIndex(where: { $0.name == .cases }) else { return }
    var cases = SleepingCases(report.tables[index], context.language, standing: context.standing)
    for row in retired.takeSleeping(of: cases.keys) {
      if let rest = cases.wake(row) { retired.add([rest]) } else { woken += 1 }
    }
    report.tables[index] = cases.table
  }

  /// A question that is asked again gets its earlier answer back.
  private mutating func answerAgain(_ retired: inout RetiredTable) {
    guard let index = report.tables.firstIndex(where: { $0.name == .questions }) else { return }
    let origins = [
      ReportTable.Name.questions.title(.english), ReportTable.Name.questions.title(.japanese), "",
    ]
    for row in report.tables[index].rows.indices where !report.tables[index].rows[row].isAdded {
      let columns = report.tables[index].columns
      let isEmpty = columns.indices.allSatisfy {
        columns[$0].kind == .generated
          || report.tables[index].rows[row].cells[$0].content == .empty
      }
      guard isEmpty,
        let entries = retired.take(report.tables[index].rows[row].key, from: origins)
      else { continue }
      for entry in entries {
        guard let role = entry.role, let column = report.tables[index].index(of: role)
        else { continue }
        report.tables[index].rows[row].cells[column] = ReportCell(entered: entry.cell)
      }
    }
  }
}

extension Report {
  /// Counts what people entered, for the front page.
  mutating func countAgain() {
    for section in summary.sections.indices {
      for line in summary.sections[section].lines.indices {
        guard case .tally(var tally) = summary.sections[section].lines[line].cell.content,
          let table = self[tally.table]
        else { continue }
        tally.counted = table.count(of: tally)
        summary.sections[section].lines[line].cell.content = .tally(tally)
      }
    }
  }
}
