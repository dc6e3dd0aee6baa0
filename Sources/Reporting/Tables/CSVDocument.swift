package import Text
import Workbooks

/// A table of the report as comma-separated values.
package struct CSVDocument: Sendable {
  package var bytes: [UInt8]
  /// How many cells got a single quote in front.
  package var neutralised: Int

  /// The table without what stands above its headings; numbers that the program counted stay numbers.
  package init(_ table: ReportTable, encoding: CSVEncoding = .utf8WithMark) {
    var writer = CSVWriter(encoding: encoding)
    let columns = table.columns.indices.filter { table.columns[$0].hasContent }
    writer.record(columns.map { writer.safe(table.columns[$0].heading) })
    for row in table.rows {
      writer.record(
        columns.map { column in
          switch row.cells[column].content {
          case .empty: ""
          case .text(let text): writer.safe(text)
          case .number(let number): String(number)
          case .tally, .share: row.cells[column].shownText
          case .saved(let cell): writer.safe(cell.plainText)
          }
        }
      )
    }
    bytes = writer.bytes
    neutralised = writer.neutralised
  }
}
