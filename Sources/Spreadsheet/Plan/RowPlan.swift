/// A row and its cells.
package struct RowPlan: Hashable, Sendable {
  /// In points; `nil` leaves it to the program that opens the workbook.
  package var height: Double?
  /// In the order of the columns, from the first.
  package var cells: [CellPlan]

  package init(height: Double? = nil, cells: [CellPlan] = []) {
    self.height = height
    self.cells = cells
  }
}
