import Reporting
import Specification
import Text
import Workbooks

/// What stands in *Check again* beside a result whose case has changed since.
///
/// The mark names the day of that result: a result of a later day settles it, and nobody has to clear the cell.
enum RecheckMark {
  /// What every mark begins with.
  static func beginning(_ language: Language) -> String {
    ReportText(language: language)("Check again", "要再確認")
  }

  /// The mark for a result of some day, as its cell shows it; an empty text for none.
  static func text(of day: SavedCell, _ language: Language) -> String {
    let day = read(day)?.description ?? ""
    guard !day.isEmpty else { return beginning(language) }
    return beginning(language) + ReportText(language: language)(": tested \(day)", "：\(day)実施分")
  }

  /// Whether a mark is settled by a result of some day.
  static func isSettled(_ mark: String, by day: SavedCell) -> Bool {
    let mark = mark.withSingleBlanks
    guard let beginning = Language.allCases.map(beginning).first(where: mark.hasPrefix),
      let day = read(day)
    else { return false }
    let digits = mark.dropFirst(beginning.count).filter { $0.isNumber || $0 == "-" }
    guard !digits.isEmpty else { return true }
    return CalendarDay(String(digits)).map { $0 < day } ?? false
  }

  /// The mark in the words of a language, as far as it is one.
  static func translated(_ mark: String, to language: Language) -> String? {
    for other in Language.allCases where other != language && mark.hasPrefix(beginning(other)) {
      let digits = mark.dropFirst(beginning(other).count).filter { $0.isNumber || $0 == "-" }
      return text(of: .text(String(digits)), language)
    }
    return nil
  }

  /// The day that a tester entered: `2026-11-20`, `2026/11/20`, or a cell that a spreadsheet shows as a day.
  private static func read(_ cell: SavedCell) -> CalendarDay? {
    let parts = cell.plainText.folded.split { "-/.年月日 ".contains($0) }.map(String.init)
    guard parts.count == 3, parts[0].count == 4 else { return nil }
    let padded = parts.map { $0.count == 1 ? "0" + $0 : $0 }
    return CalendarDay(padded.joined(separator: "-"))
  }
}
