/// A colour for each number of a range, from the least to the most.
package struct ColorScalePlan: Hashable, Sendable {
  package var range: CellRange
  /// `0xRRGGBB`.
  package var least: Int
  /// `0xRRGGBB`.
  package var most: Int

  package init(range: CellRange, least: Int, most: Int) {
    self.range = range
    self.least = least
    self.most = most
  }
}
