package import Reporting
import Specification
package import TestDesign
import Text
package import Workbooks

/// The transfer of people's entries in a saved workbook or in CSV files to the report that replaces it.
///
/// Results and answers follow their cases and questions by id. Rows and columns of a sheet with entries never move: new rows are appended,
/// and rows whose subject was removed stay in place, collapsed. Text that people wrote into generated cells is set aside.
package struct CarryOver {
  /// A generated cell that somebody overwrote.
  package struct Edit: Hashable, Sendable {
    package var sheet: String
    package var row: String
    package var heading: String
    package var text: String
  }

  package private(set) var report: Report
  let saved: SavedWorkbook
  let metadata: ReportMetadata?
  /// The saved sheet of entries set aside, and the notes to add to it.
  private var asideSheet: SavedSheet?
  private var notes: [SetAsideNote] = []
  private let context: TableCarryOver.Context
  /// The saved sheets of the parts whose rows have no ids.
  private(set) var freeSheets: [ReportPart: SavedTable] = [:]
  package private(set) var edits: [Edit] = []
  package var newlySetAside: Int { notes.count }
  /// The cells that testers merged across rows, by sheet, such as `Cases!G6, Cases!G9`.
  package private(set) var merged: [String] = []
  /// The columns whose results no longer count, with their number.
  package private(set) var uncounted: [(sheet: String, heading: String, results: Int)] = []

  /// True if the program wrote the workbook; others should be left alone.
  package static func isReport(_ saved: SavedWorkbook) -> Bool {
    ReportMetadata(saved) != nil
      || saved.tables.contains { table in
        [ReportTable.Name.cases, .questions].contains {
          SavedSheet(table, Vocabulary($0), metadata: nil) != nil
        }
      }
  }

  /// The maximum number of consecutive empty rows in a table, since every row is laid out with all its cells.
  package static let maxEmptyRows = 10_000

  /// Returns the first row that follows more than `maxEmptyRows` empty rows in a generated sheet.
  package static func strayRow(in saved: SavedWorkbook) -> (sheet: String, row: Int)? {
    for table in saved.tables where table.rows.count > maxEmptyRows || !table.pinnedRows.isEmpty {
      let used = table.pinnedRows
        .union(table.rows.indices.filter { table.rows[$0].contains { !$0.isBlank } }).sorted()
      guard
        let stray = zip(used, used.dropFirst()).first(where: { $1 - $0 - 1 > maxEmptyRows })?.1,
        ReportTable.Name.allCases.contains(where: { name in
          SavedSheet(table.head, Vocabulary(name), metadata: nil) != nil
        })
      else { continue }
      return (table.name, stray)
    }
    return nil
  }

  /// True if a CSV file is empty, or may be a generated table of the spec that people edited.
  package static func isTable(_ saved: SavedTable, _ name: ReportTable.Name, of id: String) -> Bool
  {
    guard saved.rows.contains(where: { $0.contains { !$0.isBlank } }) else { return true }
    guard let sheet = SavedSheet(saved, Vocabulary(name), metadata: nil) else { return false }
    let ids = sheet.rows.map { sheet.text(.id, row: $0) }
    return ids.isEmpty || ids.contains { $0.hasPrefix(id + "-") || $0.hasPrefix("Q-") }
  }

  /// The state of the last generation.
  package struct Earlier {
    /// The changes to its cases, or `nil` if they were renumbered.
    package var changes: SuiteChanges?
    /// The digest of the suite with which `changes` compares.
    package var suiteDigest: String
    /// The names and labels of its factors.
    package var headings: Set<String>
    /// The current index of a factor by its former column heading, if the spec still has it.
    package var factors: [String: Int]

    package init(
      changes: SuiteChanges?,
      suiteDigest: String = "",
      headings: Set<String> = [],
      factors: [String: Int] = [:]
    ) {
      self.changes = changes
      self.suiteDigest = suiteDigest
      self.headings = headings
      self.factors = factors
    }
  }

  /// Carries over people's entries.
  ///
  /// - Parameters:
  ///   - saved: The current contents of the file.
  ///   - report: The report to be written.
  ///   - earlier: The state of the last generation.
  ///   - successors: The successor of each answered question that is no longer asked, by id.
  ///   - round: The name of the next test round, if one begins. It gets a sheet of its own; sheets of earlier rounds stay unchanged.
  package init(
    of saved: SavedWorkbook,
    into report: Report,
    earlier: Earlier,
    successors: [String: String] = [:],
    round: String? = nil
  ) {
    self.report = report
    self.saved = saved
    let metadata = ReportMetadata(saved)
    self.metadata = metadata
    var rest = saved.tables.filter { !($0.isHidden && $0.name == ReportMetadata.name) }
    func vocabulary(_ name: ReportTable.Name) -> Vocabulary {
      let factors = (report[name]?.columns ?? []).compactMap { column in
        if case .factor = column.role { (column.heading, column.role) } else { nil }
      }
      // A relabelled factor keeps its column.
      let renamed = earlier.factors.sorted { $0.key < $1.key }.map {
        (heading: $0.key, role: ReportColumn.Role.factor($0.value))
      }
      let known = Set(factors.map(\.1))
      let all = factors + renamed.filter { known.contains($0.role) }
      let devices = (report[name]?.columns ?? []).compactMap(\.role.device)
      return Vocabulary(name, last: all, former: earlier.headings, devices: devices)
    }
    let rounds = Rounds(
      of: rest,
      metadata,
      report.language,
      beginning: round,
      vocabulary: vocabulary
    )
    rest.removeAll { rounds.closed.contains($0.name) }

    func take(_ name: ReportTable.Name) -> SavedSheet? {
      let vocabulary = vocabulary(name)
      let candidates = rest.indices.compactMap { index -> (Int, SavedSheet)? in
        // A sheet named like another part of the report is that part.
        let isAnother = metadata?.sheets.contains {
          $0.title == rest[index].name && $0.part != .table(name)
        }
        guard isAnother != true else { return nil }
        return SavedSheet(rest[index], vocabulary, metadata: metadata?.sheet(of: name))
          .map { (index, $0) }
      }
      let title = metadata?.sheet(of: name)?.title
      let best =
        candidates.first { rest[$0.0].name == title }
        ?? candidates.max { ($0.1.knownColumns, $1.0) < ($1.1.knownColumns, $0.0) }
      guard let best else { return nil }
      rest.remove(at: best.0)
      return best.1
    }

    // The most specific tables first, so that no other table takes their sheets.
    let sheets = [
      ReportTable.Name.decisions, .outcomes, .flows, .cases, .questions, .factors, .setAside,
      .rules,
    ]
    .compactMap(take)
    for sheet in metadata?.sheets ?? [] where sheet.part.isFree {
      guard let index = FreeCells.index(of: sheet, in: rest) else { continue }
      freeSheets[sheet.part] = rest.remove(at: index)
    }
    asideSheet = sheets.first { $0.name == .setAside }
    let copies = rounds.copies(in: &rest)
    context = TableCarryOver.Context(
      language: report.language,
      isRenumbered: earlier.changes == nil,
      standing: Self.standing(of: earlier, metadata),
      successors: successors,
      id: report.id,
      mentioned: Self.mentioned(by: rest)
    )
    for sheet in sheets + copies where sheet.name.keepsEntries {
      if sheet.name == .flows, let empty = report.emptyFlows {
        keep(TableCarryOver(sheet, into: empty, context))
        continue
      }
      guard let index = report.tables.firstIndex(where: { $0.name == sheet.name })
      else { continue }
      let carried = TableCarryOver(sheet, into: report.tables[index], context)
      var table = carried.table
      if !sheet.saved.name.isEmpty { table.title = sheet.saved.name }
      let known = self.report.tables.lastIndex { $0.name == sheet.name } ?? index
      if copies.contains(where: { $0.saved.name == sheet.saved.name }) {
        self.report.tables.insert(table, at: known + 1)
      } else {
        self.report.tables[known] = table
      }
      edits += carried.edits
      notes += carried.notes
      uncounted += carried.uncounted.map { (carried.origin, $0.heading, $0.results) }
    }
    merged = (sheets + copies).filter { [.cases, .flows].contains($0.name) }
      .compactMap(\.mergedCells)
    let tested = sheets.filter { [.cases, .flows].contains($0.name) }.flatMap { sheet in
      sheet.rows.filter { row in sheet.results.contains { !sheet.text($0, row: row).isEmpty } }
        .map { Flow.caseID(ofStep: sheet.text(.id, row: $0)) }
    }
    self.report.sayStanding(ofTested: Set(tested))
    setAside([])
    keepNews()
    keepTitles()
    self.report.foreignSheets = rest.map(\.name) + rounds.closed
    self.report.closedRounds = rounds.closed
    emptySheets()
    self.report.countAgain()
    let others = [ReportTable.Name.cases, .flows].map { ($0, rounds.others(self.report, $0)) }
    self.report.sayProgress(rounds: Dictionary(firstOf: others))
    self.report.add(rounds.progress(self.report))
  }

  /// Keeps flows with testers' entries, although the spec has none any more.
  private mutating func keep(_ flows: TableCarryOver) {
    edits += flows.edits
    notes += flows.notes
    guard !flows.table.rows.isEmpty else { return }
    let cases = report.tables.lastIndex { $0.name == .cases } ?? report.tables.count - 1
    var table = flows.table
    if !flows.sheet.saved.name.isEmpty { table.title = flows.sheet.saved.name }
    report.tables.insert(table, at: cases + 1)
  }

  /// Adds notes to the table of entries set aside.
  mutating func setAside(_ notes: [SetAsideNote]) {
    self.notes += notes
    report.tables.removeAll { $0.name == .setAside }
    var table = ReportTable(self.notes, report.language)
    if let asideSheet {
      table = TableCarryOver(asideSheet, into: table, context).table
      if !asideSheet.saved.name.isEmpty { table.title = asideSheet.saved.name }
    } else if self.notes.isEmpty {
      return
    }
    report.tables.append(table)
  }

  /// Marks the saved sheets of parts that the report no longer has as empty.
  private mutating func emptySheets() {
    for sheet in metadata?.sheets ?? [] {
      guard let saved = freeSheets[sheet.part] else { continue }
      let isThere =
        switch sheet.part {
        case .summary: true
        case .coverage: report.coverage != nil
        case .table(let name): report[name] != nil
        }
      if !isThere {
        report.emptiedSheets.append((sheet.part, saved.name))
      }
    }
  }

  /// Keeps the changes of the last generation until there are new ones.
  private mutating func keepNews() {
    guard let metadata, let saved = freeSheets[.table(.changes)],
      let sheet = SavedSheet(saved, Vocabulary(.changes), metadata: metadata.sheet(of: .changes)),
      let index = report.tables.firstIndex(where: { $0.name == .changes })
    else { return }
    report.tables[index].title = saved.name
    guard !report.suiteDigest.isEmpty, metadata.suiteDigest == report.suiteDigest else { return }
    // Only generated cells are planned; people's own stay as they are.
    let written = metadata.sheet(of: .changes)?.digests
    let cells = FreeCells(saved, saved.rows.indices, digests: written)
    report.tables[index].rows = saved.rows.indices.dropFirst(sheet.headingRow + 1).map { row in
      ReportTable.Row(
        key: String(row),
        cells: report.tables[index].columns.map { column in
          guard let place = sheet.column(column.role), cells.isOwn(row: row, column: place) else {
            return .empty
          }
          return ReportCell(entered: saved[row: row, column: place])
        }
      )
    }
  }

  /// Keeps the names that people gave to sheets.
  private mutating func keepTitles() {
    for index in report.tables.indices {
      let saved = freeSheets[.table(report.tables[index].name)]
      if let title = saved?.name { report.tables[index].title = title }
    }
    if let saved = freeSheets[.summary] { report.summary.title = saved.name }
    if let saved = freeSheets[.coverage] { report.coverage?.title = saved.name }
  }

  /// Returns the names of the sheets to which formulas refer, in lower case.
  private static func mentioned(by sheets: [SavedTable]) -> Set<String> {
    var names: Set<String> = []
    for case .formula(let formula, _) in sheets.lazy.flatMap({ $0.rows.joined() }) {
      names.formUnion(FormulaWords(formula).sheets)
    }
    return names
  }

  /// Returns the standing of each case's results by id, if the file is of the generation compared.
  ///
  /// CSV files do not record their generation; there, a row that differs from an unchanged case is from an older one.
  private static func standing(
    of earlier: Earlier,
    _ metadata: ReportMetadata?
  ) -> [String: CaseChange.Standing] {
    if let metadata, metadata.suiteDigest != earlier.suiteDigest { return [:] }
    let changes = (earlier.changes?.cases ?? []).filter { metadata != nil || $0.kind != .kept }
    return Dictionary(
      firstOf: changes.compactMap { change in change.standing.map { (change.id, $0) } }
    )
  }
}

extension ReportPart {
  /// True if the rows have no ids that persist from one generation to the next.
  fileprivate var isFree: Bool {
    switch self {
    case .summary, .coverage: true
    case .table(let name): !name.keepsEntries && name != .setAside
    }
  }
}

extension Report {
  /// Updates the counts of people's entries on the front page.
  mutating func countAgain() {
    for section in summary.sections.indices {
      for line in summary.sections[section].lines.indices {
        guard case .tally(var tally) = summary.sections[section].lines[line].cell.content,
          let table = self[tally.table]
        else { continue }
        if table.index(of: .state) != nil { tally.leaveOutGone() }
        tally.counted = table.count(of: tally)
        summary.sections[section].lines[line].cell.content = .tally(tally)
      }
    }
  }
}
