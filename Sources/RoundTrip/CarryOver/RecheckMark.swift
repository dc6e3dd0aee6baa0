import Reporting
import Specification
import Text
import Workbooks

/// The mark of a result whose case has changed since: in the column *Check again* or, for results on devices, in the cell of the result.
///
/// In the column it names the date of the result: a later result settles it, and nobody has to clear the cell.
struct RecheckMark {
  /// True if something else is expected now.
  var isVoid: Bool
  /// The date of the result; `nil` if unknown.
  var day: CalendarDate?

  init(of day: CalendarDate?, isVoid: Bool = false) {
    (self.day, self.isVoid) = (day, isVoid)
  }

  /// The mark that a text is in some language; `nil` for a tester's own words.
  init?(_ text: String) {
    guard let (isVoid, words) = RecheckMarks.read(text.withSingleBlanks) else { return nil }
    self.init(of: CalendarDate(words.filter { $0.isNumber || $0 == "-" }), isVoid: isVoid)
    guard Language.allCases.map(self.text).contains(text.withSingleBlanks) else { return nil }
  }

  /// As its cell shows it.
  func text(_ language: Language) -> String {
    let words = day.map { language.choose("tested \($0)", "\($0)実施分") }
    return RecheckMarks(language).mark(isVoid: isVoid, words ?? "")
  }

  /// True if a result of some day is later than the marked one.
  func isSettled(by cell: SavedCell) -> Bool {
    if let day, let later = cell.calendarDate { day < later } else { false }
  }

  /// The entry of a result behind a mark, `Void: test again (OK)`; what is void stays void.
  static func marked(_ entry: String, isVoid: Bool = false, _ language: Language) -> String {
    let old = RecheckMarks.read(entry)
    return RecheckMarks(language).mark(isVoid: isVoid || old?.isVoid == true, result(in: entry))
  }

  /// An entry without the mark in front of it.
  static func result(in entry: String) -> String { RecheckMarks.read(entry)?.entry ?? entry }
}

extension SavedCell {
  /// The day that a tester entered: `2026-11-20`, `2026/11/20`, or a cell that a spreadsheet shows as a day.
  var calendarDate: CalendarDate? {
    let parts = plainText.folded.split { "-/.年月日 ".contains($0) }.map(String.init)
    guard parts.count == 3, parts[0].count == 4 else { return nil }
    let padded = parts.map { $0.count == 1 ? "0" + $0 : $0 }
    return CalendarDate(padded.joined(separator: "-"))
  }
}

extension TableCarryOver {
  /// Marks the results of rows whose cases have changed, and clears the marks that later results settle.
  ///
  /// Devices share the date of a row, so each result is marked in its own cell until it is entered anew, even if the settings no longer name
  /// its device.
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
      let isSettled = old?.isSettled(by: day(row)) ?? false
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
      // What a tester wrote there says as well that the case is to be looked at.
      guard old != nil || written.isEmpty && hasChanged else { continue }
      if hasDevices {
        if isMarked { table.rows[number].cells[recheck] = .empty }
      } else if isSettled, !hasChanged {
        table.rows[number].cells[recheck] = .empty
      } else if hasChanged || old?.day == nil {
        let mark = RecheckMark(of: day(row).calendarDate, isVoid: isVoid)
        table.rows[number].cells[recheck] = .text(mark.text(context.language))
      }
    }
  }
}
