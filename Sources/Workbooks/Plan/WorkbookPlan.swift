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

package struct WorkbookProperties: Hashable, Sendable {
  package var title: String
  package var subject: String
  /// The program that made it.
  package var comments: String
  /// Seconds since 1970-01-01T00:00Z, given from outside, since the same input has to give the same bytes.
  package var created: Int

  package init(title: String, subject: String, comments: String, created: Int) {
    self.title = title
    self.subject = subject
    self.comments = comments
    self.created = created
  }
}

package struct DefinedNamePlan: Hashable, Sendable {
  /// Letters, digits and low lines.
  package var name: String
  package var sheet: String
  package var range: CellRange

  package init(name: String, sheet: String, range: CellRange) {
    self.name = name
    self.sheet = sheet
    self.range = range
  }

  /// The range as a formula: `='Cases'!$A$2:$A$9`.
  package var formula: String { "=" + range.absolute(in: sheet) }
}
