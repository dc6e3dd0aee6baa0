/// A column's width in the unit of spreadsheets: digits of the default font.
package struct ColumnPlan: Hashable, Sendable {
  package var width: Double
  package var isHidden: Bool

  package init(width: Double, isHidden: Bool = false) {
    self.width = width
    self.isHidden = isHidden
  }
}
