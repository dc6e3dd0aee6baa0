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
