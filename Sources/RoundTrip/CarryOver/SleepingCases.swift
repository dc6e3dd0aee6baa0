import Reporting
import Specification
import Text
import Workbooks

/// Gives cases that are shown again what was entered for them before they were not.
///
/// What people enter for a case belongs to the case, not to the depth at which they look at the suite: at a lower depth or strength it stands
/// on the sheet of retired rows, under a reason of its own, and from there it comes back.
struct SleepingCases {
  private let language: Language
  /// The cases whose results are valid although they read differently.
  private let standing: Set<String>
  private(set) var table: ReportTable
  private let rowsByID: [String: Int]

  init(_ table: ReportTable, _ language: Language, standing: Set<String>) {
    self.table = table
    self.language = language
    self.standing = standing
    let generated = table.rows.indices.filter { !table.rows[$0].isAdded }
    rowsByID = Dictionary(generated.map { (table.rows[$0].key, $0) }) { first, _ in first }
  }

  /// Why what is entered for a case stands on the sheet of retired rows while it is not shown.
  static func reason(_ language: Language) -> String {
    ReportText(language: language)("Not at this depth", "この深さでは対象外")
  }

  static func isReason(_ text: String) -> Bool {
    Language.allCases.contains { reason($0) == text.withSingleBlanks }
  }

  /// The ids of the cases.
  var keys: Set<String> { Set(rowsByID.keys) }

  /// Puts what was entered into the row of its case, and marks a result to be checked again where the case reads differently now.
  ///
  /// - Returns: What found no empty cell of its column, to be kept where it was.
  mutating func wake(_ sleeping: RetiredRow) -> RetiredRow? {
    guard let row = sleeping.about[.id].flatMap({ rowsByID[$0] }) else { return sleeping }
    var rest = sleeping
    rest.entries = []
    var found: [(entry: RetiredRow.Entry, column: Int)] = []
    for entry in sleeping.entries {
      // What the case says is said again.
      if let role = entry.role, !table.name.isForPeople(role) { continue }
      let column =
        entry.role.map { table.index(of: $0) }
        ?? self.column(headed: entry.heading, entry.occurrence)
      if let column, table.rows[row].cells[column].content == .empty {
        found.append((entry, column))
      } else if !entry.cell.isBlank {
        rest.entries.append(entry)
      }
    }
    var hasResult = false
    for (entry, column) in found where !entry.cell.isBlank {
      table.rows[row].cells[column] = cell(rest.entries.isEmpty ? entry : entry.asValue, in: column)
      hasResult = hasResult || (entry.role != .note && entry.role != .recheck)
    }
    if hasResult, !isSame(sleeping, row), !standing.contains(table.rows[row].key),
      let recheck = table.index(of: .recheck), table.rows[row].cells[recheck].content == .empty
    {
      table.rows[row].cells[recheck] = .text(
        RecheckMark.text(of: sleeping.day, isVoid: false, language)
      )
    }
    return rest.entries.isEmpty ? nil : rest
  }

  private func cell(_ entry: RetiredRow.Entry, in column: Int) -> ReportCell {
    if case .text(let text) = entry.cell {
      return .text(table.columns[column].role.choice(text, language))
    }
    return ReportCell(entered: entry.cell)
  }

  /// A column that people added, the first, second and so on of its heading; made where it is missing.
  private mutating func column(headed heading: String, _ occurrence: Int) -> Int {
    while true {
      let added = table.columns.indices.filter {
        if case .added = table.columns[$0].role { true } else { false }
      }
      let places = added.filter { table.columns[$0].heading == heading }
      if occurrence < places.count { return places[occurrence] }
      table.insert(
        ReportColumn(role: .added(added.count), heading: heading, kind: .people),
        at: table.columns.count
      )
    }
  }

  /// Whether a case still says what the tester saw.
  private func isSame(_ sleeping: RetiredRow, _ row: Int) -> Bool {
    [ReportColumn.Role.operation, .setup, .expected].allSatisfy { role in
      guard let column = table.index(of: role), let was = sleeping.about[role], !was.isEmpty
      else { return true }
      let cell = table.rows[row].cells[column]
      var texts = [cell.shownText]
      if case .text(let whole) = cell.content { texts.append(whole) }
      return texts.contains { $0.withSingleBlanks == was.withSingleBlanks }
    }
  }
}

extension RetiredRow {
  /// When the case was tested.
  fileprivate var day: SavedCell { entries.first { $0.role == .testedOn }?.cell ?? .empty }
}
