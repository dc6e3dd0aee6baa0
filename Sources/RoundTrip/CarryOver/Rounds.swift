import Reporting
import Specification
import Text
import Workbooks

/// The sheets of cases and end-to-end cases for successive test rounds.
///
/// A finished round is a record: its sheets never change. A copy of a sheet that people made is treated like the original: its rows follow
/// the spec, and its results follow its rows.
struct Rounds {
  /// The names of the sheets of finished rounds.
  let closed: [String]
  let sheets: [SavedSheet]
  private let language: Language

  /// Finds the sheets of rounds; `next` is the name of the round that begins now, or `nil`.
  init(
    of tables: [SavedTable],
    _ metadata: ReportMetadata?,
    _ language: Language,
    beginning next: String?,
    vocabulary: (ReportTable.Name) -> Vocabulary = { Vocabulary($0) }
  ) {
    self.language = language
    sheets = tables.compactMap { Self.sheet($0, metadata, vocabulary) }
    let known = metadata?.closedRounds ?? []
    let names = sheets.map(\.saved.name)
    let parts = Self.tables.map { ReportPart.table($0) }
    let open = Set((metadata?.sheets ?? []).filter { parts.contains($0.part) }.map(\.title))
    // People may have renamed the sheet of a finished round.
    let missing = known.count { !names.contains($0) }
    let renamed = names.filter { !known.contains($0) && !open.contains($0) }.prefix(missing)
    let over = names.filter { known.contains($0) || renamed.contains($0) }
    closed = next == nil ? over : names
  }

  /// The tables with rounds, flows first since their sheets also qualify as sheets of cases.
  private static let tables = [ReportTable.Name.flows, .cases]

  /// Returns the sheet of a round, or `nil` if the table is another sheet.
  private static func sheet(
    _ table: SavedTable,
    _ metadata: ReportMetadata?,
    _ vocabulary: (ReportTable.Name) -> Vocabulary
  ) -> SavedSheet? {
    if let written = metadata?.sheets.first(where: { $0.title == table.name }) {
      return tables.first { written.part == .table($0) }
        .flatMap { SavedSheet(table, vocabulary($0), metadata: written) }
    }
    // A sheet not in the metadata must have the right headings.
    guard !table.isHidden, !table.name.isEmpty,
      SavedSheet(table, Vocabulary(.setAside), metadata: nil) == nil,
      let said = tables.lazy.compactMap({ SavedSheet(table, Vocabulary($0), metadata: nil) }).first,
      !said.results.isEmpty, said.column(.expected) != nil
    else { return nil }
    return SavedSheet(table, vocabulary(said.name), metadata: metadata?.sheet(of: said.name))
  }

  /// Removes people's copies of such sheets from the remaining sheets, and returns them.
  func copies(in rest: inout [SavedTable]) -> [SavedSheet] {
    let names = Set(rest.map(\.name)).subtracting(closed)
    let copies = sheets.filter { names.contains($0.saved.name) }
    rest.removeAll { table in copies.contains { $0.saved.name == table.name } }
    return copies
  }

  /// Returns the progress of each round but the current one, a section each.
  func progress(_ report: Report) -> [ReportSummary.Section] {
    guard let present = report.summary.sections.first(where: \.isProgress) else { return [] }
    return others(report, .cases).map { present.retold(for: $0.name, language, $0.change) }
  }

  /// Returns each round but the current one, given the final tables of the report.
  func others(_ report: Report, _ name: ReportTable.Name) -> [Report.Round] {
    let present = report[name]?.results ?? []
    let copies = report.tables.filter { $0.name == name }.dropFirst().map {
      table -> Report.Round in
      let count = { (tally: inout ReportTally) in
        tally.title = table.title
        tally.counted = table.count(of: tally)
      }
      return (table.title, count)
    }
    let over = sheets.filter { $0.name == name && closed.contains($0.saved.name) }.map {
      sheet -> Report.Round in
      // The round had other devices.
      let sheet = SavedSheet(sheet.saved, Vocabulary(name), metadata: sheet.metadata) ?? sheet
      let count = { (tally: inout ReportTally) in
        let rows = sheet.rows.filter { sheet.key(ofRow: $0) != nil }
        guard let last = rows.last else { return }
        tally.read(sheet.results, insteadOf: present)
        tally.sheet = ReportTally.ForeignSheet(
          name: sheet.saved.name,
          rows: sheet.headingRow + 1...last,
          columns: Dictionary(
            firstOf: sheet.columns.enumerated().compactMap { number, column in
              column.role.map { ($0, number) }
            }
          )
        )
        tally.counted = tally.count(of: rows) { row, role in sheet.text(role, row: row) }
      }
      return (sheet.saved.name, count)
    }
    return copies + over
  }
}

extension ReportSummary.Section {
  /// True if the section shows the progress of testers.
  fileprivate var isProgress: Bool {
    lines.contains { line in
      if case .tally(let tally) = line.cell.content { tally.readsResults } else { false }
    }
  }

  /// Returns the section for another round.
  fileprivate func retold(
    for round: String,
    _ language: Language,
    _ change: (inout ReportTally) -> Void
  ) -> Self {
    ReportSummary.Section(
      heading: heading + ReportText(language: language)(" – ", "：") + round,
      lines: lines.compactMap { line in
        guard case .tally(var tally) = line.cell.content, tally.table == .cases else { return nil }
        change(&tally)
        return ReportSummary.Line(line.label, ReportCell(.tally(tally)), of: line.whole)
      }
    )
  }
}

extension Report {
  /// Names the sheets of cases and end-to-end cases after the next round.
  package mutating func begin(_ round: String) {
    for index in tables.indices {
      switch tables[index].name {
      case .cases: tables[index].title = SheetName.valid([round])[0]
      case .flows: tables[index].title = SheetName.valid(round, before: " – \(tables[index].title)")
      default: break
      }
    }
  }

  /// Adds the progress of other rounds after that of the current one.
  mutating func add(_ rounds: [ReportSummary.Section]) {
    guard !rounds.isEmpty, let cases = self[.cases],
      let present = summary.sections.firstIndex(where: \.isProgress)
    else { return }
    let text = ReportText(language: language)
    summary.sections[present].heading += text(" – ", "：") + cases.title
    summary.sections.insert(contentsOf: rounds, at: present + 1)
  }
}
