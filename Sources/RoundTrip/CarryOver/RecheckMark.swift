import Reporting
import Specification
import Text
import Workbooks

/// What stands in *Check again* beside a result whose case has changed since, or in the cell of the result, in front of it.
///
/// The mark beside a result names its day: a result of a later day settles it, and nobody has to clear the cell.
struct RecheckMark {
  /// True if something else is expected now.
  var isVoid: Bool
  /// That of the result; `nil` if unknown.
  var day: CalendarDate?

  /// The mark for a result of the day that a tester entered: `2026-11-20`, `2026/11/20`, or a cell that a spreadsheet shows as a day.
  init(of day: SavedCell, isVoid: Bool = false) {
    self.isVoid = isVoid
    self.day = Self.read(day)
  }

  /// The mark that a text is in some language; `nil` for a tester's own words.
  init?(_ text: String) {
    let (mark, rest) = Self.split(text.withSingleBlanks)
    guard let mark else { return nil }
    isVoid = mark == 1
    day = CalendarDate(rest.filter { $0.isNumber || $0 == "-" })
    guard Language.allCases.map(self.text).contains(text.withSingleBlanks) else { return nil }
  }

  /// As its cell shows it.
  func text(_ language: Language) -> String {
    let mark = RecheckMarks(language).all[isVoid ? 1 : 0]
    guard let day else { return mark }
    return mark + ReportText(language: language)(" (tested \(day))", "：\(day)実施分")
  }

  /// True if a result of some day is later than the marked one.
  func isSettled(by cell: SavedCell) -> Bool {
    if let day, let later = Self.read(cell) { day < later } else { false }
  }

  /// The entry of a result behind a mark, `Void: test again (OK)`; what is void stays void.
  static func marked(_ entry: String, isVoid: Bool = false, _ language: Language) -> String {
    let (mark, result) = split(entry)
    let text = RecheckMarks(language).all[isVoid ? 1 : mark ?? 0]
    return result.isEmpty
      ? text : text + ReportText(language: language)(" (\(result))", "：\(result)")
  }

  /// The number of the mark in front of a text, if there is one, and what stands behind it.
  static func split(_ text: String) -> (mark: Int?, rest: String) {
    for marks in Language.allCases.map({ RecheckMarks($0).all }) {
      guard let number = marks.firstIndex(where: text.hasPrefix) else { continue }
      let rest = text.dropFirst(marks[number].count).trimmed
      guard rest.hasPrefix("("), rest.hasSuffix(")") else {
        return (number, String(rest.drop { ":：".contains($0) }).trimmed)
      }
      return (number, String(rest.dropFirst().dropLast()))
    }
    return (nil, text)
  }

  private static func read(_ cell: SavedCell) -> CalendarDate? {
    let parts = cell.plainText.folded.split { "-/.年月日 ".contains($0) }.map(String.init)
    guard parts.count == 3, parts[0].count == 4 else { return nil }
    let padded = parts.map { $0.count == 1 ? "0" + $0 : $0 }
    return CalendarDate(padded.joined(separator: "-"))
  }
}

extension TableCarryOver {
  /// Marks the results of rows whose cases have changed, and clears the marks that later results settle.
  ///
  /// Devices share the day of a row, so the result on each has its mark in its own cell until it is entered anew, those on devices
  /// that the settings do not name now among them.
  mutating func mark(_ matched: [Int: Int], changed: Set<Int>) {
    guard let recheck = table.index(of: .recheck) else { return }
    let known = Vocabulary(table.name)
    let hasDevices = table.results.contains(where: \.isOfDevice)
    let results = table.columns.indices.filter { number in
      let column = table.columns[number]
      let role = column.kind == .people ? known.role(of: column.heading) : nil
      return role?.isOfDevice == true || hasDevices && role == .result
    }
    for (number, row) in matched {
      let written = table.rows[number].cells[recheck].shownText
      let (old, hasChanged) = (RecheckMark(written), changed.contains(number))
      let isSettled = old?.isSettled(by: day(row)) ?? false
      let isVoid =
        old?.isVoid == true && (hasDevices || !isSettled)
        || hasChanged && self.isVoid(row, row: number)
      if hasChanged || hasDevices && old != nil {
        for column in results {
          let entry = table.rows[number].cells[column].shownText
          guard !entry.isEmpty, TestResult(entry.trimmed) != .notRun else { continue }
          let marked = RecheckMark.marked(entry, isVoid: isVoid, context.language)
          table.rows[number].cells[column] = .text(marked)
        }
      }
      // What a tester wrote there says as well that the case is to be looked at.
      guard old != nil || written.isEmpty && hasChanged else { continue }
      if hasDevices || isSettled && !hasChanged {
        table.rows[number].cells[recheck] = .empty
      } else if hasChanged || old?.day == nil {
        let mark = RecheckMark(of: day(row), isVoid: isVoid)
        table.rows[number].cells[recheck] = .text(mark.text(context.language))
      }
    }
  }
}
