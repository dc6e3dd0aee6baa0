/// How a sheet is printed: A4 across, fitted to the page's width, on as many pages as it takes.
package struct PagePlan: Hashable, Sendable {
  /// The rows that head every page.
  package var repeatedRows: ClosedRange<Int>?
  /// The three parts of the footer; `&P` is the page's number, `&N` the number of pages, `&&` an ampersand.
  package var footer: String

  package init(repeatedRows: ClosedRange<Int>?, footer: String) {
    self.repeatedRows = repeatedRows
    self.footer = footer
  }
}
