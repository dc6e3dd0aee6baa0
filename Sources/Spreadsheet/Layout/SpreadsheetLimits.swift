/// What a workbook can hold at most.
///
/// Source: Microsoft, "Excel specifications and limits".
package enum SpreadsheetLimits {
  package static let rows = 1_048_576
  package static let columns = 16_384
  /// In UTF-16 units.
  package static let cellLength = 32_767
  /// In UTF-16 units.
  package static let sheetNameLength = 31
  /// Of the choices of a drop-down joined by commas, and of a prompt.
  package static let validationLength = 255
  package static let promptTitleLength = 32
  package static let footerLength = 255
  /// In characters, special ones counted as three.
  package static let linkLength = 2_079
  package static let linksPerSheet = 65_530
  /// In points.
  package static let rowHeight = 409.0
}
