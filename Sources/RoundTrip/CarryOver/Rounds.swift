import Reporting
import Specification
import Text
import Workbooks

/// The sheets of cases and of end-to-end cases that testers work through one after the other.
///
/// A round that is over is a record: nothing on its sheets changes any more. A copy of such a sheet that people made goes on like
/// the sheet itself: its rows follow the spec, and its results follow its rows.
struct Rounds {
  /// The names of the sheets of rounds that are over.
  let closed: [String]
  /// Those of all rounds.
  let sheets: [SavedSheet]
  private let language: Language

  /// The next round is the one that begins now; `nil` if none does.
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
    // People give the sheet of a round that is over another name.
    let missing = known.count { !names.contains($0) }
    let renamed = names.filter { !known.contains($0) && !open.contains($0) }.prefix(missing)
    let over = names.filter { known.contains($0) || renamed.contains($0) }
    closed = next == nil ? over : names
  }

  /// End-to-end sheets first: they could pass for sheets of cases.
  private static let tables = [ReportTable.Name.flows, .cases]

  /// The sheet of a round that a table is; `nil` for another.
  private static func sheet(
    _ table: SavedTable,
    _ metadata: ReportMetadata?,
    _ vocabulary: (ReportTable.Name) -> Vocabulary
  ) -> SavedSheet? {
    if let written = metadata?.sheets.first(where: { $0.title == table.name }) {
      return tables.first { written.part == .table($0) }
        .flatMap { SavedSheet(table, vocabulary($0), metadata: written) }
    }
    // A sheet that nobody wrote down must say itself what it is.
    guard !table.isHidden, !table.name.isEmpty,
      SavedSheet(table, Vocabulary(.setAside), metadata: nil) == nil,
      let said = tables.lazy.compactMap({ SavedSheet(table, Vocabulary($0), metadata: nil) }).first,
      !said.results.isEmpty, said.column(.expected) != nil
    else { return nil }
    return SavedSheet(table, vocabulary(said.name), metadata: metadata?.sheet(of: said.name))
  }

  /// Takes the copies of such sheets from the sheets that are left.
  func copies(in rest: inout [SavedTable]) -> [SavedSheet] {
    let names = Set(rest.map(\.name)).subtracting(closed)
    let copies = sheets.filter { names.contains($0.saved.name) }
    rest.removeAll { table in copies.contains { $0.saved.name == table.name } }
    return copies
  }

  /// How the testers get on in each round but the present one, a section each.
  func progress(_ report: Report) -> [ReportSummary.Section] {
    guard let present = report.summary.sections.first(where: \.isProgress) else { return [] }
    return others(report, .cases).map { present.retold(for: $0.name, language, $0.change) }
  }

  /// Each round but the present one, once the tables are as they are going to be written.
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
      // Its devices were others.
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
  /// True if it says how testers get on.
  fileprivate var isProgress: Bool {
    lines.contains { line in
      if case .tally(let tally) = line.cell.content { tally.readsResults } else { false }
    }
  }

  /// The same for another round.
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
  /// Calls the sheets of cases and of end-to-end cases by the testers' next round.
  package mutating func begin(_ round: String) {
    for index in tables.indices {
      switch tables[index].name {
      case .cases: tables[index].title = SheetName.valid([round])[0]
      case .flows: tables[index].title = SheetName.valid(round, before: " – \(tables[index].title)")
      default: break
      }
    }
  }

  /// Adds what there is to say of other rounds behind the present one.
  mutating func add(_ rounds: [ReportSummary.Section]) {
    guard !rounds.isEmpty, let cases = self[.cases],
      let present = summary.sections.firstIndex(where: \.isProgress)
    else { return }
    let text = ReportText(language: language)
    summary.sections[present].heading += text(" – ", "：") + cases.title
    summary.sections.insert(contentsOf: rounds, at: present + 1)
  }
}
