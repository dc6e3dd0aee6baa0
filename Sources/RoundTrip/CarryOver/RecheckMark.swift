import Reporting
import Specification
import Text
import Workbooks

/// The mark of a result whose case has changed since, in the column *Check again* or, for results on devices, in the result's cell.
///
/// In the column, the mark names the date of the result, so that a later result settles it without anybody having to clear the cell.
struct RecheckMark {
  /// True if the expected result has changed.
  var isVoid: Bool
  /// The date of the result, or `nil` if unknown.
  var day: CalendarDate?

  init(of day: CalendarDate?, isVoid: Bool = false) {
    (self.day, self.isVoid) = (day, isVoid)
  }

  /// Creates the mark from its text in any language, or returns `nil` for a tester's own words.
  init?(_ text: String) {
    guard let (isVoid, words) = RecheckMarks.read(text.withSingleBlanks) else { return nil }
    self.init(of: CalendarDate(words.filter { $0.isNumber || $0 == "-" }), isVoid: isVoid)
    guard Language.allCases.map(self.text).contains(text.withSingleBlanks) else { return nil }
  }

  func text(_ language: Language) -> String {
    let words = day.map { language.choose("tested \($0)", "\($0)実施分") }
    return RecheckMarks(language).mark(isVoid: isVoid, words ?? "")
  }

  /// True if the cell has a date later than that of the marked result.
  func isSettled(by cell: SavedCell) -> Bool {
    if let day, let later = cell.calendarDate { day < later } else { false }
  }

  /// Returns a result's entry with a mark in front, such as `Void: test again (OK)`; a void result stays void.
  static func marked(_ entry: String, isVoid: Bool = false, _ language: Language) -> String {
    let old = RecheckMarks.read(entry)
    return RecheckMarks(language).mark(isVoid: isVoid || old?.isVoid == true, result(in: entry))
  }

  static func result(in entry: String) -> String { RecheckMarks.read(entry)?.entry ?? entry }
}

extension SavedCell {
  /// The date that a tester entered, such as `2026-11-20` or `2026/11/20`, or as a date cell.
  var calendarDate: CalendarDate? {
    let parts = plainText.folded.split { "-/.年月日 ".contains($0) }.map(String.init)
    guard parts.count == 3, parts[0].count == 4 else { return nil }
    let padded = parts.map { $0.count == 1 ? "0" + $0 : $0 }
    return CalendarDate(padded.joined(separator: "-"))
  }
}

extension TableCarryOver {
  /// Marks the results of changed cases, and clears the marks settled by later results.
  ///
  /// Devices share the date of a row, so each of their results is marked in its own cell until it is entered anew, even if the settings no
  /// longer name its device.
  mutating func mark(_ matched: [Int: Int], changed: Set<Int>) {
    guard let recheck = table.index(of: .recheck) else { return }
    let hasDevices = table.results.contains(where: \.isOfDevice)
    let results = table.columns.indices.filter { number in
      let column = table.columns[number]
      return column.role.isOfDevice || column.formerKey != nil
        || hasDevices && column.role == .result
    }
    for (number, row) in matched {
      let written = table.rows[number].cells[recheck].shownText
      let (old, hasChanged) = (RecheckMark(written), changed.contains(number))
      let testedOn = sheet.cell(.testedOn, row: row)
      let isSettled = old?.isSettled(by: testedOn) ?? false
      let isVoid =
        old?.isVoid == true && (hasDevices || !isSettled)
        || hasChanged && self.isVoid(row, row: number)
      var isMarked = false
      if hasChanged || hasDevices && old != nil {
        for column in results {
          let entry = table.rows[number].cells[column].shownText
          guard !entry.isEmpty, TestResult(entry.trimmed) != .notRun else { continue }
          isMarked = true
          let marked = RecheckMark.marked(entry, isVoid: isVoid, context.language)
          guard marked != entry else { continue }
          table.rows[number].cells[column] = .text(marked)
          table.rows[number].cells[column].isRewritten = true
        }
      }
      // A tester's own words there also mean that the case needs another look.
      guard old != nil || written.isEmpty && hasChanged else { continue }
      if hasDevices {
        if isMarked { table.rows[number].cells[recheck] = .empty }
      } else if isSettled, !hasChanged {
        table.rows[number].cells[recheck] = .empty
      } else if hasChanged || old?.day == nil {
        let mark = RecheckMark(of: testedOn.calendarDate, isVoid: isVoid)
        table.rows[number].cells[recheck] = .text(mark.text(context.language))
      }
    }
  }
}
