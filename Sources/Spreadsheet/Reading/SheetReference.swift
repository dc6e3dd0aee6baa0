/// A sheet, as the workbook's own part lists it.
struct SheetReference {
  var name: String
  var isHidden: Bool
  /// Of the relation that leads to its part.
  var relation: String
}
