package import Specification

/// What stands in a cell of a file that somebody saved.
package enum SavedCell: Hashable, Sendable {
  case empty
  /// With LF for every line break; rich text without its formats.
  case text(String)
  case number(Double)
  case boolean(Bool)
  /// A number that the file shows as a date; one with a time of day is text.
  case day(CalendarDay)
  /// What a formula gave when the file was saved. The formula stands without its equals sign.
  indirect case formula(String, SavedCell)
  /// An error of the spreadsheet, such as `#REF!`.
  case error(String)
}
