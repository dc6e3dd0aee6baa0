import Reporting
import Specification
import Workbooks

/// The table of retired rows: those of an earlier workbook, and new ones.
struct RetiredTable {
  private let language: Language
  private(set) var rows: [RetiredRow] = []
  /// True if people have seen the table; then it stays, even with nothing in it.
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
        if let role = saved.columns[number].role, RetiredRow.aboutRoles.contains(role) {
          return nil
        }
        return saved.entry(cell, inColumn: number)
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
    for column in columns.indices {
      columns[column].isHidden = [.options, .fingerprint].contains(columns[column].role)
    }
    var headings: [String] = []
    var places: [String: [Int]] = [:]
    /// As many columns of one heading as one row needs.
    func number(of heading: String, _ occurrence: Int) -> Int {
      while places[heading, default: []].count <= occurrence {
        places[heading, default: []].append(headings.count)
        headings.append(heading)
      }
      return places[heading, default: []][occurrence]
    }
    let cells = rows.map { row in
      var cells: [ReportColumn.Role: ReportCell] = row.about.mapValues { .text($0) }
      for entry in row.entries {
        let role = entry.role ?? .added(number(of: entry.heading, entry.occurrence))
        cells[role] = ReportCell(entered: entry.cell)
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

    /// Which it is of the columns with that heading.
    var occurrence = 0
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
  ///
  /// - Parameters:
  ///   - row: The row of the saved sheet.
  ///   - reason: Why it is there no more.
  ///   - origin: What its sheet is called.
  /// - Returns: The row, `nil` where there is nothing of people's in it.
  func retired(
    row: Int,
    because reason: String,
    from origin: String
  ) -> RetiredRow? {
    let entries = entries(ofRow: row)
    guard !entries.isEmpty || pinnedRows.contains(row) else { return nil }
    var about: [ReportColumn.Role: String] = [
      .id: (key(ofRow: row) ?? []).joined(separator: "="), .origin: origin, .change: reason,
      .operation: text(.operation, row: row), .expected: text(.expected, row: row),
      .setup: text(.setup, row: row),
    ]
    if name == .questions {
      about[.setup] = text(.condition, row: row)
      about[.expected] = text(.question, row: row)
      about[.options] = text(.options, row: row)
      about[.fingerprint] = text(.fingerprint, row: row)
    }
    return RetiredRow(about: about, entries: entries, place: SavedRow(self, row))
  }

  /// What people wrote in a row, in their columns.
  func entries(ofRow row: Int) -> [RetiredRow.Entry] {
    columns.indices.compactMap { number in
      let cell = saved[row: row, column: number]
      guard !cell.isBlank else { return nil }
      if let role = columns[number].role, !name.isForPeople(role) { return nil }
      return entry(cell, inColumn: number)
    }
  }

  /// A cell of a column that has a meaning, or that people added.
  fileprivate func entry(_ cell: SavedCell, inColumn number: Int) -> RetiredRow.Entry? {
    switch columns[number] {
    case .role(let role): return RetiredRow.Entry(role: role, heading: "", cell: cell)
    case .added(let heading):
      let before = columns[..<number].count { $0 == columns[number] }
      return RetiredRow.Entry(role: nil, heading: heading, cell: cell, occurrence: before)
    case .gone, .digests, .blank: return nil
    }
  }
}
