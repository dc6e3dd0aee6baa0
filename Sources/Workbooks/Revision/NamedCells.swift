/// The cells of a workbook that something names one by one, or as a piece of one row, wherever it does so: in a formula of a cell, a
/// conditional format, a drop-down, a chart, a name, or as the end of a link.
///
/// Where such a row goes elsewhere, what names it has to go on to do so.
package struct NamedCells: Hashable, Sendable {
  /// By the sheet's name in lower case, and the row: the columns; none where the row is named as a whole.
  private var columns: [String: [Int: Set<Int>]] = [:]

  /// Of a workbook in which nothing is named.
  package init() {}

  /// - Parameters:
  ///   - saved: The workbook.
  ///   - isPeoples: Whether people put a link on that cell of a sheet; where the program's own lead, it says itself.
  package init(_ saved: SavedWorkbook, linksOf isPeoples: (SavedTable, CellPosition) -> Bool) {
    for table in saved.tables {
      for case .formula(let text, _) in table.rows.joined() {
        name(text, on: table.name) { _ in true }
      }
      for (place, text) in table.links where isPeoples(table, place) {
        name(text, on: table.name) { _ in true }
      }
      // On their own sheet these keep their distance, unless a `$` holds the row.
      for text in table.formulas {
        name(text, on: table.name) { !$0 }
      }
    }
    for text in saved.formulas { name(text, on: "") { _ in true } }
  }

  /// The columns in which cells of a row are named; `nil` where nothing names it.
  package func columns(ofRow row: Int, on sheet: String) -> Set<Int>? {
    columns[sheet.lowercased()]?[row]
  }

  /// Takes in what a formula names; of a piece of more than a thousand columns only the first ones.
  ///
  /// One cell that is written as a range is a column of a table of one row, as that of the program's own counts.
  private mutating func name(
    _ text: String,
    on sheet: String,
    isMeant: (_ isRelative: Bool) -> Bool
  ) {
    _ = FormulaText(text).rewritten { name, area, isRelative in
      let isOwn = name == nil || name?.lowercased() == sheet.lowercased()
      guard let rows = area.rows, rows.count == 1, !isOwn || isMeant(isRelative),
        area.isSingle || area.columns?.count != 1
      else { return .same }
      let first = area.columns?.lowerBound ?? 0
      let range = area.columns.map { Array($0.clamped(to: first...first + 999)) } ?? []
      columns[(name ?? sheet).lowercased(), default: [:]][rows.lowerBound, default: []]
        .formUnion(range)
      return .same
    }
  }
}
