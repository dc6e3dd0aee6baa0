package import Reporting
import Specification
package import TestDesign
package import Workbooks

/// Carries over what people entered in a saved workbook, or in CSV files, to the report that replaces it.
///
/// Results and answers follow their cases and questions by id; columns of people's own stay; what belongs to nothing any more goes to the
/// table of what is gone. Nothing that people wrote is lost.
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
  let saved: SavedWorkbook
  let metadata: ReportMetadata?
  /// Where the tables stand in the saved workbook, by title.
  private(set) var alignments: [String: TableAlignment] = [:]
  /// What people entered where nothing stays.
  private var retired: RetiredTable
  /// The saved sheets of those parts of the report whose rows have no ids.
  private(set) var freeSheets: [ReportMetadata.Part: SavedTable] = [:]
  /// Rows that came back from the table of retired rows: where they stood, and the title of the table and the key that they belong to.
  private(set) var returned: [(place: SavedRow, table: String, key: String)] = []
  package private(set) var edits: [Edit] = []
  /// How many rows were added to the table of retired rows.
  package private(set) var newlyRetired = 0

  /// True if the program wrote a workbook; a foreign one should be left alone.
  package static func isReport(_ saved: SavedWorkbook) -> Bool {
    ReportMetadata(saved) != nil
      || saved.tables.contains { table in
        [ReportTable.Name.cases, .questions].contains {
          SavedSheet(table, Vocabulary($0), metadata: nil) != nil
        }
      }
  }

  /// True if a CSV file may be a table that the program wrote for a spec, with what people did to it since.
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
    /// By heading of a factor's column then: its number now, where the spec still has it.
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

  /// Takes over what people entered.
  ///
  /// - Parameters:
  ///   - saved: What stands in the file now.
  ///   - report: What is to be written there.
  ///   - earlier: What is known of the last generation.
  ///   - successors: By the id of a question that is asked no more and has an answer: the question that took its place.
  ///   - round: What the testers' next round is called, if one begins: it gets a sheet of its own, and those before it stay as they are.
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
      let factors = (report[name == .retired ? .cases : name]?.columns ?? []).compactMap { column in
        if case .factor = column.role { (column.heading, column.role) } else { nil }
      }
      // A factor under a new label keeps its column.
      let renamed = earlier.factors.sorted { $0.key < $1.key }.map {
        (heading: $0.key, role: ReportColumn.Role.factor($0.value))
      }
      let known = Set(factors.map(\.1))
      let all = factors + renamed.filter { known.contains($0.role) }
      // What is gone has the factors' columns of cases, where people made something of them.
      return Vocabulary(
        name,
        last: name == .retired ? [] : all,
        former: earlier.headings,
        generated: name == .retired ? all : []
      )
    }
    let rounds = Rounds(
      of: rest,
      metadata,
      vocabulary(.cases),
      report.language,
      beginning: round
    )
    rest.removeAll { rounds.closed.contains($0.name) }

    func take(_ name: ReportTable.Name) -> SavedSheet? {
      let vocabulary = vocabulary(name)
      let candidates = rest.indices.compactMap { index -> (Int, SavedSheet)? in
        // What has the name of another part of the report is that part.
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

    // The most telling first, so that no other table takes its sheet.
    let sheets = [ReportTable.Name.outcomes, .cases, .questions, .factors, .retired, .rules]
      .compactMap(take)
    for sheet in metadata?.sheets ?? [] where sheet.part.isFree {
      guard let index = FreeRows.index(of: sheet, in: rest) else { continue }
      freeSheets[sheet.part] = rest.remove(at: index)
    }
    retired = RetiredTable(
      language: report.language,
      saved: sheets.first { $0.name == .retired }
    )
    let copies = rounds.copies(in: &rest)
    let context = TableCarryOver.Context(
      language: report.language,
      isRenumbered: earlier.changes == nil,
      standing: Self.cases(.stands, earlier, metadata),
      void: Self.cases(.void, earlier, metadata),
      successors: successors,
      id: report.id
    )
    var gone: [RetiredRow] = []
    for sheet in sheets + copies where sheet.name.keepsEntries {
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
      alignments[table.title] = carried.alignment
      edits += carried.edits
      gone += carried.retired
    }
    if let cases = sheets.first(where: { $0.name == .cases }) {
      let tested = cases.rows.filter { !cases.text(.result, row: $0).isEmpty }
      self.report.sayStanding(ofTested: Set(tested.map { cases.text(.id, row: $0) }))
    }
    answerAgain()
    retire(gone)
    newlyRetired = gone.count
    keepNews()
    keepTitles()
    self.report.foreignSheets = rest.map(\.name) + rounds.closed
    self.report.closedRounds = rounds.closed
    self.report.countAgain()
    self.report.add(rounds.progress(self.report))
  }

  /// Adds rows to the table of what belongs to nothing any more.
  mutating func retire(_ rows: [RetiredRow]) {
    retired.add(rows)
    newlyRetired += rows.count
    report.tables.removeAll { $0.name == .retired }
    guard var table = retired.table else { return }
    let alignment = retired.alignment
    if let title = alignment?.sheet.saved.name, !title.isEmpty { table.title = title }
    alignments[table.title] = alignment
    report.tables.append(table)
  }

  /// What changed last time is news until something changes again.
  private mutating func keepNews() {
    guard let metadata, let saved = freeSheets[.table(.changes)],
      let sheet = SavedSheet(saved, Vocabulary(.changes), metadata: metadata.sheet(of: .changes)),
      let index = report.tables.firstIndex(where: { $0.name == .changes })
    else { return }
    guard !report.suiteDigest.isEmpty, metadata.suiteDigest == report.suiteDigest else {
      report.tables[index].title = saved.name
      alignments[saved.name] = TableAlignment(
        sheet: sheet,
        rows: report.tables[index].rows.map { _ in nil },
        removed: []
      )
      return
    }
    report.tables[index].rows = sheet.rows.map { row in
      ReportTable.Row(
        key: String(row),
        cells: report.tables[index].columns.map { column in
          sheet.column(column.role).map { ReportCell(entered: saved[row: row, column: $0]) }
            ?? .empty
        }
      )
    }
    report.tables[index].title = saved.name
    alignments[saved.name] = TableAlignment(
      sheet: sheet,
      rows: sheet.rows.map(Optional.some),
      removed: []
    )
  }

  /// People may have given the sheets other names.
  private mutating func keepTitles() {
    for index in report.tables.indices {
      let saved = freeSheets[.table(report.tables[index].name)]
      if let title = saved?.name { report.tables[index].title = title }
    }
    if let saved = freeSheets[.summary] { report.summary.title = saved.name }
    if let saved = freeSheets[.coverage] { report.coverage?.title = saved.name }
  }

  /// Where people's parts of the rows that were retired go: each saved row with its number in the table of retired rows.
  var retiredPlaces: [(place: SavedRow, row: Int)] {
    retired.rows.enumerated().compactMap { number, row in row.place.map { ($0, number) } }
  }

  /// The cases whose results are worth so much, as far as the workbook is of the generation that was compared.
  private static func cases(
    _ standing: CaseChange.Standing,
    _ earlier: Earlier,
    _ metadata: ReportMetadata?
  ) -> Set<String> {
    if let metadata, metadata.suiteDigest != earlier.suiteDigest { return [] }
    return Set((earlier.changes?.cases ?? []).filter { $0.standing == standing }.map(\.id))
  }

  /// A question that is asked again gets its earlier answer back.
  private mutating func answerAgain() {
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
      let key = report.tables[index].rows[row].key
      guard isEmpty, let taken = retired.take(key, from: origins) else { continue }
      if let place = taken.place {
        returned.append((place, report.tables[index].title, key))
      }
      for entry in taken.entries {
        guard let role = entry.role, let column = report.tables[index].index(of: role)
        else { continue }
        report.tables[index].rows[row].cells[column] = ReportCell(entered: entry.cell)
      }
      if taken.about[.fingerprint] != report.tables[index].fingerprint(ofRow: row) {
        report.tables[index].reopen(
          row,
          offered: taken.about[.options] ?? "",
          report.language
        )
      }
    }
  }
}

extension ReportMetadata.Part {
  /// True if its rows have no ids that stay from one generation to the next.
  fileprivate var isFree: Bool {
    switch self {
    case .summary, .coverage: true
    case .table(let name): !name.keepsEntries && name != .retired
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
