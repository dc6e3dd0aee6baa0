import Reporting
import Specification
import Text
import Workbooks

/// What stands in *Check again* beside a result whose case has changed since.
///
/// The mark names the day of that result: a result of a later day settles it, and nobody has to clear the cell.
enum RecheckMark {
  /// The mark for a result of some day, as its cell shows it; it is void where something else is expected now.
  static func text(of day: SavedCell, isVoid: Bool, _ language: Language) -> String {
    let marks = RecheckMarks(language)
    return text(isVoid ? marks.void : marks.checkAgain, read(day), language)
  }

  private static func text(_ mark: String, _ day: CalendarDate?, _ language: Language) -> String {
    guard let day else { return mark }
    return mark + ReportText(language: language)(" (tested \(day))", "：\(day)実施分")
  }

  /// True if a text is a mark, and not a tester's own.
  static func isMark(_ text: String) -> Bool { parts(of: text) != nil }

  /// True if a mark is settled by a result of some day.
  static func isSettled(_ mark: String, by day: SavedCell) -> Bool {
    guard let (_, _, tested) = parts(of: mark), let day = read(day) else { return false }
    return tested.map { $0 < day } ?? true
  }

  /// The mark in the words of a language; `nil` if it is not a mark.
  static func translated(_ mark: String, to language: Language) -> String? {
    guard let (number, written, day) = parts(of: mark), written != language else { return nil }
    return text(RecheckMarks(language).all[number], day, language)
  }

  /// Which mark it is, in which language, and the day that it names; `nil` if it is not a mark.
  private static func parts(of mark: String) -> (number: Int, Language, CalendarDate?)? {
    let mark = mark.withSingleBlanks
    for language in Language.allCases {
      for (number, known) in RecheckMarks(language).all.enumerated() where mark.hasPrefix(known) {
        let digits = mark.dropFirst(known.count).filter { $0.isNumber || $0 == "-" }
        let day = CalendarDate(String(digits))
        return digits.isEmpty || day != nil ? (number, language, day) : nil
      }
    }
    return nil
  }

  /// The day that a tester entered: `2026-11-20`, `2026/11/20`, or a cell that a spreadsheet shows as a day.
  private static func read(_ cell: SavedCell) -> CalendarDate? {
    let parts = cell.plainText.folded.split { "-/.年月日 ".contains($0) }.map(String.init)
    guard parts.count == 3, parts[0].count == 4 else { return nil }
    let padded = parts.map { $0.count == 1 ? "0" + $0 : $0 }
    return CalendarDate(padded.joined(separator: "-"))
  }
}
