/// A name for a range of cells.
package struct DefinedNamePlan: Hashable, Sendable {
  /// Letters, digits and low lines.
  package var name: String
  /// The sheet by its name.
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
