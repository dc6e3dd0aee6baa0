/// What people saved: a workbook's sheets in their order, or the one table of a CSV file.
package struct SavedWorkbook: Hashable, Sendable {
  package var tables: [SavedTable]

  package init(tables: [SavedTable]) {
    self.tables = tables
  }
}
