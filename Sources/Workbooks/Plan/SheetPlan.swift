package struct SheetPlan: Hashable, Sendable {
  /// The name, at most 31 UTF-16 units without `[]:*?/\`.
  package var name: String
  package var isHidden: Bool
  /// The colour of the tab as `0xRRGGBB`.
  package var tabColor: Int?
  /// The columns of the sheet, from the first.
  package var columns: [ColumnPlan]
  /// The rows of the sheet, from the first.
  package var rows: [RowPlan]
  /// The first cell that scrolls.
  package var freeze: CellPosition?
  package var filter: CellRange?
  package var validations: [ValidationPlan] = []
  /// The conditional formats, of which the first takes precedence in a cell.
  package var conditionalFormats: [ConditionalFormatPlan] = []
  package var chart: ChartPlan?
  /// The range in which digits are meant as text, so that programs show no warnings.
  package var digitsAsText: CellRange?
  package var page: PagePlan
  /// The placement over a saved sheet, or `nil` for a sheet that is new or replaced.
  package var overlay: SheetOverlay?

  /// The range to be printed, or `nil` for all cells.
  var printArea: CellRange? {
    page.lastColumn.map { CellRange(rows: 0...max(rows.count, 1) - 1, columns: 0...$0) }
  }

  package init(
    name: String,
    isHidden: Bool = false,
    tabColor: Int? = nil,
    columns: [ColumnPlan],
    rows: [RowPlan],
    page: PagePlan
  ) {
    self.name = name
    self.isHidden = isHidden
    self.tabColor = tabColor
    self.columns = columns
    self.rows = rows
    self.page = page
  }
}

/// A column, with its width in digits of the default font.
package struct ColumnPlan: Hashable, Sendable {
  package var width: Double
  package var isHidden: Bool
  /// The nesting level in column groups, 0 for none.
  package var outlineLevel: Int
  /// True if the group after the column is collapsed, so that the column shows the control to expand it.
  package var isCollapsed = false

  package init(width: Double, isHidden: Bool = false, outlineLevel: Int = 0) {
    self.width = width
    self.isHidden = isHidden
    self.outlineLevel = outlineLevel
  }
}

package struct RowPlan: Hashable, Sendable {
  /// The height in points, or `nil` to leave it to the program that opens the workbook.
  package var height: Double?
  /// The cells, from the first column.
  package var cells: [CellPlan]
  /// True if the row is collapsed into the last row above that is not.
  package var isFolded = false

  package init(height: Double? = nil, cells: [CellPlan] = []) {
    self.height = height
    self.cells = cells
  }
}

/// The page setup: A3 landscape, scaled to the width of the page if that stays readable.
package struct PagePlan: Hashable, Sendable {
  /// The way in which the width of the sheet is fitted to pages.
  package enum Width: Hashable, Sendable {
    /// The sheet is scaled down to the width of one page.
    case onePage
    /// The sheet is scaled to a percentage and spread over several pages, each starting with the first columns.
    case several(percent: Int, repeatedColumns: Int)
  }

  /// The rows repeated at the top of every page.
  package var repeatedRows: ClosedRange<Int>?
  /// The three parts of the footer, in which `&P` is the page number, `&N` the number of pages and `&&` an ampersand.
  package var footer: String
  /// True if everything must fit on one page; otherwise there are as many as needed.
  package var isOnePage: Bool
  package var width = Width.onePage
  /// The last column to be printed, or `nil` for all.
  package var lastColumn: Int?

  package init(repeatedRows: ClosedRange<Int>?, footer: String, isOnePage: Bool = false) {
    self.repeatedRows = repeatedRows
    self.footer = footer
    self.isOnePage = isOnePage
  }
}

/// The input allowed in some cells, chosen from a list, and a prompt.
package struct ValidationPlan: Hashable, Sendable {
  package var range: CellRange
  /// The choices, at most 255 characters when joined by commas; without any, input is free and only the prompt is shown.
  package var choices: [String]
  /// The title of the prompt, at most 32 characters.
  package var promptTitle: String
  /// The prompt, at most 255 characters.
  package var prompt: String

  package init(
    range: CellRange,
    choices: [String],
    promptTitle: String,
    prompt: String
  ) {
    self.range = range
    self.choices = choices
    self.promptTitle = promptTitle
    self.prompt = prompt
  }
}

/// A format that depends on the content of cells.
package struct ConditionalFormatPlan: Hashable, Sendable {
  package enum Rule: Hashable, Sendable {
    /// The tone for cells that satisfy a formula, given without equals sign and relative to the first cell of the range.
    case formula(String, CellTone)
    /// A colour scale from the smallest to the largest number, as `0xRRGGBB`.
    case scale(least: Int, most: Int)
  }

  package var range: CellRange
  package var rule: Rule

  package init(range: CellRange, _ rule: Rule) {
    self.range = range
    self.rule = rule
  }
}

/// A bar chart beside the cells that it shows.
package struct ChartPlan: Hashable, Sendable {
  package var title: String
  package var categories: CellRange
  package var values: CellRange
  /// The colour of each value as `0xRRGGBB`.
  package var colors: [Int]
  /// The cell under the upper left corner.
  package var position: CellPosition
  /// The size in pixels.
  package var width: Int
  package var height: Int

  package init(
    title: String,
    categories: CellRange,
    values: CellRange,
    colors: [Int],
    position: CellPosition,
    width: Int,
    height: Int
  ) {
    self.title = title
    self.categories = categories
    self.values = values
    self.colors = colors
    self.position = position
    self.width = width
    self.height = height
  }
}
