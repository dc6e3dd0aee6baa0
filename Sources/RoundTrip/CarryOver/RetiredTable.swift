import Reporting
import Specification
import Workbooks

/// The table of retired rows: those of an earlier workbook, and new ones.
struct RetiredTable {
  private let language: Language
  private(set) var rows: [RetiredRow] = []
  /// Whether people have seen the table; then it stays, even with nothing in it.
  private var isKnown: Bool { sheet != nil }
  /// The sheet as it was saved.
  private let sheet: SavedSheet?

  init(language: Language, saved: SavedSheet?) {
    self.language = language
    sheet = saved
    guard let saved else { return }
    rows = saved.rows.map { row in
      var about: [ReportColumn.Role: String] = [:]
      for role in RetiredRow.aboutRoles { about[role] = saved.text(role, row: row) }
      let entries = saved.columns.indices.compactMap { number -> RetiredRow.Entry? in
        let cell = saved.saved[row: row, column: number]
        guard !cell.isBlank else { return nil }
        switch saved.columns[number] {
        case .role(let role) where RetiredRow.aboutRoles.contains(role): return nil
        case .role(let role): return RetiredRow.Entry(role: role, heading: "", cell: cell)
        case .added(let heading): return RetiredRow.Entry(role: nil, heading: heading, cell: cell)
        case .gone, .digests, .blank: return nil
        }
      }
      return RetiredRow(about: about, entries: entries, place: SavedRow(saved, row))
    }
  }

  mutating func add(_ rows: [RetiredRow]) { self.rows += rows }

  /// Removes the answer to a question that is asked again.
  mutating func take(_ id: String, from origins: [String]) -> RetiredRow? {
    let index = rows.lastIndex { row in
      row.about[.id] == id && origins.contains(row.about[.origin] ?? "")
        && row.entries.contains { $0.role == .answer || $0.role == .answerKind }
    }
    guard let index, rows[index].entries.allSatisfy({ $0.role != nil }) else { return nil }
    return rows.remove(at: index)
  }

  /// Removes what was entered for cases that are shown again, on sheets that are meant.
  mutating func takeSleeping(
    of ids: Set<String>,
    from isMeant: (_ origin: String) -> Bool
  ) -> [RetiredRow] {
    func isTaken(_ row: RetiredRow) -> Bool {
      SleepingCases.isReason(row.about[.change] ?? "") && ids.contains(row.about[.id] ?? "")
        && isMeant(row.about[.origin] ?? "")
    }
    let taken = rows.filter(isTaken)
    rows.removeAll(where: isTaken)
    return taken
  }

  /// Where the rows stand in the saved sheet; `nil` where there was none.
  var alignment: TableAlignment? {
    guard let sheet else { return nil }
    let places = rows.map { row in
      row.place.flatMap { $0.sheet == sheet.saved.name ? $0.row : nil }
    }
    return TableAlignment(
      sheet: sheet,
      rows: places,
      removed: Set(sheet.rows).subtracting(places.compactMap(\.self))
    )
  }

  /// The table; `nil` if it is empty and always was.
  var table: ReportTable? {
    guard !rows.isEmpty || isKnown else { return nil }
    let name = ReportTable.Name.retired
    let used = Set(rows.flatMap(\.entries).compactMap(\.role))
    var columns = name.statements.filter { $0.kind == .generated || used.contains($0.role) }
      .map { name.column($0.role, language) }
    var headings: [String] = []
    /// As many columns of one heading as one row needs.
    func number(of heading: String, _ occurrence: Int) -> Int {
      let places = headings.indices.filter { headings[$0] == heading }
      if occurrence < places.count { return places[occurrence] }
      headings.append(heading)
      return headings.count - 1
    }
    let cells = rows.map { row in
      var cells: [ReportColumn.Role: ReportCell] = row.about.mapValues { .text($0) }
      var occurrences: [String: Int] = [:]
      for entry in row.entries {
        if let role = entry.role {
          cells[role] = ReportCell(entered: entry.cell)
        } else {
          let occurrence = occurrences[entry.heading, default: 0]
          occurrences[entry.heading] = occurrence + 1
          cells[.added(number(of: entry.heading, occurrence))] = ReportCell(entered: entry.cell)
        }
      }
      return cells
    }
    columns += headings.enumerated().map {
      ReportColumn(role: .added($0.offset), heading: $0.element, kind: .people)
    }
    return ReportTable(
      name: name,
      title: name.title(language),
      head: [.line(name.purpose(language))],
      columns: columns,
      rows: cells.enumerated().map { number, cells in
        ReportTable.Row(
          key: String(number),
          cells: columns.map { cells[$0.role] ?? .empty }
        )
      }
    )
  }
}

/// A row of a saved sheet.
struct SavedRow: Hashable {
  let sheet: String
  let row: Int

  init(_ sheet: SavedSheet, _ row: Int) {
    self.sheet = sheet.saved.name
    self.row = row
  }
}

/// What people entered in a row that is no longer generated, with what it belonged to.
struct RetiredRow: Hashable {
  /// A cell of a column for people.
  struct Entry: Hashable {
    /// `nil` for a column that people added.
    var role: ReportColumn.Role?
    var heading: String
    var cell: SavedCell

    /// The entry where it stands elsewhere: of a formula what it gave, since its references would point to the wrong cells.
    var asValue: Entry {
      guard case .formula(_, let value) = cell else { return self }
      return Entry(role: role, heading: heading, cell: value)
    }
  }

  /// What it belonged to, by role in the table of retired rows.
  var about: [ReportColumn.Role: String]
  var entries: [Entry]
  /// Where it stands in the saved workbook.
  var place: SavedRow?

  /// In the order of the table.
  static let aboutRoles = ReportTable.Name.retired.statements.filter { $0.kind == .generated }
    .map(\.role)
}

extension SavedSheet {
  /// A row that is no longer generated, reduced to what people wrote in it.
  func retired(row: Int, because reason: String, from origin: String) -> RetiredRow? {
    let entries = entries(ofRow: row).map(\.asValue).filter { !$0.cell.isBlank }
    guard !entries.isEmpty || pinnedRows.contains(row) else { return nil }
    var about: [ReportColumn.Role: String] = [
      .id: (key(ofRow: row) ?? []).joined(separator: "="), .origin: origin, .change: reason,
      .operation: text(.operation, row: row), .expected: text(.expected, row: row),
      .setup: text(.setup, row: row),
    ]
    if name == .questions {
      about[.setup] = text(.condition, row: row)
      about[.expected] = text(.question, row: row)
    }
    return RetiredRow(about: about, entries: entries, place: SavedRow(self, row))
  }

  /// What people wrote in a row, in their columns.
  func entries(ofRow row: Int) -> [RetiredRow.Entry] {
    columns.indices.compactMap { number in
      let cell = saved[row: row, column: number]
      guard !cell.isBlank else { return nil }
      switch columns[number] {
      case .role(let role) where name.isForPeople(role):
        return RetiredRow.Entry(role: role, heading: "", cell: cell)
      case .added(let heading):
        return RetiredRow.Entry(role: nil, heading: heading, cell: cell)
      case .role, .gone, .digests, .blank: return nil
      }
    }
  }
}
