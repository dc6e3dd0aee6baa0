import TestSupport
import Testing

@testable import Workbooks

/// The cost of a revision is linear: the bytes of parts parsed into trees and written from them, for n rows and for 2n.
@Suite(.enabled(if: Python.hasOpenPyXL)) struct RevisionGrowthTests {
  /// Twice the size may take twice the work, plus a little for longer numbers.
  private static let most = 2.2

  enum Kind: String, CaseIterable { case pictures, comments, links, formulas, rows }

  /// Returns a script that decorates every row.
  private static func decoration(_ kind: Kind, _ count: Int) -> String {
    let body =
      switch kind {
      case .pictures:
        """
          chart = BarChart()
          chart.add_data(Reference(sheet, min_col=3, min_row=2, max_row=4))
          sheet.add_chart(chart, f'G{row}')
        """
      case .comments: "  sheet.cell(row, 4).comment = Comment(f'note {row}', f'author {row}')"
      case .links: "  sheet.cell(row, 4).hyperlink = f'https://example.org/{row}'"
      case .formulas: "  sheet.cell(row, 4).value = f'=COUNTBLANK(C$2:C{row})+A{row}'"
      case .rows: "  sheet.row_dimensions[row].height = row % 50 + 10"
      }
    return """
      from openpyxl.chart import BarChart, Reference
      from openpyxl.comments import Comment
      sheet = book['Cases']
      for row in range(2, \(count + 2)):
      \(body)
      """
  }

  /// Returns the bytes processed when every row changes.
  private func work(_ kind: Kind, _ count: Int) throws -> Int {
    func cases(_ title: String) -> [RevisedBook.Case] {
      (0..<count).map { RevisedBook.Case(id: "\($0)", title: "\(title) \($0)") }
    }
    let book = try RevisedBook(cases("title"))
    try book.edit(Self.decoration(kind, count))
    let plan = try book.laid(cases("other"))
    try writeWorkbook(plan, to: book.revised)
    var donorParts = try PackageParts(path: book.revised, limits: .standard)
    let donor = try DonorBook(&donorParts)
    var reviser = try WorkbookReviser(book.path, plan, donor)
    let before = reviser.parts.work
    try reviser.revise(&donorParts)
    return reviser.parts.work - before
  }

  @Test(arguments: Kind.allCases) func growsWithTheRows(_ kind: Kind) throws {
    let one = try work(kind, 100)
    let two = try work(kind, 200)
    #expect(Double(two) <= Self.most * Double(one), "\(kind): \(one) and \(two) bytes")
  }
}
