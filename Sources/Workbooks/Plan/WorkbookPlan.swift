/// A workbook as a value, with every cell, width, rule and page setting, independent of any library.
package struct WorkbookPlan: Hashable, Sendable {
  package var properties: WorkbookProperties
  /// The font of all cells, which programs substitute if they lack it.
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

package struct WorkbookProperties: Hashable, Sendable {
  package var title: String
  package var subject: String
  /// The program that created the workbook.
  package var comments: String
  /// The creation time in seconds since 1970-01-01T00:00Z, passed in so that the same input gives the same bytes.
  package var created: Int

  package init(title: String, subject: String, comments: String, created: Int) {
    self.title = title
    self.subject = subject
    self.comments = comments
    self.created = created
  }
}

package struct DefinedNamePlan: Hashable, Sendable {
  /// The name: letters, digits and underscores.
  package var name: String
  package var sheet: String
  package var range: CellRange

  package init(name: String, sheet: String, range: CellRange) {
    self.name = name
    self.sheet = sheet
    self.range = range
  }

  /// The range as a formula, such as `='Cases'!$A$2:$A$9`.
  package var formula: String { "=" + range.absolute(in: sheet) }
}
