/// How a sheet is printed: A4 across, fitted to the page's width.
package struct PagePlan: Hashable, Sendable {
  /// The rows that head every page.
  package var repeatedRows: ClosedRange<Int>?
  /// The three parts of the footer; `&P` is the page's number, `&N` the number of pages, `&&` an ampersand.
  package var footer: String
  /// Whether everything has to stand on one page; otherwise it takes as many as are needed.
  package var isOnePage: Bool

  package init(repeatedRows: ClosedRange<Int>?, footer: String, isOnePage: Bool = false) {
    self.repeatedRows = repeatedRows
    self.footer = footer
    self.isOnePage = isOnePage
  }
}
