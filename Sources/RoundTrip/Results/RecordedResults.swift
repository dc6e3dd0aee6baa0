package import Reporting
import Specification
import TestDesign
package import Text
package import Workbooks

/// The results of test runs, entered into the current round of a workbook.
///
/// A run enters a result if there is none, if the case was not run, or if the result is marked as void. It replaces a result of its own,
/// recognised by a line of evidence such as `CI: OK, 2026-11-23` that still matches. Any other result is a person's and stays; if the run's
/// result differs, it is added to the note, and the case is marked to be checked again.
package struct RecordedResults {
  /// A person's result with a different one from a run.
  package struct Conflict: Hashable, Sendable {
    package var id: String
    /// The person's result, such as `OK, Sato, 2026-11-20`.
    package var person: String
    /// The result of the run, such as `CI: NG, 2026-11-23`.
    package var run: String
  }

  package let sheet: String
  package private(set) var edits: [CellEdit] = []
  package private(set) var conflicts: [Conflict] = []
  /// The results that were not entered, one sentence each.
  package private(set) var remarks: [String] = []
  package private(set) var rowsChanged = 0

  /// Enters the results of runs by somebody (such as `CI`) on a day.
  ///
  /// - Throws: The reason why they cannot be entered into the workbook.
  package init(
    _ report: ResultsReport,
    in workbook: SavedWorkbook,
    by: String,
    on day: CalendarDate,
    device: String? = nil
  ) throws(FormatMismatch) {
    let round = try Self.round(of: workbook)
    sheet = round.saved.name
    let column = try Self.column(of: device, in: round)
    var rows: [String: Int] = [:]
    for row in round.rows where !round.isGone(row: row) {
      guard let id = round.key(ofRow: row)?.first, rows[id] == nil else { continue }
      rows[id] = row
    }
    let language = round.language
    let merged = round.mergedEntries
    for entry in report.cases {
      guard let result = TestResult(entry) else { continue }
      guard !Flow.isID(entry.id, of: report.id) else {
        remarks.append("\(entry.id) is not entered: its sheet has a result for each step")
        continue
      }
      guard let row = rows[entry.id] else {
        remarks.append("\(entry.id) is not on the sheet “\(sheet)”; `specmatrix generate` adds it")
        continue
      }
      if let first = round.column(column).flatMap({ merged[CellPosition(row: row, column: $0)] }) {
        remarks.append(
          "\(entry.id) is not entered: its cell is merged with \(first); split the cells"
        )
        continue
      }
      var recorder = RowRecorder(
        sheet: round,
        row: row,
        column: column,
        by: by,
        day: day,
        language: language
      )
      recorder.record(result, of: entry)
      if let conflict = recorder.conflict { conflicts.append(conflict) }
      if let remark = recorder.remark { remarks.append(remark) }
      if !recorder.changes.isEmpty { rowsChanged += 1 }
      for (column, cell) in recorder.changes.sorted(by: { $0.key < $1.key }) {
        let place = CellPosition(row: row, column: column)
        edits.append(CellEdit(sheet: sheet, position: place, cell: cell))
      }
    }
  }

  /// Returns the column for the results on a device, which may be omitted if there is only one.
  private static func column(
    of device: String?,
    in round: SavedSheet
  ) throws(FormatMismatch) -> ReportColumn.Role {
    let devices = round.results.compactMap(\.device)
    if device == nil, devices.isEmpty { return .result }
    let named = device ?? (devices.count == 1 ? devices[0] : nil)
    guard let known = devices.first(where: { $0.asName == named?.asName }) else {
      throw .init(
        devices.isEmpty
          ? "it has one result per case, not per device: leave out --device"
          : "it has results for each device: name the device of the run with --device: \(devices.joined(separator: ", "))"
      )
    }
    return .deviceResult(known)
  }

  /// Returns the sheet of the current round, which is not finished.
  static func round(of workbook: SavedWorkbook) throws(FormatMismatch) -> SavedSheet {
    let metadata = ReportMetadata(workbook)
    var tables = workbook.tables
    let rounds = Rounds(of: tables, metadata, .english, beginning: nil)
    let sheets = rounds.copies(in: &tables).filter { $0.name == .cases && !$0.results.isEmpty }
    guard let first = sheets.first else {
      throw .init("it has no sheet of cases for a round that goes on")
    }
    let written = metadata?.sheet(of: .cases)?.title
    if let own = sheets.first(where: { $0.saved.name == written }) { return own }
    guard sheets.count == 1 else {
      let names = sheets.map(\.saved.name).joined(separator: ", ")
      throw .init("it is unclear which sheet is the current round: \(names)")
    }
    return first
  }
}

/// The results that testers entered into the current round of a workbook.
package struct EnteredResults: Sendable {
  /// The results by the id of the case, except those to be checked again or without a meaning.
  package private(set) var results: [String: TestResult] = [:]

  /// Reads the results; there are none if it is unclear which sheet is the current round.
  package init(_ workbook: SavedWorkbook) {
    guard let sheet = try? RecordedResults.round(of: workbook) else { return }
    for row in sheet.rows {
      guard let id = sheet.key(ofRow: row)?.first, results[id] == nil, !sheet.isGone(row: row),
        sheet.text(.recheck, row: row).isEmpty,
        let result = TestResult(
          worstOf: sheet.results.map { TestResult(sheet.text($0, row: row).trimmed) }
        )
      else { continue }
      results[id] = result
    }
  }
}

extension TestResult {
  /// Creates the result of a case from those on several devices.
  ///
  /// A failed or else a blocked result takes precedence; otherwise a missing result means that there is none.
  fileprivate init?(worstOf results: [TestResult?]) {
    let worst = [TestResult.failed, .blocked].first(where: results.contains)
    guard let result = worst ?? (results.contains(nil) ? nil : results.first ?? nil) else {
      return nil
    }
    self = result
  }

  /// Creates the result to enter for a case, or returns `nil` if the runs have none.
  fileprivate init?(_ entry: ResultsReport.Case) {
    switch entry.verdict {
    case .passed: self = .passed
    case .failed: self = .failed
    case .blocked: self = .blocked
    case .checkAgain:
      guard let passed = entry.earlierPassed else { return nil }
      self = passed ? .passed : .failed
    case .unclear, .noResult: return nil
    }
  }
}

private struct RowRecorder {
  let sheet: SavedSheet
  let row: Int
  let column: ReportColumn.Role
  let by: String
  let day: CalendarDate
  let language: Language
  /// The new cells, by column.
  var changes: [Int: SavedCell] = [:]
  var conflict: RecordedResults.Conflict?
  var remark: String?

  mutating func record(_ result: TestResult, of entry: ResultsReport.Case) {
    let word = result.word(language)
    let saved = RecheckMark.result(in: words(column))
    let isVoid = RecheckMarks.read(words(column))?.isVoid == true && Self.isCurrent(entry)
    guard saved.isEmpty || TestResult(saved) == .notRun || isVoid || isOwn(saved) else {
      return compare(result, word, of: entry)
    }
    let last = saved.isEmpty ? nil : CalendarDate(ownDay(saved) ?? "")
    if let last, last > day {
      remark = "\(entry.id) has a result of a later day, \(last); that of \(day) was left out"
      return
    }
    let isOld = entry.verdict == .checkAgain
    set(column, .text(isOld && column.isOfDevice ? marked(word) : word))
    if words(.tester).isEmpty { set(.tester, .text(by)) }
    set(.testedOn, .day(day))
    setLines(.evidence, ["\(mark): \(word), \(day)"])
    let reason = result == .passed && entry.verdict == .passed ? nil : entry.reasons.first
    let failure = result != .failed && last == day ? failure(saved, before: word, of: entry) : []
    setLines(.note, failure + (reason.map { ["\(mark): \($0)"] } ?? []))
    guard !column.isOfDevice else { return }
    if isOld {
      set(.recheck, .text(RecheckMark(of: day).text(language)))
    } else if RecheckMark(words(.recheck)) != nil {
      set(.recheck, .empty)
    }
  }

  /// Returns the note on a failed run of the same day, since the sheet does not tell which run was later.
  private mutating func failure(
    _ saved: String,
    before word: String,
    of entry: ResultsReport.Case
  ) -> [String] {
    let notes = lines(.note).filter { $0.hasPrefix("\(mark): ") }
    let line = "\(mark): \(TestResult.failed.word(language)), \(day)"
    guard TestResult(saved) == .failed else { return notes.filter { $0.hasPrefix(line) } }
    remark =
      "\(entry.id): \(saved) became \(word) on the same day, \(day); the note keeps the failure. If the failed run was the later one, enter its report again"
    return [([line] + notes.map { String($0.dropFirst(mark.count + 2)) }).joined(separator: ": ")]
  }

  /// Compares the result of a run with a person's.
  private mutating func compare(_ result: TestResult, _ word: String, of entry: ResultsReport.Case)
  {
    // Open cases and other versions of a case do not contradict a person's result.
    guard Self.isCurrent(entry) else { return }
    let saved = RecheckMark.result(in: words(column))
    guard TestResult(saved) != result else { return setLines(.note, []) }
    let line = "\(mark): \(word), \(day)"
    let reason = entry.reasons.first.map { ": \($0)" } ?? ""
    conflict = RecordedResults.Conflict(
      id: entry.id,
      person: [column, .tester, .testedOn].map { words($0) }.filter { !$0.isEmpty }
        .joined(separator: ", "),
      run: line
    )
    setLines(.note, [line + reason])
    if column.isOfDevice {
      set(column, .text(marked(words(column))))
    } else if words(.recheck).isEmpty {
      let tested = sheet.cell(.testedOn, row: row).calendarDate
      set(.recheck, .text(RecheckMark(of: tested).text(language)))
    }
  }

  /// True if a run tested the current version of the case.
  private static func isCurrent(_ entry: ResultsReport.Case) -> Bool {
    entry.verdict == .passed || entry.verdict == .failed
  }

  private func marked(_ entry: String) -> String { RecheckMark.marked(entry, language) }

  /// True if a run entered the result in the cell.
  private func isOwn(_ saved: String) -> Bool {
    guard let day = ownDay(saved) else { return false }
    // With several devices, the date is that of the last result on any of them.
    return column.isOfDevice || day == words(.testedOn)
  }

  /// Returns the date that the last run noted with its result.
  private func ownDay(_ saved: String) -> String? {
    let start = "\(mark): \(saved), "
    return lines(.evidence).last { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
  }

  /// The prefix of the lines written by the run.
  private var mark: String {
    column.device.map { "\(by), \($0)" } ?? by
  }

  private func words(_ role: ReportColumn.Role) -> String { sheet.cell(role, row: row).words }

  private func lines(_ role: ReportColumn.Role) -> [String] {
    sheet.text(role, row: row).split(whereSeparator: \.isNewline).map { String($0).trimmed }
  }

  private mutating func set(_ role: ReportColumn.Role, _ cell: SavedCell) {
    guard let column = sheet.column(role), words(role) != cell.words else { return }
    changes[column] = cell
  }

  /// Replaces the lines written by the last run, and keeps all others.
  private mutating func setLines(_ role: ReportColumn.Role, _ own: [String]) {
    let old = lines(role)
    let new = old.filter { !$0.hasPrefix("\(mark): ") } + own
    guard new != old else { return }
    set(role, new.isEmpty ? .empty : .text(new.joined(separator: "\n")))
  }
}
