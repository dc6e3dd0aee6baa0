/// What people entered where nothing is generated any more, with what it belonged to.
struct RetiredRow: Hashable {
  /// A cell of a column for people.
  struct Entry: Hashable {
    /// `nil` for a column that people added.
    var role: ReportColumn.Role?
    var heading: String
    var cell: SavedCell
  }

  /// What it belonged to, by role of the table of what is gone.
  var about: [ReportColumn.Role: String]
  var entries: [Entry]

  /// In the order of the table.
  static let aboutRoles: [ReportColumn.Role] = [
    .id, .origin, .change, .operation, .setup, .expected,
  ]
}

extension SavedSheet {
  /// A row that nothing is generated for any more, as far as people wrote in it.
  func retired(row: Int, because reason: String, from origin: String) -> RetiredRow? {
    let entries = entries(ofRow: row)
    guard !entries.isEmpty else { return nil }
    var about: [ReportColumn.Role: String] = [
      .id: (key(ofRow: row) ?? []).joined(separator: "="), .origin: origin, .change: reason,
      .operation: text(.operation, row: row), .expected: text(.expected, row: row),
      .setup: text(.setup, row: row),
    ]
    if name == .questions {
      about[.setup] = text(.condition, row: row)
      about[.expected] = text(.question, row: row)
    }
    return RetiredRow(about: about, entries: entries)
  }

  /// What people wrote in a row, in their columns.
  func entries(ofRow row: Int) -> [RetiredRow.Entry] {
    columns.indices.compactMap { number in
      let cell = saved[row: row, column: number]
      guard !cell.isBlank else { return nil }
      switch columns[number] {
      case .role(let role) where role.isForPeople(in: name):
        return RetiredRow.Entry(role: role, heading: "", cell: cell)
      case .added(let heading):
        return RetiredRow.Entry(role: nil, heading: heading, cell: cell)
      case .role, .gone, .digests, .blank: return nil
      }
    }
  }
}
