import Reporting
import Specification
import Text
package import Workbooks

/// The combined results that several testers entered in copies of one workbook.
///
/// A result that only one copy has is adopted. If two results differ, neither is chosen: the note contains both with their testers, and the
/// case, or its cell for a device, is marked to be checked again. Free texts are joined.
package struct MergedResults {
  package struct Conflict: Hashable, Sendable {
    package var sheet: String
    package var id: String
    /// The entries of each file, such as `POST-a.xlsx: NG, Sato, 2026-11-20`.
    package var entries: [String]
  }

  /// The edits of the first workbook, ordered by sheet and position.
  package var edits: [CellEdit] {
    func order(_ edit: CellEdit) -> (String, Int, Int) {
      (edit.sheet, edit.position.row, edit.position.column)
    }
    return changes.map { CellEdit(sheet: $0.key.sheet, position: $0.key.position, cell: $0.value) }
      .sorted { order($0) < order($1) }
  }

  package private(set) var conflicts: [Conflict] = []
  /// A sentence for each item that was not merged.
  package private(set) var remarks: [String] = []
  /// The number of rows changed by another workbook.
  package private(set) var rowsFilled = 0

  private struct Place: Hashable {
    var sheet: String
    var position: CellPosition

    init(_ sheet: SavedSheet, _ row: Int, _ column: Int) {
      (self.sheet, position) = (sheet.saved.name, CellPosition(row: row, column: column))
    }
  }

  fileprivate let name: String
  fileprivate let language: Language
  private let sheets: [SavedSheet]
  private let tables: Set<String>
  private var changes: [Place: SavedCell] = [:]
  private var lastRows: [String: Int] = [:]

  /// Starts with the workbook into which others are merged, known by its name in notes, or returns `nil` without a sheet of cases.
  package init?(_ workbook: SavedWorkbook, name: String) {
    sheets = Self.sheets(of: workbook)
    guard let first = sheets.first else { return nil }
    tables = Set(workbook.tables.map(\.name))
    self.name = name
    language = first.language
    lastRows = Dictionary(firstOf: sheets.map { ($0.saved.name, $0.saved.rows.count - 1) })
  }

  private static func sheets(of workbook: SavedWorkbook) -> [SavedSheet] {
    let metadata = ReportMetadata(workbook)
    return Rounds(of: workbook.tables, metadata, .english, beginning: nil).sheets
      .filter { !$0.results.isEmpty }
  }

  /// Merges another workbook, identified by its name in notes.
  package mutating func add(_ workbook: SavedWorkbook, name other: String) {
    let others = Self.sheets(of: workbook)
    for table in workbook.tables where !tables.contains(table.name) && !table.isHidden {
      guard !others.contains(where: { $0.saved.name == table.name }),
        table.rows.contains(where: { $0.contains { !$0.isBlank } })
      else { continue }
      remarks.append("\(other): \(name) has no sheet “\(table.name)”; it was left out")
    }
    if others.isEmpty { remarks.append("\(other): it has no sheet of cases") }
    for sheet in others {
      let alike = sheets.filter { $0.name == sheet.name }
      let isAlone = alike.count == 1 && others.count { $0.name == sheet.name } == 1
      let target =
        sheets.first { $0.saved.name == sheet.saved.name } ?? (isAlone ? alike[0] : nil)
      guard let target else {
        remarks.append(
          "\(other): “\(sheet.saved.name)” has no sheet of that name in \(name); its results were left out"
        )
        continue
      }
      merge(sheet, into: target, name: other)
    }
  }

  private mutating func merge(_ sheet: SavedSheet, into target: SavedSheet, name other: String) {
    let rows = Dictionary(
      firstOf: target.rowsByState.compactMap { row in target.key(ofRow: row).map { ($0[0], row) } }
    )
    let columns = Columns(from: sheet, to: target)
    for heading in columns.unknown {
      remarks.append("\(other): \(name) has no column “\(heading)”; its cells were left out")
    }
    let merged = target.mergedEntries
    for (file, sheet) in [(name, target), (other, sheet)] {
      guard let cells = sheet.mergedCells else { continue }
      let remark =
        "\(file): \(cells): merged over several rows, but taken for the first one only; split the cells"
      if !remarks.contains(remark) { remarks.append(remark) }
    }
    var ownRows = Set(target.rows.filter { target.key(ofRow: $0) == nil }.map { words(target, $0) })
    let takesNotes = columns.byRole.contains { $0.role == .note }
    let comments = sheet.comments(besides: target)
    let leftOut = comments.filter { comment in
      !takesNotes || sheet.key(ofRow: comment.row).flatMap { rows[$0[0]] } == nil
    }
    remarks +=
      (sheet.pictures(besides: target).map { ($0.position, "the \($0.kind)") }
      + leftOut.map { ($0.position, "the comment “\($0.text)”") })
      .map { "\(other): \(sheet.saved.name)!\($0): \($1) was left out; copy it by hand" }
    let noted = Dictionary(grouping: comments, by: \.row)
    for row in sheet.rows {
      guard let id = sheet.key(ofRow: row)?.first else {
        // A row that the tester added.
        guard ownRows.insert(words(sheet, row)).inserted else { continue }
        let place = lastRows[target.saved.name, default: 0] + 1
        lastRows[target.saved.name] = place
        rowsFilled += 1
        for (from, to) in columns.all where !sheet.saved[row: row, column: from].isBlank {
          changes[Place(target, place, to)] = sheet.saved[row: row, column: from]
        }
        continue
      }
      guard let place = rows[id] else {
        if !sheet.entries(ofRow: row).isEmpty {
          remarks.append("\(other): \(id) is not in \(name); what was entered for it was left out")
        }
        continue
      }
      for column in sheet.columns.indices where sheet.isEdited(row: row, column: column) {
        let heading = sheet.heading(ofColumn: column)
        let text = sheet.saved[row: row, column: column].words
        let own = target.columns.firstIndex(of: sheet.columns[column])
        guard !text.isEmpty, own.map({ target.saved[row: place, column: $0].words }) != text
        else { continue }
        remarks.append(
          "\(other): \(id): “\(heading)” was edited to “\(text)”; the edit was left out"
        )
      }
      var merger = RowMerger(
        merged: self,
        sheet: sheet,
        row: row,
        target: target,
        place: place,
        columns: columns,
        other: other
      )
      merger.merge()
      merger.note(noted[row] ?? [])
      if let conflict = merger.conflict { conflicts.append(conflict) }
      let changes = merger.changes.filter {
        merged[CellPosition(row: place, column: $0.key)] == nil
      }
      if !changes.isEmpty { rowsFilled += 1 }
      for (column, cell) in changes { self.changes[Place(target, place, column)] = cell }
    }
  }

  /// Returns the texts of a row, for detecting duplicates.
  private func words(_ sheet: SavedSheet, _ row: Int) -> [String] {
    sheet.saved.rows[row].map(\.words).filter { !$0.isEmpty }
  }

  /// Returns a cell of the first workbook, as merged so far.
  fileprivate func cell(_ sheet: SavedSheet, _ row: Int, _ column: Int) -> SavedCell {
    changes[Place(sheet, row, column)] ?? sheet.saved[row: row, column: column]
  }

  fileprivate var mark: String { RecheckMarks(language).checkAgain }

  /// The mapping of columns from one sheet to another.
  fileprivate struct Columns {
    var byRole: [(role: ReportColumn.Role, from: Int, to: Int)] = []
    /// The columns that people added.
    var added: [(from: Int, to: Int)] = []
    var unknown: [String] = []

    init(from sheet: SavedSheet, to target: SavedSheet) {
      for (column, known) in sheet.columns.enumerated() {
        guard sheet.isForPeople(column), known != .blank else { continue }
        if let to = target.columns.firstIndex(of: known) {
          if let role = known.role {
            byRole.append((role, column, to))
          } else {
            added.append((column, to))
          }
        } else if sheet.rows.contains(where: { !sheet.saved[row: $0, column: column].isBlank }) {
          unknown.append(sheet.heading(ofColumn: column))
        }
      }
    }

    var all: [(from: Int, to: Int)] { byRole.map { ($0.from, $0.to) } + added }
  }
}

/// A merger of the entries of two testers for one case.
private struct RowMerger {
  let merged: MergedResults
  let sheet: SavedSheet
  let row: Int
  let target: SavedSheet
  /// The row of the first workbook.
  let place: Int
  let columns: MergedResults.Columns
  /// The name of the other workbook.
  let other: String
  /// The new cells, by column of the first workbook.
  var changes: [Int: SavedCell] = [:]
  var conflict: MergedResults.Conflict?

  mutating func merge() {
    let results = columns.byRole.map(\.role).filter(\.isResult)
    let entered = results.filter { !current(theirs($0)).isEmpty }
    if !entered.isEmpty, isConflictNoted(entered) {
      note(entry(theirs, entered, other))
      return
    }
    let disputed = entered.filter {
      !currentOwn($0).isEmpty && currentOwn($0) != current(theirs($0))
    }
    if !disputed.isEmpty {
      disagree(disputed)
    } else {
      let isNew = entered.contains { currentOwn($0).isEmpty }
      for (role, from, to) in columns.byRole { take(role, from, to) }
      // A later date would otherwise settle the mark.
      let isLater = target.column(.testedOn).map { changes[$0] != nil } ?? false
      if isNew || isLater, !isSameCase, entered == [.result], let column = target.column(.recheck) {
        let isVoid = RecheckMark(own(.recheck).plainText)?.isVoid ?? false
        let mark = RecheckMark(of: theirs(.testedOn).calendarDate, isVoid: isVoid)
        changes[column] = .text(mark.text(merged.language))
      } else if entered.contains(.result), givesWay, let column = target.column(.recheck) {
        changes[column] = theirs(.recheck)
      }
    }
    for (from, to) in columns.added {
      let theirs = sheet.saved[row: row, column: from]
      let own = merged.cell(target, place, to)
      if own.isBlank, !theirs.isBlank { changes[to] = theirs } else { join(own, theirs, to, "\n") }
    }
  }

  /// Adds the other tester's comments on the row to the note, each with its file and its column or cell.
  mutating func note(_ comments: [SavedComment]) {
    for comment in comments {
      let heading = sheet.heading(ofColumn: comment.column)
      note("\(other), \(heading.isEmpty ? "\(comment.position)" : heading): \(comment.text)")
    }
  }

  /// Records a conflict, in which neither result is chosen; results on other devices stay, with their testers.
  private mutating func disagree(_ disputed: [ReportColumn.Role]) {
    let entries = [entry(own, disputed, merged.name), entry(theirs, disputed, other)]
    conflict = MergedResults.Conflict(
      sheet: target.saved.name,
      id: target.key(ofRow: place)?.first ?? "",
      entries: entries
    )
    for (role, from, to) in columns.byRole {
      switch role {
      case .tester, .testedOn, .device:
        if disputed == [.result] { changes[to] = .empty } else { take(role, from, to) }
      case .recheck where disputed == [.result]:
        let last = [own(.testedOn), theirs(.testedOn)].compactMap(\.calendarDate).max()
        let mark = RecheckMark(of: last, isVoid: isVoid(own) || isVoid(theirs))
        changes[to] = .text(mark.text(merged.language))
      default:
        if !disputed.contains(role) {
          take(role, from, to)
        } else {
          changes[to] = role.isOfDevice ? .text(merged.mark) : .empty
        }
      }
    }
    for entry in entries { note(entry) }
  }

  /// Fills an empty cell, or joins two that differ.
  private mutating func take(_ role: ReportColumn.Role, _ from: Int, _ to: Int) {
    let theirs = sheet.saved[row: row, column: from]
    let own = merged.cell(target, place, to)
    guard !theirs.isBlank else { return }
    guard !role.isResult else { return takeResult(role, own, theirs, to) }
    guard !own.isBlank else {
      changes[to] = theirs
      return
    }
    switch role {
    case .recheck: break
    case .testedOn:
      if let day = own.calendarDate, let later = theirs.calendarDate, day < later {
        changes[to] = theirs
      }
    case .tester, .device: join(own, theirs, to, ", ")
    default: join(own, theirs, to, "\n")
    }
  }

  /// Fills the cell of a result; a marked result, or *Not run*, is replaced by a result for the current case.
  private mutating func takeResult(
    _ role: ReportColumn.Role,
    _ own: SavedCell,
    _ theirs: SavedCell,
    _ to: Int
  ) {
    let saysNothing = current(theirs).isEmpty
    guard saysNothing ? own.isBlank : currentOwn(role).isEmpty else { return }
    // The mark of a result without a device is in the column beside it.
    if saysNothing || isSameCase || !role.isOfDevice {
      changes[to] = theirs
    } else if own.isBlank {
      changes[to] = .text(RecheckMark.marked(theirs.words, merged.language))
    } else if RecheckMark.result(in: own.words).asName != theirs.words.asName {
      note(entry(self.theirs, [role], other))
    }
  }

  private mutating func join(_ own: SavedCell, _ theirs: SavedCell, _ to: Int, _ separator: String)
  {
    let texts = (own.plainText, theirs.plainText.trimmed)
    guard !theirs.isBlank, !texts.0.contains(texts.1) else { return }
    changes[to] = .text(texts.0 + separator + texts.1)
  }

  private mutating func note(_ line: String) {
    guard let (_, _, to) = columns.byRole.first(where: { $0.role == .note }) else { return }
    let text = (changes[to] ?? merged.cell(target, place, to)).plainText
    guard !text.contains(line) else { return }
    changes[to] = .text(text.isEmpty ? line : text + "\n" + line)
  }

  /// True if an earlier merge found conflicting results that nobody has settled.
  private func isConflictNoted(_ entered: [ReportColumn.Role]) -> Bool {
    own(.note).plainText.contains(merged.name + ": ")
      && entered.allSatisfy { role in
        role.isOfDevice
          ? own(role).words == merged.mark
          : own(role).isBlank && RecheckMark(own(.recheck).plainText) != nil
      }
  }

  /// Returns a normalised result, or an empty text if it is marked, missing or *Not run*.
  private func current(_ result: SavedCell) -> String {
    let known = TestResult(result.words)
    return RecheckMarks.read(result.words) != nil || known == .notRun
      ? "" : known.map { "\($0)" } ?? result.words.asName
  }

  /// Returns the same for the first workbook, where the mark may be in another column.
  private func currentOwn(_ role: ReportColumn.Role) -> String {
    role == .result && givesWay ? "" : current(own(role))
  }

  /// True if the result of the first workbook is void and the other one is for the current case.
  private var givesWay: Bool { isVoid(own) && !isVoid(theirs) && isSameCase }

  /// True if the result beside the mark is void and not from a later date.
  private func isVoid(_ cell: (ReportColumn.Role) -> SavedCell) -> Bool {
    guard let mark = RecheckMark(cell(.recheck).plainText) else { return false }
    return mark.isVoid && !mark.isSettled(by: cell(.testedOn))
  }

  private func own(_ role: ReportColumn.Role) -> SavedCell {
    target.column(role).map { merged.cell(target, place, $0) } ?? .empty
  }

  private func theirs(_ role: ReportColumn.Role) -> SavedCell { sheet.cell(role, row: row) }

  /// Returns an entry such as `POST-a.xlsx: NG, Sato, 2026-11-20, iPhone 15`, with `Pixel 8: NG` for one of several devices.
  private func entry(
    _ cell: (ReportColumn.Role) -> SavedCell,
    _ results: [ReportColumn.Role],
    _ file: String
  ) -> String {
    let said = results.map { role in
      (role.device.map { "\($0): " } ?? "") + cell(role).words
    }
    let parts = (said + [.tester, .testedOn, .device].map { cell($0).words })
      .filter { !$0.isEmpty }
    return "\(file): \(parts.joined(separator: ", "))"
  }

  /// True if both testers saw the case in the same words.
  private var isSameCase: Bool {
    guard let own = target.digestColumn, let theirs = sheet.digestColumn else { return true }
    return target.saved[row: place, column: own].plainText
      == sheet.saved[row: row, column: theirs].plainText
  }
}
