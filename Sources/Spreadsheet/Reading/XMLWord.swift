/// The names of elements and attributes that the reader knows.
///
/// A name becomes one of these once; after that no text is compared any more.
enum XMLWord: String {
  // The relations between parts.
  case relationship = "Relationship"
  case relationID = "Id"
  case relationType = "Type"
  case target = "Target"
  case targetMode = "TargetMode"
  // The workbook and its styles.
  case workbookPr, date1904, sheet, name, state, id
  case styleSheet, numFmt, numFmtId, formatCode, cellXfs, xf
  // The sheets and their texts.
  case sheetData, row, c, v, f, `is`, t, r, s, si, rPh
  case col, min, max, width
  /// Any other name.
  case other
}
