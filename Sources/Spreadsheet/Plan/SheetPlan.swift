/// A sheet of a workbook.
package struct SheetPlan: Hashable, Sendable {
  /// At most 31 UTF-16 units without `[]:*?/\`.
  package var name: String
  /// Whether people do not see it.
  package var isHidden: Bool
  /// The colour of the tab as `0xRRGGBB`.
  package var tabColor: Int?
  /// In the order of the sheet, from the first.
  package var columns: [ColumnPlan]
  /// In the order of the sheet, from the first.
  package var rows: [RowPlan]
  /// The first cell that scrolls.
  package var freeze: CellPosition?
  package var filter: CellRange?
  package var validations: [ValidationPlan]
  /// Of those that meet at a cell the first wins.
  package var conditionalFormats: [ConditionalFormatPlan]
  package var colorScales: [ColorScalePlan]
  package var chart: ChartPlan?
  /// Where digits are meant as text, so that no program complains about them.
  package var digitsAsText: CellRange?
  package var page: PagePlan

  package init(
    name: String,
    isHidden: Bool = false,
    tabColor: Int? = nil,
    columns: [ColumnPlan],
    rows: [RowPlan],
    freeze: CellPosition? = nil,
    filter: CellRange? = nil,
    validations: [ValidationPlan] = [],
    conditionalFormats: [ConditionalFormatPlan] = [],
    colorScales: [ColorScalePlan] = [],
    chart: ChartPlan? = nil,
    digitsAsText: CellRange? = nil,
    page: PagePlan
  ) {
    self.name = name
    self.isHidden = isHidden
    self.tabColor = tabColor
    self.columns = columns
    self.rows = rows
    self.freeze = freeze
    self.filter = filter
    self.validations = validations
    self.conditionalFormats = conditionalFormats
    self.colorScales = colorScales
    self.chart = chart
    self.digitsAsText = digitsAsText
    self.page = page
  }
}
