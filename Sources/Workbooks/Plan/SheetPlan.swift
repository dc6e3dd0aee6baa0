package struct SheetPlan: Hashable, Sendable {
  /// At most 31 UTF-16 units without `[]:*?/\`.
  package var name: String
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
  /// If several meet at a cell, the first wins.
  package var conditionalFormats: [ConditionalFormatPlan]
  package var chart: ChartPlan?
  /// Where digits are meant as text, so that no program complains about them.
  package var digitsAsText: CellRange?
  package var page: PagePlan
  /// How the sheet lies on a saved one; `nil` for a new sheet, and for one that is written anew.
  package var overlay: SheetOverlay?

  /// What is printed; `nil` for all.
  var printArea: CellRange? {
    page.lastColumn.map { CellRange(rows: 0...max(rows.count, 1) - 1, columns: 0...$0) }
  }

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
    self.chart = chart
    self.digitsAsText = digitsAsText
    self.page = page
  }
}

/// A column's width in the unit of spreadsheets: digits of the default font.
package struct ColumnPlan: Hashable, Sendable {
  package var width: Double
  package var isHidden: Bool
  /// How deep in groups of columns it stands; 0 for none.
  package var outlineLevel: Int
  /// True if the group behind it is folded, so that a sign to unfold it stands above this column.
  package var isCollapsed = false

  package init(width: Double, isHidden: Bool = false, outlineLevel: Int = 0) {
    self.width = width
    self.isHidden = isHidden
    self.outlineLevel = outlineLevel
  }
}

package struct RowPlan: Hashable, Sendable {
  /// In points; `nil` leaves it to the program that opens the workbook.
  package var height: Double?
  /// In the order of the columns, from the first.
  package var cells: [CellPlan]
  /// True if it is folded into the row above it that is not.
  package var isFolded = false

  package init(height: Double? = nil, cells: [CellPlan] = []) {
    self.height = height
    self.cells = cells
  }
}

/// How a sheet is printed: A3 across, as wide as the page where its type stays readable.
package struct PagePlan: Hashable, Sendable {
  /// How wide what is to be printed is.
  package enum Width: Hashable, Sendable {
    /// Made smaller until it fits the page.
    case onePage
    /// At this part of its size in percent, over as many pages as it takes; the first columns head every page.
    case several(percent: Int, repeatedColumns: Int)
  }

  /// The rows that head every page.
  package var repeatedRows: ClosedRange<Int>?
  /// The three parts of the footer; `&P` is the page's number, `&N` the number of pages, `&&` an ampersand.
  package var footer: String
  /// True if everything has to stand on one page; otherwise it takes as many as are needed.
  package var isOnePage: Bool
  package var width = Width.onePage
  /// The last column that is printed; `nil` for all.
  package var lastColumn: Int?

  package init(repeatedRows: ClosedRange<Int>?, footer: String, isOnePage: Bool = false) {
    self.repeatedRows = repeatedRows
    self.footer = footer
    self.isOnePage = isOnePage
  }
}

/// What may be entered into some cells, chosen from a list, and the words that help.
package struct ValidationPlan: Hashable, Sendable {
  package var range: CellRange
  /// Joined by commas at most 255 characters; none leaves the input free and shows the prompt alone.
  package var choices: [String]
  /// At most 32 characters.
  package var promptTitle: String
  /// At most 255 characters.
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

/// A colour that follows what cells hold.
package struct ConditionalFormatPlan: Hashable, Sendable {
  package enum Rule: Hashable, Sendable {
    /// The tone of the cells for which a formula is true: without its equals sign, as it reads for the first cell of the range.
    case formula(String, CellTone)
    /// A colour for each number, from the least to the most: `0xRRGGBB`.
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
  /// By value: `0xRRGGBB`.
  package var colors: [Int]
  /// The cell under its upper left corner.
  package var position: CellPosition
  /// In pixels.
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
