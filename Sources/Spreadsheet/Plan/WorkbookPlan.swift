/// A workbook as a pure value: every cell, width, rule and page setting, before any library sees it.
package struct WorkbookPlan: Hashable, Sendable {
  package var properties: WorkbookProperties
  /// The typeface of every cell; programs that lack it take their own.
  package var font: String
  package var sheets: [SheetPlan]
  package var definedNames: [DefinedNamePlan]

  package init(
    properties: WorkbookProperties,
    font: String,
    sheets: [SheetPlan],
    definedNames: [DefinedNamePlan] = []
  ) {
    self.properties = properties
    self.font = font
    self.sheets = sheets
    self.definedNames = definedNames
  }
}
