/// A number that follows what people enter: how many rows of a table hold one of some texts in a column.
package struct ReportTally: Hashable, Sendable {
  package var table: ReportTable.Name
  package var role: ReportColumn.Role
  /// The texts that count; the empty text counts empty cells.
  package var values: [String]
  /// The number as the report stands.
  package var counted: Int

  package init(table: ReportTable.Name, role: ReportColumn.Role, values: [String], counted: Int) {
    self.table = table
    self.role = role
    self.values = values
    self.counted = counted
  }
}
